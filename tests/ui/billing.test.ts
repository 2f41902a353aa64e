import { sessionRoute } from "#domain/auth/api.ts";
import {
  type Customer,
  cancelRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  resumeRoute,
  type Subscription,
  swapRoute,
} from "#domain/gold/api.ts";
import { createLevelRoute } from "#domain/levels/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const MONTHLY = {
  id: "monthly",
  description: "$4.99 a month",
  description_with_savings: "$4.99 a month",
  amount: 499,
  currency: "usd",
} as const;
const YEARLY = {
  id: "yearly",
  description: "$49.99 a year",
  description_with_savings: "$49.99 a year (save 16%)",
  amount: 4_999,
  currency: "usd",
} as const;
const DATE = "01/02/2041 03:04 AM";

function respondWith(site: Site, fields: Given<Subscription> = {}, more: Given<Customer> = {}): void {
  site.respond(customerRoute, {
    plans: [MONTHLY, YEARLY],
    stripe_subscription: {
      status: "Active",
      plan: MONTHLY,
      next_billing_date: "2041-01-02T03:04:05.000Z",
      next_billing_date_formatted: DATE,
      ...fields,
    },
    ...more,
  });
}

const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole("definition");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change plan" });
const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Change plan" });

test.beforeEach(({ site }) => {
  // Without preloaded details in the page's HTML, it asks the endpoint.
  site.files.set("/settings/billing", "");
  site.signIn({ has_gold: true });
  site.respond(userDetailsRoute, { username: "bobby" });
  site.respond(invoicesRoute, {});
  site.respond(goldRoute, { plans: [MONTHLY, YEARLY], test_mode: true });
  respondWith(site);
});

describe("the page of Gold", () => {
  test("has the benefits and the price for everyone, and says who has it already", async ({ page, site }) => {
    site.user = null;
    await page.goto("/gold");
    const benefits = page.getByRole("table");
    for (const row of [
      /^Daily coins.* 0 25$/,
      /^Extra XP.* 0% 25%$/,
      /^Max levels.* 100 250$/,
      /^Customizable profile theme.* No Yes$/,
      /^Gold username and badge.* No Yes$/,
      /^Luck with lost socks.* Bad 25% less bad$/,
    ])
      await expect(benefits.getByRole("row", { name: row })).toBeVisible();
    for (const text of ["$4.99 a month", "$49.99 a year", "Save 16%", "That's $4.17 a month."])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText("Test mode: you won't really be charged.")).toBeVisible();
    await page.getByRole("link", { name: "Sign in to get Gold" }).first().click();
    await expect(page).toHaveURL("/login?next=%2Fgold");
    site.signIn({ has_gold: true });
    await page.goto("/gold");
    await expect(page.getByText("You have Gold. Enjoy it!")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Get Gold/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Manage your Gold" }).click();
    await expect(fact(page, "Status")).toHaveText("Active");
  });

  test("is where every mention of Gold leads", async ({ page, site }) => {
    site.signIn();
    site.respond(profileRoute, { user: { id: 7, username: "bobby" } });
    site.respond(createLevelRoute, errorResponse("level_limit", { message: "You have made too many." }));
    await page.goto("/users/bobby");
    await expect(
      page.getByRole("main").getByRole("link", { name: "With Gold: 25% more XP." }).first(),
    ).toHaveAttribute("href", "/gold");
    await page.goto("/shop?category=gold");
    await expect(page.getByRole("main").getByRole("link", { name: "Get Gold" }).first()).toHaveAttribute(
      "href",
      "/gold",
    );
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Gold" })).toHaveAttribute(
      "href",
      "/gold",
    );
    await page.goto("/level/create");
    await page.getByLabel("Title").fill("One too many");
    await button(page, "Create Level").click();
    await page.getByRole("alert").getByRole("link", { name: "Get Gold" }).click();
    await expect(page).toHaveURL("/gold");
  });
});

describe("a payment", () => {
  test("that was left says so, and a member without a subscription learns about Gold", async ({
    page,
    site,
  }) => {
    site.signIn();
    site.respond(
      customerRoute,
      errorResponse("not_found", { message: "You don't have a Gold subscription." }),
    );
    await page.goto("/settings/billing?checkout=canceled");
    await expect(page.getByText("You left before paying. You weren't charged.")).toBeVisible();
    await expect(page).toHaveURL("/settings/billing");
    await expect(page.getByText("You don't have a Gold subscription.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await page.getByRole("link", { name: "Learn about Gold" }).click();
    await expect(button(page, "Get Gold yearly")).toBeVisible();
  });

  test("is waited for, can be checked again, and then Gold is there", async ({ page, site }) => {
    const user = site.signIn();
    page.clock.install();
    await page.goto("/settings/billing?checkout=done");
    await expect(page.getByText("Processing your payment…")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await expect(page.getByText("This is taking longer than usual")).toBeVisible();
    await button(page, "Check again").click();
    await expect(page.getByText("Processing your payment…")).toBeVisible();
    site.respond(sessionRoute, { user: { ...user, has_gold: true } });
    await page.clock.fastForward(2_000);
    await expect(page.getByText("Welcome to Gold!")).toBeVisible();
    await expect(page).toHaveURL("/settings/billing");
    await expect(fact(page, "Plan")).toHaveText("$4.99 a month");
    await expect(page.getByRole("link", { name: "See your golden name" })).toHaveAttribute(
      "href",
      "/users/bobby",
    );
  });
});

test("the billing tab shows the subscription and the invoices", async ({ page, site }) => {
  await page.goto("/settings/billing");
  await expect(fact(page, "Next billing date")).toContainText("01/02/2041");
  await expect(page.getByText("No Invoices")).toBeVisible();
  site.respond(invoicesRoute, {
    data: [
      { number: "A-1", lines: ["Gold"], total: "$4.99", date: "2026-01-02T03:04:05.000Z", url: "/invoice" },
    ],
  });
  await page.reload();
  const invoices = page.getByRole("table", { name: "Invoices" });
  await expect(invoices.getByRole("columnheader")).toHaveText([
    "Invoice number",
    "Items",
    "Total",
    "Date",
    "Link",
  ]);
  await expect(invoices.getByRole("cell").nth(2)).toHaveText("$4.99");
  await expect(invoices.getByRole("link", { name: /^View invoice/ })).toHaveAttribute("href", "/invoice");
});

test("details that fail to load can be loaded again", async ({ page, site }) => {
  site.respond(customerRoute, errorResponse("conflict"));
  await page.goto("/settings/billing");
  const retry = button(page, "Retry");
  (await retry.element()).addEventListener("click", () => respondWith(site), { capture: true });
  await retry.click();
  await expect(fact(page, "Status")).toHaveText("Active");
});

test("a member changes the plan for the next period, and back", async ({ page, site }) => {
  const later = [{ plan: YEARLY, starts_at: "2041-01-02T03:04:05.000Z", starts_at_formatted: DATE }];
  site.respond(swapRoute, ({ input: { id } }) => {
    respondWith(site, { phases: id === "yearly" ? later : [] });
    return { message: `Next: ${id}.` };
  });
  await page.goto("/settings/billing");
  await button(page, "Change plan").click();
  await expect(dialog(page)).toContainText("The new plan bills after the current period ends");
  await expect(dialog(page).getByRole("radio", { name: /^\$4\.99 a month/ })).not.toBeChecked();
  await expect(dialog(page).getByRole("radio", { name: "$49.99 a year (save 16%)" })).toBeChecked();
  await confirm(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("Next: yearly.")).toBeVisible();
  await expect(fact(page, "Coming up")).toHaveText(/^From \d\d\/\d\d\/\d{4}: \$49\.99 a year$/);
  await expect(fact(page, "Plan")).toHaveText("$4.99 a month");
  await button(page, "Change plan").click();
  await dialog(page)
    .getByRole("radio", { name: /^\$4\.99 a month/ })
    .check();
  await confirm(page).click();
  await expect(page.getByText("Next: monthly.")).toBeVisible();
  await expect(page.getByText("Coming up")).toHaveCount(0);
});

test("a member cancels, resumes, and reactivates a canceled subscription with another plan", async ({
  page,
  site,
}) => {
  const status = (status: Subscription["status"]) => () => {
    respondWith(site, { status });
    return { message: `It is ${status}.` };
  };
  site.respond(cancelRoute, status("Canceled"));
  site.respond(resumeRoute, status("Active"));
  site.respond(swapRoute, status("Active"));
  await page.goto("/settings/billing");
  const modal = page.getByRole("alertdialog", { name: "Cancel Gold?" });
  const cancel = async (choice: string) => {
    await button(page, "Cancel Gold").click();
    for (const loss of ["25 coins every day", "25% extra XP", "your golden name and badge"])
      await expect(modal.getByRole("listitem").filter({ hasText: loss })).toBeVisible();
    await modal.getByRole("button", { name: choice }).click();
    await expect(modal).toHaveCount(0);
  };
  await cancel("Keep Gold");
  await expect(fact(page, "Status")).toHaveText("Active");
  await cancel("Cancel Gold");
  await expect(fact(page, "Status")).toHaveText("Canceled");
  await expect(fact(page, "Gold ends")).toContainText("01/02/2041");
  await expect(button(page, "Cancel Gold")).toHaveCount(0);
  await button(page, "Resume Gold").click();
  await expect(fact(page, "Status")).toHaveText("Active");
  await expect(page.getByText("It is Active.")).toBeVisible();
  await cancel("Cancel Gold");
  await button(page, "Change plan").click();
  await expect(dialog(page)).toContainText(
    "Your subscription is canceled. Changing the plan reactivates it.",
  );
  await confirm(page).click();
  await expect(fact(page, "Status")).toHaveText("Active");
});

test("a failed renewal and the end of Gold are reported, also on the open page", async ({ page, site }) => {
  respondWith(site, { status: "Past due" });
  await page.goto("/settings/billing");
  await expect(page.getByText("Your last payment didn't go through.")).toBeVisible();
  // It has ended at Stripe.
  site.respond(swapRoute, () => {
    respondWith(site, { status: "Ended" });
    return errorResponse("conflict", { message: "You don't have a Gold subscription to change." });
  });
  await button(page, "Change plan").click();
  await confirm(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("You don't have a Gold subscription to change.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.receive({ event: "GoldChanged", has_gold: false });
  await expect(fact(page, "Status")).toHaveText("Ended");
  await expect(page.getByText("Your Gold has ended.")).toBeVisible();
  await page.getByRole("link", { name: "Get Gold again" }).click();
  await expect(button(page, "Get Gold monthly")).toBeVisible();
});

test("a banned member sees only their billing, and can cancel it", async ({ page, site }) => {
  site.signIn({ has_gold: true, banned: { reason: "Bad words", until: null } });
  site.respond(cancelRoute, () => {
    respondWith(site, { status: "Canceled" });
    return {};
  });
  await page.goto("/settings/billing");
  await expect(fact(page, "Status")).toHaveText("Active");
  await expect(button(page, "Change plan")).toHaveCount(0);
  await button(page, "Cancel Gold").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Gold" }).click();
  await expect(fact(page, "Status")).toHaveText("Canceled");
  await expect(button(page, "Resume Gold")).toHaveCount(0);
});
