import { LIMITS } from "../limits.ts";

/** A level without a category is stored with the empty one; in the browser the empty one means "all". */
export const LEVEL_CATEGORIES = ["", "star collection", "free roam"] as const;
export type LevelCategory = (typeof LEVEL_CATEGORIES)[number];

export const LEVEL_ORDERS = [
  "playing_count",
  "clears",
  "updated",
  "newest",
  "oldest",
  "played_at",
  "mostRatings",
] as const;
export type LevelOrder = (typeof LEVEL_ORDERS)[number];

/** Filters anybody may use; `rating` and `difficulty` put the highest first instead of the order asked for. */
export const PUBLIC_FILTERS = ["", "featured", "rating", "difficulty"] as const;
/** Filters about the person who asks. */
export const MEMBER_FILTERS = [
  "favorited",
  "clearedByUser",
  "unclearedByUser",
  "playedByUser",
  "notPlayedByUser",
  "playedByBuddies",
] as const;
export const LEVEL_FILTERS = [...PUBLIC_FILTERS, ...MEMBER_FILTERS] as const;
export type LevelFilter = (typeof LEVEL_FILTERS)[number];

export const VISIBILITIES = ["public", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Seconds of play after which a level may be rated without a clear (DECISIONS, "Rules"). */
export const RATE_AFTER_SECONDS = 600;

export function isMemberFilter(filter: LevelFilter): boolean {
  return (MEMBER_FILTERS as readonly string[]).includes(filter);
}

/** 'Played at' only makes sense where plays are listed (spec 1 §9). */
export function isOrderOffered(order: LevelOrder, filter: LevelFilter): boolean {
  return order !== "played_at" || filter === "playedByUser" || filter === "playedByBuddies";
}

/** The Featured carousel shows on the untouched first page only (spec 1 §2). */
export function showsFeatured(view: {
  search: string;
  page: number;
  order: LevelOrder;
  category: LevelCategory;
  filter: LevelFilter;
  failed: boolean;
}): boolean {
  return (
    !view.search &&
    !view.failed &&
    view.page === 1 &&
    view.order === "playing_count" &&
    view.category === "" &&
    view.filter === ""
  );
}

export interface Actor {
  id: number;
  role: "member" | "moderator" | "admin";
}
interface LevelFacts {
  user_id: number;
  visibility: Visibility;
}

export const isStaff = (actor: Actor | null): boolean => actor !== null && actor.role !== "member";

/** A private level is there for its creator and staff; for everybody else it does not exist. */
export function canSeeLevel(actor: Actor | null, level: LevelFacts): boolean {
  return level.visibility === "public" || actor?.id === level.user_id || isStaff(actor);
}

/** Its creator and admins may edit and delete a level; moderators have reports for that. */
export function canEditLevel(actor: Actor | null, level: Pick<LevelFacts, "user_id">): boolean {
  return actor !== null && (actor.id === level.user_id || actor.role === "admin");
}

/** What staff have made private is opened by admins alone. */
export const canPublish = (actor: Actor, level: { taken_down: boolean }): boolean =>
  !level.taken_down || actor.role === "admin";

/** One clear or ten minutes of play, and never one's own level. */
export function canRate(
  actor: Actor | null,
  level: Pick<LevelFacts, "user_id">,
  history: { cleared: boolean; seconds_played: number },
): boolean {
  if (!actor || actor.id === level.user_id) return false;
  return history.cleared || history.seconds_played >= RATE_AFTER_SECONDS;
}

/** Whether the browser's list can show private levels to this viewer: their own, or to staff everyone's. */
export const seesPrivateLevels = (viewer: (Actor & { has_private_levels: boolean }) | null): boolean =>
  viewer !== null && (isStaff(viewer) || viewer.has_private_levels);

/** How many levels an account may have at a time. */
export const levelLimit = (hasGold: boolean): number =>
  hasGold ? LIMITS.levelsPerUser.gold : LIMITS.levelsPerUser.member;
