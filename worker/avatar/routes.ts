import { sql } from "drizzle-orm";
import { avatarInventoryRoute, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { colorKey } from "#domain/avatar/color-keys.ts";
import { BOPI_PARTS, type BopiColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, slotType } from "#domain/avatar/slots.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { ITEM_TYPES, type ItemTypeId, typeNamed } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { listInventory } from "../inventory/queries.ts";
import { presentWearable } from "../items/present.ts";
import { changeBopi, type SlotChanges } from "./commands.ts";
import { presentAvatar } from "./present.ts";
import { bopiQueries } from "./queries.ts";
import { isWearable, wearableQuery } from "./wearing.ts";

/** 422 at the slot whose item is not the wearer's or goes elsewhere. */
function checkWearable(changes: SlotChanges, owned: readonly { id: number; type_id: number }[]): void {
  const types = new Map(owned.map(({ id, type_id }) => [id, ITEM_TYPES[type_id as ItemTypeId]]));
  for (const slot of SLOTS) {
    const id = changes[slot];
    if (id === undefined || id === null) continue;
    const type = types.get(id);
    if (!type) throw fieldError(slot, "You don't own that item.");
    if (type !== slotType(slot)) throw fieldError(slot, `That item is worn as ${type}, not here.`);
  }
}

/** 422 when one hat would be worn twice. */
function checkHats(slots: SlotChanges): void {
  const hats = HAT_SLOTS.flatMap((slot) => slots[slot] ?? []);
  if (new Set(hats).size < hats.length) throw hatTwice();
}

const hatTwice = () => fieldError("hat1", "One hat can't be worn twice.");

async function readAvatar(gate: SessionGate, userId: number) {
  const [[row], items] = await gate.read(...bopiQueries(userId));
  if (!row) throw new ApiError("not_found", { message: "There is no such user." });
  return presentAvatar(row, items);
}

export function avatarRoutes(app: App): void {
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
    const ids = Object.values(changes).filter((id) => id !== null);
    const [owned, [row], items] = await gate.read(wearableQuery(viewer.id, ids), ...bopiQueries(viewer.id));
    if (!row) throw new ApiError("not_found");
    checkWearable(changes, owned);
    checkHats({ ...row, ...changes });
    if (Object.keys({ ...changes, ...colors }).length === 0) return presentAvatar(row, items);
    const [, [dressed], , [after], worn] = await gate.write(
      ...changeBopi(viewer.id, changes, colors),
      ...bopiQueries(viewer.id),
    );
    if (!dressed || !after) {
      // Nothing has changed: an item was sold in the meantime, or another tab put the same hat on.
      const [now] = await gate.read(wearableQuery(viewer.id, ids));
      checkWearable(changes, now);
      throw hatTwice();
    }
    defer(env.RENDERS.send({ kind: "avatar", user_id: viewer.id, revision: dressed.revision }));
    return presentAvatar(after, worn);
  });

  handle(app, avatarInventoryRoute, async ({ params, gate, viewer, request }) => {
    const size = LIMITS.pageSize.inventory;
    const { category, page, search } = params;
    const typeId = typeNamed(category);
    const { rows, total } = await listInventory(gate, sql`${viewer.id}`, { typeId, search, page, size });
    const { meta, links } = pageLinks(request, page, size, total);
    const next = links.next && `/api/avatarinv/${category}/${page + 1}/${encodeURIComponent(search)}`;
    return {
      data: rows.filter(isWearable).map(presentWearable),
      meta,
      links: { next },
    };
  });
}
