import {
  type Columns,
  type ColumnsAs,
  first,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { visiblePages } from "#domain/api/visible-pages.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { type InventoryEntry, inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { transactionText } from "#domain/inventory/transaction-text.ts";
import { ITEM_TYPE_IDS, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import { isResellable } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes, formatTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";
import { contains } from "../search/match.ts";
import { presentUser, type UserColumns, userIdByName, userQuery } from "../users/present.ts";

export type InventoryEntryRow = ItemCardRow &
  Columns<"inventory", "serial" | "resale_price"> &
  ColumnsAs<"inventory", { entry_id: "id"; obtained_at: "created_at" }>;

interface InventoryQuery {
  /** A single type; null for all. */
  typeId: ItemTypeId | null;
  search: string;
  page: number;
  size: number;
}

interface InventoryPage {
  rows: InventoryEntryRow[];
  total: number;
  /** The owner; undefined if there's no such user. */
  owner: UserColumns | undefined;
}

/** Columns for copies: inventory as `v`, items as `i`, their makers as `u`. */
export const inventoryEntryColumns = sql`v.id as entry_id, v.serial, v.resale_price, v.created_at as obtained_at, ${itemCardColumns}`;

const nameContains = (search: string): SQL => contains(sql`i.name`, search);

/**
 * A user's newest copies, of one type or of all: `id` and `created_at`, newest first, rows `from` to `to`. Each type
 * is one index range; SQLite merges the ranges row by row. It does that for at most five selects in a union, but
 * flattens a nested union that has no order of its own.
 */
function newestCopies(owner: SQL, typeId: ItemTypeId | null, from: number, to: number): SQL {
  const ofType = (type: ItemTypeId) =>
    sql`select created_at, id, item_id from inventory where user_id = ${owner} and type_id = ${sql.raw(String(type))}`;
  const merge = (types: readonly ItemTypeId[]) => sql.join(types.map(ofType), sql` union all `);
  const selects = typeId
    ? ofType(typeId)
    : sql`${merge(ITEM_TYPE_IDS.slice(0, 3))} union all select created_at, id, item_id from (${merge(ITEM_TYPE_IDS.slice(3))})`;
  return sql`${selects} order by created_at desc, id desc limit ${to - from} offset ${from}`;
}

/** The entries for the ids of a sorted select, in its order. */
const entriesByIds = (found: SQL): Statement<InventoryEntryRow> =>
  statement<InventoryEntryRow>`select ${inventoryEntryColumns} from (${found}) n cross join inventory v on v.id = n.id
    cross join items i on i.id = v.item_id ${itemMakerJoin}`;

/** Searches the newest copies by item name; reads full rows only for the page. */
async function searchInventory(gate: SessionGate, owner: SQL, view: InventoryQuery): Promise<InventoryPage> {
  const { typeId, search, page, size } = view;
  const { users, found } = await gate.read({
    users: userQuery(owner),
    found: statement<Columns<"inventory", "id">>`select n.id
      from (${newestCopies(owner, typeId, 0, LIMITS.inventorySearched)}) n
      cross join items i on i.id = n.item_id and i.state = 'shown' and ${nameContains(search)}`,
  });
  const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
  const rows = ids.length
    ? await gate.all(entriesByIds(sql`select value as id from json_each(${JSON.stringify(ids)})`))
    : [];
  return { rows, total: found.length, owner: users[0] };
}

/** A page of a user's copies, newest first. Searches cover only the newest copies. */
export async function listInventory(
  gate: SessionGate,
  owner: SQL,
  view: InventoryQuery,
): Promise<InventoryPage> {
  const { typeId, page, size } = view;
  if (view.search) return searchInventory(gate, owner, view);
  // Reads the page with the total, as if it existed. Enforces the depth limit of lists.
  const { limit, offset } = pageSlice(page, size, Number.MAX_SAFE_INTEGER);
  const { users, count, rows } = await gate.read({
    users: userQuery(owner),
    count: first<{ total: number }>`select coalesce(sum(count), 0) as total from inventory_counts
      where user_id = ${owner} ${typeId ? sql`and type_id = ${typeId}` : sql``}`,
    rows: entriesByIds(newestCopies(owner, typeId, offset, offset + limit)),
  });
  return { rows, total: count?.total ?? 0, owner: users[0] };
}

/** A page of a user's favorite items, newest first. Covers only the newest ones. */
async function listFavorites(gate: SessionGate, owner: SQL, view: InventoryQuery): Promise<InventoryPage> {
  const filter = view.search ? sql`and ${nameContains(view.search)}` : sql``;
  const { users, rows } = await gate.read({
    users: userQuery(owner),
    rows: statement<InventoryEntryRow>`select f.target_id as entry_id, null as serial, null as resale_price, f.created_at as obtained_at, ${itemCardColumns}
      from (select target_id, created_at from favorites where user_id = ${owner} and target_type = 'item'
        order by created_at desc limit ${LIMITS.inventorySearched}) f
      cross join items i on i.id = f.target_id and i.state = 'shown' ${filter} ${itemMakerJoin} order by f.created_at desc, f.target_id desc`,
  });
  const { page, size } = view;
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length, owner: users[0] };
}

interface CopyHistoryRow {
  id: number;
  type_id: number;
  coins: number;
  username: string;
  /** The previous owner, if it was resold. */
  seller: string | null;
  created_at: number;
  entry_created_at: number;
}

/** Upper limit for the transfers of a copy that are shown, latest first. */
const MAX_TRANSFERS = 50;

/** A copy with the ledger rows that brought it to its owners, latest first. No row if it doesn't exist. */
const copyHistoryQuery = (entryId: number) =>
  statement<CopyHistoryRow | (Record<"id" | "type_id" | "coins" | "created_at", null> & CopyHistoryRow)>`
    with recursive moves(id, n) as (
      select transaction_id, 1 from inventory where id = ${entryId}
      union all select t.previous_id, n + 1 from moves m cross join transactions t on t.id = m.id
        where t.previous_id is not null and n < ${MAX_TRANSFERS})
    select t.id, t.type_id, t.coins, coalesce(u.username, o.username) as username, s.username as seller, t.created_at,
      v.created_at as entry_created_at
    from inventory v cross join users o on o.id = v.user_id cross join moves m left join transactions t on t.id = m.id
      left join users u on u.id = t.user_id left join transactions p on p.id = t.previous_id left join users s on s.id = p.user_id
    where v.id = ${entryId} order by m.n`;

export function presentInventoryEntry(
  row: InventoryEntryRow,
  kind: "item" | "favoritable",
  now: number,
  viewer: Actor | null = null,
): InventoryEntry {
  return {
    id: row.entry_id,
    [kind]: presentItemCard(row, now, viewer),
    serial: row.serial,
    resale_price: row.resale_price,
    can_offer: row.serial !== null && isResellable(row) && row.state === "shown",
    ...createdTimes(row.obtained_at),
  };
}

export function inventoryRoutes(app: HonoApp): void {
  handle(app, inventoryRoute, async ({ params, input, gate, viewer, request, now }) => {
    const { search, page, category } = input;
    const size = LIMITS.pageSize.inventory;
    const isFavorites = category === "favorites";
    const list = isFavorites ? listFavorites : listInventory;
    const view = { typeId: itemTypeByName(category), search, page, size };
    const { rows, total, owner } = await list(gate, userIdByName(params.username), view);
    if (!owner) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const { meta, links } = paginationLinks(request, page, size, total);
    return {
      data: rows.map((row) => presentInventoryEntry(row, isFavorites ? "favoritable" : "item", now, viewer)),
      meta,
      links,
      user: presentUser(owner, now),
      visiblePages: visiblePages(page, meta.last_page),
    };
  });

  handle(app, inventoryHistoryRoute, async ({ params, gate }) => {
    const rows = await gate.all(copyHistoryQuery(params.id));
    const [newest] = rows;
    if (!newest) throw new ApiError("not_found", { message: "This copy doesn't exist." });
    return {
      transactions: rows.flatMap(({ id, type_id, coins, username, seller, created_at }) =>
        id === null
          ? []
          : {
              id,
              transaction_type: {
                id: type_id,
                description: transactionText(type_id, coins, seller !== null),
              },
              values: { user: username, coins: String(Math.abs(coins)), seller: seller ?? "" },
              ...createdTimes(created_at),
            },
      ),
      created_at_formatted: formatTime(newest.entry_created_at),
    };
  });
}
