import { SITE } from "#domain/site.ts";
import { formatTime } from "#domain/time.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { TRANSACTION_SORTS } from "#domain/transactions/types.ts";
import { addUser, runSql, type TestResponse } from "#tests/support/browser.ts";
import { addLedgerRows, buy, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

const me = await signedInUser({ coins: 1_000_000 });
const maker = await addUser();

const fetchList = async (input: Record<string, unknown> = {}, user = me) => {
  const response = await user.call(transactionListRoute, input);
  return { ...response, rows: response.body.data as Transaction[] };
};

/** The newest row of its direction, right after it was written. */
async function shown(row: Parameters<typeof addLedgerRows>[1][number]): Promise<Transaction | undefined> {
  const [id] = await addLedgerRows(me.id, [row]);
  const rows = [...(await fetchList()).rows, ...(await fetchList({ incoming: false })).rows];
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
      user: expect.objectContaining({ id: me.id, username: me.username }),
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

  test("of no coins has no sign", async () => {
    expect(await shown({ coins: 0 })).toMatchObject({ coins_sign: "", coins_abs_formatted: "0" });
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
      url: `/users/${me.username}/achievements`,
      name: "City planner",
      thumbnail_url: "/static/achievements/builder.svg",
    });
    expect((await shown({ ...achievement, source_id: 9_999 }))?.source).toBeNull();
  });

  test("sent to another user has them as the user and the caller as the source", async () => {
    const user = await addUser();
    await addLedgerRows(user.id, [{ type_id: 5, source_type: "user", source_id: me.id, coins: 30 }]);
    const [row] = (await fetchList({ incoming: false })).rows;
    expect(row).toMatchObject({ user, source: { username: me.username }, coins: 30, coins_sign: "+" });
  });

  test("of a purchase names its seller, and is one row for each side", async () => {
    const [buyer, seller] = [await userWithCoins(100), await signedInUser()];
    const item = await addWearable(seller.id, 4, { purchasable: "onsale", price: 45 }, false);
    expect((await buy(buyer, item.id, 45)).status).toBe(200);
    const { username } = seller;
    expect((await fetchList({ incoming: false }, buyer)).rows).toMatchObject([
      { user: { id: buyer.id }, coins: -45, seller: { username, url: `/users/${username}` } },
    ]);
    const source = { username: buyer.username };
    const inventories = [{ item: { id: item.id } }];
    const sale = { coins: 32, seller: null, source, inventories };
    expect((await fetchList({}, seller)).rows).toMatchObject([sale]);
  });

  test("from the site says what it was given for", async () => {
    expect((await shown({ key: `daily:2026-11-03:${me.id}`, coins: 25 }))?.gift).toBe("daily");
    expect((await shown({ key: `first-night:look:${me.id}` }))?.gift).toBe("first-night");
    expect((await shown({ key: `starter:${me.id}` }))?.gift).toBe("starter");
    expect((await shown({}))?.gift).toBeNull();
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
    for (const user of [me, staff, other]) {
      for (const visibility of ["private", "deleted"] as const) {
        const id = await addLevel(me.id, { visibility, title: "Hidden" });
        await addLedgerRows(user.id, [{ type_id: 6, source_type: "level", source_id: id }]);
        const [row] = (await fetchList({}, user)).rows;
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
        const first = await fetchList(filters, user);
        expectCost(first, { roundTrips: 2, read: 170, written: 0 });
        if (incoming) expect(cost(first) - cost(await fetchList(filters, few))).toBeLessThan(40);
        const deep = await fetchList({ ...filters, page: 50 }, user);
        expectCost(deep, { roundTrips: 2, read: cost(first) + 1_400 });
        const { last_page } = first.body.meta as { last_page: number };
        expectCost(await fetchList({ ...filters, page: last_page }, user), { roundTrips: 2, read: 170 });
      }
    }
  });
});
