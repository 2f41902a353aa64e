import type { DatabaseSync } from "node:sqlite";
import type { Judge } from "../verdict.ts";
import { type Books, isShare } from "./books.ts";
import type { Ban, Contradiction, Memory } from "./memory.ts";

/** Of a double click, one was refused while the seller was still banned, the other done when they were not: both are right. */
function isOfAnEndingBan(
  { path, code, asked, answered }: Contradiction,
  items: Books["items"],
  bans: readonly Ban[],
) {
  // A copy's seller may have been anybody.
  const maker = items.get(Number(/\/items\/(\d+)\//.exec(path)?.[1]))?.user_id;
  const isTheirs = ({ user }: Ban) => maker === undefined || user === maker;
  return (
    code === "not_for_sale" && bans.some((ban) => isTheirs(ban) && ban.to <= answered && asked <= ban.ended)
  );
}

/** What members were told against what is stored. */
export function judgeAcknowledged(judge: Judge, books: Books, memory: Memory, db: DatabaseSync): void {
  const { byKey, rows } = books;
  const { deals, acts, contradictions } = memory;
  const bought = deals.filter((deal) => deal.bought);
  judge(
    "acknowledged purchases that are missing or cost something else",
    bought
      .filter(({ key, price, item }) => {
        const [row, ...more] = byKey.get(key) ?? [];
        return !row || more.length > 0 || row.coins !== 0 - price || row.source_id !== item;
      })
      .map(({ key }) => key),
    bought.length,
  );
  const refused = deals.filter((deal) => deal.bought === false);
  judge(
    "refused purchases that were paid for all the same",
    refused.filter(({ key }) => byKey.has(key)).map(({ key }) => key),
    refused.length,
  );
  const known = new Set(deals.map(({ key }) => key));
  const paid = rows.filter(({ key }) => key.startsWith("purchase:") && !key.endsWith(":sale"));
  judge(
    "purchases that nobody asked for",
    paid.filter(({ key }) => !known.has(key)).map(({ key }) => key),
    paid.length,
  );
  judge(
    "creations and grants that are missing, doubled or of another amount",
    acts
      .filter(({ key, user, coins, done, ids }) => {
        const [row] = byKey.get(key) ?? [];
        if (!done) return row !== undefined;
        const isMade = [...ids].every((id) => row?.source_id === id && books.items.get(id)?.user_id === user);
        return row?.user_id !== user || row.coins !== coins || ids.size > 1 || !isMade;
      })
      .map(({ key }) => key),
    acts.length,
  );
  judge(
    "acts of which one answer says done and the other refused",
    contradictions
      .filter((one) => !isOfAnEndingBan(one, books.items, memory.bans))
      .map(({ path, text }) => `${path}: ${text}`),
    deals.length + acts.length,
  );
  judgeStates(judge, books, memory, db);
  const sales = rows.filter(isShare);
  judge(
    "sales of people who were banned at the time",
    sales
      .filter((row) =>
        memory.bans.some(
          ({ user, from, to }) => user === row.user_id && from < row.created_at && row.created_at < to,
        ),
      )
      .map(({ key }) => key),
    sales.length,
  );
}

function judgeStates(
  judge: Judge,
  { copies }: Books,
  { offers, sold, wishes }: Memory,
  db: DatabaseSync,
): void {
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  judge(
    "copies with another owner or price than was last said",
    [...offers]
      .filter(([id, { owner, price }]) => {
        const copy = byId.get(id);
        return copy?.user_id !== owner || (price !== undefined && copy.resale_price !== price);
      })
      .map(([id]) => `copy ${id}`),
    offers.size,
  );
  judge(
    "copies sold for another price than their owner asked last",
    sold.filter(({ price, asked }) => price !== asked.price).map(({ copy }) => `copy ${copy}`),
    sold.length,
  );
  const rows = db.prepare("select user_id || ' ' || item_id as key from wishes").all();
  const stored = new Set(rows.map(({ key }) => String(key)));
  judge(
    "wishes not as last said",
    [...wishes]
      .filter(([key, wished]) => wished !== undefined && wished !== stored.has(key))
      .map(([key]) => key),
    wishes.size,
  );
}
