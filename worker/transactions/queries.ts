import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import type { SourceFilter, TransactionType } from "#domain/transactions/types.ts";
import { type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";
import { isGrant, isTaken, type LedgerOrder, mergeKinds, type TransactionKind } from "./merge.ts";
import type { TransactionRow } from "./present.ts";

interface LedgerView extends LedgerOrder {
  page: number;
  size: number;
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
}

interface LedgerPage {
  rows: TransactionRow[];
  total: number;
  /** The ledger's owner. */
  me: UserColumns | undefined;
}

/** Purchases and the costs of creating items: the kind of rows that users pay with. */
const isPayment = sql`(type_id = 1 and source_type = 'item')`;

/** The kinds of rows of a direction, with counts; taken coins are counted with the other grants. */
function transactionKindsQuery(
  userId: number,
  { incoming, transaction_type, source_type }: LedgerView,
): Statement<TransactionKind> {
  const typeFilter = transaction_type ? sql`and type_id = ${transaction_type}` : sql``;
  const sourceFilter = source_type ? sql`and source_type = ${source_type}` : sql``;
  const direction = incoming
    ? sql`incoming = 1 and not ${isPayment}`
    : sql`case incoming when 1 then ${isPayment} or (type_id = 5 and source_type = 'user') else type_id <> 1 end`;
  return statement<TransactionKind>(sql`select incoming as own, type_id, source_type, count from transaction_totals
    where user_id = ${userId} and ${direction} ${typeFilter} ${sourceFilter}`);
}

/** How many grants took coins away from a user: all, and those by others. */
const takenCountQuery = (userId: number) =>
  statement<{ count: number; by_others: number }>(sql`select count(*) as count,
      count(case when ${sql.raw(isTaken(userId))} then 1 end) as by_others
    from transactions t indexed by transactions_own_coins
    where t.user_id = ${userId} and t.type_id = 5 and t.source_type = 'user' and t.coins < 0`);

/** Looks a source up only in its own table: null matches nothing and costs nothing. */
const sourceId = (type: string) =>
  sql`case when t.source_type = ${sql.raw(`'${type}'`)} then t.source_id end`;

/** For a purchase `t`, its seller; the keys of both rows are related (docs/ECONOMY.md, rule 5). */
const seller = sql.raw(`case when t.type_id = 1 and t.source_type = 'item' and t.coins < 0 then
  (select b.username from transactions s cross join users b on b.id = s.user_id where s.key = t.key || ':sale') end`);

/** For a row from the site, the first word of its key. */
const gift = sql.raw(`case when t.source_type = 'site' then substr(t.key, 1, instr(t.key, ':') - 1) end`);

/** Hidden items are named only to their creator. */
const isVisible = (alias: "i" | "n", userId: number) =>
  sql`(${sql.raw(alias)}.state = 'shown' or ${sql.raw(alias)}.user_id = ${userId})`;

/** The items of the copies, except the source, which has its own columns: `[[id, name, thumbnail], …]`. */
const otherItems = (userId: number) => sql`(select json_group_array(json_array(n.id, n.name, n.thumbnail))
  from json_each(t.copies) c cross join items n on n.id = c.value ->> 0 and ${isVisible("n", userId)}
  where t.source_type <> 'item' or c.value ->> 0 <> t.source_id)`;

/**
 * A page of rows with their sources. `u` is the other user: the source of an own row, or the owner of a row that came
 * from this user.
 */
function rowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  view: LedgerView,
  slice: PageSlice,
): Statement<TransactionRow> {
  const own = sql`t.user_id = ${userId}`;
  const other = sql`case when ${own} then ${sourceId("user")} else t.user_id end`;
  return statement<TransactionRow>(sql`with page as (${mergeKinds(userId, kinds, view, slice)})
    select t.id, t.type_id, t.source_type, t.source_id, t.coins, t.xp, t.copies, t.created_at, ${userColumns},
      ${own} as own, ${seller} as seller, ${gift} as gift,
      i.name as item_name, i.thumbnail as item_thumbnail, l.title, l.thumbnail as level_thumbnail, l.visibility,
      l.user_id as level_owner, k.name as challenge_name, e.short_name as event_name,
      case when t.copies is not null then ${otherItems(userId)} end as other_items
    from page p cross join transactions t on t.id = p.id
      left join users u on u.id = ${other}
      left join items i on i.id = ${sourceId("item")} and ${isVisible("i", userId)}
      left join levels l on l.id = ${sourceId("level")}
      left join challenges k on k.id = ${sourceId("challenge")}
      left join events e on e.id = ${sourceId("event")}`);
}

/** A page of a user's ledger: the first round trip reads the kinds of rows, the second merges them. */
export async function listTransactions(
  gate: SessionGate,
  userId: number,
  view: LedgerView,
): Promise<LedgerPage> {
  const {
    me: [me],
    all,
    taken: [taken],
  } = await gate.read({
    me: userQuery(userId),
    all: transactionKindsQuery(userId, view),
    taken: takenCountQuery(userId),
  });
  const kinds = all
    .map((kind) => {
      if (!isGrant(kind) || !taken) return kind;
      return { ...kind, count: view.incoming ? kind.count - taken.count : taken.by_others };
    })
    .filter(({ count }) => count > 0);
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const slice = pageSlice(view.page, view.size, total);
  if (slice.limit === 0) return { rows: [], total, me };
  const rows = await gate.all(rowsQuery(userId, kinds, view, slice));
  return { rows: slice.reverse ? rows.reverse() : rows, total, me };
}
