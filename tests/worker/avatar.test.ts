import {
  type Avatar,
  avatarInventoryRoute,
  avatarRoute,
  type ClosetItem,
  closetRoute,
  updateAvatarRoute,
} from "#domain/avatar/api.ts";
import { COLOR_KEYS, keyedColors } from "#domain/avatar/color-keys.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { monthOf } from "#domain/items/rules.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { LIMITS } from "#domain/limits.ts";
import { addUser, Browser, countRows, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem, ownedItem } from "#tests/support/wearable.ts";

const visitor = await Browser.visitor();
let user: TestUser;
beforeEach(async () => {
  user = await signedInUser();
});

const update = (user: TestUser, input: Record<string, unknown>) => user.call(updateAvatarRoute, input);
const fetchAvatar = async (userId: number) =>
  (await visitor.call(avatarRoute, { userId })).body as unknown as Avatar;
const equippedIds = (avatar: Avatar) =>
  Object.fromEntries(SLOTS.flatMap((slot) => (avatar[slot] ? [[slot, avatar[slot].id]] : [])));
/** Everything about a bopi that a rejected change must leave alone. */
const stored = (userId: number) =>
  runSql`select u.colors, b.* from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`;

describe("GET /api/avatar/{userId}", () => {
  test("returns empty slots, default colors and default pictures for a bopi that was never dressed", async () => {
    const { id } = await signedInUser();
    const response = await visitor.call(avatarRoute, { userId: id });
    expect(response.body).toEqual({
      user_id: id,
      ...Object.fromEntries(SLOTS.map((slot) => [slot, null])),
      ...keyedColors(DEFAULT_COLORS),
      headshot_url: "/looks/d/headshot-160.png",
      avatar_url: "/looks/d/idle-512.png",
      rendered: false,
    });
    expectCost(response, { roundTrips: 1, read: 12, written: 0 });
    expect((await visitor.fetch(`/api/avatar/${id}`)).body).toEqual(response.body);
  });

  test("returns each equipped item's id, uuid and type", async () => {
    const hat = await ownedItem(user.id, 1, { name: "Top hat" });
    const response = await update(user, { hat2: hat.id });
    expect(response.body.hat2).toEqual({
      id: hat.id,
      uuid: hat.uuid,
      type: { id: 1, name: "hat" },
      name: "Top hat",
      thumbnail_url: "/static/item.svg",
    });
    expect(await fetchAvatar(user.id)).toEqual(response.body);
  });
});

describe("POST /api/avatar/update", () => {
  test("changes only what is sent and leaves the other slots and colors", async () => {
    const [hat, face, shirt] = [
      await ownedItem(user.id, 1),
      await ownedItem(user.id, 3),
      await ownedItem(user.id, 4),
    ];
    await update(user, { hat1: hat.id, face: face.id, head_color: "112233" });
    const response = await update(user, { shirt: shirt.id, hat1: null, left_leg_color: "#aAbBcC" });
    const after = await fetchAvatar(user.id);
    expect(equippedIds(after)).toEqual({ face: face.id, shirt: shirt.id });
    expect(after).toMatchObject({
      ...keyedColors(DEFAULT_COLORS),
      head_color: "112233",
      left_leg_color: "AABBCC",
    });
    expect(response.body).toEqual(after);
  });

  test("fills every slot and empties every slot", async () => {
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(user.id, type)));
    const all = Object.fromEntries(SLOTS.map((slot, i) => [slot, items[i]?.id]));
    const dressed = await update(user, all);
    expect(equippedIds(dressed.body as unknown as Avatar)).toEqual(all);
    expectCost(dressed, { read: 100, written: 25 });
    expectCost(await visitor.call(avatarRoute, { userId: user.id }), { roundTrips: 1, read: 40 });
    const bare = await update(user, Object.fromEntries(SLOTS.map((slot) => [slot, null])));
    expect(equippedIds(bare.body as unknown as Avatar)).toEqual({});
  });

  test("queues one render per new look under a new revision, and none for an empty update", async () => {
    await update(user, { head_color: "010203" });
    await update(user, {});
    await update(user, { head_color: "030201" });
    const [row] = (await stored(user.id)) as [{ revision: number }];
    expect(user.jobs).toEqual([
      { kind: "avatar", user_id: user.id, revision: row.revision - 1 },
      { kind: "avatar", user_id: user.id, revision: row.revision },
    ]);
    expect((await fetchAvatar(user.id)).rendered).toBe(false);
  });

  test("keeps every one of many concurrent changes to different parts", async () => {
    const slots = ["hat1", "hat2", "face", "toy", "shirt", "pants", "shoes"] as const;
    const types = [1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(user.id, type)));
    const equipped = Object.fromEntries(slots.map((slot, i) => [slot, items[i]?.id ?? 0]));
    const colors = Object.fromEntries(COLOR_KEYS.map((key, i) => [key, `${i}`.repeat(6)]));
    const changes = [...Object.entries(equipped), ...Object.entries(colors)];
    const responses = await Promise.all(changes.map(([key, value]) => update(user, { [key]: value })));
    expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const after = await fetchAvatar(user.id);
    expect(equippedIds(after)).toEqual(equipped);
    expect(after).toMatchObject(colors);
    // One revision per look; the last one is rendered.
    const revisions = user.jobs.map((job) => (job.kind === "avatar" ? job.revision : 0));
    expect(new Set(revisions).size).toBe(changes.length);
    const [row] = (await stored(user.id)) as [{ revision: number }];
    expect(Math.max(...revisions)).toBe(row.revision);
  });

  test("moves a hat to another slot in one call and lets two hats swap slots", async () => {
    const [one, two] = [await ownedItem(user.id, 1), await ownedItem(user.id, 1)];
    await update(user, { hat1: one.id, hat2: two.id });
    expect((await update(user, { hat1: two.id, hat2: one.id })).status).toBe(200);
    expect(equippedIds(await fetchAvatar(user.id))).toEqual({ hat1: two.id, hat2: one.id });
    expect((await update(user, { hat1: null, hat3: two.id })).status).toBe(200);
    expect(equippedIds(await fetchAvatar(user.id))).toEqual({ hat2: one.id, hat3: two.id });
  });
});

describe("a rejected avatar update stores nothing, not even its colors:", () => {
  const color = { head_color: "ABCDEF" };

  async function expectRejected(
    user: TestUser,
    input: Record<string, unknown>,
    field: string,
    message: RegExp,
  ) {
    const [before, rows] = [await stored(user.id), await countRows("bopis")];
    user.jobs.length = 0;
    const response = await update(user, input);
    expect(response.status, JSON.stringify(response.body)).toBe(422);
    expect(Object.keys(response.body.errors as object)).toContain(field);
    expect(response.body.message).toMatch(message);
    expect(await stored(user.id)).toEqual(before);
    expect(await countRows("bopis")).toBe(rows);
    expect(user.jobs).toEqual([]);
  }

  test("when an item is another user's or unowned, or a color is invalid", async () => {
    const theirs = await ownedItem((await signedInUser()).id, 4);
    const unowned = await addWearable(user.id, 4);
    for (const shirt of [theirs.id, unowned.id, 999_999_999])
      await expectRejected(user, { shirt, ...color }, "shirt", /own/);
    const hat = await ownedItem(user.id, 1);
    for (const value of ["", "red", "12345", "1234567", "##12345", "GGGGGG", 123456, null])
      await expectRejected(user, { hat1: hat.id, body_color: value }, "body_color", /6 hex digits/);
  });

  test("when an item doesn't fit the slot", async () => {
    const types = { hat: 1, toy: 2, face: 3, shirt: 4, pants: 5, shoes: 6 } as const;
    for (const [type, number] of Object.entries(types)) {
      const { id } = await ownedItem(user.id, number);
      for (const slot of SLOTS.filter((each) => !each.startsWith(type)))
        await expectRejected(user, { [slot]: id, ...color }, slot, new RegExp(`goes in the ${type} slot`));
    }
  });

  test("when one hat would be equipped twice, in one update or beside an equipped one", async () => {
    const hat = await ownedItem(user.id, 1);
    const expectOnce = (slots: string[]) =>
      expectRejected(
        user,
        { ...Object.fromEntries(slots.map((slot) => [slot, hat.id])), ...color },
        "hat1",
        /twice/,
      );
    for (const slots of [
      ["hat1", "hat2"],
      ["hat1", "hat3"],
      ["hat2", "hat3"],
    ])
      await expectOnce(slots);
    await update(user, { hat2: hat.id });
    for (const slot of ["hat1", "hat3"]) await expectOnce([slot]);
  });

  test("when it races with another for the same hat: one wins, with its color only", async () => {
    const hat = await ownedItem(user.id, 1);
    const inputs = [
      { hat1: hat.id, head_color: "111111" },
      { hat2: hat.id, body_color: "222222" },
      { hat3: hat.id, left_arm_color: "333333" },
    ];
    const responses = await Promise.all(inputs.map((input) => update(user, input)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const after = await fetchAvatar(user.id);
    expect(Object.values(equippedIds(after))).toEqual([hat.id]);
    expect(COLOR_KEYS.filter((key) => after[key] !== keyedColors(DEFAULT_COLORS)[key])).toHaveLength(1);
    expect(user.jobs).toHaveLength(1);
  });
});

describe("GET /api/avatarinv", () => {
  const list = (browser: Browser, category: string, page: number | string = 1, search = "") =>
    browser.call(avatarInventoryRoute, { category, page, search });
  const idsOf = ({ body }: { body: Record<string, unknown> }) =>
    (body.data as WearableItem[]).map(({ id }) => id);

  test("returns the caller's own items of one category, newest first", async () => {
    const other = await signedInUser();
    const mine = [await ownedItem(user.id, 4), await ownedItem(user.id, 4)];
    await ownedItem(user.id, 5);
    await ownedItem(other.id, 4);
    const response = await list(user, "shirt");
    expect(idsOf(response)).toEqual(mine.map(({ id }) => id).reverse());
    expect(response.body).toMatchObject({ meta: { total: 2 }, links: { next: null } });
    expect(idsOf(await list(user, "toy"))).toEqual([]);
  });

  test("returns pages whose links include the search", async () => {
    const all: number[] = [];
    for (let n = 0; n < 50; n++) {
      const { id } = await addWearable(user.id, 6, { name: `Boots ${n} 100%/_a` }, false);
      await giveItem(user.id, id);
      all.unshift(id);
    }
    for (const search of ["", "100%/_A"]) {
      let next: string | null = `/api/avatarinv/shoes/1/${encodeURIComponent(search)}`;
      const seen: number[] = [];
      const sizes: number[] = [];
      while (next) {
        const response = await user.fetch(next);
        expect(response.status, next).toBe(200);
        expectCost(response, { roundTrips: 2, read: search ? 400 : 6 * 24, written: 0 });
        sizes.push(idsOf(response).length);
        seen.push(...idsOf(response));
        next = (response.body.links as { next: string | null }).next;
      }
      expect(seen).toEqual(all);
      expect(sizes).toEqual([24, 24, 2]);
    }
    expect(idsOf(await list(user, "shoes", 9))).toEqual([]);
  });

  test("searches for the literal letters: % and _ are no wildcards", async () => {
    const plain = await ownedItem(user.id, 3, { name: "Smile" });
    const odd = await ownedItem(user.id, 3, { name: "100%_\\ face" });
    expect(idsOf(await list(user, "face", 1, "smIL"))).toEqual([plain.id]);
    for (const search of ["%", "_", "\\", "%_\\"])
      expect(idsOf(await list(user, "face", 1, search)), search).toEqual([odd.id]);
    expect(idsOf(await list(user, "face", 1, "nothing like it"))).toEqual([]);
  });
});

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
    "returns %i own copies once, newest first",
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
