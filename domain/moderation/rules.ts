import { type Actor, isStaff } from "../auth/roles.ts";
import type { ReportType } from "../reports/types.ts";
import type { CaseAction, RemovalType } from "./types.ts";

/** Milliseconds after which another moderator can claim a case. */
export const CLAIM_DURATION_MS = 30 * 60_000;
/** Open cases that a staff member can have claimed at a time. */
export const MAX_CLAIMS = 25;
/** Evidence copies that a case stores at most. */
export const MAX_EVIDENCE_COPIES = 20;
/** Milliseconds within which a removal can be undone. */
export const UNDO_PERIOD_MS = 24 * 60 * 60_000;
/** Open cases, held posts and items that the page about a person shows of each. */
export const MAX_OPEN_SHOWN = 50;
/** Cases about a person that can be decided at a time. */
export const MAX_DECIDED_AT_ONCE = 20;
export const MAX_COUNTED_AHEAD = 100;

/** Moderators can ban members, admins also moderators; no one themselves or an admin. The same for ending a ban. */
export function canBan(actor: Actor, target: Actor): boolean {
  if (actor.id === target.id || target.role === "admin") return false;
  return actor.role === "admin" || (actor.role === "moderator" && target.role === "member");
}

/** Whether staff can view a user's chats with `partners`: those in which the user reported a message. */
export function canViewAs(actor: Actor, partners: readonly number[], withId?: number): boolean {
  if (!isStaff(actor)) return false;
  return withId === undefined ? partners.length > 0 : partners.includes(withId);
}

/** Admins can delete any message, moderators those in a conversation with a reported message. */
export function canDeleteMessage(actor: Actor, { reported }: { reported: boolean }): boolean {
  return actor.role === "admin" || (actor.role === "moderator" && reported);
}

/** The rule for bans applies to warnings. */
export const canWarn = (actor: Actor, target: Actor): boolean => canBan(actor, target);

/** Staff can decide any case except one about themselves. */
export const canDecideCase = (actor: Actor, subjectId: number): boolean =>
  isStaff(actor) && actor.id !== subjectId;

/** The actions on each type of thing, apart from warning and banning its owner. */
const ACTIONS_BY_TYPE: Record<ReportType, readonly CaseAction[]> = {
  level: ["remove"],
  comment: ["remove"],
  message: ["remove"],
  item: ["hide", "reject"],
  thread: ["remove", "move", "lock"],
  reply: ["remove"],
  user: ["remove"],
};

interface CaseFacts {
  type: ReportType;
  subject: Actor & { deleted: boolean };
  /** Whether the thing still exists. */
  present: boolean;
  /** Actions that were already taken or have nothing to act on. */
  done: readonly CaseAction[];
}

/** The actions that a staff member can take in a case. */
export function caseActions(actor: Actor, { type, subject, present, done }: CaseFacts): CaseAction[] {
  if (!canDecideCase(actor, subject.id)) return [];
  const actions = present ? ACTIONS_BY_TYPE[type].filter((action) => !done.includes(action)) : [];
  const canPunish = !subject.deleted && canBan(actor, subject);
  return canPunish ? [...actions, "warn", "ban"] : actions;
}

/** Anyone who can end a ban can decide the appeal against it, except the moderator who made the ban. */
export const canDecideAppeal = (actor: Actor, user: Actor, bannedBy: number | null): boolean =>
  actor.id !== bannedBy && canBan(actor, user);

/** Staff can undo removals that they could make themselves, except of their own things. The rest is for admins. */
export function canUndo(
  actor: Actor,
  { type, user_id, to }: { type: RemovalType; user_id: number; to: string | null },
): boolean {
  if (!isStaff(actor) || actor.id === user_id) return false;
  return actor.role === "admin" || !(type === "rating" || type === "picture" || to === "deleted");
}

export const isWithinUndoPeriod = (removedAt: number, now: number): boolean =>
  now - removedAt < UNDO_PERIOD_MS;
