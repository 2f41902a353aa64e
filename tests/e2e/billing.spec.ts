import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { CARDS, DAY_SECONDS, GoldBuyer } from "./gold-buyer.ts";
import { openFromMe } from "./open-from-me.ts";
import { waitForLive } from "./open-live.ts";
import { test as base, expect } from "./test.ts";

const test = base.extend<{ payer: GoldBuyer }>({
  /** This test's browser, signed in to a new account. */
  payer: async ({ page, signUp, origin }, use) => use(new GoldBuyer(page, await signUp(), origin)),
});

/** Checks that the page is accessible and fits on a phone. */
async function checkPage(page: Page, over?: string): Promise<void> {
  await expectAccessible(page, over);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  if (size) await page.setViewportSize(size);
}

/** MM/DD/YYYY hh:mm AM */
const EXACT = /\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/;
const LAYERS = "[role=dialog], [role=alertdialog]";
const ONLY_EXACT = new RegExp(`^${EXACT.source}$`);

test("a visitor compares the plans, signs in, finds the way to Gold and has it once Stripe confirms the payment", async ({
  page,
  otherUser,
  origin,
  complaints,
}) => {
  test.slow();
  const { account } = await otherUser();
  const payer = new GoldBuyer(page, account, origin);
  await test.step("everyone sees the benefits and the price of Gold", async () => {
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
    await expect(page.getByText("$4.99 a month")).toBeVisible();
    await expect(page.getByText("$49.99 a year")).toBeVisible();
    await expect(page.getByText("Save 16%")).toBeVisible();
    await expect(page.getByText("That's $4.17 a month.")).toBeVisible();
    await expect(page.getByText("Test mode: you won't really be charged.")).toBeVisible();

    await page.getByRole("link", { name: "Sign in to get Gold" }).first().click();
    await page.getByLabel("Username or email").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/gold$/);
    await expect(page.getByRole("button", { name: "Get Gold yearly" })).toBeVisible();
  });

  await test.step("every mention of Gold leads to its page", async () => {
    complaints.expect(/^422 POST .*\/api\/levels$/);
    const follow = async (from: string, name: string | RegExp) => {
      await page.goto(from);
      await page.getByRole("main").getByRole("link", { name }).first().click();
      await expect(page).toHaveURL("/gold");
    };
    await page.goto("/");
    await expect(page.getByText("Next challenge in")).toBeVisible();
    await expect(page.getByText("With Gold"), "a newcomer's home sells nothing").toHaveCount(0);
    await follow(`/users/${account.username}`, "With Gold: 25% more XP.");
    await follow("/shop?category=gold", "Get Gold");
    await page.route("**/api/levels", (route) =>
      route.fulfill({ status: 422, json: { message: "You have made too many.", code: "level_limit" } }),
    );
    await page.goto("/level/create");
    await page.getByLabel("Title").fill("One too many");
    await page.getByRole("button", { name: "Create Level" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Get Gold" }).click();
    await expect(page).toHaveURL("/gold");
    await page.goto("/levels");
    await page.getByRole("contentinfo").getByRole("link", { name: "Gold" }).click();
    await expect(page).toHaveURL("/gold");
    await page.goto("/levels");
    await openFromMe(page, account, "Gold");
    await expect(page).toHaveURL("/gold");
  });

  await test.step("a declined card buys nothing, nor does leaving without paying", async () => {
    await payer.choose("yearly");
    await payer.pay(CARDS.declined);
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await expect(page.getByText("You left before paying. You weren't charged.")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/billing$/);
    await expect(page.getByText("You don't have a Gold subscription.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await page.getByRole("link", { name: "Learn about Gold" }).click();
    await expect(page.getByRole("button", { name: "Get Gold yearly" })).toBeVisible();
  });

  await test.step("the page waits for a late payment and can check again", async () => {
    await payer.choose("monthly");
    await payer.control("pause", { paused: true });
    await page.clock.install();
    const live = waitForLive(page);
    await payer.pay();
    await expect(page.getByText("Processing your payment…")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await checkPage(page);
    // The socket must be open before the clock skips a minute.
    await live;
    await page.clock.fastForward("01:01");
    await expect(page.getByText("This is taking longer than usual")).toBeVisible();
    await payer.press("Check again");
    await expect(page.getByText("Processing your payment…")).toBeVisible();
    await payer.control("pause", { paused: false });
    await page.clock.fastForward("00:02");
    await expect(page.getByText("Welcome to Gold!")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/billing$/);
  });

  await test.step("the page shows at once what was bought", async () => {
    await expect(payer.fact("Status")).toHaveText("Active");
    await expect(payer.fact("Plan")).toHaveText("$4.99 a month");
    await expect(payer.fact("Next billing date")).toHaveText(ONLY_EXACT);
    await expect(page.getByText("Test mode: you won't really be charged.")).toBeVisible();

    const invoices = page.getByRole("table", { name: "Invoices" });
    await expect(invoices.getByRole("columnheader")).toHaveText([
      "Invoice number",
      "Items",
      "Total",
      "Date",
      "Link",
    ]);
    await expect(invoices.getByRole("row")).toHaveCount(2);
    const invoice = invoices.getByRole("row").last();
    await expect(invoice.getByRole("cell").nth(2)).toHaveText("$4.99");
    await expect(invoice.getByRole("cell").nth(3)).toHaveText(ONLY_EXACT);
    const opened = page.waitForEvent("popup");
    await invoice.getByRole("link", { name: /^View invoice/ }).click();
    await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(/^Invoice /);

    await page.getByRole("link", { name: "See your golden name" }).click();
    await expect(page.getByRole("main").getByText("Gold", { exact: true }).first()).toBeVisible();
    await page.goto("/gold");
    await expect(page.getByText("You have Gold. Enjoy it!")).toBeVisible();
    await checkPage(page);
    await expect(page.getByRole("button", { name: /^Get Gold/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Manage your Gold" }).click();
    await expect(payer.fact("Status")).toHaveText("Active");
    await expect(page.getByText("Welcome to Gold!")).toHaveCount(0);
  });
});

test("a member changes the plan for the next period, and back", async ({ payer, page, complaints }) => {
  test.slow();
  await payer.buy("monthly");
  const modal = await payer.open("Change plan", "Change plan");
  await checkPage(page, LAYERS);
  await expect(modal).toContainText("The new plan bills after the current period ends");
  await expect(modal.getByRole("radio", { name: /^\$4\.99 a month/ })).not.toBeChecked();
  await expect(modal.getByRole("radio", { name: "$49.99 a year (save 16%)" })).toBeChecked();

  await modal.getByRole("button", { name: "Change plan" }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText(/^From .*, you'll pay \$49\.99 a year\.$/)).toBeVisible();
  await expect(payer.fact("Coming up")).toHaveText(/^From \d\d\/\d\d\/\d{4}: \$49\.99 a year$/);
  await expect(payer.fact("Plan")).toHaveText("$4.99 a month");

  const again = await payer.open("Change plan", "Change plan");
  await again.getByRole("radio", { name: /^\$4\.99 a month/ }).check();
  await again.getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByText("You pay $4.99 a month.")).toBeVisible();
  await expect(page.getByText("Coming up")).toHaveCount(0);

  const last = await payer.open("Change plan", "Change plan");
  await last.getByRole("button", { name: "Change plan" }).click();
  await expect(last).toBeHidden();
  await payer.control("clock", { advance_seconds: 32 * DAY_SECONDS });
  await expect(payer.fact("Plan")).toHaveText("$49.99 a year");
  await page.reload();
  await expect(page.getByRole("table", { name: "Invoices" }).getByRole("row")).toHaveCount(3);

  await test.step("details that fail to load can be loaded again", async () => {
    complaints.expect(/ERR_FAILED GET .*\/settings\/billing$/);
    await page.goto("/settings/account");
    await page.route("**/settings/billing", (route) => route.abort());
    await page.getByRole("link", { name: "Billing" }).click();
    await expect(page.getByRole("heading", { name: "Billing Details" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.unroute("**/settings/billing");
    await payer.press("Retry");
    await expect(payer.fact("Status")).toHaveText("Active");
  });

  await test.step("the page says that there are no invoices", async () => {
    await page.route("**/api/auth/billing/invoices", (route) => route.fulfill({ json: { data: [] } }));
    await page.reload();
    await expect(page.getByText("No Invoices")).toBeVisible();
  });
});

test("a member cancels, resumes, cancels in Stripe's portal, reactivates with another plan, lapses and buys Gold again", async ({
  payer,
  page,
}) => {
  test.slow();
  await payer.buy("yearly");
  const modal = await payer.open("Cancel Gold", "Cancel Gold?");
  await checkPage(page, LAYERS);
  await expect(modal).toContainText(EXACT);
  for (const loss of ["25 coins every day", "25% extra XP", "your golden name and badge"])
    await expect(modal.getByRole("listitem").filter({ hasText: loss })).toBeVisible();
  await modal.getByRole("button", { name: "Keep Gold" }).click();
  await expect(payer.fact("Status")).toHaveText("Active");

  await payer.cancel();
  await expect(payer.fact("Gold ends")).toHaveText(ONLY_EXACT);
  await expect(page.getByRole("button", { name: "Cancel Gold" })).toHaveCount(0);
  await payer.press("Resume Gold");
  await expect(payer.fact("Status")).toHaveText("Active");
  await expect(page.getByText(/^Your subscription continues\./)).toBeVisible();

  await test.step("Stripe's portal opens in a new tab, and changes there show here", async () => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Payment details (opens in a new tab)" }).click();
    const portal = await opened;
    await expect(portal.getByRole("heading", { level: 1 })).toHaveText("Your subscription");
    expect(await portal.evaluate(() => self.opener)).toBeNull();
    await portal.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(payer.fact("Status")).toHaveText("Canceled");
    await portal.getByRole("link", { name: "Back to the site" }).click();
    await expect(portal.getByRole("heading", { name: "Billing Details" })).toBeVisible();
    await portal.close();
  });

  const plans = await payer.open("Change plan", "Change plan");
  await expect(plans).toContainText("Your subscription is canceled. Changing the plan reactivates it.");
  await plans.getByRole("button", { name: "Change plan" }).click();
  await expect(plans).toBeHidden();
  await expect(payer.fact("Status")).toHaveText("Active");
  await expect(payer.fact("Coming up")).toHaveText(/\$4\.99 a month$/);

  await test.step("Gold ends with its period on the open page", async () => {
    await payer.cancel();
    await payer.control("clock", { advance_seconds: 367 * DAY_SECONDS });
    await expect(payer.fact("Status")).toHaveText("Ended");
    await expect(page.getByText("Your Gold has ended.")).toBeVisible();
    await page.getByRole("link", { name: "Get Gold again" }).click();
    await expect(page.getByRole("button", { name: "Get Gold monthly" })).toBeVisible();
    await payer.buy("yearly");
    await expect(payer.fact("Plan")).toHaveText("$49.99 a year");
  });
});

test("a failed renewal is reported, and a banned member sees only their billing and can cancel it", async ({
  payer,
  page,
  otherUser,
  complaints,
}) => {
  test.slow();
  complaints.expect(/^409 POST .*\/billing\/swap$/);
  await payer.buy("monthly", CARDS.failing);
  await payer.control("clock", { advance_seconds: 31 * DAY_SECONDS });
  await expect(payer.fact("Status")).toHaveText("Past due");
  await expect(page.getByText("Your last payment didn't go through.")).toBeVisible();

  // It ends at Stripe, and the site doesn't know yet.
  const modal = await payer.open("Change plan", "Change plan");
  await payer.control("pause", { paused: true });
  await payer.control("clock", { advance_seconds: 7 * DAY_SECONDS });
  await modal.getByRole("button", { name: "Change plan" }).click();
  await expect(modal.getByRole("alert")).toHaveText("You don't have a Gold subscription to change.");
  await modal.getByRole("button", { name: "Cancel" }).click();
  await expect(payer.fact("Status")).toHaveText("Ended");
  await modal.getByRole("button", { name: "Cancel" }).waitFor({ state: "hidden" });
  await payer.control("pause", { paused: false });

  await payer.buy("monthly");
  const staff = await otherUser("admin");
  await staff.post(`/api/staff/users/${payer.account.username}/ban`, {
    reason: "Said bad words",
    until: null,
  });
  // The open page reloads by itself; banned members can still open billing.
  await page.getByRole("link", { name: "About your ban" }).click();
  await expect(page.getByText("Reason: Said bad words")).toBeVisible();
  await page.getByRole("link", { name: "Open billing" }).click();
  await expect(payer.fact("Status")).toHaveText("Active");
  await expect(page.getByRole("button", { name: "Change plan" })).toHaveCount(0);
  await payer.cancel();
  await expect(page.getByRole("button", { name: "Resume Gold" })).toHaveCount(0);
});
