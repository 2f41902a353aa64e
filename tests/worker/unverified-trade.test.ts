import { itemRoute } from "#domain/items/api.ts";
import { listingsRoute, offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { runSql } from "#tests/support/browser.ts";
import { buy, coinsOf, userWithCoins } from "#tests/support/coins.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";

const unverified = { email_verified_at: null };
const setVerified = (user: TestUser, time: number | null) =>
  runSql`update users set email_verified_at = ${time} where id = ${user.id}`;
const shirtOf = async (maker: TestUser, price = 10) =>
  (await addWearable(maker.id, 4, { purchasable: price ? "onsale" : "free", price }, false)).id;

/** A copy of a sold-out hat that its owner offers for 5 coins. */
async function offeredCopy() {
  const maker = await signedInUser({ role: "admin" });
  const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 5, stock: 1 }, false);
  const seller = await userWithCoins(5);
  const copy = ((await buy(seller, id, 5)).body.inventory as { id: number }).id;
  await seller.call(offerCopyRoute, { id: copy, price: 5 });
  return { id, seller, copy };
}
const take = (user: TestUser, id: number) => user.call(purchaseCopyRoute, { id, price: 5 });

describe("an account without a verified email address", () => {
  test("buys official items, and no items of other people, free or not, until it has one", async () => {
    const maker = await signedInUser();
    const buyer = await userWithCoins(30, unverified);
    const { id: hat } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 12 }, false);
    expect((await buy(buyer, hat, 12)).status).toBe(200);
    for (const price of [10, 0]) {
      const response = await buy(buyer, await shirtOf(maker, price), price);
      expect([response.status, response.body.code]).toEqual([403, "email_unverified"]);
      expect(response.body.message).toContain("Verify your email");
    }
    expect(await coinsOf(buyer.id)).toBe(18);
    expect(await coinsOf(maker.id)).toBe(0);
    await setVerified(buyer, 1);
    expect((await buy(buyer, await shirtOf(maker), 10)).status).toBe(200);
  });

  test("sells nothing to other people", async () => {
    const maker = await signedInUser(unverified);
    const buyer = await userWithCoins(30);
    const id = await shirtOf(maker);
    const { body } = await buyer.call(itemRoute, { id });
    expect(body.item).toMatchObject({ is_purchasable: false });
    expect((await buy(buyer, id, 10)).body.code).toBe("not_for_sale");
    await setVerified(maker, 1);
    expect((await buy(buyer, id, 10)).status).toBe(200);
  });

  test("neither buys nor offers a copy, and its offers aren't listed", async () => {
    const { id, seller, copy } = await offeredCopy();
    const buyer = await userWithCoins(9, unverified);
    expect((await take(buyer, copy)).body.code).toBe("email_unverified");
    await setVerified(seller, null);
    await setVerified(buyer, 1);
    expect((await take(buyer, copy)).body.code).toBe("not_for_sale");
    expect((await buyer.call(listingsRoute, { id })).body.data).toEqual([]);
    const offer = (price: number) => seller.call(offerCopyRoute, { id: copy, price });
    expect((await offer(7)).body.code).toBe("email_unverified");
    expect((await offer(0)).status).toBe(200);
  });
});
