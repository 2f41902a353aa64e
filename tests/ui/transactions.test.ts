import { grantRoute, transactionListRoute } from "#domain/transactions/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const filters = (page: Page) => page.getByRole("search", { name: "Filter transactions" });
const rows = (page: Page) =>
  page
    .getByRole("table", { name: "Transactions" })
    .getByRole("row")
    .filter({ has: page.locator("time") });

const ROW = {
  id: 31,
  transaction_type: { id: 9, type_formatted: "Grant" },
  source_type: "user",
  source_id: 1,
  source: { username: "admin", url: "/users/admin" },
  user: { id: 7, username: "bobby" },
  coins: 1_500,
  coins_sign: "+",
  coins_abs_formatted: "1,500",
} as const;

test.beforeEach(({ site }) => {
  site.signIn({ level: 1 });
  site.respond(transactionListRoute, pageOf([ROW]));
});

describe("a member's history", () => {
  test("has all it shows in the URL, filters go to page 1, and Back works", async ({ page, site }) => {
    await page.goto("/transactions?page=2&sort_by=price&order=up&transaction_type=10&source_type=item");
    await expect(filters(page).getByLabel("Type")).toHaveValue("0");
    await expect(filters(page).getByLabel("Sort")).toHaveValue("created_at");
    await filters(page).getByLabel("Type").selectOption("Purchase");
    await expect(page).toHaveURL("/transactions?transaction_type=1");
    await filters(page).getByLabel("Source").selectOption("User");
    await expect(page).toHaveURL("/transactions?transaction_type=1&source_type=user");
    await filters(page).getByLabel("Sort").selectOption("Coins");
    await filters(page).getByLabel("Order").selectOption("Ascending");
    await expect(page).toHaveURL("/transactions?transaction_type=1&source_type=user&sort_by=coins&order=asc");
    await expect
      .poll(() => site.inputs(transactionListRoute).at(-1))
      .toMatchObject({ page: 1, transaction_type: 1, source_type: "user", sort_by: "coins", order: "asc" });
    await page.goBack();
    await expect(filters(page).getByLabel("Order")).toHaveValue("desc");
    await page.goto("/transactions?sort_by=coins");
    await expect(rows(page)).toHaveCount(1);
    // Rows that aren't in the order of time have no days.
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(0);
  });

  test("asks for the other direction, suggests to buy, and focuses the choice", async ({ page, site }) => {
    await page.goto("/transactions");
    await expect(rows(page)).toContainText(["admin gave you coins"]);
    await expect(rows(page)).toContainText(["+1,500 coins"]);
    site.respond(transactionListRoute, {});
    await filters(page).getByRole("radio", { name: "From you" }).check();
    await expect(page).toHaveURL("/transactions?incoming=0");
    await expect(filters(page).getByRole("radio", { name: "From you" })).toBeFocused();
    expect(site.inputs(transactionListRoute).at(-1)?.incoming).toBe(false);
    await expect(page.getByText("Buy something another player made.")).toBeVisible();
    await expect(page.locator('main a[href="/shop?category=shirt"]')).toBeVisible();
  });

  test("shows placeholder rows while it loads, and an error with Retry", async ({ page, site }) => {
    await page.goto("/transactions");
    await expect(rows(page)).toHaveCount(1);
    const message = "The ledger is being dusted.";
    const held = site.hold(transactionListRoute, errorResponse("conflict", { message }));
    await filters(page).getByRole("radio", { name: "From you" }).check();
    await expect(page.getByText("Loading transactions")).toBeAttached();
    held.release();
    await expect(page.getByText(message)).toBeVisible();
    // The page tries again by itself, too.
    const retry = page.getByRole("button", { name: "Retry" });
    const respond = () => site.respond(transactionListRoute, { data: [ROW] });
    (await retry.element()).addEventListener("click", respond, { capture: true });
    await retry.click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText(message)).toHaveCount(0);
  });

  test("has each day's sum, and new rows arrive with the coins in the header", async ({ page, site }) => {
    const spent = { ...ROW, coins_sign: "-", coins: -20, coins_abs_formatted: "20" } as const;
    site.respond(
      transactionListRoute,
      pageOf([
        { ...spent, id: 3, created_at: "2026-01-03T10:00:00.000Z" },
        { ...spent, id: 2, created_at: "2026-01-02T10:00:00.000Z" },
        { ...spent, id: 1, created_at: "2026-01-02T09:00:00.000Z" },
      ]),
    );
    await page.goto("/transactions?incoming=0");
    const days = page.getByRole("row").filter({ has: page.getByRole("heading", { level: 2 }) });
    await expect(days).toHaveText([/−20 coins/, /−40 coins/]);
    site.respond(transactionListRoute, pageOf([ROW]));
    await page.receive({ event: "LedgerMoved", coins: 1_500, xp: 0, ledger_id: 31 });
    await expect(rows(page)).toContainText(["+1,500 coins"]);
    await expect(
      page.getByRole("link", { name: "1.5K coins, exactly 1,500: your transactions" }),
    ).toBeVisible();
  });

  test("is empty for a new member, and leads on", async ({ page, site }) => {
    site.respond(transactionListRoute, { data: [] });
    await page.goto("/transactions?transaction_type=3");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/transactions");
    await expect(page.getByRole("link", { name: "Browse levels" })).toBeVisible();
  });
});

describe("granting", () => {
  test.beforeEach(({ site }) =>
    site.respond(profileRoute, { user: { id: 9, username: "newbie", url: "/users/newbie" } }),
  );

  test("is an admin's, from a user's profile; a refused one keeps its input", async ({ page, site }) => {
    site.signIn({ username: "admin", role: "admin" });
    await page.goto("/users/newbie");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Grant…" }).click();
    const grant = page.getByRole("dialog", { name: "Grant to newbie" });
    const submit = grant.getByRole("button", { name: "Grant" });
    await grant.getByLabel("Item ids").fill("1, x");
    await submit.click();
    await expect(grant.getByText("Items must be ids.")).toBeVisible();
    await expect(grant.getByText("Reason is required.")).toBeVisible();
    site.respond(grantRoute, errorResponse("too_few_coins", { message: "They don't have that many coins." }));
    await grant.getByLabel("Item ids").fill("1, 2");
    await grant.getByLabel("Coins").fill("-5");
    await grant.getByLabel("Reason").fill("Won the raffle");
    await submit.click();
    await expect(grant.getByText("They don't have that many coins.")).toBeVisible();
    await expect(grant.getByLabel("Reason")).toHaveValue("Won the raffle");
    site.respond(grantRoute, { message: "Given to newbie.", coins: 75, xp: 60 });
    await grant.getByLabel("Coins").fill("75");
    await grant.getByLabel("XP").fill("60");
    await submit.click();
    await expect(page.getByText("Given to newbie. They now have 75 coins and 60 XP.")).toBeVisible();
    await expect(grant).toBeHidden();
    expect(site.inputs(grantRoute).at(-1)).toMatchObject({
      coins: 75,
      xp: 60,
      item_ids: [1, 2],
      reason: "Won the raffle",
    });
  });

  test("isn't offered to moderators and members", async ({ page, site }) => {
    for (const role of ["moderator", "member"] as const) {
      site.signIn({ role });
      await page.goto("/users/newbie");
      await page.getByRole("button", { name: "More actions" }).click();
      await expect(page.getByRole("menuitem", { name: "Report user" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: "Grant…" })).toHaveCount(0);
    }
  });
});
