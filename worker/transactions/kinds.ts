import { type Statement, sql, statement } from "#db/database.ts";
import { type SourceFilter, type TransactionType, transactionKind } from "#domain/transactions/types.ts";
import { isGrant, isTaken, type LedgerOrder, type TransactionKind } from "./merge.ts";

/** Which rows a list shows, and in which order. */
export interface LedgerView extends LedgerOrder {
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
}

/** A kind of rows. */
interface KindRow extends TransactionKind {
  /** Of grants: how many took coins away. Lists of what a user gave count only those by others. */
  taken: number;
}

/** Purchases and the costs of creating items: the kind of rows that users pay with. */
const isPayment = sql`(n.type_id = 1 and n.source_type = 'item')`;

/** How many grants took coins away. */
const takenCount = (condition: string) =>
  sql.raw(`case when n.incoming = 1 and n.type_id = 5 and n.source_type = 'user'
    then (select count(*) from transactions t indexed by transactions_own_coins
      where t.user_id = n.user_id and t.kind = ${transactionKind(5, "user")} and t.kind % 16 <> 8 and ${condition})
    else 0 end`);

/** The kinds of rows of a direction, with counts; taken coins are counted with the other grants. */
export function transactionKindsQuery(
  userId: number,
  { transaction_type, source_type, ...order }: LedgerView,
): Statement<KindRow> {
  const typeFilter = transaction_type ? sql`and n.type_id = ${transaction_type}` : sql``;
  const sourceFilter = source_type ? sql`and n.source_type = ${source_type}` : sql``;
  const direction = order.incoming
    ? sql`n.incoming = 1 and not ${isPayment}`
    : sql`case n.incoming when 1 then ${isPayment} or (n.type_id = 5 and n.source_type = 'user') else n.type_id <> 1 end`;
  const taken = takenCount(order.incoming ? "t.coins < 0" : isTaken(userId));
  return statement<KindRow>(sql`select n.incoming as own, n.type_id, n.source_type, n.count, ${taken} as taken
    from transaction_totals n where n.user_id = ${userId} and ${direction} ${typeFilter} ${sourceFilter}`);
}

/** A kind with the count of the rows that a list shows: grants without those that took coins away, or only these. */
export const listedKind = (kind: KindRow, { incoming }: LedgerOrder): TransactionKind =>
  isGrant(kind) ? { ...kind, count: incoming ? kind.count - kind.taken : kind.taken } : kind;
