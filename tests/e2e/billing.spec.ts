import type { Page } from "@playwright/test";
import { CARDS, DAY, Payer } from "./billing.ts";
import { test as base, expect } from "./fixtures.ts";
import { whenLive } from "./live.ts";
import { expectAccessible, expectFits } from "./look.ts";

const test = base.extend<{ payer: Payer }>({
  /** This test's browser, signed in to a new account. */
  payer: async ({ page, join, origin }, use) => use(new Payer(page, await join(), origin)),
});

/** Accessible as it is, and no wider than a phone. */
async function look(page: Page, over?: string): Promise<void> {
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

test("a visitor compares the plans, signs in, finds the ways to Gold, and has it once Stripe says that they paid", async ({
  page,
  somebody,
  origin,
  complaints,
}) => {
  test.slow();
  const { person } = await somebody();
  const payer = new Payer(page, person, origin);
  await test.step("what Gold is and costs is shown to everyone", async () => {
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
    await expect(page.getByText("That is $4.17 a month.")).toBeVisible();
    await expect(page.getByText("Test mode: nothing is really charged.")).toBeVisible();

    await page.getByRole("link", { name: "Sign in to get Gold" }).first().click();
    await page.getByLabel("Username or e-mail").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/gold$/);
    await expect(page.getByRole("button", { name: "Get Gold yearly" })).toBeVisible();
  });

  await test.step("every mention of Gold leads to it", async () => {
    complaints.expect(/^422 POST .*\/api\/levels$/);
    const follow = async (from: string, name: string | RegExp) => {
      await page.goto(from);
      await page.getByRole("main").getByRole("link", { name }).first().click();
      await expect(page).toHaveURL("/gold");
    };
    await follow("/", "With Gold: 25 more coins every day.");
    await follow("/", "With Gold: 25% more XP.");
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
    await page.getByRole("button", { name: `Account menu of ${person.username}` }).click();
    await page.getByRole("menuitem", { name: "Gold" }).click();
    await expect(page).toHaveURL("/gold");
  });

  await test.step("a declined card buys nothing, nor does leaving without paying", async () => {
    await payer.choose("yearly");
    await payer.pay(CARDS.declined);
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await expect(page.getByText("You left without paying: nothing was charged.")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/billing$/);
    await expect(page.getByText("You have no Gold subscription.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await page.getByRole("link", { name: "See what Gold is" }).click();
    await expect(page.getByRole("button", { name: "Get Gold yearly" })).toBeVisible();
  });

  await test.step("a late payment is waited for, and can be looked for again", async () => {
    await payer.choose("monthly");
    await payer.steer("pause", { paused: true });
    await page.clock.install();
    const live = whenLive(page);
    await payer.pay();
    await expect(page.getByText("Your payment is on its way to us…")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invoices" })).toHaveCount(0);
    await look(page);
    // A minute in which its socket has not opened is one that it waits no longer.
    await live;
    await page.clock.fastForward("01:01");
    await expect(page.getByText("It takes longer than usual")).toBeVisible();
    await payer.press("Look again");
    await expect(page.getByText("Your payment is on its way to us…")).toBeVisible();
    await payer.steer("pause", { paused: false });
    await page.clock.fastForward("00:02");
    await expect(page.getByText("Welcome to Gold!")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/billing$/);
  });

  await test.step("it shows at once what was bought", async () => {
    await expect(payer.fact("Status")).toHaveText("Active");
    await expect(payer.fact("Plan")).toHaveText("$4.99 a month");
    await expect(payer.fact("Next billing date")).toHaveText(ONLY_EXACT);
    await expect(page.getByText("Test mode: nothing here is really charged.")).toBeVisible();

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
    await look(page);
    await expect(page.getByRole("button", { name: /^Get Gold/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Manage your Gold" }).click();
    await expect(payer.fact("Status")).toHaveText("Active");
    await expect(page.getByText("Welcome to Gold!")).toHaveCount(0);
  });
});

test("a member swaps the plan after the current period, and back", async ({ payer, page, complaints }) => {
  test.slow();
  await payer.buy("monthly");
  const window = await payer.open("Change plan", "Change plan");
  await look(page, LAYERS);
  await expect(window).toContainText("The new plan bills after the current period ends");
  await expect(window.getByRole("radio", { name: /^\$4\.99 a month/ })).not.toBeChecked();
  await expect(window.getByRole("radio", { name: "$49.99 a year (save 16%)" })).toBeChecked();

  await window.getByRole("button", { name: "Change plan" }).click();
  await expect(window).toBeHidden();
  await expect(page.getByText(/^From .* you pay \$49\.99 a year\.$/)).toBeVisible();
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
  await payer.steer("clock", { advance_seconds: 32 * DAY });
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

  await test.step("without an invoice it says so", async () => {
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
  const window = await payer.open("Cancel Gold", "Cancel Gold?");
  await look(page, LAYERS);
  await expect(window).toContainText(EXACT);
  for (const loss of ["25 coins every day", "25% extra XP", "your golden name and badge"])
    await expect(window.getByRole("listitem").filter({ hasText: loss })).toBeVisible();
  await window.getByRole("button", { name: "Keep Gold" }).click();
  await expect(payer.fact("Status")).toHaveText("Active");

  await payer.cancel();
  await expect(payer.fact("Gold ends")).toHaveText(ONLY_EXACT);
  await expect(page.getByRole("button", { name: "Cancel Gold" })).toHaveCount(0);
  await payer.press("Resume Gold");
  await expect(payer.fact("Status")).toHaveText("Active");
  await expect(page.getByText(/^Your subscription goes on\./)).toBeVisible();

  await test.step("Stripe's portal opens in a tab of its own, and what is done there shows here", async () => {
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

  await test.step("Gold lapses with its period on the open page", async () => {
    await payer.cancel();
    await payer.steer("clock", { advance_seconds: 367 * DAY });
    await expect(payer.fact("Status")).toHaveText("Ended");
    await expect(page.getByText("Your Gold has ended.")).toBeVisible();
    await page.getByRole("link", { name: "Get Gold again" }).click();
    await expect(page.getByRole("button", { name: "Get Gold monthly" })).toBeVisible();
    await payer.buy("yearly");
    await expect(payer.fact("Plan")).toHaveText("$49.99 a year");
  });
});

test("a failed renewal is reported, and a banned member sees only their billing and can end it", async ({
  payer,
  page,
  somebody,
  complaints,
}) => {
  test.slow();
  complaints.expect(/^409 POST .*\/billing\/swap$/);
  await payer.buy("monthly", CARDS.failing);
  await payer.steer("clock", { advance_seconds: 31 * DAY });
  await expect(payer.fact("Status")).toHaveText("Past due");
  await expect(page.getByText("The last payment did not go through.")).toBeVisible();

  // Ended at Stripe, which the site has not heard of.
  const window = await payer.open("Change plan", "Change plan");
  await payer.steer("pause", { paused: true });
  await payer.steer("clock", { advance_seconds: 7 * DAY });
  await window.getByRole("button", { name: "Change plan" }).click();
  await expect(window.getByRole("alert")).toHaveText("You have no Gold subscription that this could change.");
  await window.getByRole("button", { name: "Cancel" }).click();
  await expect(payer.fact("Status")).toHaveText("Ended");
  await window.getByRole("button", { name: "Cancel" }).waitFor({ state: "hidden" });
  await payer.steer("pause", { paused: false });

  await payer.buy("monthly");
  const staff = await somebody("admin");
  await staff.post(`/api/staff/users/${payer.person.username}/ban`, {
    reason: "Said bad words",
    until: null,
  });
  // The open page reloads by itself: billing is a page that banned members keep.
  await page.getByRole("link", { name: "About your ban" }).click();
  await expect(page.getByText("Reason: Said bad words")).toBeVisible();
  await page.getByRole("link", { name: "Open billing" }).click();
  await expect(payer.fact("Status")).toHaveText("Active");
  await expect(page.getByRole("button", { name: "Change plan" })).toHaveCount(0);
  await payer.cancel();
  await expect(page.getByRole("button", { name: "Resume Gold" })).toHaveCount(0);
});
