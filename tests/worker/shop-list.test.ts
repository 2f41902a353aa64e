import { sql } from "drizzle-orm";
import { build, toStatement } from "#db/new-rows.ts";
import { items } from "#db/schema/index.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { ITEM_TYPES } from "#domain/items/item-types.ts";
import { monthOf } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { featureItemRoute, shopRoute } from "#domain/shop/api.ts";
import {
  SHOP_CATEGORIES,
  SHOP_ORDERS,
  SHOP_SORTS,
  type ShopCategory,
  type ShopOrder,
  type ShopSort,
} from "#domain/shop/rules.ts";
import { addUser, Browser, db, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";

const SIZE = LIMITS.pageSize.shop;
const FIRST_PAGE_ROWS = 6 * SIZE;

type Row = Pick<
  typeof items.$inferSelect,
  "id" | "type_id" | "purchasable" | "price" | "gold_month" | "sold_out"
>;

/** Thousands of items of every kind with many equal prices, a few of them in Gold months including this one. */
const looker = await signedInUser({ username: "Looker" });
const maker = await addUser({ username: "Maker" });
await runSql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4300)
      insert into items (type_id, user_id, name, purchasable, price, gold_month, stock, sold_out, created_at)
      select 1 + (n * 7) % 6, ${maker.id}, 'Thing ' || n, case when n % 5 = 0 then 'offsale' when n % 11 = 0 then 'free' else 'onsale' end,
        case when n % 5 = 0 or n % 11 = 0 then 0 else 1 + (n * 31) % 40 end,
        case when n % 97 = 1 then strftime('%Y-%m-01', 'now', 'start of month', '-' || ((n / 97) % 8) || ' months') end,
        case when n % 13 = 0 then 1 end, n % 13 = 0, n from numbers`;
const world = await runSql<Row>`select id, type_id, purchasable, price, gold_month, sold_out from items`;

const shop = (input: Record<string, unknown>, user: Browser = looker): Promise<TestResponse> =>
  user.call(shopRoute, input);
const cardsOf = ({ body }: TestResponse) => body.data as ItemCardData[];
const idsOf = (response: TestResponse) => cardsOf(response).map(({ id }) => id);
const totalOf = ({ body }: TestResponse) => (body.meta as { total: number }).total;

const canBeBought = ({ purchasable, sold_out, gold_month }: Row) =>
  purchasable !== "offsale" && !sold_out && (gold_month === null || gold_month === monthOf(Date.now()));

/** The whole list as the specification defines it, with a plain sort. */
function reference(rows: Row[], category: ShopCategory, sort: ShopSort, order: ShopOrder): number[] {
  const byId = order === "oldest" ? 1 : -1;
  const byPrice = sort === "cheapest" ? 1 : sort === "priciest" ? -1 : 0;
  return rows
    .filter(({ type_id, gold_month }) =>
      category === "gold" ? gold_month !== null : category === "all" || ITEM_TYPES[type_id] === category,
    )
    .filter((row) => sort === "" || canBeBought(row) === (sort !== "offsale"))
    .sort((a, b) => byPrice * (a.price - b.price) || byId * (a.id - b.id))
    .map(({ id }) => id);
}

const SORTS = SHOP_SORTS.flatMap((sort) => SHOP_ORDERS.map((order) => [sort, order] as const));
const pageOf = (ids: number[], page: number) => ids.slice((page - 1) * SIZE, page * SIZE);

describe.each(SHOP_CATEGORIES)("GET /api/shop in the category %s", (category) => {
  test.each(SORTS)(
    "by '%s' and '%s' is a plain sort, page by page, at a page's cost",
    async (sort, order) => {
      const wanted = reference(world, category, sort, order);
      const last = Math.ceil(wanted.length / SIZE);
      const golds = sort === "offsale" ? world.filter(({ gold_month }) => gold_month !== null).length : 0;
      expect(wanted.length).toBeGreaterThan(0);
      for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last].filter((n) => n >= 1))) {
        const response = await shop({ category, sort, order, page });
        expect(response.status).toBe(200);
        expect(idsOf(response), `page ${page} of ${last}`).toEqual(pageOf(wanted, page));
        expect(response.body.meta).toEqual({ current_page: page, last_page: last, total: wanted.length });
        // Beyond 2,000 rows a page is read from its nearer end; Gold items are also looked up by month.
        const fromEnd = page > 101 ? Math.min(page, last - page + 1) : page - 1;
        expectCost(response, { read: FIRST_PAGE_ROWS + fromEnd * SIZE + golds });
      }
      const past = await shop({ category, sort, order, page: last + 1 });
      expect([idsOf(past), totalOf(past)]).toEqual([[], wanted.length]);
    },
  );
});

describe("GET /api/shop", () => {
  test("returns the visible page numbers, and the URL of the next page with the same filters", async () => {
    const { body } = await shop({ category: "shirt", order: "oldest", page: 7 });
    expect(body.visiblePages).toEqual([1, "gap", 6, 7, 8, "gap", 36]);
    expect(body.links).toEqual({ next: "/api/shop?category=shirt&order=oldest&page=8" });
  });

  test("returns the same to visitors and members", async () => {
    const visitor = await Browser.visitor();
    expect(idsOf(await shop({ category: "hat" }, visitor))).toEqual(idsOf(await shop({ category: "hat" })));
  });

  test("lists a banned maker's items as not purchasable", async () => {
    const maker = await addUser({ banned_at: 1 });
    const { id } = await addWearable(maker.id, 4, { purchasable: "onsale", price: 9 }, false);
    const [card] = cardsOf(await shop({ category: "shirt" }));
    expect(card).toMatchObject({ id, price: 9, is_purchasable: false });
    await remove(id);
  });

  test("returns a limited item's remaining copies, or its lowest offer once it is sold out", async () => {
    const { id } = await addWearable(looker.id, 4, { purchasable: "onsale", price: 9, stock: 2 }, false);
    const [first] = cardsOf(await shop({ category: "shirt" }));
    expect(first).toMatchObject({ id, is_purchasable: true, remaining: 2, lowest_price: null });
    for (const serial of [1, 2]) {
      const copy = await giveItem((await addUser()).id, id, { serial });
      await runSql`update inventory set resale_price = ${90 - 20 * serial} where id = ${copy}`;
    }
    const [sold] = cardsOf(await shop({ category: "shirt" }));
    expect(sold).toMatchObject({ id, is_purchasable: false, remaining: null, lowest_price: 50 });
    expect(idsOf(await shop({ category: "shirt", sort: "offsale" }))[0]).toBe(id);
    await remove(id);
  });
});

/** Deletes an item without a trace, including its counts. */
async function remove(id: number): Promise<void> {
  await runSql`update items set purchasable = 'offsale', sold_out = 0 where id = ${id}`;
  await runSql`update counters set value = value - 1
      where name = (select 'items:' || type_id || ':0' from items where id = ${id})`;
  await runSql`delete from item_search where rowid = (select search_row from items where id = ${id})`;
  await runSql`delete from inventory where item_id = ${id}`;
  await db.all(toStatement(build.delete(items).where(sql`id = ${id}`)));
}

describe("a search of GET /api/shop", () => {
  test.each(SORTS)("finds the words in each category, sorted by '%s' and '%s'", async (sort, order) => {
    const found = world.filter(({ id }) => /(^| )42/.test(` ${id}`));
    for (const category of SHOP_CATEGORIES) {
      const response = await shop({ category, sort, order, search: "thing 42" });
      const wanted = reference(found, category, sort, order);
      expect([idsOf(response), totalOf(response)]).toEqual([pageOf(wanted, 1), wanted.length]);
      expectCost(response, { read: 2_000 });
    }
  });

  test("finds a creator's items and looks only at the best matches of a very common word", async () => {
    const { id } = await addWearable(looker.id, 5, { name: "Zebra legs" }, false);
    expect(idsOf(await shop({ search: "look" }))).toEqual([id]);
    const everything = await shop({ search: "maker", page: 3 });
    expect(totalOf(everything)).toBe(LIMITS.searchMatches);
    expect(idsOf(everything)).toHaveLength(SIZE);
    expectCost(everything, { read: 2_000 });
    await remove(id);
  });

  test.each(["zzzz", "!?", '"', "thing zzzz"])("for %s returns an empty list", async (search) => {
    const response = await shop({ search });
    expect([response.status, idsOf(response), totalOf(response)]).toEqual([200, [], 0]);
    expect(response.body.visiblePages).toEqual([1]);
  });
});

const featured = () => shop({ featured: true });

test("the carousel is filled up with popular available items while staff have featured few", async () => {
  const liked = [4, 5, 6].map((n) => world.findIndex((row) => row.type_id === n && canBeBought(row)));
  const best = liked.map((at) => (world[at] as Row).id);
  for (const [i, id] of best.entries())
    await runSql`update items set favorites_count = ${4 ** (5 - i)} where id = ${id}`;
  const ids = idsOf(await featured());
  expect(ids.slice(0, 3)).toEqual(best);
  expect(ids).toHaveLength(4);
  expect(cardsOf(await featured()).every((card) => card.is_purchasable)).toBe(true);
});

test("the carousel shows featured items, latest first, each once", async () => {
  const admin = await signedInUser({ role: "admin" });
  const chosen = world.slice(100, 102).map(({ id }) => id);
  for (const id of chosen) await admin.call(featureItemRoute, { id });
  await runSql`update items set featured_at = id where featured_at is not null`;
  const ids = idsOf(await featured());
  expect(ids.slice(0, 2)).toEqual([...chosen].reverse());
  expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  const most = world.slice(200, 220).map(({ id }) => id);
  for (const id of most) await runSql`update items set featured_at = ${id} where id = ${id}`;
  const full = await featured();
  expect(idsOf(full)).toEqual(most.reverse().slice(0, LIMITS.pageSize.featuredItems));
  expect(full.body.meta).toEqual({ current_page: 1, last_page: 1, total: 12 });
  expectCost(full, { read: 6 * SIZE, roundTrips: 1 });
});

test("GET /api/search finds items by name and maker, the most favorited first", async () => {
  const { id } = await addWearable(looker.id, 1, { name: "Quokka hat" }, false);
  const liked = await addWearable(looker.id, 2, { name: "Quokka toy", favorites_count: 50 }, false);
  const { body } = await looker.call(paletteRoute, { q: "quok" });
  expect((body.items as ItemCardData[]).map((item) => item.id)).toEqual([liked.id, id]);
  const costly = await looker.call(paletteRoute, { q: "t" });
  expect(costly.body.items).toHaveLength(5);
  expectCost(costly, { read: 2_000, roundTrips: 1 });
});
