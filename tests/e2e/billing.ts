import { expect, type Locator, type Page } from "@playwright/test";
import { STAND_INS_AFTER } from "#tests/stand-ins/stand-in.ts";
import type { Person } from "./fixtures.ts";

export const DAY = 24 * 60 * 60;
export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** Pays once and is declined from then on. */
  failing: "4000 0000 0000 0341",
};

type Plan = "monthly" | "yearly";

/** Somebody who buys Gold, on the site's pages and on the stand-in's. */
export class Payer {
  readonly page: Page;
  readonly person: Person;
  readonly #stripe: string;

  constructor(page: Page, person: Person, origin: string) {
    const { protocol, hostname, port } = new URL(origin);
    this.page = page;
    this.person = person;
    this.#stripe = `${protocol}//${hostname}:${Number(port) + STAND_INS_AFTER}`;
  }

  /** Has the stand-in do something about them (tests/stand-ins/stripe/control.ts). */
  async steer(act: string, asking: object = {}): Promise<void> {
    const { email } = this.person;
    const response = await this.page.request.post(`${this.#stripe}/_stand-in/${act}`, {
      data: { email, ...asking },
    });
    expect(response.status()).toBe(200);
  }

  /** To Stripe's page, by the button of a plan. */
  async choose(plan: Plan): Promise<void> {
    await this.page.goto("/gold");
    await this.page.getByRole("button", { name: `Get Gold ${plan}` }).click();
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(/^Subscribe to /);
  }

  async pay(card = CARDS.good): Promise<void> {
    await this.page.getByLabel("Card number").fill(card);
    await this.page.getByRole("button", { name: "Subscribe" }).click();
  }

  /** Buys a plan and waits until it is there. */
  async buy(plan: Plan, card = CARDS.good): Promise<void> {
    await this.choose(plan);
    await this.pay(card);
    await expect(this.page.getByText("Welcome to Gold!")).toBeVisible();
    await expect(this.fact("Status")).toHaveText("Active");
  }

  /** What the billing tab says under a name. */
  fact(name: string): Locator {
    const term = this.page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) });
    return this.page.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Opens a window by its button. */
  async open(button: string, title: string): Promise<Locator> {
    await this.press(button);
    const window = this.page.getByRole(/\?$/.test(title) ? "alertdialog" : "dialog", { name: title });
    await expect(window).toBeVisible();
    return window;
  }

  async cancel(): Promise<void> {
    const window = await this.open("Cancel Gold", "Cancel Gold?");
    await window.getByRole("button", { name: "Cancel Gold" }).click();
    await expect(window).toBeHidden();
    await expect(this.fact("Status")).toHaveText("Canceled");
  }
}
