import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { type Avatar, avatarInventoryRoute, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { coloredLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  type Outfit,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { Browser, countRows, db, firstRow, runSql } from "#tests/support/browser.ts";
import { buy, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, ownedItem } from "#tests/support/wearable.ts";

const visitor = await Browser.visitor();

const create = (user: TestUser, name: unknown) => user.call(createOutfitRoute, { name });
const rename = (user: TestUser, id: number, name: unknown) => user.call(editOutfitRoute, { id, name });
const remove = (user: TestUser, id: number) => user.call(deleteOutfitRoute, { id });
const wear = (user: TestUser, id: unknown) => user.call(wearOutfitRoute, { id });
const dress = (user: TestUser, input: Record<string, unknown>) => user.call(updateAvatarRoute, input);

async function made(user: TestUser, name = "Look"): Promise<number> {
  const response = await create(user, name);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return (response.body.outfit as Outfit).id;
}
const list = async (user: TestUser, page = 1, search = "") => {
  const response = await user.call(outfitListRoute, { page, search, pretty: "1" });
  return { ...response, outfits: response.body.data as Outfit[] };
};
const look = async (user: TestUser) => {
  const avatar = (await visitor.call(avatarRoute, { userId: user.id })).body as unknown as Avatar;
  const equipped = SLOTS.map((slot) => [slot, avatar[slot]?.id ?? null]);
  const colors = COLOR_KEYS.map((key) => [key, avatar[key]]);
  return Object.fromEntries([...equipped, ...colors]);
};
const stored = (user: TestUser) => runSql`select * from outfits where user_id = ${user.id} order by id`;

describe("an outfit", () => {
  test("stores the equipped items and colors under a name and is queued for rendering", async () => {
    const user = await signedInUser();
    const [hat, shoes] = [await ownedItem(user.id, 1), await ownedItem(user.id, 6)];
    await dress(user, { hat3: hat.id, shoes: shoes.id, head_color: "123456" });
    user.jobs.length = 0;
    const response = await create(user, "  Sunday best ");
    expectCost(response, { read: 60, written: 10 });
    const { id, thumbnail_url } = response.body.outfit as Outfit;
    const outfit = { id, name: "Sunday best", rendered: false, thumbnail_url };
    expect([response.status, response.body]).toEqual([201, { outfit }]);
    const plain = coloredLook({ ...DEFAULT_COLORS, head: "123456" });
    expect(thumbnail_url).toBe(lookPictureUrl(plain, { pose: "idle", size: 256 }));
    expect(user.jobs).toEqual([{ kind: "outfit", outfit_id: id }]);
    expect((await visitor.fetch(thumbnail_url)).status).toBe(200);
  });

  test("can be made from a bopi that was never dressed, and equipped", async () => {
    const user = await signedInUser();
    const bare = await look(user);
    const id = await made(user, "Bare");
    expect((await list(user)).outfits[0]?.thumbnail_url).toBe("/looks/d/idle-256.png");
    await dress(user, { head_color: "FF0000", toy: (await ownedItem(user.id, 2)).id });
    expect((await wear(user, id)).status).toBe(200);
    expect(await look(user)).toEqual(bare);
  });

  test("can be renamed without any other change, and deleted permanently", async () => {
    const user = await signedInUser();
    const id = await made(user, "Old");
    const [before] = await stored(user);
    const response = await rename(user, id, "New");
    expect(response.body).toMatchObject({ outfit: { id, name: "New" } });
    expectCost(response, { read: 10, written: 3 });
    expect(await stored(user)).toEqual([{ ...(before as object), name: "New" }]);
    expect((await remove(user, await made(user, "Gone"))).body).toEqual({ message: "'Gone' is deleted." });
    expect((await list(user)).outfits.map((outfit) => outfit.id)).toEqual([id]);
  });

  test("restores items and colors when it is equipped, and empties the other slots", async () => {
    const user = await signedInUser();
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(user.id, type)));
    const [hat1, hat2, hat3, face, toy, shirt, pants, shoes] = items.map(({ id }) => id);
    await dress(user, { hat1, hat3, face, pants, head_color: "AA0000", left_shoe_color: "00BB00" });
    const first = await look(user);
    const outfit = await made(user, "First");
    await dress(user, { hat1: null, hat2, hat3: hat1, face: null, toy, shirt, shoes, head_color: "0000CC" });
    const second = await look(user);
    const other = await made(user, "Second");
    user.jobs.length = 0;
    const response = await wear(user, outfit);
    expect(response.status).toBe(200);
    expectCost(response, { read: 70, written: 10 });
    expect(response.body).toMatchObject({ user_id: user.id, hat1: { id: hat1 }, toy: null, rendered: false });
    expect(await look(user)).toEqual(first);
    await wear(user, other);
    expect(await look(user)).toEqual(second);
    const revisions = user.jobs.map((job) => (job.kind === "avatar" ? job.revision : 0));
    expect(revisions).toHaveLength(2);
    expect(revisions[1]).toBe((revisions[0] ?? 0) + 1);
  });

  test("of another member returns 404 for renaming, deleting and equipping, and isn't listed", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    await dress(other, { head_color: "ABABAB" });
    const id = await made(other, "Theirs");
    const [mine, theirs] = [await look(user), await stored(other)];
    for (const response of [await rename(user, id, "Mine"), await remove(user, id), await wear(user, id)])
      expect([response.status, response.body.message]).toEqual([404, "This outfit doesn't exist."]);
    expect((await list(user)).outfits).toEqual([]);
    expect(await stored(other)).toEqual(theirs);
    expect(await look(user)).toEqual(mine);
    expect(user.jobs).toEqual([]);
    expect(await countRows("bopis", sql`user_id = ${user.id}`)).toBe(0);
  });
});

test("the list of outfits is limited to 35, even for concurrent requests, and deleting one makes room", async () => {
  const user = await signedInUser();
  for (let n = 0; n < LIMITS.outfits - 2; n++) await made(user);
  const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => create(user, `Racing ${n}`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
  for (const { status, body } of responses)
    if (status === 422) expect(body).toMatchObject({ code: "outfit_limit" });
  expect(await stored(user)).toHaveLength(35);
  expect(user.jobs).toHaveLength(35);
  await remove(user, (await list(user)).outfits[0]?.id ?? 0);
  expect((await create(user, "One more")).status).toBe(201);
  expect((await create(user, "One too many")).status).toBe(422);
  expect(await stored(user)).toHaveLength(35);
});

test("the list of outfits has pages, newest first, and can be searched by part of the name", async () => {
  const user = await signedInUser();
  const ids: number[] = [];
  for (let n = 1; n <= 30; n++) ids.unshift(await made(user, n % 10 ? `Look ${n}` : `ÄRGER ${n}% a/b`));
  const first = await list(user);
  expect(first.outfits.map(({ id }) => id)).toEqual(ids.slice(0, 24));
  expect(first.body).toMatchObject({ meta: { total: 30, current_page: 1, last_page: 2 } });
  expectCost(first, { roundTrips: 1, read: 2 * 35 + 4, written: 0 });
  const { body } = await user.fetch((first.body.links as { next: string }).next);
  expect(body).toMatchObject({ data: ids.slice(24).map((id) => ({ id })), links: { next: null } });
  for (const search of ["ärger", "0% A/B", " ärger "]) {
    const found = await list(user, 1, search);
    const expected = ids.filter((_, i) => i % 10 === 0).map((id) => ({ id }));
    expect(found.body, search).toMatchObject({ data: expected, meta: { total: 3 } });
  }
  expect((await list(user, 1, "nowhere")).outfits).toEqual([]);
  expect((await list(user, 3)).outfits).toEqual([]);
});

const maker = await signedInUser({ role: "admin" });

const offer = (user: TestUser, copy: number, price: number) => user.call(offerCopyRoute, { id: copy, price });
const take = (user: TestUser, copy: number, price: number) =>
  user.call(purchaseCopyRoute, { id: copy, price });

async function saveOutfit(user: TestUser): Promise<number> {
  return ((await user.call(createOutfitRoute, { name: "Look" })).body.outfit as Outfit).id;
}

/** A limited hat whose only copy `user` bought. */
async function lastHat(user: TestUser): Promise<{ id: number; copy: number }> {
  const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 5, stock: 1 }, false);
  return { id, copy: ((await buy(user, id, 5)).body.inventory as { id: number }).id };
}

const slotList = sql.raw(SLOTS.map((slot) => `w.${slot}`).join(", "));

/** Items that these users have equipped or in an outfit without the right to. */
const wrong = async (people: readonly TestUser[]) => {
  const ids = JSON.stringify(people.map(({ id }) => id));
  const missing = (table: string, offered: string) =>
    statement<{ user_id: number; item_id: number }>(sql`select w.user_id, i.id as item_id
      from ${sql.raw(table)} w cross join items i on i.id in (${slotList})
      where w.user_id in (select value from json_each(${ids})) and not exists (
        select 1 from inventory v where v.user_id = w.user_id and v.item_id = i.id ${sql.raw(offered)})`);
  const { bopis, outfits } = await db.batch({
    bopis: missing("bopis", "and v.resale_price is null"),
    outfits: missing("outfits", ""),
  });
  return { bopis, outfits };
};

const hatOf = async (user: TestUser) =>
  (await firstRow<{ hat1: number | null }>`select hat1 from bopis where user_id = ${user.id}`)?.hat1;

test("an outfit leaves out an item while it is offered for sale and has it again afterwards", async () => {
  const user = await userWithCoins(10);
  const { id, copy } = await lastHat(user);
  const { id: shoes } = await ownedItem(user.id, 6);
  await dress(user, { hat1: id, shoes });
  const outfit = await saveOutfit(user);
  await offer(user, copy, 50);
  const listed = await user.call(avatarInventoryRoute, { category: "hat", page: 1 });
  expect(listed.body.data as WearableItem[]).toEqual([]);
  expect((await wear(user, outfit)).body).toMatchObject({ hat1: null, shoes: { id: shoes } });
  await offer(user, copy, 0);
  expect((await wear(user, outfit)).body).toMatchObject({ hat1: { id }, shoes: { id: shoes } });
});

test("a sold item is removed from the seller's outfits, which are re-rendered", async () => {
  const [seller, buyer] = [await userWithCoins(10), await userWithCoins(50)];
  const { id, copy } = await lastHat(seller);
  const { id: shoes } = await ownedItem(seller.id, 6);
  await dress(seller, { hat1: id, shoes });
  const outfit = await saveOutfit(seller);
  await dress(seller, { hat1: null });
  const bare = await saveOutfit(seller);
  await runSql`update outfits set thumbnail = 'old' where user_id = ${seller.id}`;
  await offer(seller, copy, 20);
  const sold = await take(buyer, copy, 20);
  expect(sold.status, JSON.stringify(sold.body)).toBe(200);
  // The cost of a resale without outfits, plus the outfit that changes.
  expectCost(sold, { roundTrips: 2, read: 70 + 20, written: 25 + 3 });
  expect(buyer.jobs).toEqual([{ kind: "outfit", outfit_id: outfit }]);
  const rows = await runSql`select id, hat1, shoes, thumbnail from outfits where user_id = ${seller.id}
    order by id`;
  expect(rows).toEqual([
    { id: outfit, hat1: null, shoes, thumbnail: null },
    { id: bare, hat1: null, shoes, thumbnail: "old" },
  ]);
  expect((await wear(seller, outfit)).body).toMatchObject({ hat1: null, shoes: { id: shoes } });
});

test("a seller who still has the item equipped loses it with the sale and is re-rendered", async () => {
  const [seller, buyer] = [await userWithCoins(10), await userWithCoins(50)];
  const { id, copy } = await lastHat(seller);
  await dress(seller, { hat2: id });
  await offer(seller, copy, 20);
  // As in rows from before this rule existed.
  await runSql`update bopis set hat1 = ${id} where user_id = ${seller.id}`;
  await take(buyer, copy, 20);
  expect(await hatOf(seller)).toBeNull();
  expect(buyer.jobs).toEqual([{ kind: "avatar", user_id: seller.id, revision: expect.any(Number) }]);
});

test("a bopi can't equip an item that staff have hidden, and a new outfit doesn't include it", async () => {
  const user = await userWithCoins(10);
  const { id } = await lastHat(user);
  await dress(user, { hat1: id });
  const outfit = await saveOutfit(user);
  await runSql`update items set state = 'hidden' where id = ${id}`;
  expect((await dress(user, { hat1: null, hat2: id })).status).toBe(422);
  expect((await wear(user, await saveOutfit(user))).body).toMatchObject({ hat1: null });
  expect((await wear(user, outfit)).body).toMatchObject({ hat1: null });
  await runSql`update items set state = 'shown' where id = ${id}`;
  expect(await hatOf(user)).toBeNull();
  expect((await wear(user, outfit)).body).toMatchObject({ hat1: { id } });
});

const attempt = fc.record({
  user: fc.nat(2),
  hat: fc.nat(1),
  action: fc.constantFrom("wear", "dress", "keep", "offer", "take"),
  at: fc.nat(5),
});

test("users equip only what they own and don't sell, whatever three of them do at the same time", async () => {
  const threeAtOnce = fc.array(attempt, { minLength: 3, maxLength: 3 });
  await forAllAsync(12, fc.array(threeAtOnce, { minLength: 4, maxLength: 8 }), async (rounds) => {
    const people = await Promise.all([1, 2, 3].map(() => userWithCoins(100)));
    const [first, second] = people as [TestUser, TestUser, TestUser];
    const hats = [await lastHat(first), await lastHat(second)];
    const outfits = new Map<TestUser, number[]>(people.map((user) => [user, []]));
    for (const [i, hat] of hats.entries()) {
      const user = people[i] as TestUser;
      await dress(user, { hat1: hat.id });
      outfits.get(user)?.push(await saveOutfit(user));
    }
    const run = async ({ user, hat, action, at }: (typeof rounds)[0][0]) => {
      const me = people[user] as TestUser;
      const { id, copy } = hats[hat] as (typeof hats)[0];
      const mine = outfits.get(me) ?? [];
      const outfit = mine[at % Math.max(1, mine.length)];
      if (action === "wear" && outfit) await wear(me, outfit);
      else if (action === "dress") await dress(me, { [SLOTS[at % 3] ?? "hat1"]: id });
      else if (action === "keep") mine.push(await saveOutfit(me));
      // Only the owner's offer has an effect.
      else if (action === "offer") await Promise.all(people.map((each) => offer(each, copy, at ? 1 : 0)));
      else if (action === "take") await take(me, copy, 1);
    };
    for (const round of rounds) {
      await Promise.all(round.map(run));
      expect(await wrong(people)).toEqual({ bopis: [], outfits: [] });
    }
  });
}, 120_000);
