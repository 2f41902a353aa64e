import type { Locator, Page } from "@playwright/test";
import { STAND_IN_PORT_OFFSET } from "#tests/stand-ins/server.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { type Account, expect, test } from "./test.ts";

const DAY_SECONDS = 24 * 60 * 60;
const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
};

type Plan = "monthly" | "yearly";

/** A member who buys Gold, on the site's pages and on the stand-in's. */
class GoldBuyer {
  readonly page: Page;
  readonly account: Account;
  readonly #stripe: string;

  constructor(page: Page, account: Account, origin: string) {
    const { protocol, hostname, port } = new URL(origin);
    this.page = page;
    this.account = account;
    this.#stripe = `${protocol}//${hostname}:${Number(port) + STAND_IN_PORT_OFFSET}`;
  }

  /** Controls this customer in the Stripe stand-in (tests/stand-ins/stripe/control.ts). */
  async control(command: string, options: object = {}): Promise<void> {
    const { email } = this.account;
    const response = await this.page.request.post(`${this.#stripe}/_stand-in/${command}`, {
      data: { email, ...options },
    });
    expect(response.status()).toBe(200);
  }

  /** Opens Stripe's page with the button of a plan. */
  async choose(plan: Plan): Promise<void> {
    await this.page.goto("/gold");
    await this.page.getByRole("button", { name: `Get Gold ${plan}` }).click();
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(/^Subscribe to /);
  }

  async pay(card = CARDS.good): Promise<void> {
    await this.page.getByLabel("Card number").fill(card);
    await this.page.getByRole("button", { name: "Subscribe" }).click();
  }

  /** The value under a term in the billing tab. */
  fact(name: string): Locator {
    const term = this.page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) });
    return this.page.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  /** Opens a modal with its button, and returns it. */
  async open(button: string, title: string): Promise<Locator> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
    const modal = this.page.getByRole(/\?$/.test(title) ? "alertdialog" : "dialog", { name: title });
    await expect(modal).toBeVisible();
    return modal;
  }
}

/** Checks that the page is accessible and fits on a phone. */
async function checkPage(page: Page, over?: string): Promise<void> {
  await expectAccessible(page, over);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  if (size) await page.setViewportSize(size);
}

const LAYERS = "[role=dialog], [role=alertdialog]";

// Plans, payments, invoices and every state of a subscription: tests/ui/billing.test.ts.

test("a visitor compares the plans, signs in, pays, has Gold once Stripe confirms it, cancels in Stripe's portal, and lapses", async ({
  page,
  otherUser,
  origin,
}) => {
  test.slow();
  const { account } = await otherUser();
  const payer = new GoldBuyer(page, account, origin);
  await test.step("everyone sees the benefits and the price of Gold", async () => {
    await page.goto("/gold");
    await expect(page.getByText("$4.99 a month")).toBeVisible();
    await page.getByRole("link", { name: "Sign in to get Gold" }).first().click();
    await page.getByLabel("Username or email").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/gold$/);
  });

  await test.step("a declined card buys nothing, nor does leaving without paying", async () => {
    await payer.choose("yearly");
    await payer.pay(CARDS.declined);
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await expect(page.getByText("You left before paying. You weren't charged.")).toBeVisible();
  });

  await test.step("the page waits for a late payment", async () => {
    await payer.choose("monthly");
    await payer.control("pause", { paused: true });
    await payer.pay();
    await expect(page.getByText("Processing your payment…")).toBeVisible();
    await checkPage(page);
    await payer.control("pause", { paused: false });
    await expect(page.getByText("Welcome to Gold!")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/billing$/);
  });

  await test.step("the page shows at once what was bought", async () => {
    await expect(payer.fact("Plan")).toHaveText("$4.99 a month");
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: /^View invoice/ }).click();
    await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(/^Invoice /);
    await payer.open("Change plan", "Change plan");
    await checkPage(page, LAYERS);
    await page.keyboard.press("Escape");
    await payer.open("Cancel Gold", "Cancel Gold?");
    await checkPage(page, LAYERS);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "See your golden name" }).click();
    await expect(page.getByRole("main").getByText("Gold", { exact: true }).first()).toBeVisible();
    await page.goto("/gold");
    await expect(page.getByText("You have Gold. Enjoy it!")).toBeVisible();
    await checkPage(page);
  });

  await test.step("Stripe's portal opens in a new tab, and changes there show here", async () => {
    await page.goto("/settings/billing");
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Payment details (opens in a new tab)" }).click();
    const portal = await opened;
    await expect(portal.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
    expect(await portal.evaluate(() => self.opener)).toBeNull();
    await portal.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(payer.fact("Status")).toHaveText("Canceled");
    await portal.getByRole("link", { name: "Back to the site" }).click();
    await expect(portal.getByRole("heading", { name: "Billing Details" })).toBeVisible();
    await portal.close();
  });

  await test.step("Gold ends with its period on the open page", async () => {
    await payer.control("clock", { advance_seconds: 32 * DAY_SECONDS });
    await expect(payer.fact("Status")).toHaveText("Ended");
    await expect(page.getByText("Your Gold has ended.")).toBeVisible();
  });
});
