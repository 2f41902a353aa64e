import type { Page } from "@playwright/test";
import { expectFits, expectFitsAndAccessible } from "./expect-accessible.ts";
import { grantTestCoins, makeShopItem, ownCoins, signUpIn } from "./make-shop-item.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const headerCoins = (page: Page, coins: number) =>
  page.getByRole("banner").getByText(String(coins), { exact: true });
const offers = (page: Page) => page.getByRole("list", { name: "Copies for sale, cheapest first" });

/** The coins of an achievement: the first item that a member gets, wears or sells. */
const ACHIEVEMENT_COINS = 5;

// States of the page: tests/ui/item-purchase.test.ts and item.test.ts.

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a copy is bought, worn, offered, and moves to its buyer in another browser, and both see it at once", async ({
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
    // The longest name, with nowhere to break it.
    const name = uniqueWord().padEnd(50, "W");
    const id = await makeShopItem(admin, { name, stock: "1" });
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("button", { name: "Buy" }).tap();
    await expect(confirm(page, "Buy for 30 coins")).toBeVisible();
    await expectFitsAndAccessible(page);
    await confirm(page, "Buy for 30 coins").tap();
    await expect(deal(page)).toContainText("You own this#1");
    await deal(page).getByRole("link", { name: "Wear it" }).tap();
    await expect(page).toHaveURL("/avatar?tab=shirt");
    await expect(
      page.getByText(/^Your bopi has been saved/),
      "it is worn without another press",
    ).toBeVisible();
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("button", { name: "Sell your copy" }).tap();
    await expectFits(page);
    await dialog(page).getByLabel("Price").fill("85");
    await confirm(page, "Put on sale").tap();
    await expect(offers(page).getByRole("listitem")).toContainText("Your offer");
    await expect(page.getByText("No copy has been resold yet")).toBeVisible();
    await expectFitsAndAccessible(page);

    await other.goto(`/items/${id}`);
    await offers(other)
      .getByRole("button", { name: `Buy copy #1 from ${seller.username}` })
      .click();
    await confirm(other, "Buy for 85 coins").click();
    await expect(deal(other)).toContainText("You own this#1");
    await expect(headerCoins(other, 15 + ACHIEVEMENT_COINS)).toBeVisible();
    await expect(other.getByText("Recent average: 85 coins")).toBeVisible();

    // 100 minus the 30 it cost, plus 70% of 85.
    await expect(deal(page)).toContainText("No one is selling a copy right now.");
    await expect.poll(() => ownCoins(api)).toBe(130 + 3 * ACHIEVEMENT_COINS);
    await other.goto(`/items/${id}?tab=owners`);
    await expect(other.getByRole("link", { name: buyer.username }).last()).toBeVisible();
  });
});

test.describe("for an admin", () => {
  test.use({ as: "admin", viewport: { width: 360, height: 740 } });

  test("the form for an item fits on a phone, even with a long name", NIGHTLY, async ({ page, api }) => {
    const id = await makeShopItem(api, { name: uniqueWord().padEnd(50, "W") });
    await page.goto(`/items/${id}/edit`);
    await expect(page.getByLabel("Name")).toBeVisible();
    await expectFits(page);
  });
});
