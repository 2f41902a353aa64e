import { type ClosetItem, closetRoute } from "#domain/avatar/api.ts";
import { monthOf } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { addUser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem, ownedItem } from "#tests/support/wearable.ts";

const SIZE = LIMITS.pageSize.closet;
const MOST_ROWS = 6 * SIZE;

/** Thousands of hats with many equal prices, free ones among them. */
const maker = await addUser({ username: "Milliner" });
await runSql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000)
      insert into items (type_id, user_id, name, purchasable, price, created_at)
      select 1, ${maker.id}, 'Hat ' || n, case when n % 5 = 0 then 'offsale' when n % 11 = 0 then 'free' else 'onsale' end,
        case when n % 5 = 0 or n % 11 = 0 then 0 else 1 + (n * 31) % 40 end, n from numbers`;

const page = (user: TestUser, input: Record<string, unknown> = {}, category = "hat") =>
  user.call(closetRoute, { category, ...input });
const itemsOf = ({ body }: { body: Record<string, unknown> }) => body.data as ClosetItem[];
const idsOf = (response: { body: Record<string, unknown> }) => itemsOf(response).map(({ id }) => id);

/** Reads all pages, each within its limits. */
async function readAll(user: TestUser, category = "hat"): Promise<ClosetItem[]> {
  const all: ClosetItem[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const response = await page(user, { after }, category);
    expect(response.status, after).toBe(200);
    expectCost(response, { roundTrips: 1, read: MOST_ROWS, written: 0 });
    expect(itemsOf(response).length).toBeLessThanOrEqual(SIZE);
    all.push(...itemsOf(response));
    after = response.body.next as string | null;
  }
  return all;
}

/** The ids of all hats on sale that a user doesn't own, in the closet's order. */
const onSaleIds = async (userId: number) => {
  const rows = await runSql<{ id: number }>`select i.id from items i where type_id = 1 and state = 'shown'
    and purchasable <> 'offsale'
      and sold_out = 0 and gold_month is null and not exists (select 1 from inventory v where v.user_id = ${userId} and v.item_id = i.id)
      order by price, id desc`;
  return rows.map(({ id }) => id);
};

describe("GET /api/closet/{category}", () => {
  test("returns every hat on sale to a newcomer once, free ones first and then by price", async () => {
    const user = await signedInUser();
    const all = await readAll(user);
    expect(all.map(({ id }) => id)).toEqual(await onSaleIds(user.id));
    expect(all[0]?.price).toBe(0);
    expect(all.at(-1)?.price).toBe(40);
  });

  test.each([1, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE + 3])(
    "returns %i own copies first, newest first, and leaves them out of what is on sale",
    async (count) => {
      const user = await signedInUser();
      const free = (await onSaleIds(user.id)).slice(0, count);
      for (const [i, id] of free.entries()) await giveItem(user.id, id, { created_at: 1_000 + (i >> 1) });
      const all = await readAll(user);
      expect(all.slice(0, count).map(({ id }) => id)).toEqual(free.toReversed());
      expect(all.slice(0, count).every(({ price }) => price === null)).toBe(true);
      expect(all.slice(count).map(({ id }) => id)).toEqual(await onSaleIds(user.id));
    },
  );

  test("leaves out copies that are for sale and items that are hidden, sold out, of a Gold month or by a banned maker", async () => {
    const user = await signedInUser();
    const banned = await addUser({ banned_at: Date.now() });
    const free = { purchasable: "free" } as const;
    const shown = await addWearable(maker.id, 6, free);
    await addWearable(banned.id, 6, free);
    await addWearable(maker.id, 6, { ...free, state: "rejected" });
    await addWearable(maker.id, 6, { ...free, stock: 1, sold_out: 1 });
    await addWearable(maker.id, 6, { ...free, gold_month: monthOf(Date.now()) });
    const mine = await ownedItem(user.id, 6);
    const offered = await ownedItem(user.id, 6, { stock: 1, sold_out: 1 });
    await runSql`update inventory set resale_price = 5 where id = ${offered.entry}`;
    await ownedItem(user.id, 6, { state: "rejected" });
    expect((await readAll(user, "shoes")).map(({ id, price }) => [id, price])).toEqual([
      [mine.id, null],
      [shown.id, 0],
    ]);
  });

  test("searches copies and items on sale by name, in one round trip", async () => {
    const user = await signedInUser();
    const owned = await ownedItem(user.id, 3, { name: "Zebra grin" });
    const dear = await addWearable(maker.id, 3, { name: "Zebra smile", purchasable: "onsale", price: 9 });
    const free = await addWearable(maker.id, 3, { name: "Zebra frown", purchasable: "free" });
    await addWearable(maker.id, 3, { name: "Zebra wink" });
    await addWearable(maker.id, 1, { name: "Zebra hat", purchasable: "free" });
    const response = await page(user, { search: "zebra" }, "face");
    expect(idsOf(response)).toEqual([owned.id, free.id, dear.id]);
    expect(response.body.next).toBeNull();
    expectCost(response, { roundTrips: 1, read: MOST_ROWS });
    for (const search of ["nothing like it", "%", '"', "-"])
      expect(idsOf(await page(user, { search }, "face")), search).toEqual([]);
    const many = await page(user, { search: "hat" });
    expect(itemsOf(many)).toHaveLength(SIZE);
    expectCost(many, { roundTrips: 1, read: 6 * LIMITS.searchMatches });
  });

  test("returns 404 for an unknown category, and 422 for a broken cursor", async () => {
    const user = await signedInUser();
    for (const category of ["gold", "all", "hats", "__proto__"])
      expect((await page(user, {}, category)).status, category).toBe(404);
    for (const after of ["x", "shop", "shop-1", "owned-1-2", "shop-1-x", "shop-1-2-3", "shop--1-2"])
      expect((await page(user, { after })).status, after).toBe(422);
  });
});
