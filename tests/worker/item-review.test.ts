import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { build, query } from "#db/build.ts";
import { statement } from "#db/client.ts";
import { makeUser } from "#db/factories.ts";
import { users } from "#db/schema/index.ts";
import { avatarInventoryRoute, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import type { ReviewDecision } from "#domain/items/review-rules.ts";
import { type ItemReview, itemReviewsRoute, reviewItemRoute } from "#domain/items/reviews-api.ts";
import { paletteRoute } from "#domain/search/api.ts";
import {
  featureItemRoute,
  listingsRoute,
  offerCopyRoute,
  ownersRoute,
  priceHistoryRoute,
  purchaseCopyRoute,
  shopRoute,
  wishItemRoute,
  wishlistRoute,
} from "#domain/shop/api.ts";
import { paint, pngFileOf } from "#tests/support/art.ts";
import { Browser, countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { buy, coinsOf, giveCoins, withCoins } from "#tests/support/economy.ts";
import { type Person, person } from "#tests/support/people.ts";
import { recordingQueue } from "#tests/support/renders.ts";
import { createItem } from "#tests/support/shop.ts";
import { addWearable, giveItem } from "#tests/support/wardrobe.ts";
import { sweepPrints } from "#worker/items/review-prints.ts";
import { runTakedowns } from "#worker/items/review-takedown.ts";

let staff: Person;
let admin: Person;
let visitor: Browser;

beforeAll(async () => {
  staff = await person({ role: "moderator" });
  admin = await person({ role: "admin" });
  visitor = await Browser.visitor();
});

const NOISE = (value: number, at: number) => value + ((at * 7) % 9) - 4;
const make = async (who: Person, pixels: ReturnType<typeof paint>, fields: object = {}) => {
  const answer = await createItem(who.browser, {
    texture: pngFileOf(pixels),
    purchasable: "onsale",
    price: 5,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: Number(answer.body.id), state: String(answer.body.state), answer };
};
const review = (who: { browser: Browser }, id: number, decision: ReviewDecision, fields: object = {}) =>
  who.browser.call(reviewItemRoute, {
    params: { id },
    input: {
      decision,
      reason: decision === "reject" || decision === "hide" ? "It is a copy." : "",
      ...fields,
    },
  });
const look = async (browser: Browser, id: number) => browser.call(itemRoute, { params: { id } });
const stateOf = async (id: number) =>
  (await db.first(statement<{ state: string }>(sql`select state from items where id = ${id}`)))?.state;

/** Somebody's painting and somebody else's copy of it, which waits. */
async function stolen() {
  const [maker, thief] = [await withCoins(50), await withCoins(50)];
  const art = unique() + 1_000;
  const original = await make(maker, paint(art));
  const copy = await make(thief, paint(art, NOISE), { name: `Copied ${art}` });
  return { maker, thief, art, original, copy };
}

describe("an upload", () => {
  test("that shows the very picture of somebody else's item, or nearly, waits for staff", async () => {
    const { maker, art, original, copy } = await stolen();
    expect([original.state, copy.state]).toEqual(["shown", "pending"]);
    expect((await make(await withCoins(25), paint(art))).state).toBe("pending");
    expect((await make(maker, paint(art))).state, "one's own again").toBe("shown");
    expect((await make(await withCoins(25), paint(unique() + 1_000))).state, "another painting").toBe(
      "shown",
    );
    expect((await make(admin, paint(art))).state, "the site's own").toBe("shown");
    const { cost } = copy.answer;
    expect(cost.rounds).toBeLessThanOrEqual(2);
    expect(cost.read).toBeLessThanOrEqual(600);
  });

  test("in one colour is nobody's", async () => {
    const plain = { width: 512, height: 512, data: new Uint8Array(512 * 512 * 4).fill(200) };
    for (let n = 0; n < 2; n++) expect((await make(await withCoins(25), plain)).state).toBe("shown");
  });

  test("of two with the same picture at once lets one wait at most, and never a third pass", async () => {
    const [a, b] = [await withCoins(25), await withCoins(25)];
    const art = unique() + 1_000;
    const states = await Promise.all([make(a, paint(art)), make(b, paint(art))]);
    expect(states.map(({ state }) => state).sort()).toEqual(["pending", "shown"]);
  });

  test("after one that was declined waits for thirty days", async () => {
    const { thief, copy } = await stolen();
    expect((await review(staff, copy.id, "reject")).status).toBe(200);
    const next = await make(thief, paint(unique() + 1_000));
    expect(next.state).toBe("pending");
    const { body } = await look(thief.browser, next.id);
    expect((body.item as Item).review).toMatchObject({ state: "pending", why: "history", resembles: [] });
    await db.all(
      statement(
        sql`update item_reviews set rejected_at = ${Date.now() - 31 * 86_400_000} where item_id = ${copy.id}`,
      ),
    );
    await giveCoins(thief.id, 25);
    expect((await make(thief, paint(unique() + 1_000))).state).toBe("shown");
  });

  test("is held against items that were there before such things were looked at", async () => {
    const maker = await person();
    const art = unique() + 1_000;
    const old = await addWearable(maker.id, 4, { printed: 0 });
    await testEnv.BUCKET.put(`${old.uuid}.png`, await pngFileOf(paint(art)).arrayBuffer());
    await sweepPrints(testEnv);
    expect((await make(await withCoins(25), paint(art, NOISE))).state).toBe("pending");
  });
});

describe("an item that waits", () => {
  test("is there for its creator and staff alone, through every door", async () => {
    const { thief, copy, original, art } = await stolen();
    const stranger = await withCoins(100);
    const params = { id: copy.id };
    for (const browser of [visitor, stranger.browser]) {
      expect((await look(browser, copy.id)).status).toBe(404);
      for (const route of [listingsRoute, ownersRoute, priceHistoryRoute])
        expect((await browser.call(route, { params })).status, route.path).toBe(404);
      const comments = await browser.call(commentListRoute, { params: { type: "item", id: copy.id } });
      expect(comments.status).toBe(404);
    }
    for (const [route, status] of [
      [favoriteItemRoute, 404],
      [wishItemRoute, 404],
    ] as const)
      expect((await stranger.browser.call(route, { params })).status, route.path).toBe(status);
    expect((await buy(stranger, copy.id, 5)).status).toBe(404);
    expect((await admin.browser.call(featureItemRoute, { params })).status).toBe(404);
    const name = `Copied ${art}`;
    for (const input of [{}, { category: "shirt" }, { sort: "cheapest" }, { search: name }] as const) {
      const { body } = await stranger.browser.call(shopRoute, { input });
      expect((body.data as { id: number }[]).map(({ id }) => id)).not.toContain(copy.id);
    }
    const found = await stranger.browser.call(paletteRoute, { input: { q: name } });
    expect(found.body.items).toEqual([]);
    const inventory = await stranger.browser.call(inventoryRoute, { params: { username: thief.username } });
    expect(JSON.stringify(inventory.body)).not.toContain(name);
    expect((inventory.body.data as { item: unknown }[])[0]?.item).toMatchObject({
      name: "Hidden item",
      uuid: "",
    });

    const own = await look(thief.browser, copy.id);
    expect(own.status).toBe(200);
    expectCost(own, { rounds: 1, read: 60 });
    expect((own.body.item as Item).review).toMatchObject({
      state: "pending",
      why: "likeness",
      resembles: [{ id: original.id, name: "Stripes" }],
    });
    expect((own.body.item as Item).is_purchasable).toBe(false);
    expect((await look(staff.browser, copy.id)).status).toBe(200);
    const shirt = await thief.browser.call(updateAvatarRoute, { input: { shirt: copy.id } });
    expect(shirt.status, "not even by its creator").toBe(422);
    const wardrobe = await thief.browser.call(avatarInventoryRoute, {
      params: { category: "shirt", page: 1, search: "" },
    });
    expect(wardrobe.body.data).toEqual([]);
  });

  test("tells how many wait before it", async () => {
    const first = await stolen();
    const second = await stolen();
    const ahead = async ({ thief, copy }: typeof first) =>
      ((await look(thief.browser, copy.id)).body.item as Item).review?.ahead ?? -1;
    expect(await ahead(second)).toBe((await ahead(first)) + 1);
  });
});

describe("the queue", () => {
  test("shows both side by side, the oldest first, at the cost of a list", async () => {
    const { copy, original } = await stolen();
    const answer = await staff.browser.call(itemReviewsRoute, { input: { page: 1 } });
    expect(answer.status).toBe(200);
    const { data, meta } = answer.body as { data: ItemReview[]; meta: { total: number } };
    expect(meta.total).toBe(await countRows("items", sql`state = 'pending'`));
    expect(data.map(({ item }) => item.id)).toEqual(data.map(({ item }) => item.id).sort((a, b) => a - b));
    const mine = data.find(({ item }) => item.id === copy.id);
    expect(mine).toMatchObject({
      why: "likeness",
      resembles: { item: { id: original.id } },
      decided_by: null,
    });
    expect(mine?.resembles?.percent).toBeGreaterThanOrEqual(90);
    expect(mine?.decisions).toEqual(["approve", "reject"]);
    expectCost(answer, { rounds: 2, read: 130 });
    expect((await (await person()).browser.call(itemReviewsRoute, { input: {} })).status).toBe(403);
  });
});

describe("a decision", () => {
  test("to approve puts the item into the shop", async () => {
    const { copy, art } = await stolen();
    const answer = await review(staff, copy.id, "approve", { state: "pending" });
    expect(answer.body).toMatchObject({ state: "shown" });
    expect((await look(visitor, copy.id)).status).toBe(200);
    const { body } = await visitor.call(shopRoute, { input: { search: `Copied ${art}` } });
    expect(body.data).toHaveLength(1);
    expect(
      await countRows("audit_log", sql`action = 'item.approve' and subject_id = ${String(copy.id)}`),
    ).toBe(1);
  });

  test("to reject gives the coins back once, says why and is noted with what was before", async () => {
    const { thief, copy } = await stolen();
    expect(await coinsOf(thief.id)).toBe(25);
    expect((await review(staff, copy.id, "reject", { reason: "" })).status).toBe(422);
    const answers = await Promise.all([1, 2, 3].map(() => review(staff, copy.id, "reject")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await coinsOf(thief.id)).toBe(50);
    const { body } = await look(thief.browser, copy.id);
    expect((body.item as Item).review).toMatchObject({ state: "rejected", reason: "It is a copy." });
    const [note] = await db.all(
      statement<{
        before: string;
        after: string;
        reason: string;
      }>(sql`select before, after, reason from audit_log
        where action = 'item.reject' and subject_id = ${String(copy.id)}`),
    );
    expect([note?.before, note?.after].map((json) => JSON.parse(json ?? "{}"))).toEqual([
      { state: "pending" },
      { state: "rejected" },
    ]);
    expect(note?.reason).toBe("It is a copy.");
    await review(staff, copy.id, "show");
    await review(staff, copy.id, "reject");
    expect(await coinsOf(thief.id), "the coins come back once").toBe(50);
  });

  test("is refused where somebody has decided meanwhile, about one's own, and for members", async () => {
    const { thief, copy } = await stolen();
    expect((await review(thief, copy.id, "approve")).status).toBe(403);
    await review(staff, copy.id, "approve");
    expect((await review(admin, copy.id, "reject", { state: "pending" })).status).toBe(409);
    expect((await review(admin, copy.id, "approve")).status).toBe(409);
    expect(await stateOf(copy.id)).toBe("shown");
    const own = await addWearable(staff.id, 4, {}, false);
    expect((await review(staff, own.id, "hide")).status).toBe(403);
    expect((await review(admin, 999_999_999, "hide")).status).toBe(404);
    expect((await review({ browser: visitor }, copy.id, "hide")).status).toBe(401);
  });

  test("to hide leaves owners their copies, which can't be sold or worn, until it is shown again", async () => {
    const [maker, owner, buyer] = [await person(), await person(), await withCoins(100)];
    const { id } = await addWearable(maker.id, 4, {
      stock: 2,
      sold_out: 1,
      sales_count: 2,
      name: "Secret Sauce",
    });
    const copy = await giveItem(owner.id, id, { serial: 1 });
    await db.all(
      statement(sql`insert into wishes (user_id, item_id, created_at) values (${buyer.id}, ${id}, 1)`),
    );
    const offer = (price: number) =>
      owner.browser.call(offerCopyRoute, { params: { id: copy }, input: { price } });
    expect((await owner.browser.call(updateAvatarRoute, { input: { shirt: id } })).status).toBe(200);
    expect((await review(staff, id, "hide")).status).toBe(200);
    const { body } = await visitor.call(avatarRoute, { params: { userId: owner.id } });
    expect(body.shirt).toBeNull();
    expect((await offer(9)).status).toBeGreaterThanOrEqual(400);
    await db.all(statement(sql`update inventory set resale_price = 9 where id = ${copy}`));
    const bought = await buyer.browser.call(purchaseCopyRoute, { params: { id: copy }, input: { price: 9 } });
    expect(bought.status).toBe(404);
    const wishes = await buyer.browser.call(wishlistRoute, { input: {} });
    expect(wishes.body.data).toEqual([]);
    const missing = await look(owner.browser, id);
    expect(missing.status).toBe(404);
    expect(missing.body.message).toMatch(/copy stays yours/);
    expect(await countRows("inventory", sql`id = ${copy}`)).toBe(1);
    expect((await review(staff, id, "show")).status).toBe(200);
    expect((await look(visitor, id)).status).toBe(200);
    const again = await buyer.browser.call(purchaseCopyRoute, { params: { id: copy }, input: { price: 9 } });
    expect(again.status).toBe(200);
  });

  test("to reject takes the texture off everybody's bopi and outfits, in steps that can be cut off", async () => {
    const [maker, owner] = [await person(), await person()];
    const { id } = await addWearable(maker.id, 4);
    const wearers = [owner, maker];
    await giveItem(owner.id, id, { serial: 1 });
    await giveItem(maker.id, id);
    for (const { browser } of wearers)
      expect((await browser.call(updateAvatarRoute, { input: { shirt: id } })).status).toBe(200);
    await db.all(
      statement(
        sql`insert into outfits (user_id, name, shirt, thumbnail, created_at) values (${owner.id}, 'Old', ${id}, 'x', 1)`,
      ),
    );
    expect((await review(staff, id, "reject")).status).toBe(200);
    await runTakedowns(testEnv);
    await vi.waitFor(async () => expect(await countRows("item_takedowns", sql`true`)).toBe(0));
    for (const table of ["bopis", "outfits"]) expect(await countRows(table, sql`shirt = ${id}`)).toBe(0);
    expect(await countRows("outfits", sql`user_id = ${owner.id} and thumbnail is null`)).toBe(1);
    expect(await coinsOf(maker.id), "it was shown, so nothing comes back").toBe(0);
  });

  test("rejecting an item that 100 owners and its maker wear sends all 101 pictures to the queue", async () => {
    const maker = await person();
    const { id } = await addWearable(maker.id, 4, {}, false);
    const owners = Array.from({ length: 100 }, () => makeUser(unique(), Date.now()));
    const made = await db.batch(
      owners.map((row) => query(build.insert(users).values(row).returning({ id: users.id }))),
    );
    const wearers = [maker.id, ...made.flat().map((row) => row.id)];
    await db.batch(
      wearers.map((user, serial) =>
        statement(sql`insert into inventory (user_id, item_id, type_id, serial, created_at)
          values (${user}, ${id}, 4, ${serial || null}, 1)`),
      ),
    );
    await db.all(
      statement(sql`insert into bopis (user_id, shirt) select value, ${id} from json_each(${JSON.stringify(wearers)}) where true
        on conflict (user_id) do update set shirt = excluded.shirt`),
    );
    await db.batch([
      statement(sql`update items set state = 'rejected' where id = ${id}`),
      statement(sql`insert into item_takedowns (item_id) values (${id})`),
    ]);
    const { jobs, queue } = recordingQueue();
    await runTakedowns({ ...testEnv, RENDERS: queue });
    expect(jobs).toHaveLength(101);
    expect(await countRows("item_takedowns", sql`true`)).toBe(0);
  });
});
