import { createContext, useContext } from "react";
import type { SessionUser } from "#domain/auth/api.ts";

/** The signed-in user. Signing in or out loads a new page; bopi pictures, coins and settings change within one. */
export const UserContext = createContext<SessionUser | null>(null);

export const useUser = (): SessionUser | null => useContext(UserContext);

/** Returns the signed-in user on a members-only page. Throws for visitors. */
export function useMember(): SessionUser {
  const user = useUser();
  if (!user) throw new Error("This page is only for members.");
  return user;
}

export const RefreshUserContext = createContext<() => void>(() => {});

/** Returns a function that refetches the user. Call it after an action that changed the account, such as spending coins. */
export const useRefreshUser = (): (() => void) => useContext(RefreshUserContext);

/** Updates the user from a response, but keeps the newer balance if the response is older than the last ledger event. */
export function mergeNewerUser(before: SessionUser, after: SessionUser): SessionUser {
  if (after.ledger_id >= before.ledger_id) return after;
  const { coins, xp, level, ledger_id } = before;
  return { ...after, coins, xp, level, ledger_id };
}
