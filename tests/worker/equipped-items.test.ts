import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { avatarInventoryRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { createOutfitRoute, type Outfit, wearOutfitRoute } from "#domain/outfits/api.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { db, firstRow, runSql } from "#tests/support/browser.ts";
import { buy, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, ownedItem } from "#tests/support/wearable.ts";

const maker = await signedInUser({ role: "admin" });

const dress = (user: TestUser, input: Record<string, unknown>) => user.call(updateAvatarRoute, input);
const wear = (user: TestUser, id: number) => user.call(wearOutfitRoute, { id });
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
