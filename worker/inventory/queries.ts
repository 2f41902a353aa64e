import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { ITEM_TYPE_IDS, type ItemTypeId } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import { slice } from "../http/pagination.ts";
import { type ItemCardRow, itemCardColumns, itemMaker } from "../items/present.ts";
import { contains } from "../search/match.ts";
import type { UserColumns } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";

export interface EntryRow extends ItemCardRow {
  entry_id: number;
  serial: number | null;
  resale_price: number | null;
  obtained_at: number;
}

export interface InventoryView {
  /** One type; null for all. */
  typeId: ItemTypeId | null;
  search: string;
  page: number;
  size: number;
}

interface EntryPage {
  rows: EntryRow[];
  total: number;
  /** Whose it is; absent when there is no such user. */
  owner: UserColumns | undefined;
}

/** What a query of copies selects: inventory as `v`, items as `i`, their makers as `u`. */
export const entryColumns = sql`v.id as entry_id, v.serial, v.resale_price, v.created_at as obtained_at, ${itemCardColumns}`;

const named = (search: string): SQL => contains(sql`i.name`, search);

/**
 * A user's newest copies, of one type or of all: `id` and `created_at`, newest first, from row `from` up to row `to`. Each
 * type is one stretch of an index; SQLite merges the stretches row by row. It takes five selects in a union, but unions in
 * a union without an order of their own become part of it.
 */
function newest(owner: SQL, typeId: ItemTypeId | null, from: number, to: number): SQL {
  const stretch = (type: ItemTypeId) =>
    sql`select created_at, id, item_id from inventory where user_id = ${owner} and type_id = ${sql.raw(String(type))}`;
  const merge = (types: readonly ItemTypeId[]) => sql.join(types.map(stretch), sql` union all `);
  const arms = typeId
    ? stretch(typeId)
    : sql`${merge(ITEM_TYPE_IDS.slice(0, 3))} union all select created_at, id, item_id from (${merge(ITEM_TYPE_IDS.slice(3))})`;
  return sql`${arms} order by created_at desc, id desc limit ${to - from} offset ${from}`;
}

/** The entries whose ids a sorted select brings, in its order. */
const entriesOf = (found: SQL): Statement<EntryRow> =>
  statement<EntryRow>(sql`select ${entryColumns} from (${found}) n cross join inventory v on v.id = n.id
    cross join items i on i.id = v.item_id ${itemMaker}`);

/** Looks through the newest copies of a category by name; only the page's own are read whole. */
async function searchInventory(gate: SessionGate, owner: SQL, view: InventoryView): Promise<EntryPage> {
  const { typeId, search, page, size } = view;
  const [users, found] = await gate.read(
    userQuery(owner),
    statement<{ id: number }>(sql`select n.id from (${newest(owner, typeId, 0, LIMITS.inventorySearched)}) n
      cross join items i on i.id = n.item_id and i.state = 'shown' and ${named(search)}`),
  );
  const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
  const [rows] = ids.length
    ? await gate.read(entriesOf(sql`select value as id from json_each(${JSON.stringify(ids)})`))
    : [[]];
  return { rows, total: found.length, owner: users[0] };
}

/** A page of what a user owns, newest first. A search looks at the newest copies of the category only. */
export async function listInventory(gate: SessionGate, owner: SQL, view: InventoryView): Promise<EntryPage> {
  const { typeId, page, size } = view;
  if (view.search) return searchInventory(gate, owner, view);
  // The page is asked for together with its total, as if it were there: one round. Deep pages are refused as in every list.
  const { limit, offset } = slice(page, size, Number.MAX_SAFE_INTEGER);
  const [users, [counted], rows] = await gate.read(
    userQuery(owner),
    total(owner, view),
    entriesOf(newest(owner, typeId, offset, offset + limit)),
  );
  return { rows, total: counted?.total ?? 0, owner: users[0] };
}

const total = (owner: SQL, { typeId }: InventoryView): Statement<{ total: number }> =>
  statement<{ total: number }>(sql`select coalesce(sum(count), 0) as total from inventory_counts
    where user_id = ${owner} ${typeId ? sql`and type_id = ${typeId}` : sql``}`);

/** A page of the items that a user has favourited, newest first; it looks at the newest of them only. */
export async function listFavorites(gate: SessionGate, owner: SQL, view: InventoryView): Promise<EntryPage> {
  const wanted = view.search ? sql`and ${named(view.search)}` : sql``;
  const [users, rows] = await gate.read(
    userQuery(owner),
    statement<EntryRow>(sql`select f.target_id as entry_id, null as serial, null as resale_price, f.created_at as obtained_at, ${itemCardColumns}
      from (select target_id, created_at from favorites where user_id = ${owner} and target_type = 'item'
        order by created_at desc limit ${LIMITS.inventorySearched}) f
      cross join items i on i.id = f.target_id and i.state = 'shown' ${wanted} ${itemMaker} order by f.created_at desc, f.target_id desc`),
  );
  return { ...pageOf(rows, view), owner: users[0] };
}

const pageOf = (rows: EntryRow[], { page, size }: InventoryView) => ({
  rows: rows.slice((page - 1) * size, page * size),
  total: rows.length,
});

export interface HistoryRow {
  id: number;
  type_id: number;
  coins: number;
  username: string;
  /** Whose it was before, where it was resold. */
  seller: string | null;
  created_at: number;
  entry_created_at: number;
}

/** How many of a copy's moves are told, the latest. */
const MOVES = 50;

/**
 * A copy with the ledger's rows that brought it to its owners, the latest first: each resale's row names the one before.
 * No row when there is no such copy, null columns where nothing brought it.
 */
export const historyQuery = (entryId: number) =>
  statement<HistoryRow | (Record<"id" | "type_id" | "coins" | "created_at", null> & HistoryRow)>(sql`
    with recursive moves(id, n) as (
      select transaction_id, 1 from inventory where id = ${entryId}
      union all select t.previous_id, n + 1 from moves m cross join transactions t on t.id = m.id
        where t.previous_id is not null and n < ${MOVES})
    select t.id, t.type_id, t.coins, coalesce(u.username, o.username) as username, s.username as seller, t.created_at,
      v.created_at as entry_created_at
    from inventory v cross join users o on o.id = v.user_id cross join moves m left join transactions t on t.id = m.id
      left join users u on u.id = t.user_id left join transactions p on p.id = t.previous_id left join users s on s.id = p.user_id
    where v.id = ${entryId} order by m.n`);
