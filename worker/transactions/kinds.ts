import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";
import { archiveOf } from "#domain/database-names.ts";
import type { SortedRow } from "#domain/transactions/merge-page.ts";
import type { SourceFilter, TransactionType } from "#domain/transactions/types.ts";
import { isGrant, isTaken, type LedgerOrder, type TransactionKind } from "./merge.ts";

/** Which rows a list shows, and in which order. */
export interface LedgerView extends LedgerOrder {
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
}

/** A kind of rows, and how far the archives have come. */
export interface KindRow extends TransactionKind, Columns<typeof ledger_archive, "copied_to"> {
  /** The archives still catch up for the first time, so all rows are live. */
  is_all_live: 0 | 1;
  /** Of grants: how many took coins away, live and archived. Lists of what a user gave count only those by others. */
  live_taken: number;
  archived_taken: number;
  /** The state of the user's archive that has all copied rows. */
  bookmark: string | null;
  /** Rows that the archives don't have yet: JSON, `[[id, source, coins, xp], …]`. */
  fresh: string | null;
}

/** Purchases and the costs of creating items: the kind of rows that users pay with. */
const isPayment = sql`(n.type_id = 1 and n.source_type = 'item')`;

const FRESH_VALUES = sql.raw("json_group_array(json_array(t.id, t.source_id, t.coins, t.xp))");

const isAllLive = sql`(a.copied_since is null and a.moved_to = 0)`;

/**
 * Rows after the copied ones, looked for only if the kind's newest row can be one. None while the archives catch up for the first time: then
 * all rows are live.
 */
const freshRows = sql`case when (n.newest_id > a.copied_to or n.newest_id = 0 and a.uncounted_to > a.copied_to) and not ${isAllLive}
  then case n.incoming
    when 1 then (select ${FRESH_VALUES} from transactions t indexed by transactions_own where t.user_id = n.user_id
      and t.type_id = n.type_id and t.source_type = n.source_type and t.id > a.copied_to)
    else (select ${FRESH_VALUES} from transactions t indexed by transactions_from where t.source_type = 'user'
      and t.source_id = n.user_id and t.type_id = n.type_id and t.id > a.copied_to) end
  end`;

/** How many live grants took coins away. */
const liveTaken = (condition: string) =>
  sql.raw(`case when n.incoming = 1 and n.type_id = 5 and n.source_type = 'user'
    then (select count(*) from transactions t indexed by transactions_own_coins
      where t.user_id = n.user_id and t.type_id = 5 and t.source_type = 'user' and ${condition})
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
  const taken = order.incoming
    ? { live: liveTaken("t.coins < 0"), archived: sql`n.archived_taken` }
    : { live: liveTaken(isTaken(userId)), archived: sql`n.archived_taken_by_others` };
  return statement<KindRow>(sql`select n.incoming as own, n.type_id, n.source_type, n.count, n.archived_count as archived,
      ${taken.live} as live_taken, ${taken.archived} as archived_taken, ${freshRows} as fresh, a.copied_to, ${isAllLive} as is_all_live,
      a.bookmarks ->> ${archiveOf(userId)} as bookmark
    from ledger_archive a cross join transaction_totals n
    where n.user_id = ${userId} and ${direction} ${typeFilter} ${sourceFilter}`);
}

/** A kind with the counts of the rows that a list shows: grants without those that took coins away, or only these. */
export function listedKind(kind: KindRow, { incoming }: LedgerOrder): KindRow {
  if (!isGrant(kind)) return kind;
  const { count, archived, live_taken, archived_taken } = kind;
  return incoming
    ? { ...kind, count: count - live_taken - archived_taken, archived: archived - archived_taken }
    : { ...kind, count: live_taken + archived_taken, archived: archived_taken };
}

/** Returns the rows of a kind that the archives don't have yet, as a list shows them. */
export function freshRowsOf(kind: KindRow, userId: number, { incoming, sort_by }: LedgerOrder): SortedRow[] {
  const rows = JSON.parse(kind.fresh ?? "[]") as [id: number, source: number, coins: number, xp: number][];
  return rows
    .filter(([, source, coins]) => !isGrant(kind) || (incoming ? coins >= 0 : coins < 0 && source !== userId))
    .map(([id, , coins, xp]) => ({ k: { created_at: id, coins, xp }[sort_by], id }));
}
