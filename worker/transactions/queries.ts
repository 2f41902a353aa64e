import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { literalRows } from "#db/values-table.ts";
import { archiveOf } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import { type SplitPage, splitPage } from "#domain/transactions/split-page.ts";
import type { SourceFilter, TransactionType } from "#domain/transactions/types.ts";
import { orderBy, type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { SLICES_PER_RUN } from "../ledger/archive-ledger.ts";
import type { Archives } from "../ledger/archives.ts";
import { movedToQuery } from "../ledger/moved-to.ts";
import { userColumns } from "../users/present.ts";
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
}

/** Purchases and the costs of creating items: the kind of rows that users pay with. */
const isPayment = sql`(type_id = 1 and source_type = 'item')`;

interface KindRow extends TransactionKind {
  /** Of archived grants: those that took coins away, and those of them by others. */
  taken: number;
  taken_by_others: number;
}

/** The kinds of rows of a direction, with counts; taken coins are counted with the other grants. */
function transactionKindsQuery(
  userId: number,
  { incoming, transaction_type, source_type }: LedgerView,
): Statement<KindRow> {
  const typeFilter = transaction_type ? sql`and type_id = ${transaction_type}` : sql``;
  const sourceFilter = source_type ? sql`and source_type = ${source_type}` : sql``;
  const direction = incoming
    ? sql`incoming = 1 and not ${isPayment}`
    : sql`case incoming when 1 then ${isPayment} or (type_id = 5 and source_type = 'user') else type_id <> 1 end`;
  return statement<KindRow>(sql`select incoming as own, type_id, source_type, count, archived_count as archived,
      archived_taken as taken, archived_taken_by_others as taken_by_others from transaction_totals
    where user_id = ${userId} and ${direction} ${typeFilter} ${sourceFilter}`);
}

/** How many live grants took coins away from a user: all, and those by others. */
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
function rowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  view: LedgerView,
  slice: PageSlice,
): Statement<TransactionRow> {
  const own = ownRow(userId);
  return statement<TransactionRow>(sql`with page as (${mergeKinds(userId, kinds, view, slice)})
    select ${presentedColumns(userId, own, seller)} from page p cross join transactions t on t.id = p.id ${sourceJoins(userId, own)}`);
}

/** Columns of an archived row that a list needs, between its place in the order and its key. */
const LISTED_COLUMNS = [
  "id",
  "type_id",
  "source_type",
  "source_id",
  "coins",
  "xp",
  "copies",
  "created_at",
  "user_id",
  "seller_id",
] as const;

/** The part of a key that is shown: the first word. */
const KEY_START = sql.raw("substr(t.key, 1, instr(t.key, ':'))");

/** Archived rows as JSON, `[k, id, …, key]`, as `archivedTable` expects them. */
function archivedRowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  view: LedgerView,
  slice: PageSlice,
  archivedTo: number,
): Statement<{ row: string }> {
  const page = mergeKinds(userId, kinds, view, slice, { archivedTo });
  const columns = sql.raw(LISTED_COLUMNS.map((column) => `t.${column}`).join(", "));
  return statement<{ row: string }>(sql`with page as (${page})
    select json_array(p.k, ${columns}, ${KEY_START}) as row from page p cross join transactions t on t.id = p.id`);
}

/** A page of live rows and of those that the archive returned, with their sources. */
function mixedRowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  view: LedgerView,
  { slice, split }: { slice: PageSlice; split: SplitPage },
  archived: readonly { row: string }[],
): Statement<TransactionRow> {
  const own = ownRow(userId);
  // By time, the candidates are exactly the page. Sorting them here would count each once more.
  const merged =
    view.sort_by === "created_at"
      ? sql``
      : sql`order by ${orderBy(["1", "2"], view.order, slice.reverse)} limit ${sql.raw(`${slice.limit} offset ${split.skipped}`)}`;
  const live = split.live.limit
    ? mergeKinds(userId, kinds, view, { ...slice, ...split.live })
    : sql`select 0 as k, 0 as id limit 0`;
  const columns = sql.raw(LISTED_COLUMNS.join(", "));
  const liveColumns = sql.raw(
    LISTED_COLUMNS.map((column) => (column === "seller_id" ? "null" : `t.${column}`)).join(", "),
  );
  return statement<TransactionRow>(sql`with t(k, ${columns}, key) as (
      select p.k, ${liveColumns}, t.key from (${live}) p cross join transactions t on t.id = p.id
      union all select * from (${archivedTable(archived)}) ${merged})
    select ${presentedColumns(userId, own, sql`coalesce((select username from users where id = t.seller_id), ${seller})`)}
    from t ${sourceJoins(userId, own)}`);
}

/** Candidates that fit into the SQL text. A list that isn't sorted by time can have more. */
const MOST_IN_SQL = 100;

/** Selects rows that an archive returned. */
const archivedTable = (archived: readonly { row: string }[]): SQL =>
  archived.length > 0 && archived.length <= MOST_IN_SQL
    ? literalRows(archived.map(({ row }) => JSON.parse(row) as (number | string | null)[]))
    : sql`select ${sql.raw(Array.from({ length: LISTED_COLUMNS.length + 2 }, (_, i) => `value ->> ${i}`).join(", "))}
        from json_each(${`[${archived.map(({ row }) => row).join(",")}]`})`;

/** A read of the main database that began before rows moved sees other rows than the one after. */
const MAX_ATTEMPTS = SLICES_PER_RUN + 2;

/**
 * A page of the signed-in user's ledger: the first round trip reads the kinds of rows, the second merges them. A page beyond the
 * live rows reads the archive in between.
 */
export async function listTransactions(
  gate: SessionGate,
  archives: Archives,
  userId: number,
  view: LedgerView,
): Promise<LedgerPage> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const page = await readPage(gate, archives, userId, view);
    if (page) return page;
  }
  throw new ApiError("unavailable");
}

async function readPage(
  gate: SessionGate,
  archives: Archives,
  userId: number,
  view: LedgerView,
): Promise<LedgerPage | null> {
  const {
    all,
    taken: [taken],
    before: [before],
  } = await gate.read({
    all: transactionKindsQuery(userId, view),
    taken: takenCountQuery(userId),
    before: movedToQuery,
  });
  const kinds = all
    .map((kind) => (isGrant(kind) && taken ? withoutTaken(kind, taken, view) : kind))
    .filter(({ count }) => count > 0);
  const sum = (column: "count" | "archived") => kinds.reduce((total, kind) => total + kind[column], 0);
  const total = sum("count");
  const slice = pageSlice(view.page, view.size, total);
  if (slice.limit === 0) return { rows: [], total };
  const archivedTo = before?.moved_to ?? 0;
  const archived = sum("archived");
  const isNewestFirst = (view.order === "desc") !== slice.reverse;
  const byTime = isNewestFirst ? "live first" : "archived first";
  const sequence = view.sort_by === "created_at" ? byTime : "mixed";
  const split = splitPage(slice, { live: total - archived, archived }, sequence);
  const isLive = split.archived.limit === 0;
  const old = isLive
    ? []
    : await archives[archiveOf(userId)].all(
        archivedRowsQuery(userId, kinds, view, { ...slice, ...split.archived }, archivedTo),
      );
  // The newest live rows stay the same while the oldest move.
  const isSafe = isLive && sequence === "live first";
  const {
    after: [after],
    rows,
  } = await gate.read({
    after: isSafe ? null : movedToQuery,
    rows: isLive
      ? rowsQuery(userId, kinds, view, { ...slice, ...split.live })
      : mixedRowsQuery(userId, kinds, view, { slice, split }, old),
  });
  if (isSafe ? rows.length < split.live.limit : after?.moved_to !== before?.moved_to) return null;
  if (!isLive && sequence !== "mixed") rows.sort((a, b) => (isNewestFirst ? b.id - a.id : a.id - b.id));
  return { rows: slice.reverse ? rows.reverse() : rows, total };
}

/** A kind of grants without those that took coins away, or only with these. */
function withoutTaken(
  kind: KindRow,
  live: { count: number; by_others: number },
  { incoming }: LedgerView,
): KindRow {
  if (!incoming)
    return { ...kind, count: live.by_others + kind.taken_by_others, archived: kind.taken_by_others };
  return {
    ...kind,
    count: kind.count - live.count - kind.taken,
    archived: kind.archived - kind.taken,
  };
}
