import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { db } from "../browser.ts";
import { addWearable, giveItem, ownedItem, textureFileOf } from "../wearable.ts";
import { addItem } from "../world.ts";
import { callerId, callerUsers, type EndpointCase, SIGNED_IN_ONLY } from "./callers.ts";

async function outfit(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into outfits (user_id, name, created_at)
      values (${callerUsers.owner.id}, 'Look', 1) returning id`),
  );
  return row?.id ?? 0;
}

const onOutfit = async () => ({ params: { id: await outfit() } });

/** The owner's copy of a sold-out limited item, offered for one coin. */
async function offeredCopy(): Promise<number> {
  const { id } = await addWearable(callerUsers.admin.id, 1, { stock: 1, sold_out: 1 }, false);
  const copy = await giveItem(callerUsers.owner.id, id, { serial: 1 });
  await db.all(statement(sql`update inventory set resale_price = 1 where id = ${copy}`));
  return copy;
}

export const ITEM_CASES: Record<string, EndpointCase> = {
  "GET /api/items/{id}": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
  },
  "POST /api/items/{id}/favorite": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/items/{id}": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) }, input: { name: "Renamed" } }),
    expect: 403,
    but: { visitor: 401, owner: 200, moderator: 200, admin: 200 },
  },
  "POST /api/items/{id}/feature": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 403,
    but: { visitor: 401, admin: 200 },
  },
  "POST /api/items/{id}/wish": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/wishlist": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/items/{id}/purchase": {
    make: async () => {
      const { id } = await addWearable(callerUsers.owner.id, 4, { purchasable: "free" }, false);
      return { params: { id }, input: { price: 0 } };
    },
    // Buying is possible across a block, since the two don't interact.
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/inventory/{id}/purchase": {
    make: async () => ({ params: { id: await offeredCopy() }, input: { price: 1 } }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 409 },
  },
  "POST /api/inventory/{id}/resale": {
    make: async () => ({ params: { id: await offeredCopy() }, input: { price: 2 } }),
    expect: 403,
    but: { visitor: 401, owner: 200 },
  },
  "GET /api/items/{id}/owners": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
  },
  "GET /api/items/{id}/listings": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
  },
  "GET /api/items/{id}/prices": {
    make: async () => ({ params: { id: await addItem(callerUsers.owner.id) } }),
    expect: 200,
  },
  "GET /api/shop": { expect: 200 },
  "GET /api/avatar/{userId}/": {
    make: async () => ({ params: { userId: callerUsers.owner.id } }),
    expect: 200,
  },
  "POST /api/avatar/update": {
    make: async (caller) => ({
      input: { shirt: (await ownedItem(callerId(caller) || callerUsers.owner.id, 4)).id },
    }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/avatarinv/{category}/{page}/{search?}": {
    make: async () => ({ params: { category: "hat", page: 1, search: "cap" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/closet/{category}": {
    make: async () => ({ params: { category: "hat" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/inventory/{username}": {
    make: async () => ({ params: { username: callerUsers.owner.username } }),
    expect: 200,
  },
  "GET /api/inventory/{id}/transaction": {
    make: async () => ({ params: { id: (await ownedItem(callerUsers.owner.id, 5)).entry } }),
    expect: 200,
  },
  "GET /api/outfits/{page}/{search?}": {
    make: async () => ({ params: { page: 1 }, input: { pretty: "" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/outfit/create": {
    make: async () => ({ input: { name: "Look" } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/outfit/edit/{id}": {
    make: async () => ({ ...(await onOutfit()), input: { name: "New" } }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/outfit/delete/{id}": {
    make: onOutfit,
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/outfit/wear/": {
    make: async () => ({ input: { id: await outfit() } }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/shop/create/": {
    make: async () => ({ input: { name: "Mine", type_id: 4, texture: textureFileOf() } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
};
