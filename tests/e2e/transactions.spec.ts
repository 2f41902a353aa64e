import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { openFromMe } from "./open-from-me.ts";
import { expect, test } from "./test.ts";

const filters = (page: Page) => page.getByRole("search", { name: "Filter transactions" });
const table = (page: Page) => page.getByRole("table", { name: "Transactions" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.locator("time") });
/** The amounts of coins in a text, in their order. */
const coinsIn = (text: string) =>
  [...text.matchAll(/([+−]?[\d,]+) coin/g)].map(([, coins = ""]) =>
    Number(coins.replace("−", "-").replace(/[+,]/g, "")),
  );

// States, filters and the form for grants: tests/ui/transactions.test.ts.

test.describe("a member's history", () => {
  test.use({ as: "bobby" });

  test("is reached from the coins in the header and from the member's own page", async ({ page }) => {
    await page.goto("/levels");
    const wallet = page.getByRole("link", { name: /: your transactions$/ });
    const coins = (await wallet.getAttribute("aria-label"))?.match(/([\d,]+)(?: coins)?: your/)?.[1];
    const exactly = page.getByText(new RegExp(`^${coins} coins$`));
    await wallet.hover();
    await expect(exactly).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(exactly).toBeHidden();
    // As when a finger is lifted.
    await wallet.dispatchEvent("pointerup", { pointerType: "touch" });
    await expect(exactly).toBeVisible();
    await wallet.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transactions");
    await page.goBack();
    await openFromMe(page, { username: "bobby" }, "Transactions");
    await expect(page).toHaveURL("/transactions");
    await expect(rows(page)).not.toHaveCount(0);
  });

  test("has its sentence, type and coins on one baseline", async ({ page }) => {
    await page.goto("/transactions?transaction_type=9");
    await expect(rows(page)).not.toHaveCount(0);
    // An empty inline block stands on the baseline.
    const baselines = await rows(page)
      .first()
      .evaluate((row) =>
        [...row.querySelectorAll("td:first-child p, td:nth-child(2), td:nth-child(4) > span")].map((cell) => {
          const probe = document.createElement("span");
          probe.style.display = "inline-block";
          cell.prepend(probe);
          const { bottom } = probe.getBoundingClientRect();
          probe.remove();
          return Math.round(2 * bottom) / 2;
        }),
      );
    expect(baselines).toHaveLength(3);
    expect(new Set(baselines).size).toBe(1);
  });

  test("shows purchases with each day's sum when the direction is from you", async ({ page }) => {
    await page.goto("/transactions");
    await expect(rows(page).filter({ hasText: /^You bought/ })).toHaveCount(0);
    await filters(page).getByRole("radio", { name: "From you" }).check();
    await expect(page).toHaveURL("/transactions?incoming=0");
    await expect(rows(page).first()).toHaveText(/^You (bought|created|got) /);
    await expect(filters(page).getByRole("radio", { name: "From you" })).toBeFocused();
    const lines = await table(page)
      .getByRole("row")
      .evaluateAll((all) =>
        all.map((row) => ({ isDay: row.querySelector("h2") !== null, text: row.textContent })),
      );
    const sums: { shown: number; counted: number }[] = [];
    for (const { isDay, text } of lines) {
      const coins = coinsIn(text).reduce((total, each) => total + each, 0);
      const day = sums.at(-1);
      if (isDay) sums.push({ shown: coins, counted: 0 });
      else if (day) day.counted += coins;
    }
    expect(sums.length).toBeGreaterThan(1);
    for (const { shown, counted } of sums) expect(shown).toBe(counted);
  });
});

test("a new member finds no transactions, sees what to do, and sees new ones arrive", async ({
  page,
  signUp,
  otherUser,
}) => {
  const { username } = await signUp();
  await page.goto("/transactions?transaction_type=3");
  await expect(page.getByText("No results found")).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/transactions");
  await expect(page.getByRole("link", { name: "Browse levels" })).toBeVisible();

  const admin = await otherUser("admin");
  await admin.post(`/api/staff/users/${username}/grant`, { coins: 1_500, reason: "Welcome" });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("admin gave you coins");
  await expect(rows(page)).toContainText("+1,500 coins");
  await expect(
    page.getByRole("link", { name: "1.5K coins, exactly 1,500: your transactions" }),
  ).toBeVisible();
  await admin.post(`/api/staff/users/${username}/grant`, { coins: -500, reason: "Too much" });
  await expect(page.getByRole("banner").getByRole("link", { name: "1K coins, exactly 1,000" })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await filters(page).getByRole("radio", { name: "From you" }).check();
  await expect(rows(page)).toContainText("admin took coins away");
  await expect(rows(page)).toContainText("−500 coins");
});
