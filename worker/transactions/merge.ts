import { type Columns, type SQL, sql } from "#db/database.ts";
import { type TransactionSort, TYPES_WITHOUT_XP, transactionKind } from "#domain/transactions/types.ts";
import { orderBy, type PageSlice } from "../http/pagination.ts";

/** A kind of ledger row: one range of each of the ledger's indexes. */
export interface TransactionKind extends Columns<"transaction_totals", "type_id" | "source_type" | "count"> {
  /** Of the user's own rows, or of rows of others that came from them. */
  own: 0 | 1;
}

export interface LedgerOrder {
  /** Rows that came to the user; otherwise those that they spent and gave. */
  incoming: boolean;
  sort_by: TransactionSort;
  order: "asc" | "desc";
}

/** Grants by a user are the only kind with rows of both directions. */
export const isGrant = ({ own, type_id, source_type }: TransactionKind): boolean =>
  own === 1 && type_id === 5 && source_type === "user";

/** A grant that took coins away from someone else than its giver, whose own rows are listed as given. */
export const isTaken = (userId: number): string => `t.coins < 0 and t.source_id <> ${userId}`;

/**
 * The range of one kind in the index for the sort order, as `k` and `id`. Covered by the index: reads no ledger rows.
 */
function indexRange(userId: number, kind: TransactionKind, { incoming, sort_by }: LedgerOrder): SQL {
  const { own, type_id, source_type } = kind;
  const index = own ? "transactions_own" : "transactions_from";
  const taken = incoming ? "and t.coins >= 0" : `and ${isTaken(userId)}`;
  const where = own
    ? `t.user_id = ${userId} and t.kind = ${transactionKind(type_id, source_type)} ${isGrant(kind) ? taken : ""}`
    : `t.source_type = 'user' and t.source_id = ${userId} and t.type_id = ${type_id}`;
  // Ids grow with time.
  if (sort_by === "created_at")
    return sql.raw(`select t.id as k, t.id from transactions t indexed by ${index} where ${where}`);
  const isZero = sort_by === "xp" ? TYPES_WITHOUT_XP.includes(type_id) : source_type === "day";
  if (isZero) {
    // Rows that never bring any are in none of its indexes. They sort as 0, taken from their totals row: SQLite reads
    // an index without sorting if the order starts with a column of a single row, but not if it's a number.
    const total = `n.user_id = ${userId} and n.incoming = ${own} and n.type_id = ${type_id}
      and n.source_type = '${source_type}'`;
    return sql.raw(`select n.${sort_by} as k, t.id from transaction_totals n cross join transactions t indexed by ${index}
      where ${total} and ${where}`);
  }
  // A partial index is only used if the query contains its condition.
  const inIndex = own
    ? { xp: `and t.kind / 16 not in (${TYPES_WITHOUT_XP.join(", ")})`, coins: "and t.kind % 16 <> 8" }
    : { xp: `and t.type_id not in (${TYPES_WITHOUT_XP.join(", ")})`, coins: "" };
  return sql.raw(`select t.${sort_by} as k, t.id from transactions t indexed by ${index}_${sort_by}
    where ${where} ${inIndex[sort_by]}`);
}

const union = (selects: readonly SQL[]): SQL => sql.join([...selects], sql` union all `);

/** D1 allows this many selects in one `union`. */
const MAX_SELECTS = 5;

/**
 * Nests sorted selects to stay within that limit. The inner unions have no order or limit of their own, so SQLite
 * flattens them and merges all selects row by row.
 */
function nestUnions(selects: readonly SQL[]): readonly SQL[] {
  if (selects.length <= MAX_SELECTS) return selects;
  const groups: SQL[] = [];
  for (let i = 0; i < selects.length; i += MAX_SELECTS)
    groups.push(sql`select k, id from (${union(selects.slice(i, i + MAX_SELECTS))})`);
  return nestUnions(groups);
}

/** Selects `k` and `id` of a page of a user's rows of these kinds. Ties are broken by id. */
export function mergeKinds(
  userId: number,
  kinds: readonly TransactionKind[],
  ledgerOrder: LedgerOrder,
  { limit, offset, reverse }: PageSlice,
): SQL {
  const selects = nestUnions(kinds.map((kind) => indexRange(userId, kind, ledgerOrder)));
  const order = orderBy(["k", "id"], ledgerOrder.order, reverse);
  return sql`${union(selects)} order by ${order} limit ${sql.raw(`${limit} offset ${offset}`)}`;
}
