import { type SQL, sql } from "drizzle-orm";
import type { TransactionSort } from "#domain/transactions/api.ts";
import { type SourceType, type TransactionType, WITHOUT_XP } from "#domain/transactions/types.ts";
import { orderBy, type Slice } from "../http/pagination.ts";

/** A kind of row somebody has: one stretch of each of the ledger's indexes. */
export interface Kind {
  type_id: TransactionType;
  source_type: SourceType;
  count: number;
}

export interface LedgerOrder {
  incoming: boolean;
  sort_by: TransactionSort;
  order: "asc" | "desc";
}

/** One kind's stretch of the index that is sorted as asked: brings `k` and `id` without looking at a row of the ledger. */
function stretch(userId: number, { type_id, source_type }: Kind, { incoming, sort_by }: LedgerOrder): SQL {
  const index = incoming ? "transactions_own" : "transactions_from";
  const where = incoming
    ? `t.user_id = ${userId} and t.type_id = ${type_id} and t.source_type = '${source_type}'`
    : `t.source_type = 'user' and t.source_id = ${userId} and t.type_id = ${type_id}`;
  // Ids grow with time.
  if (sort_by === "created_at")
    return sql.raw(`select t.id as k, t.id from transactions t indexed by ${index} where ${where}`);
  if (sort_by === "xp" && WITHOUT_XP.includes(type_id)) {
    // Rows that never bring XP are in no index for it. They are sorted as 0, which their total stands in for: SQLite walks
    // an index without sorting where the order begins with a column of a single row, but not where it is a number.
    const total = `n.user_id = ${userId} and n.incoming = ${Number(incoming)} and n.type_id = ${type_id}
      and n.source_type = '${source_type}'`;
    return sql.raw(`select n.xp as k, t.id from transaction_totals n cross join transactions t indexed by ${index}
      where ${total} and ${where}`);
  }
  // A partial index is used where its own condition stands in the query.
  const brought = sort_by === "xp" ? `and t.type_id not in (${WITHOUT_XP.join(", ")})` : "";
  return sql.raw(`select t.${sort_by} as k, t.id from transactions t indexed by ${index}_${sort_by}
    where ${where} ${brought}`);
}

const union = (arms: readonly SQL[]): SQL => sql.join([...arms], sql` union all `);

/** D1 takes so many selects in one `union`. */
const MOST_ARMS = 5;

/**
 * Any number of sorted selects as few enough. The inner unions have no order or limit of their own, so SQLite takes them
 * apart and merges all of them row by row, however many there are.
 */
function grouped(arms: readonly SQL[]): readonly SQL[] {
  if (arms.length <= MOST_ARMS) return arms;
  const groups: SQL[] = [];
  for (let i = 0; i < arms.length; i += MOST_ARMS)
    groups.push(sql`select k, id from (${union(arms.slice(i, i + MOST_ARMS))})`);
  return grouped(groups);
}

/** The ids of a page of somebody's rows of those kinds, as a select of `k` and `id`. Ties are broken by the id. */
export function mergeKinds(
  userId: number,
  kinds: readonly Kind[],
  by: LedgerOrder,
  { limit, offset, reverse }: Slice,
): SQL {
  const arms = grouped(kinds.map((kind) => stretch(userId, kind, by)));
  const order = orderBy(["k", "id"], by.order, reverse);
  return sql`${union(arms)} order by ${order} limit ${sql.raw(`${limit} offset ${offset}`)}`;
}
