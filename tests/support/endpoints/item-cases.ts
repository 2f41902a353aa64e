import { insertedId, runSql } from "../browser.ts";
import { addWearable, giveItem, ownedItem, textureFileOf } from "../wearable.ts";
import { addItem } from "../world.ts";
import {
  callerId,
  callerUsers,
  type EndpointCase,
  FOR_ADMINS,
  FOR_CREATORS,
  FOR_MEMBERS,
  SIGNED_IN_ONLY,
} from "./callers.ts";

const outfit = () => insertedId`insert into outfits (user_id, name, created_at)
      values (${callerUsers.owner.id}, 'Look', 1) returning id`;

const onItem = async () => ({ id: await addItem(callerUsers.owner.id) });

const onOutfit = async () => ({ id: await outfit() });

/** The owner's copy of a sold-out limited item, offered for one coin. */
async function offeredCopy(): Promise<number> {
  const { id } = await addWearable(callerUsers.admin.id, 1, { stock: 1, sold_out: 1 }, false);
  const copy = await giveItem(callerUsers.owner.id, id, { serial: 1 });
  await runSql`update inventory set resale_price = 1 where id = ${copy}`;
  return copy;
}

export const ITEM_CASES: Record<string, EndpointCase> = {
  "GET /api/items/{id}": { make: onItem, expect: 200 },
  "POST /api/items/{id}/favorite": { make: onItem, ...FOR_MEMBERS },
  "POST /api/items/{id}": {
    make: async () => ({ id: await addItem(callerUsers.owner.id), name: "Renamed" }),
    expect: 403,
    but: { visitor: 401, owner: 200, moderator: 200, admin: 200 },
  },
  "POST /api/items/{id}/feature": { make: onItem, ...FOR_ADMINS },
  "POST /api/items/{id}/wish": { make: onItem, ...FOR_MEMBERS },
  "GET /api/wishlist": FOR_MEMBERS,
  "POST /api/items/{id}/purchase": {
    make: async () => {
      const { id } = await addWearable(callerUsers.owner.id, 4, { purchasable: "free" }, false);
      return { id, price: 0 };
    },
    // Buying is possible across a block, since the two don't interact.
    ...FOR_MEMBERS,
  },
  "POST /api/inventory/{id}/purchase": {
    make: async () => ({ id: await offeredCopy(), price: 1 }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 409 },
  },
  "POST /api/inventory/{id}/resale": {
    make: async () => ({ id: await offeredCopy(), price: 2 }),
    expect: 403,
    but: { visitor: 401, owner: 200 },
  },
  "GET /api/items/{id}/owners": { make: onItem, expect: 200 },
  "GET /api/items/{id}/listings": { make: onItem, expect: 200 },
  "GET /api/items/{id}/prices": { make: onItem, expect: 200 },
  "GET /api/shop": { expect: 200 },
  "GET /api/avatar/{userId}/": { make: async () => ({ userId: callerUsers.owner.id }), expect: 200 },
  "POST /api/avatar/update": {
    make: async (caller) => ({ shirt: (await ownedItem(callerId(caller) || callerUsers.owner.id, 4)).id }),
    ...FOR_MEMBERS,
  },
  "GET /api/avatarinv/{category}/{page}/{search?}": {
    make: async () => ({ category: "hat", page: 1, search: "cap" }),
    ...FOR_MEMBERS,
  },
  "GET /api/closet/{category}": { make: async () => ({ category: "hat" }), ...FOR_MEMBERS },
  "GET /api/inventory/{username}": {
    make: async () => ({ username: callerUsers.owner.username }),
    expect: 200,
  },
  "GET /api/inventory/{id}/transaction": {
    make: async () => ({ id: (await ownedItem(callerUsers.owner.id, 5)).entry }),
    expect: 200,
  },
  "GET /api/outfits/{page}/{search?}": { make: async () => ({ page: 1, pretty: "" }), ...FOR_MEMBERS },
  "POST /api/outfit/create": { make: async () => ({ name: "Look" }), ...FOR_CREATORS },
  "POST /api/outfit/edit/{id}": {
    make: async () => ({ ...(await onOutfit()), name: "New" }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/outfit/delete/{id}": { make: onOutfit, expect: 404, but: { ...SIGNED_IN_ONLY, owner: 200 } },
  "POST /api/outfit/wear/": { make: onOutfit, expect: 404, but: { ...SIGNED_IN_ONLY, owner: 200 } },
  "POST /api/shop/create/": {
    make: async () => ({ name: "Mine", type_id: 4, texture: textureFileOf() }),
    ...FOR_CREATORS,
  },
};
