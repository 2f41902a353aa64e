import { newYorkDay } from "#domain/time.ts";
import type { Check } from "../check-writes.ts";
import { creatorShareOf, DAILY_COINS, levelOf, shareOf } from "./rules.ts";
import { isPurchase, isShare, type StoredEconomy, type StoredLedgerRow } from "./stored-economy.ts";

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** Computes the created and destroyed coins from the rows, and their difference to the members' balances. */
export function balanceSheet({ rows, users }: StoredEconomy) {
  const shares = sum(rows.filter(isShare).map(({ coins }) => coins));
  const created = sum(rows.filter((row) => row.coins > 0 && !isShare(row)).map(({ coins }) => coins));
  const spent = -sum(rows.filter(({ coins }) => coins < 0).map(({ coins }) => coins));
  // Sellers' shares only move between members.
  const destroyed = spent - shares;
  const pockets = sum(users.map(({ coins }) => coins));
  return { created, destroyed, pockets, difference: Math.abs(created - destroyed - pockets) };
}

/** Checks the ledger itself: sums, keys, shares and automatic payments. */
export function checkLedger(check: Check, economy: StoredEconomy): void {
  const { rows, users, byKey } = economy;
  const rowsByUser = Map.groupBy(rows, ({ user_id }) => user_id);
  check(
    "balances that aren't the sum of their rows",
    users
      .filter(({ id, coins, xp }) => {
        const list = rowsByUser.get(id) ?? [];
        return coins !== sum(list.map((row) => row.coins)) || xp !== sum(list.map((row) => row.xp));
      })
      .map(({ id }) => String(id)),
    users.length,
  );
  check("balances below zero, now or after any row", belowZero(rows, users), rows.length);
  check(
    "duplicate keys in the ledger",
    [...byKey].filter(([, list]) => list.length > 1).map(([key]) => key),
    byKey.size,
  );
  checkShares(check, economy);
  checkPayments(check, economy, rowsByUser);
}

function belowZero(rows: readonly StoredLedgerRow[], users: StoredEconomy["users"]): string[] {
  const pockets = new Map<number, number>();
  const wrong = users.filter(({ coins }) => coins < 0).map(({ id }) => `user ${id}`);
  for (const { user_id, coins, key } of rows) {
    const after = (pockets.get(user_id) ?? 0) + coins;
    pockets.set(user_id, after);
    if (after < 0) wrong.push(key);
  }
  return wrong;
}

/** Checks that each purchase has a sale row with the price minus tax. The site sells official items. */
function checkShares(check: Check, { rows, byKey, items }: StoredEconomy): void {
  const wrong = rows.filter(isPurchase).filter((row) => {
    const [share] = byKey.get(`${row.key}:sale`) ?? [];
    const item = items.get(row.source_id);
    const isResale = row.previous_id !== null;
    const due = isResale ? shareOf(-row.coins) : creatorShareOf(item?.type_id ?? 1, -row.coins);
    const seller = isResale ? rows[(row.previous_id ?? 0) - 1]?.user_id : item?.user_id;
    if (due === 0) return share !== undefined;
    return share?.coins !== due || share.user_id !== seller || share.source_id !== row.user_id;
  });
  check(
    "purchases whose seller didn't get the price minus tax",
    wrong.map(({ key }) => key),
    rows.filter(isPurchase).length,
  );
  const shares = rows.filter(isShare);
  check(
    "sellers' shares without a purchase",
    shares.filter(({ key }) => !byKey.has(key.replace(/:sale$/, ""))).map(({ key }) => key),
    shares.length,
  );
}

/** Checks that spirit levels and daily coins were each paid once. */
function checkPayments(
  check: Check,
  { rows, users, byKey }: StoredEconomy,
  rowsByUser: Map<number, StoredLedgerRow[]>,
): void {
  check(
    "users whose spirit levels weren't each paid once",
    users
      .filter(({ id, xp, spirit_level }) => {
        const paid = (rowsByUser.get(id) ?? []).filter(({ type_id }) => type_id === 8);
        const level = levelOf(xp);
        const isRight = paid.every(
          ({ source_id, coins }, i) => source_id === i + 2 && coins === 10 * (i + 2),
        );
        return !isRight || paid.length !== level - 1 || spirit_level !== level;
      })
      .map(({ id }) => String(id)),
    users.length,
  );
  const days = new Set(
    rows.filter(({ key }) => key.startsWith("daily:")).map((row) => newYorkDay(row.created_at)),
  );
  const gold = users.filter(({ gold_until }) => gold_until !== null);
  check(
    "Gold members whose daily coins weren't paid once a day",
    [...days].flatMap((day) =>
      gold.map(({ id }) => `daily:${day}:${id}`).filter((key) => byKey.get(key)?.[0]?.coins !== DAILY_COINS),
    ),
    gold.length,
  );
}
