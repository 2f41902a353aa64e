import fc from "fast-check";
import type { transactions } from "#db/schema/index.ts";
import { LIMITS } from "#domain/limits.ts";
import { SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { SITE } from "#domain/site.ts";
import { formatTime } from "#domain/time.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import {
  SOURCE_FILTERS,
  SOURCE_TYPES,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  TYPES_WITHOUT_XP,
} from "#domain/transactions/types.ts";
import { addUser, type Browser, runSql, type TestResponse } from "#tests/support/browser.ts";
import { addLedgerRows, buy, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

interface LedgerFilters {
  transaction_type: (typeof TRANSACTION_TYPE_IDS)[number] | 0;
  source_type: (typeof SOURCE_FILTERS)[number];
  sort_by: (typeof TRANSACTION_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  incoming: boolean;
  page: number;
}

type LedgerRow = typeof transactions.$inferSelect;

/** A random row from a small set of values, so many are equal. */
const row = fc
  .record({
    type_id: fc.constantFrom(...TRANSACTION_TYPE_IDS),
    // Only folds write rows of days.
    source_type: fc.constantFrom(...SOURCE_TYPES.filter((type) => type !== "day")),
    coins: fc.integer({ min: -3, max: 3 }),
    xp: fc.integer({ min: 0, max: 3 }),
  })
  .map((made) => ({ ...made, xp: TYPES_WITHOUT_XP.includes(made.type_id) ? 0 : made.xp }));

/** Creates a user with many ledger rows of all kinds, and others with rows that came from them. */
async function userWithLedger(): Promise<TestUser> {
  const me = await signedInUser({ coins: 10_000 });
  const others = [await addUser({ coins: 10_000 }), await addUser({ coins: 10_000 })];
  const [other] = others;
  const own = fc.sample(row, { numRuns: 400, seed: 7 });
  await addLedgerRows(
    me.id,
    own.map((made) => ({ ...made, source_id: made.source_type === "user" ? (other?.id ?? 0) : 1 })),
  );
  for (const [i, { id }] of others.entries()) {
    const theirs = fc.sample(row, { numRuns: 60, seed: i });
    await addLedgerRows(
      id,
      theirs.map((made) => ({ ...made, source_type: "user", source_id: i ? id : me.id })),
    );
  }
  return me;
}

const isGrant = (type_id: number, source_type: string) => type_id === 5 && source_type === "user";

/** Whether a row is what the user spent or gave; otherwise it came to them. */
function isOutgoing({ user_id, type_id, source_type, source_id, coins }: LedgerRow, userId: number): boolean {
  if (user_id !== userId) return type_id !== 1;
  return (
    (type_id === 1 && source_type === "item") ||
    (isGrant(type_id, source_type) && coins < 0 && source_id !== userId)
  );
}

/** The rows in a user's list while all are live, in any order, read without its indexes. */
async function listedRows(userId: number, incoming: boolean): Promise<LedgerRow[]> {
  const rows = await runSql<LedgerRow>`select * from transactions
    where +user_id = ${userId} or (+source_type = 'user' and +source_id = ${userId})`;
  return rows.filter((one) =>
    incoming ? one.user_id === userId && !isOutgoing(one, userId) : isOutgoing(one, userId),
  );
}

/** The ids of the expected list, computed in the plainest way. */
function sortedIds(
  all: readonly LedgerRow[],
  { transaction_type, source_type, sort_by, order }: LedgerFilters,
): number[] {
  const value = (one: LedgerRow) => (sort_by === "created_at" ? one.id : one[sort_by]);
  const sorted = all
    .filter((one) => !transaction_type || one.type_id === transaction_type)
    .filter((one) => !source_type || one.source_type === source_type)
    .toSorted((a, b) => value(a) - value(b) || a.id - b.id);
  return (order === "asc" ? sorted : sorted.reverse()).map(({ id }) => id);
}

const SIZE = LIMITS.pageSize.transactions;

const me = await userWithLedger();

const fetchList = async (filters: Partial<LedgerFilters>, browser: Browser = me) => {
  const response = await browser.call(transactionListRoute, filters);
  return { ...response, rows: (response.body.data ?? []) as Transaction[] };
};

describe.each([true, false])("the ledger, incoming %s", async (incoming) => {
  const all = await listedRows(me.id, incoming);

  test("returns the right rows on any page, from whichever end it is read", async () => {
    const views = fc.record({
      transaction_type: fc.constantFrom<LedgerFilters["transaction_type"][]>(0, 0, ...TRANSACTION_TYPE_IDS),
      source_type: fc.constantFrom(...SOURCE_FILTERS),
      sort_by: fc.constantFrom(...TRANSACTION_SORTS),
      order: fc.constantFrom(...SORT_DIRECTIONS),
      page: fc.integer({ min: 1, max: 18 }),
    });
    await forAllAsync(200, views, async (view) => {
      const filters = { ...view, incoming };
      const response = await fetchList(filters);
      const ids = sortedIds(all, filters);
      const last_page = Math.max(1, Math.ceil(ids.length / SIZE));
      expect(response.rows.map(({ id }) => id)).toEqual(ids.slice((view.page - 1) * SIZE, view.page * SIZE));
      expect(response.body.meta).toMatchObject({ total: ids.length, last_page });
      expect((response.body.links as { next: string | null }).next === null).toBe(view.page >= last_page);
      expectCost(response, { roundTrips: 2, written: 0 });
    });
  });
});

test("GET /api/auth/transactions returns the caller's newest rows first by default, and no one else's", async () => {
  const { rows } = await fetchList({});
  const defaults = { incoming: true, sort_by: "created_at", order: "desc", page: 1 } as const;
  expect(rows).toEqual((await fetchList(defaults)).rows);
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(rows.every(({ user }) => user.id === me.id)).toBe(true);
  const stranger = await signedInUser();
  expect((await fetchList({}, stranger)).body).toMatchObject({ data: [], meta: { total: 0 } });
  expect((await fetchList({ incoming: false }, stranger)).rows).toEqual([]);
});

const owner = await signedInUser({ coins: 1_000_000 });
const maker = await addUser();

const rowsOf = async (input: Record<string, unknown> = {}, user = owner) => {
  const response = await user.call(transactionListRoute, input);
  return { ...response, rows: response.body.data as Transaction[] };
};

/** The newest row of its direction, right after it was written. */
async function shown(row: Parameters<typeof addLedgerRows>[1][number]): Promise<Transaction | undefined> {
  const [id] = await addLedgerRows(owner.id, [row]);
  const rows = [...(await rowsOf()).rows, ...(await rowsOf({ incoming: false })).rows];
  return rows.find((one) => one.id === id);
}

describe("a transaction row", () => {
  test("returns what was bought, for how much, and which copy", async () => {
    const item = await addWearable(maker.id, 4, { name: "Stripes" }, false);
    const at = Date.UTC(2026, 10, 3, 15, 4);
    const source = {
      source_type: "item",
      source_id: item.id,
      copies: JSON.stringify([[item.id, 7]]),
    } as const;
    expect(await shown({ type_id: 1, ...source, coins: -1_250, created_at: at })).toEqual({
      id: expect.any(Number),
      transaction_type: { id: 1, type_formatted: "Purchase" },
      source_type: "item",
      source_id: item.id,
      source: { url: `/items/${item.id}`, name: "Stripes", thumbnail_url: "/static/item.svg" },
      user: expect.objectContaining({ id: owner.id, username: owner.username }),
      xp: 0,
      coins: -1_250,
      coins_sign: "-",
      coins_abs_formatted: "1,250",
      seller: null,
      gift: null,
      inventories: [{ item: { id: item.id, name: "Stripes", thumbnail_url: "/static/item.svg" }, serial: 7 }],
      created_at: "2026-11-03T15:04:00.000Z",
      created_at_formatted: formatTime(at),
    });
  });

  test("from a user includes them and all copies, in any order of the items", async () => {
    const items = [await addWearable(maker.id, 1, {}, false), await addWearable(maker.id, 4, {}, false)];
    const copies = [
      [items[1]?.id, 3],
      [items[0]?.id, null],
    ];
    const source = { source_type: "user", source_id: maker.id } as const;
    const row = await shown({ type_id: 5, ...source, copies: JSON.stringify(copies) });
    expect(row?.source).toEqual({
      url: `/users/${maker.username}`,
      username: maker.username,
      bopi: { headshot_url: expect.stringMatching(/^\/looks\/[^/]+\/headshot-160\.png$/) },
    });
    expect(row?.inventories.map(({ item, serial }) => [item.id, serial])).toEqual(copies);
  });

  test("from an event or a challenge is named after it; the daily challenge has its own name", async () => {
    await runSql`insert into events (id, short_name, highlight_color, starts_at, ends_at)
      values (5, 'Lanterns', 'F99205', 1, 2)`;
    await runSql`insert into challenges (id, name, ends_at) values (6, 'Speedrun', 2)`;
    const from = async (source_type: "event" | "challenge", source_id: number) =>
      (await shown({ source_type, source_id }))?.source;
    expect(await from("event", 5)).toEqual({ url: null, name: "Lanterns" });
    expect(await from("challenge", 6)).toEqual({ url: null, name: "Speedrun" });
    expect(await from("challenge", 0)).toEqual({ url: null, name: "Daily challenge" });
    expect(await from("challenge", 999)).toBeNull();
  });

  test("from the site, a spirit level or an achievement names it", async () => {
    expect((await shown({}))?.source).toEqual({ url: null, name: SITE.name });
    expect((await shown({ type_id: 8, source_type: "spirit", source_id: 27 }))?.source).toEqual({
      url: null,
      name: "Spirit level 27",
      thumbnail_url: "/static/spirit/20.svg",
    });
    const achievement = { type_id: 12, source_type: "achievement" } as const;
    expect((await shown({ ...achievement, source_id: 23 }))?.source).toEqual({
      url: `/users/${owner.username}/achievements`,
      name: "City planner",
      thumbnail_url: "/static/achievements/builder.svg",
    });
    expect((await shown({ ...achievement, source_id: 9_999 }))?.source).toBeNull();
  });

  test("sent to another user has them as the user and the caller as the source", async () => {
    const user = await addUser();
    await addLedgerRows(user.id, [{ type_id: 5, source_type: "user", source_id: owner.id, coins: 30 }]);
    const [row] = (await rowsOf({ incoming: false })).rows;
    expect(row).toMatchObject({ user, source: { username: owner.username }, coins: 30, coins_sign: "+" });
  });

  test("of a purchase names its seller, and is one row for each side", async () => {
    const [buyer, seller] = [await userWithCoins(100), await signedInUser()];
    const item = await addWearable(seller.id, 4, { purchasable: "onsale", price: 45 }, false);
    expect((await buy(buyer, item.id, 45)).status).toBe(200);
    const { username } = seller;
    expect((await rowsOf({ incoming: false }, buyer)).rows).toMatchObject([
      { user: { id: buyer.id }, coins: -45, seller: { username, url: `/users/${username}` } },
    ]);
    const source = { username: buyer.username };
    const inventories = [{ item: { id: item.id } }];
    expect((await rowsOf({}, seller)).rows).toMatchObject([{ coins: 32, seller: null, source, inventories }]);
  });

  test("from the site says what it was given for, and of no coins has no sign", async () => {
    expect((await shown({ key: `daily:2026-11-03:${owner.id}`, coins: 25 }))?.gift).toBe("daily");
    expect((await shown({ key: `first-night:look:${owner.id}` }))?.gift).toBe("first-night");
    expect((await shown({ key: `starter:${owner.id}` }))?.gift).toBe("starter");
    expect((await shown({}))?.gift).toBeNull();
    expect(await shown({ coins: 0 })).toMatchObject({ coins_sign: "", coins_abs_formatted: "0" });
  });
});

describe("a level as the source of a transaction", () => {
  test("is returned with its title and picture", async () => {
    const id = await addLevel(maker.id, { title: "Sky maze" });
    expect((await shown({ type_id: 6, source_type: "level", source_id: id, xp: 10 }))?.source).toEqual({
      url: `/levels/${id}`,
      title: "Sky maze",
      thumbnail_url: expect.stringMatching(/^\/assets\//),
    });
  });

  test("is returned to its creator and staff alone when it is private, to no one when it is deleted", async () => {
    const [staff, other] = [await signedInUser({ role: "moderator" }), await signedInUser()];
    for (const user of [owner, staff, other]) {
      for (const visibility of ["private", "deleted"] as const) {
        const id = await addLevel(owner.id, { visibility, title: "Hidden" });
        await addLedgerRows(user.id, [{ type_id: 6, source_type: "level", source_id: id }]);
        const [row] = (await rowsOf({}, user)).rows;
        const isShown = visibility === "private" && user !== other;
        expect(row?.source ?? null).toEqual(isShown ? expect.objectContaining({ title: "Hidden" }) : null);
      }
    }
  });
});

describe("the cost of GET /api/auth/transactions", () => {
  /** The kinds of rows that occur in practice. */
  const KINDS =
    "1:item 1:user 2:challenge 3:challenge 4:event 5:user 6:level 7:item 8:spirit 9:site 12:achievement";

  /** Adds rows of every kind for a user, a third of them purchases. */
  async function fill(userId: number, sourceId: number, count: number): Promise<void> {
    const item = await addWearable(maker.id, 4, {}, false);
    for (const [n, kind] of KINDS.split(" ").entries()) {
      const [type, source] = kind.split(":");
      await runSql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers
        where n < ${count})
        insert into transactions (key, user_id, type_id, source_type, source_id, coins, xp, copies, created_at)
        select 'many:' || ${userId} || ':' || ${n} || ':' || n, ${userId}, ${Number(type)}, ${source},
          case ${source} when 'user' then ${sourceId} when 'item' then ${item.id} else 1 end,
          n % 7, case when ${Number(type)} in (1, 8) then 0 else n % 5 end, json_array(json_array(${item.id}, n)), n
            from numbers`;
    }
  }

  test("is the same for a hundred rows as for thousands; deep pages read skipped rows once", async () => {
    const [few, many, giver] = [await signedInUser(), await signedInUser(), await signedInUser()];
    await fill(few.id, giver.id, 10);
    await fill(many.id, giver.id, 600);
    const cost = (response: TestResponse) => response.cost.read;
    for (const incoming of [true, false]) {
      for (const sort_by of TRANSACTION_SORTS) {
        const filters = { sort_by, incoming };
        const user = incoming ? many : giver;
        const first = await rowsOf(filters, user);
        expectCost(first, { roundTrips: 2, read: 170, written: 0 });
        if (incoming) expect(cost(first) - cost(await rowsOf(filters, few))).toBeLessThan(40);
        const deep = await rowsOf({ ...filters, page: 50 }, user);
        expectCost(deep, { roundTrips: 2, read: cost(first) + 1_400 });
        const { last_page } = first.body.meta as { last_page: number };
        expectCost(await rowsOf({ ...filters, page: last_page }, user), { roundTrips: 2, read: 170 });
      }
    }
  });
});
