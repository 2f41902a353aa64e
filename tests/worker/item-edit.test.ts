import { itemRoute } from "#domain/items/api.ts";
import { editItemRoute, featureItemRoute } from "#domain/shop/api.ts";
import { wishItemRoute, wishlistRoute } from "#domain/wishlist/api.ts";
import { Browser, runSql } from "#tests/support/browser.ts";
import { buy, coinsOf, userWithCoins } from "#tests/support/coins.ts";
import { createItem, expectNothingStored, storedObjects } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";

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
    const { body } = await edit(admin, id, { gold_month: "2026-11-15", price: 5 });
    expect(body.item).toMatchObject(onsale);
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
  test("again after a lost response makes and charges it once", async () => {
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
  });

  test("twice at once with one client id makes one and keeps no files of the other", async () => {
    const user = await userWithCoins(60);
    const before = await storedObjects();
    const both = await Promise.all([1, 2].map(() => createItem(user, { client_id: "two-at-one-time" })));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect(await storedObjects()).toBe(before + 1);
    expect(await coinsOf(user.id)).toBe(35);
  });

  test("in a limited number is for staff", async () => {
    const user = await userWithCoins(60);
    expect((await createItem(user, { stock: 5 })).status).toBe(403);
    const response = await createItem(moderator, { stock: 5, purchasable: "free" });
    expect(response.body.code ?? response.status).toBe("too_few_coins");
    const made = await createItem(admin, { stock: 5, purchasable: "free" });
    const { body } = await visitor.call(itemRoute, { id: Number(made.body.id) });
    expect(body.item).toMatchObject({ stock: 5, remaining: 5, is_resold: false });
  });
});

describe("the wishlist", () => {
  test("adds and removes items, lists the newest first, and counts wishes per item", async () => {
    const user = await signedInUser();
    const ids = [await shirt(), await shirt()];
    const wish = (id: number) => user.call(wishItemRoute, { id });
    expect((await wish(ids[0] as number)).body).toEqual({ wished: true, wishes_count: 1 });
    await wish(ids[1] as number);
    const { body } = await user.call(wishlistRoute, {});
    expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual([...ids].reverse());
    expect((await wish(ids[0] as number)).body).toEqual({ wished: false, wishes_count: 0 });
    expect((await user.call(wishlistRoute, {})).body.meta).toMatchObject({ total: 1 });
  });

  test("is limited to a thousand items", async () => {
    const user = await signedInUser();
    const id = await shirt();
    await runSql`update users set wishes_count = 1000 where id = ${user.id}`;
    expect((await user.call(wishItemRoute, { id })).body.code).toBe("wish_limit");
  });
});

test("admins can feature an item and unfeature it", async () => {
  const id = await shirt();
  const feature = async () => (await admin.call(featureItemRoute, { id })).body;
  expect(await feature()).toEqual({ featured: true });
  expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject({ is_featured: true });
  expect(await feature()).toEqual({ featured: false });
});
