import { type SQL, sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Gate } from "../http/gate.ts";
import { slice } from "../http/pagination.ts";
import { type ItemCardRow, itemCardColumns, itemMaker } from "../items/present.ts";
import { contains } from "../search/match.ts";
import type { UserColumns } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";

export interface EntryRow extends ItemCardRow {
  entry_id: number;
  serial: number | null;
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

const entryColumns = sql`v.id as entry_id, v.serial, v.created_at as obtained_at, ${itemCardColumns}`;

const named = (search: string): SQL => contains(sql`i.name`, search);

/** A page of what a user owns, newest first. A search looks at the newest copies of the category only. */
export async function listInventory(gate: Gate, owner: SQL, view: InventoryView): Promise<EntryPage> {
  const ofType = view.typeId ? sql`and v.type_id = ${view.typeId}` : sql``;
  if (view.search) {
    const [users, found] = await gate.read(
      userQuery(owner),
      select<EntryRow>(sql`select ${entryColumns}
        from (select * from inventory v where v.user_id = ${owner} ${ofType} order by v.id desc limit ${LIMITS.inventorySearched}) v
        cross join items i on i.id = v.item_id and ${named(view.search)} ${itemMaker}
        order by v.id desc`),
    );
    return { ...pageOf(found, view), owner: users[0] };
  }
  // The page is asked for together with its total, as if it were there: one round.
  const [users, [counted], rows] = await gate.read(
    userQuery(owner),
    total(owner, view),
    stretch(owner, ofType, view),
  );
  return { rows, total: counted?.total ?? 0, owner: users[0] };
}

const total = (owner: SQL, { typeId }: InventoryView): Query<{ total: number }> =>
  select<{ total: number }>(sql`select coalesce(sum(count), 0) as total from inventory_counts
    where user_id = ${owner} ${typeId ? sql`and type_id = ${typeId}` : sql``}`);

function stretch(owner: SQL, ofType: SQL, { page, size }: InventoryView): Query<EntryRow> {
  // Deep pages are refused as in every list.
  const { limit, offset } = slice(page, size, Number.MAX_SAFE_INTEGER);
  return select<EntryRow>(sql`select ${entryColumns}
    from (select * from inventory v where v.user_id = ${owner} ${ofType} order by v.id desc limit ${limit} offset ${offset}) v
    cross join items i on i.id = v.item_id ${itemMaker} order by v.id desc`);
}

/** A page of the items that a user has favourited, newest first; it looks at the newest of them only. */
export async function listFavorites(gate: Gate, owner: SQL, view: InventoryView): Promise<EntryPage> {
  const wanted = view.search ? sql`and ${named(view.search)}` : sql``;
  const [users, rows] = await gate.read(
    userQuery(owner),
    select<EntryRow>(sql`select f.target_id as entry_id, null as serial, f.created_at as obtained_at, ${itemCardColumns}
      from (select target_id, created_at from favorites where user_id = ${owner} and target_type = 'item'
        order by created_at desc limit ${LIMITS.inventorySearched}) f
      cross join items i on i.id = f.target_id ${wanted} ${itemMaker} order by f.created_at desc, f.target_id desc`),
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
  created_at: number;
  entry_created_at: number;
}

/** A copy with the ledger's row that brought it; no row when there is no such copy, null columns without a ledger's row. */
export const historyQuery = (entryId: number) =>
  select<HistoryRow | (Record<"id" | "type_id" | "coins" | "created_at", null> & HistoryRow)>(sql`
    select t.id, t.type_id, t.coins, u.username, t.created_at, v.created_at as entry_created_at
    from inventory v cross join users u on u.id = v.user_id left join transactions t on t.id = v.transaction_id
    where v.id = ${entryId}`);
