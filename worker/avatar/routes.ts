import { ConditionFailed, sql } from "#db/database.ts";
import { avatarInventoryRoute, avatarRoute, closetRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { colorKey } from "#domain/avatar/color-keys.ts";
import { BOPI_PARTS, type BopiColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, slotType } from "#domain/avatar/slots.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { ITEM_TYPES, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import { LIMITS } from "#domain/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { listInventory } from "../inventory/queries.ts";
import { presentWearable } from "../items/present.ts";
import { readCloset } from "./closet.ts";
import { changeBopi, type SlotChanges } from "./commands.ts";
import { presentAvatar } from "./present.ts";
import { bopiQueries } from "./queries.ts";
import { isWearable, wearableItemsQuery } from "./wearable.ts";

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
  const {
    bopi: [bopi],
    items,
  } = await gate.read(bopiQueries(userId));
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
      const {
        owned,
        bopi: [bopi],
      } = await gate.read({ owned: wearableItemsQuery(viewer.id, ids), ...bopiQueries(viewer.id) });
      checkWearable(changes, owned);
      checkHats({ ...bopi, ...changes });
      throw new ConditionFailed();
    }
    const [updated] = written.change.bopi;
    const [bopi] = written.after.bopi;
    if (!updated || !bopi) throw new Error("a bopi was changed and not found");
    defer(env.RENDERS.send({ kind: "avatar", user_id: viewer.id, revision: updated.revision }));
    return presentAvatar(bopi, written.after.items);
  });

  handle(app, closetRoute, ({ params, input, gate, viewer, now }) => {
    const typeId = itemTypeByName(params.category);
    if (!typeId) throw new ApiError("not_found");
    return readCloset(gate, { userId: viewer.id, typeId, ...input }, now);
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
