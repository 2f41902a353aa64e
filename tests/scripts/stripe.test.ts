import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EVENTS, openAccount, webhookUrl } from "#scripts/stripe/account.ts";
import { check } from "#scripts/stripe/check.ts";
import { setUp } from "#scripts/stripe/set-up.ts";
import type { StandIn } from "#tests/stand-ins/stand-in.ts";
import { startStripe } from "#tests/stand-ins/stripe/server.ts";

const AMOUNTS = { monthly: 599, yearly: 5_999, currency: "eur" };
const SITE = "https://bopolis.test";

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStripe({ port: 0 });
});
afterAll(() => standIn.stop());

const said: string[] = [];
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
});

describe("an account of Stripe", () => {
  test("needs a key, and the address of a site", () => {
    expect(() => openAccount({})).toThrow("STRIPE_SECRET_KEY is not set");
    expect(() => webhookUrl("bopolis.test")).toThrow("bopolis.test is not the address of a site");
    expect(() => webhookUrl("http://bopolis.test")).toThrow("is not the address of a site");
    expect(webhookUrl("https://bopolis.test/about")).toBe("https://bopolis.test/api/webhooks/stripe");
  });

  test("lacks what was not set up, has it afterwards, and stays the same when it is set up again", async () => {
    const stripe = openAccount(standIn.vars);
    expect(await check(stripe, SITE)).toEqual([
      "The billing portal is not set up.",
      "Nothing is delivered to https://bopolis.test/api/webhooks/stripe.",
    ]);
    const secret = await setUp(stripe, SITE, AMOUNTS);
    expect(secret).toMatch(/^whsec_/);
    expect(await check(stripe, SITE)).toEqual([]);
    // The stand-in has prices to begin with; they stay.
    expect(said.join("\n")).toContain("is there: $4.99 a month");

    expect(await setUp(stripe, SITE, AMOUNTS)).toBeNull();
    const { data: endpoints } = await stripe.webhookEndpoints.list();
    expect(endpoints).toHaveLength(1);
    expect(endpoints[0]?.enabled_events).toEqual([...EVENTS]);
    expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(1);
  });

  test("gets the product and both prices where there are none", async () => {
    const stripe = openAccount(standIn.vars);
    // The names go to prices of another product.
    await stripe.products.create({ id: "other", name: "Other" });
    for (const id of ["monthly", "yearly"])
      await stripe.prices.create({
        ...{ product: "other", currency: "usd", unit_amount: 1, recurring: { interval: "month" } },
        ...{ lookup_key: `gold_${id}`, transfer_lookup_key: true },
      });
    expect(await check(stripe, undefined)).toEqual(["The price gold_yearly is not paid by the year."]);
    const { data } = await stripe.prices.list({ lookup_keys: ["gold_monthly", "gold_yearly"] });
    for (const { id } of data) await stripe.prices.update(id, { active: false, lookup_key: "" });
    await setUp(stripe, SITE, AMOUNTS);
    expect(said.join("\n")).toContain("made: €5.99 a month");
    expect(said.join("\n")).toContain("made: €59.99 a year");
    expect(await check(stripe, SITE)).toEqual([]);
    expect((await stripe.products.retrieve("bopolis_gold")).name).toBe("Bopolis Gold");
  });

  test("with another key is told what Stripe says", async () => {
    const stripe = openAccount({ ...standIn.vars, STRIPE_SECRET_KEY: "sk_test_wrong" });
    await expect(check(stripe, SITE)).rejects.toThrow("Invalid API Key provided");
  });
});
