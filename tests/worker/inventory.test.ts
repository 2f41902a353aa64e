import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { type InventoryEntry, inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { favoriteItemRoute } from "#domain/items/api.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES, type ItemTypeId } from "#domain/items/item-types.ts";
import { formatTime } from "#domain/time.ts";
import { addUser, Browser, db, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";

const visitor = await Browser.visitor();

const list = async (username: string, input: Record<string, unknown> = {}) => {
  const response = await visitor.call(inventoryRoute, { username, ...input });
  const entries = (response.body.data ?? []) as InventoryEntry[];
  const meta = response.body.meta as { total: number };
  return { ...response, entries, ids: entries.map(({ id }) => id), meta };
};
const history = (id: number) => visitor.call(inventoryHistoryRoute, { id });

async function copy(userId: number, type: ItemTypeId, name?: string): Promise<number> {
  return giveItem(userId, (await addWearable(userId, type, { ...(name && { name }) }, false)).id);
}

describe("GET /api/inventory/{username}", () => {
  test("returns a user's copies to everyone, newest first, with serial number and date", async () => {
    const [owner, maker] = [await addUser(), await addUser()];
    const shirt = await addWearable(maker.id, 4, { purchasable: "onsale", price: 1_250 }, false);
    const at = Date.UTC(2026, 10, 3, 15, 4);
    await giveItem(maker.id, shirt.id);
    const entry = await giveItem(owner.id, shirt.id, { serial: 7, created_at: at });
    const newer = await copy(owner.id, 1);
    const response = await list(owner.username);
    expect(response.ids).toEqual([newer, entry]);
    expect(response.entries[1]).toEqual({
      id: entry,
      serial: 7,
      resale_price: null,
      can_offer: false,
      created_at: "2026-11-03T15:04:00.000Z",
      created_at_formatted: formatTime(at),
      item: expect.objectContaining({
        id: shirt.id,
        uuid: shirt.uuid,
        type: { id: 4, name: "shirt" },
        price: 1_250,
        abbreviated_price: "1.3K",
        is_purchasable: true,
        user: expect.objectContaining({ id: maker.id, username: maker.username }),
      }),
    });
    const meta = { current_page: 1, last_page: 1, total: 2 };
    expect(response.body).toMatchObject({ meta, links: { next: null }, visiblePages: [1] });
    expectCost(response, { read: 40, written: 0 });
  });

  test("filters by category, each with its own total", async () => {
    const owner = await addUser();
    const ids = new Map<ItemTypeId, number[]>();
    for (const type of ITEM_TYPE_IDS) {
      const copies: number[] = [];
      for (let n = 0; n < type; n++) copies.unshift(await copy(owner.id, type));
      ids.set(type, copies);
    }
    for (const type of ITEM_TYPE_IDS) {
      const shown = await list(owner.username, { category: ITEM_TYPES[type] });
      expect(shown.ids).toEqual(ids.get(type));
      expect(shown.meta.total).toBe(type);
    }
    expect((await list(owner.username, { category: "all" })).meta.total).toBe(21);
    expect((await list(owner.username)).ids).toHaveLength(21);
  });

  test("returns the copies page by page", async () => {
    const owner = await addUser();
    const all: number[] = [];
    for (let n = 0; n < 53; n++) all.unshift(await copy(owner.id, n % 2 ? 5 : 6));
    const [first, second] = [await list(owner.username), await list(owner.username, { page: 2 })];
    expect(first.body).toMatchObject({ meta: { last_page: 3, total: 53 }, visiblePages: [1, 2, 3] });
    const { next } = second.body.links as { next: string };
    const last = await visitor.fetch(next);
    const seen = [...first.ids, ...second.ids, ...(last.body.data as InventoryEntry[]).map(({ id }) => id)];
    expect(seen).toEqual(all);
    expect(last.body.links).toEqual({ next: null });
    for (const page of [first, second]) expectCost(page, { read: 6 * 24, written: 0 });
    expect((await list(owner.username, { page: 4 })).ids).toEqual([]);
    const odd = await list(owner.username, { category: "pants", page: 2 });
    expect([odd.ids.length, odd.meta.total]).toEqual([2, 26]);
  });

  test("searches item names within a category, for the literal letters", async () => {
    const owner = await addUser();
    const red = await copy(owner.id, 4, "Red Shirt");
    const cap = await copy(owner.id, 1, "red cap");
    const odd = await copy(owner.id, 1, "100%_off\\");
    expect((await list(owner.username, { search: "RED" })).ids).toEqual([cap, red]);
    expect((await list(owner.username, { search: "red", category: "hat" })).ids).toEqual([cap]);
    for (const search of ["%", "_", "\\", "0%_O"])
      expect((await list(owner.username, { search })).ids, search).toEqual([odd]);
    const none = await list(owner.username, { search: "x' or 1=1 --" });
    expect([none.status, none.ids, none.meta.total]).toEqual([200, [], 0]);
    expectCost(none, { read: 40, written: 0 });
  });
});

test("favorites in an inventory are listed newest first, include others' items, and leave when removed", async () => {
  const [member, maker] = [await signedInUser(), await addUser()];
  const favorites = { category: "favorites" };
  const items: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await addWearable(maker.id, 4, { name: n === 1 ? "Liked most" : `Liked ${n}` }, false);
    items.push(id);
    await member.call(favoriteItemRoute, { id });
    // In practice no two favorites have the same millisecond.
    await runSql`update favorites set created_at = ${n + 1} where target_id = ${id}`;
  }
  const shown = await list(member.username, favorites);
  expect(shown.entries.map(({ favoritable }) => favoritable?.id)).toEqual([...items].reverse());
  expect(shown.entries[0]).toMatchObject({ serial: null });
  expect(shown.entries[0]).not.toHaveProperty("item");
  expect(shown.meta.total).toBe(3);
  expectCost(shown, { read: 40, written: 0 });
  const found = await list(member.username, { ...favorites, search: "MOST" });
  expect(found.entries.map(({ favoritable }) => favoritable?.id)).toEqual([items[1]]);
  await member.call(favoriteItemRoute, { id: items[2] ?? 0 });
  expect((await list(member.username, favorites)).meta.total).toBe(2);
  expect((await list(member.username)).ids).toEqual([]);
  // Favorite levels aren't in it.
  await runSql`insert into favorites (user_id, target_type, target_id, created_at)
    values (${member.id}, 'level', 1, 1)`;
  expect((await list(member.username, favorites)).meta.total).toBe(2);
});

test("inventory totals are correct after any sequence of gaining and losing copies", async () => {
  const owners = [await addUser(), await addUser()];
  const items = await Promise.all(
    ITEM_TYPE_IDS.flatMap((type) => [type, type]).map(async (type) => ({
      type,
      id: (await addWearable(owners[0]?.id ?? 0, type, {}, false)).id,
    })),
  );
  const step = fc.record({
    owner: fc.nat({ max: owners.length - 1 }),
    item: fc.nat({ max: items.length - 1 }),
    gets: fc.boolean(),
  });
  await forAllAsync(25, fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
    await db.batch({
      copies: steps.map(({ owner, item, gets }) => {
        const [user, thing] = [owners[owner]?.id, items[item]];
        return gets
          ? statement(sql`insert into inventory (user_id, item_id, type_id, created_at)
                values (${user}, ${thing?.id}, ${thing?.type}, 1) on conflict do nothing`)
          : statement(sql`delete from inventory where user_id = ${user} and item_id = ${thing?.id}`);
      }),
    });
    const truth = await runSql`select user_id, type_id, count(*) as count from inventory group by 1, 2
        order by 1, 2`;
    const storedCounts = await runSql`select * from inventory_counts where count <> 0
        order by user_id, type_id`;
    // This includes copies from other tests of this file.
    expect(storedCounts).toEqual(truth);
  });
});

describe("GET /api/inventory/{id}/transaction", () => {
  async function bought(typeId: number, coins: number) {
    const owner = await addUser({ coins: 1_000 });
    const { id } = await addWearable(owner.id, 1, {}, false);
    const [row] = await runSql<{ id: number }>`insert into transactions (key, user_id, type_id, source_type,
      source_id, coins, created_at)
        values (${`test:${id}`}, ${owner.id}, ${typeId}, 'item', ${id}, ${coins}, 86400000) returning id`;
    const transaction_id = row?.id ?? 0;
    return { owner, transaction_id, entry: await giveItem(owner.id, id, { transaction_id, created_at: 0 }) };
  }

  test.each([
    [1, -250, "{user} bought this item for {coins} coins"],
    [1, 0, "{user} got this item for free"],
    [4, 0, "{user} got this item in an event"],
    [99, 0, "{user} obtained this item"],
  ])("returns how a copy was obtained for type %i and %i coins", async (typeId, coins, description) => {
    const { owner, transaction_id, entry } = await bought(typeId, coins);
    const response = await history(entry);
    const transaction = {
      id: transaction_id,
      transaction_type: { id: typeId, description },
      values: { seller: "", user: owner.username, coins: String(Math.abs(coins)) },
      created_at: "1970-01-02T00:00:00.000Z",
      created_at_formatted: formatTime(86_400_000),
    };
    const created_at_formatted = formatTime(0);
    expect(response.body).toEqual({ transactions: [transaction], created_at_formatted });
    expectCost(response, { roundTrips: 1, read: 11, written: 0 });
  });

  test("returns an empty list without a transaction", async () => {
    expect((await history(await copy((await addUser()).id, 2))).body).toMatchObject({ transactions: [] });
  });
});
