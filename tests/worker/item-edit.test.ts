import { sql } from "drizzle-orm";
import type { Route } from "#domain/api/route.ts";
import { avatarInventoryRoute, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import { type ItemReview, itemReviewsRoute, reviewItemRoute } from "#domain/items/reviews/api.ts";
import type { ReviewDecision } from "#domain/items/reviews/rules.ts";
import { paletteRoute } from "#domain/search/api.ts";
import {
  editItemRoute,
  featureItemRoute,
  listingsRoute,
  offerCopyRoute,
  ownersRoute,
  priceHistoryRoute,
  purchaseCopyRoute,
  shopRoute,
} from "#domain/shop/api.ts";
import { wishItemRoute, wishlistRoute } from "#domain/wishlist/api.ts";
import { Browser, countRows, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { buy, coinsOf, giveCoins, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { paintBlocks, toPngFile } from "#tests/support/paint-blocks.ts";
import { recordingRenderQueue } from "#tests/support/render-jobs.ts";
import { createItem, expectNothingStored, storedObjects } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";
import { runTakedowns } from "#worker/items/takedowns.ts";
import { fingerprintItems } from "#worker/items/texture-fingerprint.ts";
import { clearWordCache } from "#worker/spam/words.ts";

const [admin, moderator] = [await signedInUser({ role: "admin" }), await signedInUser({ role: "moderator" })];
const [maker, visitor] = [await signedInUser(), await Browser.visitor()];

const shirt = async (fields = {}) =>
  (await addWearable(maker.id, 4, { purchasable: "onsale", price: 10, ...fields }, false)).id;
const edit = (user: Browser, id: number, input: Record<string, unknown>) =>
  user.call(editItemRoute, { id, ...input });

describe("editing an item", () => {
  test("changes what is sent and leaves the rest", async () => {
    const id = await shirt({ description: "Old" });
    const edited = async (input: Record<string, unknown>) => (await edit(maker, id, input)).body.item;
    const renamed = { name: "New name", description: "Old", price: 10, purchasable: "onsale" };
    expect(await edited({ name: " New name " })).toMatchObject(renamed);
    const offsale = { purchasable: "offsale", price: 0, is_purchasable: false };
    expect(await edited({ purchasable: "offsale" })).toMatchObject(offsale);
    const onsale = { price: 7, is_purchasable: true, can_edit: true };
    expect(await edited({ purchasable: "onsale", price: 7 })).toMatchObject(onsale);
    expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject({ can_edit: false });
  });

  test("by staff is logged with the old values", async () => {
    const id = await shirt({ name: "Rude words" });
    await edit(moderator, id, { name: "Kind words" });
    expect(
      await runSql`select actor_id, before, after from audit_log
        where action = 'item.edit' and subject_id = ${String(id)}`,
    ).toEqual([{ actor_id: moderator.id, before: '{"name":"Rude words"}', after: '{"name":"Kind words"}' }]);
  });

  test("rejects invalid values at their field and changes nothing", async () => {
    const id = await shirt();
    const rejected = async (input: Record<string, unknown>, user = maker) => {
      const { status, body } = await expectNothingStored(() => edit(user, id, input));
      return [status, Object.keys((body.errors as object) ?? {})[0]];
    };
    expect(await rejected({ purchasable: "onsale", price: 0 })).toEqual([422, "price"]);
    expect((await rejected({ gold_month: "2026-11-05" }))[0]).toBe(403);
    expect((await rejected({ gold_month: "2026-11-05" }, moderator))[0]).toBe(403);
    expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject({ price: 10 });
  });

  test("lets only admins set a Gold month, which is snapped to its first day and puts the item on sale", async () => {
    const id = await shirt({ purchasable: "offsale", price: 0 });
    const onsale = { gold_month: "2026-11-01", purchasable: "onsale", price: 5 };
    expect((await edit(admin, id, { gold_month: "2026-11-15", price: 5 })).body.item).toMatchObject(onsale);
    expect((await edit(admin, id, { gold_month: "" })).body.item).toMatchObject({ gold_month: null });
  });

  test("ends the sale of a limited item for good when it is taken off sale", async () => {
    const id = await shirt({ stock: 5 });
    await buy(await userWithCoins(10), id, 10);
    expect((await edit(maker, id, { purchasable: "offsale" })).body.item).toMatchObject({ is_resold: true });
    expect((await edit(maker, id, { purchasable: "onsale", price: 5 })).status).toBe(422);
    expect((await edit(maker, id, { name: "Still its name" })).status).toBe(200);
  });

  test("can rename a sold-out limited item but not sell it again", async () => {
    const id = await shirt({ stock: 1 });
    await buy(await userWithCoins(10), id, 10);
    const renamed = await edit(maker, id, { name: "The only one", description: "Gone." });
    expect(renamed.body.item).toMatchObject({ name: "The only one", is_resold: true, is_purchasable: false });
    for (const purchasable of ["onsale", "free"])
      expect((await edit(maker, id, { purchasable })).body.errors).toHaveProperty("purchasable");
  });
});

describe("creating an item", () => {
  test("again after a lost response, or twice at once with one client id, makes and charges it once", async () => {
    const user = await userWithCoins(60);
    const send = () => createItem(user, { client_id: "made-only-once" });
    const first = await send();
    const objects = await storedObjects();
    const again = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ body }) => body.id)).toEqual([first.body.id, first.body.id]);
    expect(await storedObjects()).toBe(objects);
    expect(await coinsOf(user.id)).toBe(35);
    const before = await storedObjects();
    const twice = await Promise.all([1, 2].map(() => createItem(user, { client_id: "two-at-one-time" })));
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id);
    expect(await storedObjects()).toBe(before + 1);
    expect(await coinsOf(user.id)).toBe(10);
  });

  test("in a limited number is for staff", async () => {
    expect((await createItem(await userWithCoins(60), { stock: 5 })).status).toBe(403);
    const response = await createItem(moderator, { stock: 5, purchasable: "free" });
    expect(response.body.code ?? response.status).toBe("too_few_coins");
    const made = await createItem(admin, { stock: 5, purchasable: "free" });
    const { body } = await visitor.call(itemRoute, { id: Number(made.body.id) });
    expect(body.item).toMatchObject({ stock: 5, remaining: 5, is_resold: false });
  });
});

test("the wishlist adds and removes items, lists the newest first, counts wishes per item, and is limited to a thousand", async () => {
  const user = await signedInUser();
  const ids = [await shirt(), await shirt()];
  const wish = (id: number) => user.call(wishItemRoute, { id });
  expect((await wish(ids[0] as number)).body).toEqual({ wished: true, wishes_count: 1 });
  await wish(ids[1] as number);
  const { body } = await user.call(wishlistRoute, {});
  expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual([...ids].reverse());
  expect((await wish(ids[0] as number)).body).toEqual({ wished: false, wishes_count: 0 });
  expect((await user.call(wishlistRoute, {})).body.meta).toMatchObject({ total: 1 });
  const id = await shirt();
  await runSql`update users set wishes_count = 1000 where id = ${user.id}`;
  expect((await user.call(wishItemRoute, { id })).body.code).toBe("wish_limit");
});

test("admins can feature an item and unfeature it", async () => {
  const id = await shirt();
  const feature = async () => (await admin.call(featureItemRoute, { id })).body;
  expect(await feature()).toEqual({ featured: true });
  expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject({ is_featured: true });
  expect(await feature()).toEqual({ featured: false });
});

const NOISE = (value: number, at: number) => value + ((at * 7) % 9) - 4;
const ART = { purchasable: "onsale", price: 5 };
const make = async (member: TestUser, pixels = paintBlocks(unique() + 1_000), fields: object = {}) => {
  const response = await createItem(member, { texture: toPngFile(pixels), ...ART, ...fields });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return { id: Number(response.body.id), state: String(response.body.state), response };
};
const review = (member: Browser, id: number, decision: ReviewDecision, fields: object = {}) => {
  const reason = decision === "reject" || decision === "hide" ? "It is a copy." : "";
  return member.call(reviewItemRoute, { id, decision, reason, ...fields });
};
const fetchItem = async (browser: Browser, id: number) => browser.call(itemRoute, { id });
const reviewOf = async (browser: Browser, id: number) =>
  ((await fetchItem(browser, id)).body.item as Item).review;
/** A painting by one member and a held copy of it by another. */
async function stolen() {
  const [maker, thief] = [await userWithCoins(50), await userWithCoins(50)];
  const art = unique() + 1_000;
  // The original reads the list of words, so the copy doesn't have to.
  clearWordCache();
  const original = await make(maker, paintBlocks(art));
  const copy = await make(thief, paintBlocks(art, NOISE), { name: `Copied ${art}` });
  return { maker, thief, art, original, copy };
}

test("an upload that is nearly the same picture as another member's item is held for review", async () => {
  const { maker, art, original, copy } = await stolen();
  expect([original.state, copy.state]).toEqual(["shown", "pending"]);
  expect((await make(await userWithCoins(25), paintBlocks(art))).state).toBe("pending");
  expect((await make(maker, paintBlocks(art))).state, "the member's own again").toBe("shown");
  expect((await make(await userWithCoins(25))).state, "another painting").toBe("shown");
  expect((await make(admin, paintBlocks(art))).state, "the site's own").toBe("shown");
  expectCost(copy.response, { roundTrips: 2, read: 600 });
});

test("an upload of a single color is never held", async () => {
  const plain = { width: 512, height: 512, data: new Uint8Array(512 * 512 * 4).fill(200) };
  for (let n = 0; n < 2; n++) expect((await make(await userWithCoins(25), plain)).state).toBe("shown");
});

test("an upload racing with an identical one is held unless it is the first", async () => {
  const [a, b] = [await userWithCoins(25), await userWithCoins(25)];
  const art = unique() + 1_000;
  const states = await Promise.all([make(a, paintBlocks(art)), make(b, paintBlocks(art))]);
  expect(states.map(({ state }) => state).sort()).toEqual(["pending", "shown"]);
});

test("an upload within thirty days of a rejected one is held", async () => {
  const { thief, copy } = await stolen();
  expect((await review(moderator, copy.id, "reject")).status).toBe(200);
  const next = await make(thief);
  expect(next.state).toBe("pending");
  expect(await reviewOf(thief, next.id)).toMatchObject({ state: "pending", why: "history", resembles: [] });
  await runSql`update item_reviews set rejected_at = ${Date.now() - 31 * 86_400_000}
    where item_id = ${copy.id}`;
  await giveCoins(thief.id, 25);
  expect((await make(thief)).state).toBe("shown");
});

test("an upload is compared with items from before fingerprints were stored", async () => {
  const maker = await signedInUser();
  const art = unique() + 1_000;
  const old = await addWearable(maker.id, 4, { fingerprinted: 0 });
  await testEnv.BUCKET.put(`${old.uuid}.png`, await toPngFile(paintBlocks(art)).arrayBuffer());
  await fingerprintItems(testEnv);
  expect((await make(await userWithCoins(25), paintBlocks(art, NOISE))).state).toBe("pending");
});

test("a pending item is visible only to its creator and moderator, on every endpoint", async () => {
  const { thief, copy, original, art } = await stolen();
  const stranger = await userWithCoins(100);
  const params = { id: copy.id };
  const absent = async (browser: Browser, route: Route, input: Record<string, unknown> = params) =>
    expect((await browser.call(route, input)).status, route.path).toBe(404);
  for (const browser of [visitor, stranger]) {
    for (const route of [itemRoute, listingsRoute, ownersRoute, priceHistoryRoute])
      await absent(browser, route);
    await absent(browser, commentListRoute, { type: "item", ...params });
  }
  for (const route of [favoriteItemRoute, wishItemRoute]) await absent(stranger, route);
  expect((await buy(stranger, copy.id, 5)).status).toBe(404);
  await absent(admin, featureItemRoute);
  const name = `Copied ${art}`;
  for (const input of [{}, { category: "shirt" }, { sort: "cheapest" }, { search: name }] as const) {
    const { body } = await stranger.call(shopRoute, input);
    expect((body.data as { id: number }[]).map(({ id }) => id)).not.toContain(copy.id);
  }
  expect((await stranger.call(paletteRoute, { q: name })).body.items).toEqual([]);
  const inventory = await stranger.call(inventoryRoute, { username: thief.username });
  expect(JSON.stringify(inventory.body)).not.toContain(name);
  expect(inventory.body.data).toMatchObject([{ item: { name: "Hidden item", uuid: "" } }]);

  const own = await fetchItem(thief, copy.id);
  expectCost(own, { roundTrips: 1, read: 60 });
  const resembles = [{ id: original.id, name: "Stripes" }];
  expect([own.status, own.body.item]).toMatchObject([
    200,
    { review: { state: "pending", why: "likeness", resembles }, is_purchasable: false },
  ]);
  expect((await fetchItem(moderator, copy.id)).status).toBe(200);
  const shirt = await thief.call(updateAvatarRoute, { shirt: copy.id });
  expect(shirt.status, "not even by its creator").toBe(422);
  const wardrobe = await thief.call(avatarInventoryRoute, { category: "shirt", page: 1, search: "" });
  expect(wardrobe.body.data).toEqual([]);
});

test("a pending item includes the number of items ahead of it", async () => {
  const [first, second] = [await stolen(), await stolen()];
  const ahead = async ({ thief, copy }: typeof first) => (await reviewOf(thief, copy.id))?.ahead ?? -1;
  expect(await ahead(second)).toBe((await ahead(first)) + 1);
});

test("the review queue lists both items side by side, oldest first, at the cost of a list", async () => {
  const { copy, original } = await stolen();
  const response = await moderator.call(itemReviewsRoute, { page: 1 });
  const { data, meta } = response.body as { data: ItemReview[]; meta: { total: number } };
  expect(meta.total).toBe(await countRows("items", sql`state = 'pending'`));
  const ids = data.map(({ item }) => item.id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(data.find(({ item }) => item.id === copy.id)).toMatchObject({
    why: "likeness",
    resembles: { item: { id: original.id }, percent: expect.toSatisfy((percent) => percent >= 90) },
    decided_by: null,
    decisions: ["approve", "reject"],
  });
  expectCost(response, { roundTrips: 2, read: 130 });
});

describe("a review decision", () => {
  test("to approve puts the item into the shop; a later one, or one on the caller's own item, is rejected", async () => {
    const { copy, art } = await stolen();
    const response = await review(moderator, copy.id, "approve", { state: "pending" });
    expect(response.body).toMatchObject({ state: "shown" });
    expect((await fetchItem(visitor, copy.id)).status).toBe(200);
    const { body } = await visitor.call(shopRoute, { search: `Copied ${art}` });
    expect(body.data).toHaveLength(1);
    const logged = sql`action = 'item.approve' and subject_id = ${String(copy.id)}`;
    expect(await countRows("audit_log", logged)).toBe(1);
    expect((await review(admin, copy.id, "reject", { state: "pending" })).status).toBe(409);
    expect((await review(admin, copy.id, "approve")).status).toBe(409);
    const own = await addWearable(moderator.id, 4, {}, false);
    expect((await review(moderator, own.id, "hide")).status).toBe(403);
  });

  test("to reject refunds the coins once, gives the reason and is logged with the old state", async () => {
    const { thief, copy } = await stolen();
    expect(await coinsOf(thief.id)).toBe(25);
    expect((await review(moderator, copy.id, "reject", { reason: "" })).status).toBe(422);
    const responses = await Promise.all([1, 2, 3].map(() => review(moderator, copy.id, "reject")));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await coinsOf(thief.id)).toBe(50);
    const rejected = { state: "rejected", reason: "It is a copy." };
    expect(await reviewOf(thief, copy.id)).toMatchObject(rejected);
    expect(
      await runSql`select before, after, reason from audit_log
        where action = 'item.reject' and subject_id = ${String(copy.id)}`,
    ).toEqual([{ before: '{"state":"pending"}', after: '{"state":"rejected"}', reason: "It is a copy." }]);
    await review(moderator, copy.id, "show");
    await review(moderator, copy.id, "reject");
    expect(await coinsOf(thief.id), "the coins come back once").toBe(50);
  });

  test("to hide leaves owners their copies, which can't be sold or equipped until it is shown again", async () => {
    const [maker, owner, buyer] = [await signedInUser(), await signedInUser(), await userWithCoins(100)];
    const sold = { stock: 2, sold_out: 1, sales_count: 2, name: "Secret Sauce" } as const;
    const { id } = await addWearable(maker.id, 4, sold);
    const copy = await giveItem(owner.id, id, { serial: 1 });
    await runSql`insert into wishes (user_id, item_id, created_at) values (${buyer.id}, ${id}, 1)`;
    const offer = (price: number) => owner.call(offerCopyRoute, { id: copy, price });
    expect((await owner.call(updateAvatarRoute, { shirt: id })).status).toBe(200);
    expect((await review(moderator, id, "hide")).status).toBe(200);
    expect((await visitor.call(avatarRoute, { userId: owner.id })).body.shirt).toBeNull();
    expect((await offer(9)).status).toBeGreaterThanOrEqual(400);
    await runSql`update inventory set resale_price = 9 where id = ${copy}`;
    const buyCopy = () => buyer.call(purchaseCopyRoute, { id: copy, price: 9 });
    expect((await buyCopy()).status).toBe(404);
    expect((await buyer.call(wishlistRoute, {})).body.data).toEqual([]);
    const { status, body } = await fetchItem(owner, id);
    expect([status, body.message]).toEqual([404, expect.stringMatching(/copy is still yours/)]);
    expect(await countRows("inventory", sql`id = ${copy}`)).toBe(1);
    expect((await review(moderator, id, "show")).status).toBe(200);
    expect((await fetchItem(visitor, id)).status).toBe(200);
    expect((await buyCopy()).status).toBe(200);
  });

  test("to reject unequips the item from every bopi and outfit, in resumable steps", async () => {
    const [maker, owner] = [await signedInUser(), await signedInUser()];
    const { id } = await addWearable(maker.id, 4);
    await giveItem(owner.id, id, { serial: 1 });
    await giveItem(maker.id, id);
    for (const browser of [owner, maker])
      expect((await browser.call(updateAvatarRoute, { shirt: id })).status).toBe(200);
    await runSql`insert into outfits (user_id, name, shirt, thumbnail, created_at)
      values (${owner.id}, 'Old', ${id}, 'x', 1)`;
    expect((await review(moderator, id, "reject")).status).toBe(200);
    await runTakedowns(testEnv);
    await vi.waitFor(async () => expect(await countRows("item_takedowns", sql`true`)).toBe(0));
    for (const table of ["bopis", "outfits"]) expect(await countRows(table, sql`shirt = ${id}`)).toBe(0);
    expect(await countRows("outfits", sql`user_id = ${owner.id} and thumbnail is null`)).toBe(1);
    expect(await coinsOf(maker.id), "it was shown, so nothing comes back").toBe(0);
  });

  test("to reject an item that 101 bopis have equipped queues 101 renders", async () => {
    const { id } = await addWearable((await signedInUser()).id, 4, {}, false);
    await runSql`insert into users (id, username, email, password_hash, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 101)
      select 1000000 + i, 'wearer_' || i, i || '@example.com', '', 1 from n`;
    await runSql`insert into inventory (user_id, item_id, type_id, serial, created_at)
      select id, ${id}, 4, id, 1 from users where id > 1000000`;
    await runSql`insert into bopis (user_id, shirt) select id, ${id} from users where id > 1000000`;
    await runSql`update items set state = 'rejected' where id = ${id}`;
    await runSql`insert into item_takedowns (item_id) values (${id})`;
    const { jobs, queue } = recordingRenderQueue();
    await runTakedowns({ ...testEnv, RENDERS: queue });
    expect(jobs).toHaveLength(101);
    expect(await countRows("item_takedowns", sql`true`)).toBe(0);
  });
});
