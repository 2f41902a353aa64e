import { sessionRoute } from "#domain/auth/api.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import {
  listingsRoute,
  offerCopyRoute,
  priceHistoryRoute,
  purchaseCopyRoute,
  purchaseItemRoute,
} from "#domain/shop/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, OFFLINE, pageOf, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const VEST = {
  id: 5,
  name: "Vest",
  type: { id: 4, name: "shirt" },
  user: { id: 1, username: "admin" },
  purchasable: "onsale",
  is_purchasable: true,
  price: 30,
} satisfies Given<Item>;
/** Of an item that is no longer sold. */
const COPY = { id: 3, serial: 1, resale_price: null };
const RESOLD = {
  purchasable: "offsale",
  is_purchasable: false,
  is_resold: true,
  stock: 1,
  sales_count: 1,
  lowest_price: 85,
} satisfies Given<Item>;

const respondWith = (site: Site, fields: Given<Item> = {}) =>
  site.respond(itemRoute, { item: { ...VEST, ...fields } });
const signIn = (site: Site, coins: number) => {
  const user = site.signIn({ coins });
  site.respond(sessionRoute, () => ({ user }));
  return user;
};

const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const buy = (page: Page) => deal(page).getByRole("button", { name: /^(Buy|Get it)$/ });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const offers = (page: Page) => page.getByRole("list", { name: "Copies for sale, cheapest first" });

test.beforeEach(({ site }) => respondWith(site));

describe("a purchase", () => {
  test("asks once, with the price and what is left, and shows the copy at once", async ({ page, site }) => {
    const user = signIn(site, 100);
    respondWith(site, { stock: 5, remaining: 5 });
    site.respond(purchaseItemRoute, () => {
      user.coins = 70;
      respondWith(site, { owned: true, copy: COPY, stock: 5, remaining: 4 });
      return { inventory: COPY, coins: 70 };
    });
    await page.goto("/items/5");
    await expect(deal(page).getByText("5 of 5 left")).toBeVisible();
    await buy(page).click();
    await expect(dialog(page).getByRole("heading", { name: "Buy “Vest”?" })).toBeVisible();
    await expect(dialog(page).getByRole("definition")).toHaveText(["30 coins", "100", "70"]);
    await confirm(page, "Buy for 30 coins").click();
    await expect(page.getByText("“Vest” is yours!")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(deal(page)).toContainText("You own this#1");
    await expect(deal(page)).toBeFocused();
    await expect(page.getByRole("banner").getByText("70", { exact: true })).toBeVisible();
    await expect(deal(page).getByRole("link", { name: "Wear it" })).toLinkTo("/avatar?tab=shirt&wear=5");
  });

  test("happens once for two clicks, and its modal stays until the response", async ({ page, site }) => {
    signIn(site, 100);
    const held = site.hold(purchaseItemRoute, { inventory: COPY, coins: 70 });
    await page.goto("/items/5");
    await buy(page).click();
    await confirm(page, "Buy for 30 coins").click();
    await confirm(page, "Buy for 30 coins").click({ force: true });
    await expect(confirm(page, "Buy for 30 coins")).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(confirm(page, "Cancel")).toBeDisabled();
    await expect(dialog(page)).toBeVisible();
    held.release();
    await expect(dialog(page)).toBeHidden();
    expect(site.calls(purchaseItemRoute)).toHaveLength(1);
  });

  test("is tried again after a lost response with the same id", async ({ page, site }) => {
    signIn(site, 100);
    site.respond(purchaseItemRoute, OFFLINE);
    await page.goto("/items/5");
    await buy(page).click();
    await confirm(page, "Buy for 30 coins").click();
    await expect(dialog(page).getByText(/^Bopolis didn't answer\./)).toBeVisible();
    site.respond(purchaseItemRoute, { inventory: COPY, coins: 70 });
    await confirm(page, "Buy for 30 coins").click();
    await expect(dialog(page)).toBeHidden();
    const [first, second] = site.inputs(purchaseItemRoute);
    expect(first).toEqual({ price: 30, client_id: expect.any(String) });
    expect(second).toEqual(first);
  });

  test("asks again if the price has changed meanwhile", async ({ page, site }) => {
    signIn(site, 100);
    site.respond(purchaseItemRoute, errorResponse("price_changed"));
    await page.goto("/items/5");
    await buy(page).click();
    respondWith(site, { price: 45 });
    await confirm(page, "Buy for 30 coins").click();
    await expect(
      dialog(page).getByText("The price changed from 30 coins to 45 coins. Do you still want it?"),
    ).toBeVisible();
    site.respond(purchaseItemRoute, { inventory: COPY, coins: 55 });
    await confirm(page, "Buy for 45 coins").click();
    await expect(dialog(page)).toBeHidden();
    const [first, second] = site.inputs(purchaseItemRoute);
    expect(second?.price).toBe(45);
    expect(second?.client_id).not.toBe(first?.client_id);
  });

  test("with too few coins says how many are missing", async ({ page, site }) => {
    signIn(site, 12);
    await page.goto("/items/5");
    await buy(page).click();
    await expect(dialog(page).getByText("You need 18 coins more.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(buy(page)).toBeFocused();
  });

  test("costs nothing if the item is free", async ({ page, site }) => {
    signIn(site, 0);
    respondWith(site, { purchasable: "free", price: 0 });
    site.respond(purchaseItemRoute, { inventory: COPY });
    await page.goto("/items/5");
    await expect(deal(page).getByText("FREE", { exact: true })).toBeVisible();
    await deal(page).getByRole("button", { name: "Get it" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Get “Vest”?" })).toBeVisible();
    await confirm(page, "Get it for free").click();
    await expect(dialog(page)).toBeHidden();
    expect(site.inputs(purchaseItemRoute).map((input) => input.price)).toEqual([0]);
  });

  test("of the last copy that someone else was faster to buy says so", async ({ page, site }) => {
    signIn(site, 100);
    respondWith(site, { stock: 1, remaining: 1 });
    site.respond(purchaseItemRoute, () => {
      respondWith(site, { ...RESOLD, lowest_price: null });
      return errorResponse("sold_out");
    });
    await page.goto("/items/5");
    await expect(deal(page).getByText("1 of 1 left")).toBeVisible();
    await buy(page).click();
    await confirm(page, "Buy for 30 coins").click();
    await expect(dialog(page).getByText("The last copy was just sold.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(deal(page)).toContainText("Sold out");
    await expect(deal(page)).toContainText("No one is selling a copy right now.");
  });

  test("needs an account: a visitor signs in and returns", async ({ page, site }) => {
    await page.goto("/items/5");
    await deal(page).getByRole("link", { name: "Sign in to buy" }).click();
    site.respond(loginRoute, () => ({ user: signIn(site, 100), csrf_token: "another" }));
    await page.getByLabel("Username or email").fill("bobby");
    await page.getByLabel("Password", { exact: true }).fill("a password");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => page.left).toEqual(["/items/5"]);
  });

  test("in a Gold month needs Gold", async ({ page, site }) => {
    signIn(site, 100);
    respondWith(site, { gold_month: `${new Date().toISOString().slice(0, 7)}-01` });
    await page.goto("/items/5");
    await expect(deal(page).getByText("Gold members only")).toBeVisible();
    await expect(buy(page)).toHaveCount(0);
    respondWith(site, { gold_month: "2041-04-01", is_purchasable: false });
    await page.goto("/items/5");
    await expect(deal(page)).toContainText("Gold members can buy it in Apr 2041.");
  });
});

describe("a resale", () => {
  test("begins with a price, can get another one, and can be canceled", async ({ page, site }) => {
    signIn(site, 100);
    const own = (resale_price: number | null) =>
      respondWith(site, { ...RESOLD, owned: true, copy: { ...COPY, resale_price } });
    own(null);
    site.respond(offerCopyRoute, ({ input }) => {
      own(input.price || null);
      return { inventory: { ...COPY, resale_price: input.price || null } };
    });
    await page.goto("/items/5");
    await deal(page).getByRole("button", { name: "Sell your copy" }).click();
    await expect(dialog(page)).toContainText("Your bopi takes it off while it's on sale.");
    await confirm(page, "Put on sale").click();
    await expect(dialog(page).getByText("Price must be at least 1 coin.")).toBeVisible();
    await dialog(page).getByLabel("Price").fill("85");
    await expect(dialog(page).getByText("You get 60 coins.")).toBeVisible();
    await confirm(page, "Put on sale").click();
    await expect(deal(page)).toContainText("Your copy is on sale for 85 coins. You get 60 coins.");
    await expect(deal(page).getByRole("link", { name: "Wear it" })).toHaveCount(0);
    await deal(page).getByRole("button", { name: "Change price" }).click();
    await expect(dialog(page).getByLabel("Price")).toHaveValue("85");
    await dialog(page).getByLabel("Price").fill("1200");
    await confirm(page, "Change price").click();
    await expect(deal(page)).toContainText("Your copy is on sale for 1,200 coins. You get 840 coins.");
    await deal(page).getByRole("button", { name: "Stop selling" }).click();
    await expect(page.getByText("Your copy is off the market.")).toBeVisible();
    await expect(deal(page).getByRole("link", { name: "Wear it" })).toBeVisible();
    await expect(page.getByText("No copies for sale")).toBeVisible();
    expect(site.inputs(offerCopyRoute).map((input) => input.price)).toEqual([85, 1_200, 0]);
  });

  test("is reached from the inventory, which shows the price", async ({ page, site }) => {
    signIn(site, 100);
    const entry = { ...COPY, can_offer: true, item: VEST };
    site.respond(inventoryRoute, { ...pageOf([entry]), user: { username: "bobby" } });
    await page.goto("/users/bobby/inventory?entry=3");
    const panel = page.getByRole("region", { name: "Selected item" });
    await panel.getByRole("link", { name: "Sell this copy" }).click();
    await expect(page).toHaveURL("/items/5");
    site.respond(inventoryRoute, {
      ...pageOf([{ ...entry, resale_price: 1_200 }]),
      user: { username: "bobby" },
    });
    await page.goto("/users/bobby/inventory?entry=3");
    await expect(page.getByRole("link", { name: "Vest On sale for 1,200 coins" })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Change your offer" })).toLinkTo("/items/5");
  });

  test("shows the offers and the prices, and a copy is bought from its owner", async ({ page, site }) => {
    signIn(site, 100);
    respondWith(site, RESOLD);
    const offer = { id: 3, serial: 1, price: 85, user: { id: 9, username: "seller" } };
    site.respond(listingsRoute, pageOf([offer]));
    site.respond(priceHistoryRoute, {
      data: [{ day: "2026-01-02", count: 1, average: 85, lowest: 85, highest: 85 }],
    });
    site.respond(purchaseCopyRoute, () => {
      site.respond(listingsRoute, {});
      return { inventory: COPY, coins: 15 };
    });
    await page.goto("/items/5");
    await expect(deal(page)).toContainText("Sold out · Cheapest copy");
    await expect(page.getByText("Recent average: 85 coins")).toBeVisible();
    await expect(page.getByText(/^On .+ copies sold for 85 coins\.$/)).toBeVisible();
    await offers(page).getByRole("button", { name: "Buy copy #1 from seller" }).click();
    await expect(dialog(page)).toContainText("From seller #1");
    await confirm(page, "Buy for 85 coins").click();
    await expect(page.getByText("No copies for sale")).toBeVisible();
    expect(site.calls(purchaseCopyRoute).map(({ params }) => params.id)).toEqual(["3"]);
  });
});
