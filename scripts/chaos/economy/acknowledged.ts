import type { DatabaseSync } from "node:sqlite";
import type { Check } from "../check-writes.ts";
import type { BanPeriod, Contradiction, EconomyHistory } from "./economy-history.ts";
import { isShare, type StoredEconomy } from "./stored-economy.ts";

/** Whether a double click's responses differ because a seller's ban was lifted in between. Both are correct then. */
function isExplainedByBan(
  { path, code, sentAt, receivedAt }: Contradiction,
  items: StoredEconomy["items"],
  bans: readonly BanPeriod[],
) {
  // A copy can have any seller.
  const maker = items.get(Number(/\/items\/(\d+)\//.exec(path)?.[1]))?.user_id;
  const isTheirs = ({ user }: BanPeriod) => maker === undefined || user === maker;
  return (
    code === "not_for_sale" &&
    bans.some((ban) => isTheirs(ban) && ban.to <= receivedAt && sentAt <= ban.endedAt)
  );
}

/** Compares acknowledged results with the stored data. */
export function checkAcknowledged(
  check: Check,
  economy: StoredEconomy,
  history: EconomyHistory,
  db: DatabaseSync,
): void {
  const { byKey, rows } = economy;
  const { purchases, actions, contradictions } = history;
  const acknowledged = purchases.filter((deal) => deal.bought);
  check(
    "acknowledged purchases that are missing or cost something else",
    acknowledged
      .filter(({ key, price, item }) => {
        const [row, ...more] = byKey.get(key) ?? [];
        return !row || more.length > 0 || row.coins !== 0 - price || row.source_id !== item;
      })
      .map(({ key }) => key),
    acknowledged.length,
  );
  const rejected = purchases.filter((deal) => deal.bought === false);
  check(
    "rejected purchases that were paid for anyway",
    rejected.filter(({ key }) => byKey.has(key)).map(({ key }) => key),
    rejected.length,
  );
  const known = new Set(purchases.map(({ key }) => key));
  const paid = rows.filter(({ key }) => key.startsWith("purchase:") && !key.endsWith(":sale"));
  check(
    "purchases that no one requested",
    paid.filter(({ key }) => !known.has(key)).map(({ key }) => key),
    paid.length,
  );
  check(
    "creations and grants that are missing, duplicated or of the wrong amount",
    actions
      .filter(({ key, user, coins, succeeded, ids }) => {
        const [row] = byKey.get(key) ?? [];
        if (!succeeded) return row !== undefined;
        const isMade = [...ids].every(
          (id) => row?.source_id === id && economy.items.get(id)?.user_id === user,
        );
        return row?.user_id !== user || row.coins !== coins || ids.size > 1 || !isMade;
      })
      .map(({ key }) => key),
    actions.length,
  );
  check(
    "actions that were both accepted and rejected",
    contradictions
      .filter((one) => !isExplainedByBan(one, economy.items, history.bans))
      .map(({ path, text }) => `${path}: ${text}`),
    purchases.length + actions.length,
  );
  checkStates(check, economy, history, db);
  const sales = rows.filter(isShare);
  check(
    "sales by users who were banned at the time",
    sales
      .filter((row) =>
        history.bans.some(
          ({ user, from, to }) => user === row.user_id && from < row.created_at && row.created_at < to,
        ),
      )
      .map(({ key }) => key),
    sales.length,
  );
}

function checkStates(
  check: Check,
  { copies }: StoredEconomy,
  { offers, sold, wishes }: EconomyHistory,
  db: DatabaseSync,
): void {
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  check(
    "copies whose owner or price differs from the last response",
    [...offers]
      .filter(([id, { owner, price }]) => {
        const copy = byId.get(id);
        return copy?.user_id !== owner || (price !== undefined && copy.resale_price !== price);
      })
      .map(([id]) => `copy ${id}`),
    offers.size,
  );
  check(
    "copies sold for a different price than their owner last asked",
    sold.filter(({ price, listed }) => price !== listed.price).map(({ copy }) => `copy ${copy}`),
    sold.length,
  );
  const rows = db.prepare("select user_id || ' ' || item_id as key from wishes").all();
  const stored = new Set(rows.map(({ key }) => String(key)));
  check(
    "wishes that differ from the last response",
    [...wishes]
      .filter(([key, wished]) => wished !== undefined && wished !== stored.has(key))
      .map(([key]) => key),
    wishes.size,
  );
}
