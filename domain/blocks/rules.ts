import type { ErrorCode } from "../errors.ts";
import { type Actor, isStaff } from "../levels/rules.ts";

/** Who may reach somebody: 1 everyone, 2 buddies, 3 no one (DECISIONS, "Rules"). */
export const PRIVACY = { everyone: 1, buddies: 2, nobody: 3 } as const;
export const PRIVACY_PERMISSIONS = [
  { id: 1, name: "Everyone" },
  { id: 2, name: "Buddies" },
  { id: 3, name: "No one" },
] as const;

/** What stands between the one who reaches out and the one who is reached. */
export interface Between {
  /** The actor has blocked the other. */
  blocks: boolean;
  /** The other has blocked the actor. */
  isBlocked: boolean;
  isBuddy: boolean;
  /** The other's setting for this door. */
  privacy: number;
}

/**
 * Why somebody can't be reached through a door (a message, a profile comment, a join), or null. The one predicate for
 * all of them. Whoever blocked somebody does not write to them either; what staff say always arrives.
 */
export function contactProblem(
  actor: Actor,
  { blocks, isBlocked, isBuddy, privacy }: Between,
): Extract<ErrorCode, "blocked_by_you" | "contact_refused"> | null {
  if (blocks) return "blocked_by_you";
  if (isStaff(actor)) return null;
  if (isBlocked) return "contact_refused";
  const allowed = privacy === PRIVACY.everyone || (privacy === PRIVACY.buddies && isBuddy);
  return allowed ? null : "contact_refused";
}
