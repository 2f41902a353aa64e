import { visiblePages } from "#domain/api/visible-pages.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { type InventoryEntry, inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { transactionText } from "#domain/inventory/transaction-text.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { isResellable } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes, formatTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { presentItemCard } from "../items/present.ts";
import { presentUser, userIdByName } from "../users/present.ts";
import { copyHistoryQuery, type InventoryEntryRow, listFavorites, listInventory } from "./queries.ts";

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
