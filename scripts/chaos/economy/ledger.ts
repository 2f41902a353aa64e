import { newYorkDay } from "#domain/time.ts";
import type { Judge } from "../verdict.ts";
import { type Books, isPurchase, isShare, type Row } from "./books.ts";
import { DAILY_COINS, levelOf, makersShareOf, shareOf } from "./rules.ts";

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** Coins that came into being and went out of it, from the rows alone, and what is wrong between both and the pockets. */
export function balanceSheet({ rows, users }: Books) {
  const shares = sum(rows.filter(isShare).map(({ coins }) => coins));
  const created = sum(rows.filter((row) => row.coins > 0 && !isShare(row)).map(({ coins }) => coins));
  const spent = -sum(rows.filter(({ coins }) => coins < 0).map(({ coins }) => coins));
  // What sellers got went out of one pocket into another.
  const destroyed = spent - shares;
  const pockets = sum(users.map(({ coins }) => coins));
  return { created, destroyed, pockets, off: Math.abs(created - destroyed - pockets) };
}

/** What the ledger says of itself: sums, keys, shares, and what the site pays by its own rules. */
export function judgeLedger(judge: Judge, books: Books): void {
  const { rows, users, byKey } = books;
  const own = Map.groupBy(rows, ({ user_id }) => user_id);
  judge(
    "balances that are not the sum of their rows",
    users
      .filter(({ id, coins, xp }) => {
        const list = own.get(id) ?? [];
        return coins !== sum(list.map((row) => row.coins)) || xp !== sum(list.map((row) => row.xp));
      })
      .map(({ id }) => String(id)),
    users.length,
  );
  judge("balances below zero, now or after any row", belowZero(rows, users), rows.length);
  judge(
    "keys that the ledger has twice",
    [...byKey].filter(([, list]) => list.length > 1).map(([key]) => key),
    byKey.size,
  );
  judgeShares(judge, books);
  judgePayments(judge, books, own);
}

function belowZero(rows: readonly Row[], users: Books["users"]): string[] {
  const pockets = new Map<number, number>();
  const wrong = users.filter(({ coins }) => coins < 0).map(({ id }) => `user ${id}`);
  for (const { user_id, coins, key } of rows) {
    const after = (pockets.get(user_id) ?? 0) + coins;
    pockets.set(user_id, after);
    if (after < 0) wrong.push(key);
  }
  return wrong;
}

/** Each sale's row is its purchase's, with the price less the tax; official items are sold by the site. */
function judgeShares(judge: Judge, { rows, byKey, items }: Books): void {
  const wrong = rows.filter(isPurchase).filter((row) => {
    const [share] = byKey.get(`${row.key}:sale`) ?? [];
    const item = items.get(row.source_id);
    const isResale = row.previous_id !== null;
    const due = isResale ? shareOf(-row.coins) : makersShareOf(item?.type_id ?? 1, -row.coins);
    const seller = isResale ? rows[(row.previous_id ?? 0) - 1]?.user_id : item?.user_id;
    if (due === 0) return share !== undefined;
    return share?.coins !== due || share.user_id !== seller || share.source_id !== row.user_id;
  });
  judge(
    "purchases whose seller did not get the price less the tax",
    wrong.map(({ key }) => key),
    rows.filter(isPurchase).length,
  );
  const shares = rows.filter(isShare);
  judge(
    "sellers' shares without a purchase",
    shares.filter(({ key }) => !byKey.has(key.replace(/:sale$/, ""))).map(({ key }) => key),
    shares.length,
  );
}

/** Spirit levels and daily coins: each once, none left out. */
function judgePayments(judge: Judge, { rows, users, byKey }: Books, own: Map<number, Row[]>): void {
  judge(
    "people whose spirit levels were not each paid once",
    users
      .filter(({ id, xp, spirit_level }) => {
        const paid = (own.get(id) ?? []).filter(({ type_id }) => type_id === 8);
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
  judge(
    "Gold members whose daily coins were not paid once a day",
    [...days].flatMap((day) =>
      gold.map(({ id }) => `daily:${day}:${id}`).filter((key) => byKey.get(key)?.[0]?.coins !== DAILY_COINS),
    ),
    gold.length,
  );
}
