import { createContext, useContext } from "react";
import type { SessionUser } from "#domain/auth/api.ts";

/** The signed-in user; signing in and out loads a new page, only their bopi's pictures and their coins change within one. */
export const UserContext = createContext<SessionUser | null>(null);

/** The signed-in user, or null for a visitor. */
export const useUser = (): SessionUser | null => useContext(UserContext);

/** The signed-in user of a page that is for members alone. */
export function useMember(): SessionUser {
  const user = useUser();
  if (!user) throw new Error("This page is for members.");
  return user;
}

/** Asks the site who the signed-in user is now. */
export const RefreshUserContext = createContext<() => void>(() => {});

/** Call what it answers after an act that changed the account: coins that were spent show at once. */
export const useRefreshUser = (): (() => void) => useContext(RefreshUserContext);

/** What the site says of a user by now; an answer that is older than the last movement heard of leaves their coins alone. */
export function newerUser(before: SessionUser, after: SessionUser): SessionUser {
  if (after.ledger_id >= before.ledger_id) return after;
  const { coins, xp, level, ledger_id } = before;
  return { ...after, coins, xp, level, ledger_id };
}
