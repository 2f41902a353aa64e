import type { Page } from "@playwright/test";
import type { ListPage } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { openFromMe } from "./open-from-me.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

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

test("a visitor who opens the transactions signs in and returns to them", NIGHTLY, async ({ page }) => {
  await page.goto("/transactions?incoming=0");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/transactions?incoming=0")}`);
  await page.getByLabel("Username or email").fill("bobby");
  await page.getByLabel("Password", { exact: true }).fill("bopolis-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/transactions?incoming=0");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transactions");
});

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

  test("has all it shows in the URL, goes to page 1 with every filter, and Back works", async ({ page }) => {
    await page.goto("/transactions?page=2&sort_by=price&order=up&transaction_type=10&source_type=item");
    await expect(rows(page)).not.toHaveCount(0);
    await expect(filters(page).getByLabel("Type")).toHaveValue("0");
    await expect(filters(page).getByLabel("Sort")).toHaveValue("created_at");
    await expect(page.getByRole("heading", { level: 2 })).not.toHaveCount(0);

    await filters(page).getByLabel("Type").selectOption("Purchase");
    await expect(page).toHaveURL("/transactions?transaction_type=1");
    await expect(rows(page).filter({ hasNotText: " from you" })).toHaveCount(0);
    await filters(page).getByLabel("Source").selectOption("User");
    await expect(page).toHaveURL("/transactions?transaction_type=1&source_type=user");
    await filters(page).getByLabel("Sort").selectOption("Coins");
    await filters(page).getByLabel("Order").selectOption("Ascending");
    await expect(page).toHaveURL("/transactions?transaction_type=1&source_type=user&sort_by=coins&order=asc");
    await page.goBack();
    await expect(filters(page).getByLabel("Order")).toHaveValue("desc");
    await page.goto("/transactions?sort_by=coins");
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(0);
    const coins = (await rows(page).allInnerTexts()).flatMap(coinsIn);
    expect(coins).toEqual(coins.toSorted((a, b) => b - a));
    expect(coins.every((each) => each > 0)).toBe(true);
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

  test("is in the first HTML, without another request", NIGHTLY, async ({ page, api }) => {
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/auth/transactions")) requested.push(request.url());
    });
    await page.goto("/transactions?sort_by=xp");
    const { data } = await api.get<ListPage<{ id: number }>>("/api/auth/transactions?sort_by=xp");
    await expect(rows(page)).toHaveCount(data.length);
    expect(requested).toEqual([]);
  });

  test(
    "shows placeholder rows while it loads, and an error with Retry",
    NIGHTLY,
    async ({ page, complaints }) => {
      complaints.expect(/^500 GET .*\/api\/auth\/transactions/);
      await page.goto("/transactions");
      let broken = true;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/api/auth/transactions**", async (route) => {
        await held;
        if (broken) await route.fulfill({ status: 500, json: { message: "The ledger is being dusted." } });
        else await route.continue();
      });
      await filters(page).getByRole("radio", { name: "From you" }).check();
      await expect(page.getByText("Loading transactions")).toBeAttached();
      release();
      await expect(page.getByText("The ledger is being dusted.")).toBeVisible({ timeout: 20_000 });
      broken = false;
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(rows(page)).not.toHaveCount(0);
      await expect(page.getByText("The ledger is being dusted.")).toBeHidden();
    },
  );
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

test(
  "an admin grants coins, XP and items from a user's profile",
  NIGHTLY,
  async ({ openBrowser, otherUser, complaints }) => {
    complaints.expect(/^422 POST .*\/grant$/);
    const { username } = (await otherUser()).account;
    const page = await openBrowser("admin");
    await page.goto(`/users/${username}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Grant…" }).click();
    const grant = page.getByRole("dialog", { name: `Grant to ${username}` });
    const submit = grant.getByRole("button", { name: "Grant" });
    await grant.getByLabel("Item ids").fill("1, x");
    await submit.click();
    await expect(grant.getByText("Items must be ids.")).toBeVisible();
    await expect(grant.getByText("Reason is required.")).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);

    const reason = `Won the raffle ${uniqueWord()}`;
    await grant.getByLabel("Item ids").fill("1, 2");
    await grant.getByLabel("Coins").fill("-5");
    await grant.getByLabel("Reason").fill(reason);
    await submit.click();
    await expect(grant.getByText("They don't have that many coins.")).toBeVisible();
    await expect(grant.getByLabel("Reason")).toHaveValue(reason);
    await grant.getByLabel("Coins").fill("75");
    await grant.getByLabel("XP").fill("60");
    await submit.click();
    await expect(page.getByText(`Given to ${username}. They now have 75 coins and 60 XP.`)).toBeVisible();
    await expect(grant).toBeHidden();

    await page.goto("/transactions?incoming=0");
    const row = rows(page).filter({ hasText: username });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`You gave ${username} coins, XP and 2 items`);
    await expect(row).toContainText("+60 XP");
    await expect(row.locator("a[href^='/items/']")).toHaveCount(2);
  },
);

test("only admins can grant anything", NIGHTLY, async ({ openBrowser }) => {
  for (const username of ["moderator", "goldie"]) {
    const page = await openBrowser(username);
    await page.goto("/users/bobby");
    await page.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Report user" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Grant…" })).toHaveCount(0);
  }
});
