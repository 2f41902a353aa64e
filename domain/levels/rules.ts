import { type Actor, isStaff } from "../auth/roles.ts";
import { LIMITS } from "../limits.ts";
import type { LevelCategory, Visibility } from "./level-category.ts";

// A separate module, for cards, which need no rules.
export { LEVEL_CATEGORIES, type LevelCategory, VISIBILITIES, type Visibility } from "./level-category.ts";

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

/** Filters that sort by highest first and override the order. */
export const SORTING_FILTERS = ["rating", "difficulty"] as const;
/** Filters for everyone. */
export const PUBLIC_FILTERS = ["", "featured", ...SORTING_FILTERS] as const;
/** Filters about the viewer. */
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

/** A level's newest documents, which always stay. */
export const STORED_REVISIONS = 20;
/** How long after it left the newest ones a document stays in any case, for players who are in it. */
export const REVISION_GRACE_MS = 7 * 24 * 60 * 60_000;

/** Seconds of play after which a level can be rated without a clear. */
export const RATE_AFTER_SECONDS = 600;

export function isMemberFilter(filter: LevelFilter): boolean {
  return (MEMBER_FILTERS as readonly string[]).includes(filter);
}

/** 'Played at' only makes sense for filters by plays (spec 1 §9). */
export function isOrderOffered(order: LevelOrder, filter: LevelFilter): boolean {
  return order !== "played_at" || filter === "playedByUser" || filter === "playedByBuddies";
}

/** The Featured carousel is only shown on the first page without filters (spec 1 §2). */
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

/** Whether a level was cleared as it is: by its creator, or by someone who builds it. Free roam needs no clear. */
export const CLEAR_STATES = ["cleared", "not_cleared", "none_needed"] as const;
export type ClearState = (typeof CLEAR_STATES)[number];

/** The clear state of a revision. `goal` is null for old ones, of which it's unknown. */
export function clearStateOf(revision: {
  stars: number;
  goal: 0 | 1 | null;
  clear_run_id: number | null;
  clear_check_id: number | null;
}): ClearState {
  if (revision.clear_run_id !== null || revision.clear_check_id !== null) return "cleared";
  return revision.stars === 0 && revision.goal === 0 ? "none_needed" : "not_cleared";
}

interface LevelFacts {
  user_id: number;
  visibility: Visibility;
}

/** Only its creator and staff can see a private level. For everyone else it doesn't exist. */
export function canSeeLevel(actor: Actor | null, level: LevelFacts): boolean {
  return level.visibility === "public" || actor?.id === level.user_id || isStaff(actor);
}

/** The creator and admins can edit and delete a level; moderators use reports instead. */
export function canEditLevel(actor: Actor | null, level: Pick<LevelFacts, "user_id">): boolean {
  return actor !== null && (actor.id === level.user_id || actor.role === "admin");
}

/** Only admins can publish a level that staff made private. */
export const canPublish = (actor: Actor, level: { taken_down: boolean }): boolean =>
  !level.taken_down || actor.role === "admin";

/** Whether someone knows a level well enough to rate it: by a clear or 10 minutes of play. */
export const hasPlayedEnough = (history: { cleared: boolean; seconds_played: number }): boolean =>
  history.cleared || history.seconds_played >= RATE_AFTER_SECONDS;

/** Rating requires a clear or 10 minutes of play, and another creator. */
export function canRate(
  actor: Actor | null,
  level: Pick<LevelFacts, "user_id">,
  history: { cleared: boolean; seconds_played: number },
): boolean {
  if (!actor || actor.id === level.user_id) return false;
  return hasPlayedEnough(history);
}

export const levelLimit = (hasGold: boolean): number =>
  hasGold ? LIMITS.levelsPerUser.gold : LIMITS.levelsPerUser.member;
