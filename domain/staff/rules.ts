import { type Actor, isStaff } from "../levels/rules.ts";

/** An address that more accounts than this have been used from belongs to a school, a café, a network: it tells nothing. */
export const SHARED_FROM = 20;

/** Staff look anybody up; where other staff sign in from, and with whom, is for admins and for themselves. */
export function canSeeTraces(actor: Actor, target: Actor): boolean {
  if (!isStaff(actor)) return false;
  return actor.role === "admin" || target.role === "member" || target.id === actor.id;
}

/** What somebody typed to find an account: an id, an address, or the beginning of a name. */
export type LookUp =
  | { by: "newest" }
  | { by: "id"; id: number; name: string }
  | { by: "email"; email: string }
  | { by: "name"; name: string }
  | { by: "nothing" };

/** Addresses are looked up whole, and by admins alone: to others there is nobody who has one. */
export function readLookUp(typed: string, actor: Actor): LookUp {
  const text = typed.trim().replace(/^#/, "");
  if (text === "") return { by: "newest" };
  if (text.includes("@")) return actor.role === "admin" ? { by: "email", email: text } : { by: "nothing" };
  if (!/^[A-Za-z0-9_]{1,20}$/.test(text)) return { by: "nothing" };
  return /^[1-9]\d{0,14}$/.test(text)
    ? { by: "id", id: Number(text), name: text }
    : { by: "name", name: text };
}
