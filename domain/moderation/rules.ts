import { type Actor, isStaff } from "../levels/rules.ts";

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
