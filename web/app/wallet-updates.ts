import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { STAMPS } from "#domain/first-night/stamps.ts";
import { spiritCoins, spiritLevel } from "#domain/users/spirit.ts";
import { firstNightText } from "#web/features/first-night/text.ts";
import { invalidate, type Target } from "#web/lib/cache.ts";
import { celebrate } from "#web/lib/celebrate.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { lastPress } from "./celebrations/last-press.ts";

export type ChangeUser = (change: (user: SessionUser) => SessionUser) => void;

/** Responses that a ledger entry changes: transactions, the daily challenge, inventories and items for sale. */
const CHANGED_BY_LEDGER: readonly Target[] = [
  "/api/auth/transactions",
  "/api/auth/daily",
  "/api/inventory/**",
  "/api/avatarinv/**",
  "/api/items/**",
  "/api/home",
  "/api/user/achievements/{id}",
];

/** Celebrates income and new spirit levels, whether an event or a response brought them. */
function useWalletCelebrations(user: SessionUser): void {
  const last = useRef(user);
  useEffect(() => {
    const before = last.current;
    last.current = user;
    if (user.ledger_id <= before.ledger_id) return;
    const { level } = user;
    if (level > before.level)
      celebrate({
        kind: "level",
        level,
        coins: spiritCoins(before.level, level),
        key: `level:${user.id}:${level}`,
      });
    const coins = user.coins - before.coins;
    if (coins > 0 && document.visibilityState === "visible")
      celebrate({ kind: "coins", coins, from: lastPress() });
  }, [user]);
}

/** Updates a member's coins, XP and stamps when the ledger changes, and refetches what depends on them. */
export function useWalletUpdates(user: SessionUser, setUser: ChangeUser): void {
  const client = useQueryClient();
  useWalletCelebrations(user);
  useLiveEvent((event) => {
    if (event.event !== "StampEarned" || user.first_night?.includes(event.stamp) !== false) return;
    const { stamp, coins } = event;
    const count = user.first_night.length + 1;
    setUser((now) => ({ ...now, first_night: now.first_night && [...now.first_night, stamp] }));
    celebrate({
      kind: "badge",
      stamp,
      title: firstNightText.stamps[stamp].done,
      reason:
        count === STAMPS.length ? firstNightText.full(coins) : firstNightText.earned(stamp, count, coins),
      key: `stamp:${user.id}:${stamp}`,
    });
  });
  useLiveEvent((event) => {
    if (event.event !== "LedgerMoved" || event.ledger_id <= user.ledger_id) return;
    const { coins, xp, ledger_id } = event;
    const level = spiritLevel(xp);
    setUser((now) => (ledger_id > now.ledger_id ? { ...now, coins, xp, level, ledger_id } : now));
    void invalidate(client, CHANGED_BY_LEDGER);
  });
}
