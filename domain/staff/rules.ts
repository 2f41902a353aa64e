import { type Actor, isStaff, ROLES, type Role } from "../auth/roles.ts";

/** IP addresses with more accounts belong to a school, a café or a network and prove nothing. */
export const SHARED_IP_ACCOUNTS = 20;

/** Staff can look up anyone; the sign-ins and IP addresses of other staff only admins and these themselves. */
export function canSeeTraces(actor: Actor, target: Actor): boolean {
  if (!isStaff(actor)) return false;
  return actor.role === "admin" || target.role === "member" || target.id === actor.id;
}

/** A parsed account search: an id, an email address, or the beginning of a name. */
export type AccountLookup =
  | { by: "newest" }
  | { by: "id"; id: number; name: string }
  | { by: "email"; email: string }
  | { by: "name"; name: string }
  | { by: "nothing" };

/** Only admins can look up email addresses, and only in full. For others the result is empty. */
export function parseAccountLookup(typed: string, actor: Actor): AccountLookup {
  const text = typed.trim().replace(/^#/, "");
  if (text === "") return { by: "newest" };
  if (text.includes("@")) return actor.role === "admin" ? { by: "email", email: text } : { by: "nothing" };
  if (!/^[A-Za-z0-9_]{1,20}$/.test(text)) return { by: "nothing" };
  return /^[1-9]\d{0,14}$/.test(text)
    ? { by: "id", id: Number(text), name: text }
    : { by: "name", name: text };
}

/** Someone whose role can be changed. */
export interface RoleHolder extends Actor {
  banned: boolean;
}

const rankOf = (role: Role): number => ROLES.indexOf(role);

/** Whether a change gives more rights. A banned account gets none. */
export const isPromotion = (from: Role, to: Role): boolean => rankOf(to) > rankOf(from);

/** The roles that an admin can give someone. Without another admin with two-factor, the last one can't step down. */
export function assignableRoles(actor: Actor, target: RoleHolder, hasOtherAdmin: boolean): Role[] {
  if (actor.role !== "admin") return [];
  if (actor.id === target.id && !hasOtherAdmin) return [];
  return ROLES.filter((role) => role !== target.role && !(target.banned && isPromotion(target.role, role)));
}
