import { type Actor, isStaff } from "../auth/roles.ts";
import type { ErrorCode } from "../errors.ts";

/** Privacy settings: 1 everyone, 2 buddies, 3 no one (DECISIONS, "Rules"). */
export const PRIVACY = { everyone: 1, buddies: 2, noOne: 3 } as const;
export const PRIVACY_PERMISSIONS = [
  { id: 1, name: "Everyone" },
  { id: 2, name: "Buddies" },
  { id: 3, name: "No one" },
] as const;

export interface ContactFacts {
  blocks: boolean;
  isBlocked: boolean;
  isBuddy: boolean;
  /** The other user's privacy setting for this kind of contact. */
  privacy: number;
}

/** Why an actor can't contact a user, or null; blocks work both ways, except for staff who were blocked. */
export function contactProblem(
  actor: Actor,
  { blocks, isBlocked, isBuddy, privacy }: ContactFacts,
): Extract<ErrorCode, "blocked_by_you" | "contact_refused"> | null {
  if (blocks) return "blocked_by_you";
  if (isStaff(actor)) return null;
  if (isBlocked) return "contact_refused";
  const allowed = privacy === PRIVACY.everyone || (privacy === PRIVACY.buddies && isBuddy);
  return allowed ? null : "contact_refused";
}
