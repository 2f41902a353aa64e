import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { idsTable, literalRows } from "#db/values-table.ts";
import type { SortedRow } from "#domain/transactions/merge-page.ts";
import type { PageSlice } from "../http/pagination.ts";
import { ARCHIVED_COLUMNS } from "../ledger/archived-columns.ts";
import { userColumns } from "../users/present.ts";
import { type LedgerOrder, mergeKinds, type TransactionKind } from "./merge.ts";
import type { TransactionRow } from "./present.ts";

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

/**
 * The items of the copies, except the source, which has its own columns: `[[id, name, thumbnail], …]`. D1 counts the rows of
 * `json_each` as read, so a single copy goes without.
 */
const otherItems = (userId: number) => {
  const listed = sql`json_group_array(json_array(n.id, n.name, n.thumbnail))`;
  const isOther = (id: SQL) => sql`(t.source_type <> 'item' or ${id} <> t.source_id)`;
  return sql`case json_array_length(t.copies)
    when 1 then (select ${listed} from items n
      where n.id = t.copies ->> '$[0][0]' and ${isOther(sql`t.copies ->> '$[0][0]'`)} and ${isVisible("n", userId)})
    else (select ${listed} from json_each(t.copies) c cross join items n on n.id = c.value ->> 0 and ${isVisible("n", userId)}
      where ${isOther(sql`c.value ->> 0`)}) end`;
};

/** The columns of a row `t`, with its sources. */
const presentedColumns = (
  userId: number,
  own: SQL,
  seller: SQL,
) => sql`t.id, t.type_id, t.source_type, t.source_id, t.coins, t.xp,
      t.copies, t.created_at, ${userColumns},
      ${own} as own, ${seller} as seller, ${gift} as gift,
      i.name as item_name, i.thumbnail as item_thumbnail, l.title, l.thumbnail as level_thumbnail, l.visibility,
      l.user_id as level_owner, k.name as challenge_name, e.short_name as event_name,
      case when t.copies is not null then ${otherItems(userId)} end as other_items`;

/** Joins the sources of a row `t`. `u` is the other user: the source of an own row, or the owner of a row that came from this user. */
const sourceJoins = (userId: number, own: SQL) => sql`
      left join users u on u.id = case when ${own} then ${sourceId("user")} else t.user_id end
      left join items i on i.id = ${sourceId("item")} and ${isVisible("i", userId)}
      left join levels l on l.id = ${sourceId("level")}
      left join challenges k on k.id = ${sourceId("challenge")}
      left join events e on e.id = ${sourceId("event")}`;

const ownRow = (userId: number): SQL => sql`t.user_id = ${userId}`;

/** A page of live rows with their sources. */
export function liveRowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  order: LedgerOrder,
  slice: PageSlice,
): Statement<TransactionRow> {
  const own = ownRow(userId);
  return statement<TransactionRow>(sql`with page as (${mergeKinds(userId, kinds, order, slice)})
    select ${presentedColumns(userId, own, seller)} from page p cross join transactions t on t.id = p.id ${sourceJoins(userId, own)}`);
}

/** Columns of an archived row that a list needs, besides its key. */
const LISTED_COLUMNS = ARCHIVED_COLUMNS.filter((column) => column !== "key" && column !== "previous_id");

/** The part of a key that is shown: the first word. */
const KEY_START = sql.raw("substr(t.key, 1, instr(t.key, ':'))");

/** A row of an archive: its place in the list, and as JSON what the list needs, `[id, …, key]`. */
export interface ListedRow extends SortedRow {
  row: string;
}

/** A page of archived rows up to an id. */
export function archivedRowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  order: LedgerOrder,
  slice: PageSlice,
  archivedTo: number,
): Statement<ListedRow> {
  const page = mergeKinds(userId, kinds, order, slice, { archivedTo });
  const columns = sql.raw(LISTED_COLUMNS.map((column) => `t.${column}`).join(", "));
  return statement<ListedRow>(sql`with page as (${page})
    select p.k, p.id, json_array(${columns}, ${KEY_START}) as row from page p cross join transactions t on t.id = p.id`);
}

/** Rows that an archive returned and live ones, with their sources, in any order. */
export function joinedRowsQuery(
  userId: number,
  archived: readonly ListedRow[],
  liveIds: readonly number[],
): Statement<TransactionRow> {
  const own = ownRow(userId);
  const live = sql.raw(
    LISTED_COLUMNS.map((column) => (column === "seller_id" ? "null" : `t.${column}`)).join(", "),
  );
  const parts = [
    ...(liveIds.length > 0
      ? [sql`select ${live}, t.key from ${idsTable(liveIds)} p cross join transactions t on t.id = p.column1`]
      : []),
    ...(archived.length > 0
      ? [literalRows(archived.map(({ row }) => JSON.parse(row) as (number | string | null)[]))]
      : []),
  ];
  return statement<TransactionRow>(sql`with t(${sql.raw(LISTED_COLUMNS.join(", "))}, key) as (${sql.join(parts, sql` union all `)})
    select ${presentedColumns(userId, own, sql`coalesce((select username from users where id = t.seller_id), ${seller})`)}
    from t ${sourceJoins(userId, own)}`);
}
