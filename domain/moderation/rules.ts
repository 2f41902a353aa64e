import { type Actor, isStaff } from "../levels/rules.ts";
import type { ReportType } from "../reports/types.ts";
import type { CaseAct } from "./types.ts";

/** Milliseconds after which a case that somebody has taken on may be taken over. */
export const CLAIM_LASTS = 30 * 60_000;
/** Open cases that one of the staff may have at a time. */
export const MOST_CLAIMS = 25;
/** Copies of a thing that a case keeps at most. */
export const MOST_COPIES = 20;
/** In a queue it is told exactly how many are before one up to so many. */
export const MOST_AHEAD = 100;

/** Moderators ban members, admins ban moderators, too; nobody bans themselves or an admin. Whoever may ban may end a ban. */
export function canBan(actor: Actor, target: Actor): boolean {
  if (actor.id === target.id || target.role === "admin") return false;
  return actor.role === "admin" || (actor.role === "moderator" && target.role === "member");
}

/**
 * Whether staff may look at somebody's chat as they see it: at the conversations of which they reported a message, and at
 * no other. `partners` are the people on the other side of those; without `withId` it is about the list of them.
 */
export function canViewAs(actor: Actor, partners: readonly number[], withId?: number): boolean {
  if (!isStaff(actor)) return false;
  return withId === undefined ? partners.length > 0 : partners.includes(withId);
}

/** Admins take any message away, moderators those of a conversation of which a message was reported. */
export function canScrub(actor: Actor, { reported }: { reported: boolean }): boolean {
  return actor.role === "admin" || (actor.role === "moderator" && reported);
}

/** A warning is for whom a ban could be for. */
export const canWarn = (actor: Actor, target: Actor): boolean => canBan(actor, target);

/** Staff decide about what was reported, but not about themselves: somebody else has to look at that. */
export const canDecideCase = (actor: Actor, subjectId: number): boolean =>
  isStaff(actor) && actor.id !== subjectId;

/** What can be done about a thing of each kind, besides warning and banning whose it is. */
const ACTS_ON: Record<ReportType, readonly CaseAct[]> = {
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
  /** The thing is still there. */
  present: boolean;
  /** What has been done with it already, or has nothing to be done to. */
  done: readonly CaseAct[];
}

/** What somebody can do about a case. */
export function caseActs(actor: Actor, { type, subject, present, done }: CaseFacts): CaseAct[] {
  if (!canDecideCase(actor, subject.id)) return [];
  const acts = present ? ACTS_ON[type].filter((act) => !done.includes(act)) : [];
  const punishes = !subject.deleted && canBan(actor, subject);
  return punishes ? [...acts, "warn", "ban"] : acts;
}

/** Whoever may end a ban decides about the appeal against it, but not who made the ban. */
export const canDecideAppeal = (actor: Actor, user: Actor, bannedBy: number | null): boolean =>
  actor.id !== bannedBy && canBan(actor, user);
