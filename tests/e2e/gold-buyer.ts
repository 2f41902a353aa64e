import { expect, type Locator, type Page } from "@playwright/test";
import { STAND_IN_PORT_OFFSET } from "#tests/stand-ins/stand-in.ts";
import type { Account } from "./test.ts";

export const DAY_SECONDS = 24 * 60 * 60;
export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
};

type Plan = "monthly" | "yearly";

/** A member who buys Gold, on the site's pages and on the stand-in's. */
export class GoldBuyer {
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
