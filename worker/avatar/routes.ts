import {
  type Columns,
  type ColumnsAs,
  ConditionFailed,
  first,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import {
  type Avatar,
  avatarInventoryRoute,
  avatarRoute,
  type ClosetCursor,
  type ClosetItem,
  closetRoute,
  SHOP_START,
  updateAvatarRoute,
  writeClosetCursor,
} from "#domain/avatar/api.ts";
import { colorKey, keyedColors } from "#domain/avatar/color-keys.ts";
import { BOPI_PARTS, type BopiColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot, slotType } from "#domain/avatar/slots.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { ITEM_TYPES, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { LIMITS } from "#domain/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { listInventory } from "../inventory/routes.ts";
import { presentWearable, type WearableRow } from "../items/present.ts";
import { contains, matchWords } from "../search/match.ts";
import { SALE_STATE } from "../shop/list.ts";
import { makerSellsAt, ownsItem } from "../shop/purchase.ts";
import { bopiPictures } from "../users/present.ts";
import { changeBopi, isWearable, type SlotChanges, wearableItemsQuery } from "./commands.ts";
import { type BopiRow, bopiQueries, buildLook, type EquippedItemRow } from "./looks.ts";

export function presentAvatar(row: BopiRow, items: readonly EquippedItemRow[]): Avatar {
  const look = buildLook(row, row.colors, items);
  const equipped = SLOTS.map((slot) => [slot, look.items[slot] && presentWearable(look.items[slot])]);
  return {
    user_id: row.user_id,
    ...(Object.fromEntries(equipped) as Record<Slot, WearableItem | null>),
    ...keyedColors(look.colors),
    ...bopiPictures(row),
    rendered: row.avatar !== null && row.drawn === row.revision,
  };
}

const SIZE = LIMITS.pageSize.closet;

interface ClosetRequest {
  userId: number;
  typeId: ItemTypeId;
  after: ClosetCursor | null;
  search: string;
}

type OwnedRow = WearableRow &
  Columns<"inventory", "resale_price"> &
  ColumnsAs<"inventory", { entry_id: "id"; obtained_at: "created_at" }> &
  Columns<"items", "state">;

interface SaleItemRow extends WearableRow, Columns<"items", "price"> {
  /** The user has it already, or its maker is banned. */
  unavailable: 0 | 1;
}

interface ClosetPage {
  data: ClosetItem[];
  next: string | null;
}

const itemColumns = sql.raw("i.id, i.uuid, i.type_id, i.name, i.thumbnail");
const ownedColumns = sql`v.id as entry_id, v.created_at as obtained_at, v.resale_price, i.state, ${itemColumns}`;

const copiesOf = ({ userId, typeId }: ClosetRequest) =>
  sql`select created_at, id, item_id, resale_price from inventory where user_id = ${userId} and type_id = ${typeId}`;

/** Copies after the cursor, newest first. Includes those that can't be equipped, so that the page's length is known. */
function ownedQuery(request: ClosetRequest, after: { time: number; id: number }): Statement<OwnedRow> {
  return statement<OwnedRow>`select ${ownedColumns} from (${copiesOf(request)}
      and (created_at, id) < (${after.time}, ${after.id}) order by created_at desc, id desc limit ${SIZE}) v
    cross join items i on i.id = v.item_id`;
}

const saleColumns = (userId: number, now: number) =>
  sql`${itemColumns}, i.price, (${ownsItem(userId)} or not ${makerSellsAt("u", now)}) as unavailable`;

/** Items on sale after the cursor, by price and then newest first. The two ranges are read one after the other. */
function saleQuery(
  { userId, typeId }: ClosetRequest,
  after: { price: number; id: number },
  limit: unknown,
  now: number,
): Statement<SaleItemRow> {
  const range = sql`select id from items indexed by items_type_price_newest
    where type_id = ${typeId} and sale_state = ${SALE_STATE.open}`;
  return statement<SaleItemRow>`select ${saleColumns(userId, now)} from (
      select id from (${range} and price = ${after.price} and id < ${after.id} order by id desc limit ${SIZE})
      union all select id from (${range} and price > ${after.price} order by price, id desc limit ${SIZE})
      limit ${limit}) p
    cross join items i on i.id = p.id cross join users u on u.id = i.user_id`;
}

const presentOwned = (rows: readonly OwnedRow[]): ClosetItem[] =>
  rows
    .filter((row) => isWearable(row as Parameters<typeof isWearable>[0]))
    .map((row) => ({ ...presentWearable(row), price: null }));

const presentSale = (rows: readonly SaleItemRow[]): ClosetItem[] =>
  rows
    .filter(({ unavailable }) => !unavailable)
    .map((row) => ({ ...presentWearable(row), price: row.price }));

/** The cursor behind a page, from its last rows; null if it is the last page. */
function nextCursor(
  owned: readonly OwnedRow[],
  sale: readonly SaleItemRow[],
  seen: number,
  saleLimit: number,
): ClosetCursor | null {
  const lastCopy = owned.at(-1);
  if (lastCopy && owned.length === SIZE)
    return { part: "owned", time: lastCopy.obtained_at, id: lastCopy.entry_id, seen: seen + owned.length };
  const lastSold = sale.at(-1);
  if (saleLimit === 0) return SHOP_START;
  return lastSold && sale.length === saleLimit
    ? { part: "shop", price: lastSold.price, id: lastSold.id }
    : null;
}

/** A page of a closet in one round trip, read at the cursor. Leaves out what can't be worn or bought. */
async function browseCloset(gate: SessionGate, request: ClosetRequest, now: number): Promise<ClosetPage> {
  const { after } = request;
  if (after?.part === "shop") {
    const sale = await gate.all(saleQuery(request, after, SIZE, now));
    const next = nextCursor([], sale, 0, SIZE);
    return { data: presentSale(sale), next: next && writeClosetCursor(next) };
  }
  const start = after ?? { time: Number.MAX_SAFE_INTEGER, id: 0, seen: 0 };
  const count = sql`select count from inventory_counts
    where user_id = ${request.userId} and type_id = ${request.typeId}`;
  const remaining = sql`coalesce((${count}), 0) - ${start.seen}`;
  const { owned, total, sale } = await gate.read({
    owned: ownedQuery(request, start),
    total: first(statement<Columns<"inventory_counts", "count">>(count)),
    sale: saleQuery(request, SHOP_START, sql`max(0, min(${SIZE}, ${SIZE} - (${remaining})))`, now),
  });
  const saleLimit = Math.max(0, Math.min(SIZE, SIZE - ((total?.count ?? 0) - start.seen)));
  const next = nextCursor(owned, sale, start.seen, saleLimit);
  return { data: [...presentOwned(owned), ...presentSale(sale)], next: next && writeClosetCursor(next) };
}

/** Searches the newest copies and the shop's most popular matches by name, in one round trip. */
async function searchCloset(gate: SessionGate, request: ClosetRequest, now: number): Promise<ClosetPage> {
  const { userId, typeId, search } = request;
  const words = matchWords(search);
  const { owned, sale } = await gate.read({
    owned: statement<OwnedRow>`select ${ownedColumns} from (${copiesOf(request)}
        order by created_at desc, id desc limit ${LIMITS.inventorySearched}) v
      cross join items i on i.id = v.item_id and i.state = 'shown' and ${contains(sql`i.name`, search)} limit ${SIZE}`,
    sale: statement<SaleItemRow>`select ${saleColumns(userId, now)}
      from (select rowid & 1099511627775 as id from item_search where item_search match ${words ?? '""'}
        order by rowid desc limit ${LIMITS.searchMatches}) h
      cross join items i on i.id = h.id and i.type_id = ${typeId} and i.sale_state = ${SALE_STATE.open}
      cross join users u on u.id = i.user_id`,
  });
  const bySale = sale.toSorted((a, b) => a.price - b.price || b.id - a.id);
  return { data: [...presentOwned(owned), ...presentSale(bySale).slice(0, SIZE)], next: null };
}

/** Throws a 422 at a slot whose item the user doesn't own or which belongs in another slot. */
function checkWearable(changes: SlotChanges, owned: readonly { id: number; type_id: number }[]): void {
  const types = new Map(owned.map(({ id, type_id }) => [id, ITEM_TYPES[type_id as ItemTypeId]]));
  for (const slot of SLOTS) {
    const id = changes[slot];
    if (id === undefined || id === null) continue;
    const type = types.get(id);
    if (!type) throw fieldError(slot, "You don't own that item.");
    if (type !== slotType(slot)) throw fieldError(slot, `That item goes in the ${type} slot, not here.`);
  }
}

/** Throws a 422 if a hat would be equipped twice. */
function checkHats(slots: SlotChanges): void {
  const hats = HAT_SLOTS.flatMap((slot) => slots[slot] ?? []);
  if (new Set(hats).size < hats.length) throw fieldError("hat1", "You can't wear the same hat twice.");
}

async function readAvatar(gate: SessionGate, userId: number) {
  const { bopi, items } = await gate.read(bopiQueries(userId));
  if (!bopi) throw new ApiError("not_found", { message: "This user doesn't exist." });
  return presentAvatar(bopi, items);
}

export function avatarRoutes(app: HonoApp): void {
  handle(app, avatarRoute, ({ params, gate }) => readAvatar(gate, params.userId));

  handle(app, updateAvatarRoute, async ({ input, gate, viewer, env, defer }) => {
    const changes: SlotChanges = Object.fromEntries(
      SLOTS.flatMap((slot) => (input[slot] === undefined ? [] : [[slot, input[slot]]])),
    );
    const colors: Partial<BopiColors> = Object.fromEntries(
      BOPI_PARTS.flatMap((part) => {
        const color = input[colorKey(part)];
        return color === undefined ? [] : [[part, color]];
      }),
    );
    if (Object.keys({ ...changes, ...colors }).length === 0) return readAvatar(gate, viewer.id);
    const { rule, statements } = changeBopi(viewer.id, changes, colors);
    const written = await gate.writeIf(rule, { change: statements, after: bopiQueries(viewer.id) });
    if (!written) {
      const ids = Object.values(changes).filter((id) => id !== null);
      const { owned, bopi } = await gate.read({
        owned: wearableItemsQuery(viewer.id, ids),
        ...bopiQueries(viewer.id),
      });
      checkWearable(changes, owned);
      checkHats({ ...bopi, ...changes });
      throw new ConditionFailed();
    }
    const [updated] = written.change.bopi;
    const { bopi } = written.after;
    if (!updated || !bopi) throw new Error("a bopi was changed and not found");
    defer(env.RENDERS.send({ kind: "avatar", user_id: viewer.id, revision: updated.revision }));
    return presentAvatar(bopi, written.after.items);
  });

  handle(app, closetRoute, ({ params, input, gate, viewer, now }) => {
    const typeId = itemTypeByName(params.category);
    if (!typeId) throw new ApiError("not_found");
    const read = input.search ? searchCloset : browseCloset;
    return read(gate, { userId: viewer.id, typeId, ...input }, now);
  });

  handle(app, avatarInventoryRoute, async ({ params, gate, viewer, request }) => {
    const size = LIMITS.pageSize.inventory;
    const { category, page, search } = params;
    const typeId = itemTypeByName(category);
    const { rows, total } = await listInventory(gate, sql`${viewer.id}`, { typeId, search, page, size });
    const { meta, links } = paginationLinks(request, page, size, total);
    const next = links.next && `/api/avatarinv/${category}/${page + 1}/${encodeURIComponent(search)}`;
    return {
      data: rows.filter(isWearable).map(presentWearable),
      meta,
      links: { next },
    };
  });
}
