import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { buyItem, grantTestCoins, makeShopItem, ownCoins, signUpIn } from "./make-shop-item.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const buy = (page: Page) => deal(page).getByRole("button", { name: /^(Buy|Get it)$/ });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const headerCoins = (page: Page, coins: number) =>
  page.getByRole("banner").getByText(String(coins), { exact: true });

const offers = (page: Page) => page.getByRole("list", { name: "Copies for sale, cheapest first" });

/** The coins of two achievements: the first item that a member gets, and the first one that they sell. */
const ACHIEVEMENT_COINS = 5;

test.describe("a purchase", () => {
  test("asks once, with the price and what is left, and shows the new copy at once", async ({
    page,
    api,
    signUp,
    otherUser,
  }) => {
    const admin = await otherUser("admin");
    const { username } = await signUp();
    await grantTestCoins(admin, username, 100);
    const name = `Vest ${uniqueWord()}`;
    const id = await makeShopItem(admin, { name, stock: "5" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("5 of 5 left")).toBeVisible();
    await buy(page).click();
    await expect(dialog(page).getByRole("heading", { name: `Buy “${name}”?` })).toBeVisible();
    const sums = dialog(page).getByRole("definition");
    await expect(sums).toHaveText(["30 coins", "100", "70"]);
    await confirm(page, "Buy for 30 coins").click();
    await expect(page.getByText(`“${name}” is yours!`)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(deal(page)).toContainText("You own this#1");
    await expect(deal(page)).toBeFocused();
    await expect(headerCoins(page, 70 + ACHIEVEMENT_COINS)).toBeVisible();
    await expect.poll(() => ownCoins(api)).toBe(70 + ACHIEVEMENT_COINS);
    await deal(page).getByRole("link", { name: "Wear it" }).click();
    await expect(page).toHaveURL("/avatar?tab=shirt");
    await expect(
      page.getByText(/^Your bopi has been saved/),
      "it is worn without another press",
    ).toBeVisible();
    await expect(page.getByRole("button", { name: `Take off ${name}`, exact: true })).toBeVisible();
    await page.goto(`/users/${username}/inventory`);
    await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  });

  test("happens once if it is clicked twice, and its modal stays until the response comes", async ({
    page,
    api,
    signUp,
    otherUser,
  }) => {
    const admin = await otherUser("admin");
    const { username } = await signUp();
    await grantTestCoins(admin, username, 100);
    const id = await makeShopItem(admin, { name: `Twice ${uniqueWord()}` });
    let sent = 0;
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/api/items/${id}/purchase`, async (route) => {
      sent++;
      await responded;
      await route.continue();
    });
    await page.goto(`/items/${id}`);
    await buy(page).click();
    await confirm(page, "Buy for 30 coins").dblclick();
    await expect(confirm(page, "Buy for 30 coins")).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(confirm(page, "Cancel")).toBeDisabled();
    await expect(dialog(page)).toBeVisible();
    respond();
    await expect(deal(page)).toContainText("You own this");
    expect(sent).toBe(1);
    await expect.poll(() => ownCoins(api)).toBe(70 + ACHIEVEMENT_COINS);
  });

  test(
    "is tried again after a lost response without paying twice",
    NIGHTLY,
    async ({ page, api, signUp, otherUser, complaints }) => {
      complaints.expect(/^net::ERR_FAILED POST /);
      const admin = await otherUser("admin");
      const { username } = await signUp();
      await grantTestCoins(admin, username, 100);
      const id = await makeShopItem(admin, { name: `Lost ${uniqueWord()}` });
      const bodies: string[] = [];
      await page.route(`**/api/items/${id}/purchase`, async (route) => {
        bodies.push(route.request().postData() ?? "");
        if (bodies.length > 1) return route.continue();
        await route.fetch();
        await route.abort();
      });
      await page.goto(`/items/${id}`);
      await buy(page).click();
      await confirm(page, "Buy for 30 coins").click();
      await expect(dialog(page).getByText(/^Bopolis didn't answer\./)).toBeVisible();
      await confirm(page, "Buy for 30 coins").click();
      await expect(deal(page)).toContainText("You own this#1");
      expect(bodies[1]).toBe(bodies[0]);
      await expect.poll(() => ownCoins(api)).toBe(70 + ACHIEVEMENT_COINS);
    },
  );

  test(
    "asks again if the price has changed meanwhile",
    NIGHTLY,
    async ({ page, api, signUp, otherUser, complaints }) => {
      complaints.expect(/^409 POST /);
      const admin = await otherUser("admin");
      const { username } = await signUp();
      await grantTestCoins(admin, username, 100);
      const id = await makeShopItem(admin, { name: `Dearer ${uniqueWord()}` });
      await page.goto(`/items/${id}`);
      await buy(page).click();
      await admin.post(`/api/items/${id}`, { price: 45 });
      await confirm(page, "Buy for 30 coins").click();
      await expect(
        dialog(page).getByText("The price changed from 30 coins to 45 coins. Do you still want it?"),
      ).toBeVisible();
      expect(await ownCoins(api)).toBe(100);
      await confirm(page, "Buy for 45 coins").click();
      await expect(deal(page)).toContainText("You own this");
      await expect.poll(() => ownCoins(api)).toBe(55 + ACHIEVEMENT_COINS);
    },
  );

  test("with too few coins says how many are missing", NIGHTLY, async ({ page, signUp, otherUser }) => {
    const admin = await otherUser("admin");
    const { username } = await signUp();
    await grantTestCoins(admin, username, 12);
    const id = await makeShopItem(admin, { name: `Dear ${uniqueWord()}` });
    await page.goto(`/items/${id}`);
    await buy(page).click();
    await expect(dialog(page).getByText("You need 18 coins more.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(buy(page)).toBeFocused();
  });

  test("costs nothing if the item is free", NIGHTLY, async ({ page, api, signUp, otherUser }) => {
    const admin = await otherUser("admin");
    await signUp();
    const name = `Gift ${uniqueWord()}`;
    const id = await makeShopItem(admin, { name, purchasable: "free", price: "0" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("FREE", { exact: true })).toBeVisible();
    await deal(page).getByRole("button", { name: "Get it" }).click();
    await expect(dialog(page).getByRole("heading", { name: `Get “${name}”?` })).toBeVisible();
    await confirm(page, "Get it for free").click();
    await expect(deal(page)).toContainText("You own this#1");
    await expect.poll(() => ownCoins(api)).toBe(ACHIEVEMENT_COINS);
  });

  test("of the last copy goes to the first buyer, and the other sees that it is sold", async ({
    page,
    api,
    signUp,
    otherUser,
    complaints,
  }) => {
    complaints.expect(/^409 POST /);
    const admin = await otherUser("admin");
    const quick = await otherUser();
    const { username } = await signUp();
    await grantTestCoins(admin, username, 100);
    await grantTestCoins(admin, quick.account.username, 100);
    const id = await makeShopItem(admin, { name: `Last ${uniqueWord()}`, stock: "1" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("1 of 1 left")).toBeVisible();
    await buy(page).click();
    await buyItem(quick, id, 30);
    await confirm(page, "Buy for 30 coins").click();
    await expect(dialog(page).getByText("The last copy was just sold.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(deal(page)).toContainText("Sold out");
    await expect(deal(page)).toContainText("No one is selling a copy right now.");
    expect(await ownCoins(api)).toBe(100);
  });

  test("needs an account: a visitor signs in and returns", async ({ page, otherUser }) => {
    const admin = await otherUser("admin");
    const { account } = await otherUser();
    const id = await makeShopItem(admin, { name: `Visit ${uniqueWord()}` });
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("link", { name: "Sign in to buy" }).click();
    await page.getByLabel("Username or email").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`/items/${id}`);
    await expect(buy(page)).toBeVisible();
  });

  test("in a Gold month needs Gold", NIGHTLY, async ({ page, signUp, otherUser }) => {
    const admin = await otherUser("admin");
    await signUp();
    const month = new Date().toISOString().slice(0, 7);
    const id = await makeShopItem(admin, { name: `Monthly ${uniqueWord()}`, gold_month: `${month}-15` });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("Gold members only")).toBeVisible();
    await expect(buy(page)).toHaveCount(0);
    const later = await makeShopItem(admin, { name: `Later ${uniqueWord()}`, gold_month: "2041-04-15" });
    await page.goto(`/items/${later}`);
    await expect(deal(page)).toContainText("Gold members can buy it in Apr 2041.");
  });
});

test.describe("a resale", () => {
  test("moves a copy to its buyer in another browser, and both see it at once", async ({
    page,
    api,
    signUp,
    otherUser,
    openBrowser,
    origin,
  }) => {
    const admin = await otherUser("admin");
    const seller = await signUp();
    const other = await openBrowser();
    const buyer = await signUpIn(other, origin);
    for (const { username } of [seller, buyer]) await grantTestCoins(admin, username, 100);
    const name = `Rare ${uniqueWord()}`;
    const id = await makeShopItem(admin, { name, stock: "1" });
    await buyItem(api, id, 30);
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("button", { name: "Sell your copy" }).click();
    await expect(dialog(page)).toContainText("Your bopi takes it off while it's on sale.");
    await confirm(page, "Put on sale").click();
    await expect(dialog(page).getByText("Price must be at least 1 coin.")).toBeVisible();
    await dialog(page).getByLabel("Price").fill("85");
    await expect(dialog(page).getByText("You get 60 coins.")).toBeVisible();
    await confirm(page, "Put on sale").click();
    await expect(deal(page)).toContainText("Your copy is on sale for 85 coins. You get 60 coins.");
    await expect(offers(page).getByRole("listitem")).toContainText("Your offer");

    await other.goto(`/items/${id}`);
    await expect(deal(other)).toContainText("Sold out · Cheapest copy");
    await expect(offers(other).getByRole("listitem")).toHaveCount(1);
    await offers(other)
      .getByRole("button", { name: `Buy copy #1 from ${seller.username}` })
      .click();
    await expect(dialog(other)).toContainText(`From ${seller.username} #1`);
    await confirm(other, "Buy for 85 coins").click();
    await expect(deal(other)).toContainText("You own this#1");
    await expect(headerCoins(other, 15 + ACHIEVEMENT_COINS)).toBeVisible();
    await expect(other.getByText("No copies for sale")).toBeVisible();
    await expect(other.getByText("Recent average: 85 coins")).toBeVisible();
    await expect(other.getByText(/^On .+ copies sold for 85 coins\.$/)).toBeVisible();

    // 100 minus the 30 it cost, plus 70% of 85.
    await expect(headerCoins(page, 130 + 2 * ACHIEVEMENT_COINS)).toBeVisible();
    await expect(deal(page)).toContainText("No one is selling a copy right now.");
    expect(await ownCoins(api)).toBe(130 + 2 * ACHIEVEMENT_COINS);
    await other.goto(`/items/${id}?tab=owners`);
    await expect(other.getByRole("link", { name: buyer.username }).last()).toBeVisible();
  });

  test(
    "can get another price or be canceled, and the inventory shows it",
    NIGHTLY,
    async ({ page, api, signUp, otherUser }) => {
      const admin = await otherUser("admin");
      const { username } = await signUp();
      const name = `Kept ${uniqueWord()}`;
      const id = await makeShopItem(admin, { name, stock: "1", purchasable: "free", price: "0" });
      const copy = await buyItem(api, id, 0);
      await page.goto(`/users/${username}/inventory?entry=${copy.id}`);
      const panel = page.getByRole("region", { name: "Selected item" });
      await panel.getByRole("link", { name: "Sell this copy" }).click();
      await expect(page).toHaveURL(`/items/${id}`);
      await deal(page).getByRole("button", { name: "Sell your copy" }).click();
      await dialog(page).getByLabel("Price").fill("50");
      await confirm(page, "Put on sale").click();
      await expect(deal(page).getByRole("link", { name: "Wear it" })).toHaveCount(0);
      await deal(page).getByRole("button", { name: "Change price" }).click();
      await expect(dialog(page).getByLabel("Price")).toHaveValue("50");
      await dialog(page).getByLabel("Price").fill("1200");
      await confirm(page, "Change price").click();
      await expect(deal(page)).toContainText("Your copy is on sale for 1,200 coins. You get 840 coins.");
      await page.goto(`/users/${username}/inventory?entry=${copy.id}`);
      await expect(page.getByRole("link", { name: `${name} On sale for 1,200 coins` })).toBeVisible();
      await panel.getByRole("link", { name: "Change your offer" }).click();
      await deal(page).getByRole("button", { name: "Stop selling" }).click();
      await expect(page.getByText("Your copy is off the market.")).toBeVisible();
      await expect(deal(page).getByRole("link", { name: "Wear it" })).toBeVisible();
      await expect(page.getByText("No copies for sale")).toBeVisible();
    },
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    "the page, the confirmation and the offers fit and are accessible",
    NIGHTLY,
    async ({ page, signUp, otherUser }) => {
      const admin = await otherUser("admin");
      const seller = await otherUser();
      const { username } = await signUp();
      await grantTestCoins(admin, username, 100);
      const id = await makeShopItem(admin, {
        // The longest name, with nowhere to break it.
        name: uniqueWord().padEnd(50, "W"),
        stock: "1",
        purchasable: "free",
        price: "0",
      });
      const copy = await buyItem(seller, id, 0);
      await seller.post(`/api/inventory/${copy.id}/resale`, { price: 40 });
      await page.goto(`/items/${id}`);
      await expect(offers(page).getByRole("listitem")).toHaveCount(1);
      await expect(page.getByText("No copy has been resold yet")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await deal(page).getByRole("button", { name: "Buy the cheapest" }).tap();
      await expect(confirm(page, "Buy for 40 coins")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await confirm(page, "Buy for 40 coins").tap();
      await expect(deal(page)).toContainText("You own this#1");
      await deal(page).getByRole("button", { name: "Sell your copy" }).tap();
      await expect(dialog(page).getByLabel("Price")).toBeVisible();
      await expectFits(page);
    },
  );
});
