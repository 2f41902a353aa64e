import { openStripeAccount, WEBHOOK_EVENTS, webhookUrl } from "#scripts/stripe/account.ts";
import { checkAccount } from "#scripts/stripe/check-account.ts";
import { setUpAccount } from "#scripts/stripe/set-up-account.ts";
import type { StandIn } from "#tests/stand-ins/server.ts";
import { startStripe } from "#tests/stand-ins/stripe/start-stripe.ts";

const AMOUNTS = { monthly: 599, yearly: 5_999, currency: "eur" };
const SITE = "https://bopolis.test";

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStripe({ port: 0 });
});
afterAll(() => standIn.stop());

const lines: string[] = [];
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});

describe("the Stripe account", () => {
  test("needs a key and the URL of a site", () => {
    expect(() => openStripeAccount({})).toThrow("STRIPE_SECRET_KEY isn't set");
    expect(() => webhookUrl("bopolis.test")).toThrow("bopolis.test isn't a site's URL");
    expect(() => webhookUrl("http://bopolis.test")).toThrow("isn't a site's URL");
    expect(webhookUrl("https://bopolis.test/about")).toBe("https://bopolis.test/api/webhooks/stripe");
  });

  test("has no problems after its setup, and stays the same when it's set up again", async () => {
    const stripe = openStripeAccount(standIn.vars);
    expect(await checkAccount(stripe, SITE)).toEqual([
      "The billing portal isn't set up.",
      "Nothing is delivered to https://bopolis.test/api/webhooks/stripe.",
    ]);
    expect(await setUpAccount(stripe, SITE, AMOUNTS)).toMatch(/^whsec_/);
    expect(await checkAccount(stripe, SITE)).toEqual([]);
    // The stand-in has prices from the start, which stay.
    expect(lines.join("\n")).toContain("exists: $4.99 a month");

    expect(await setUpAccount(stripe, SITE, AMOUNTS)).toBeNull();
    const { data: endpoints } = await stripe.webhookEndpoints.list();
    expect(endpoints).toHaveLength(1);
    expect(endpoints[0]?.enabled_events).toEqual([...WEBHOOK_EVENTS]);
    expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(1);
  });

  test("gets the product and both prices if they're missing", async () => {
    const stripe = openStripeAccount(standIn.vars);
    // Prices of another product take over the lookup keys.
    await stripe.products.create({ id: "other", name: "Other" });
    for (const id of ["monthly", "yearly"])
      await stripe.prices.create({
        product: "other",
        currency: "usd",
        unit_amount: 1,
        recurring: { interval: "month" },
        lookup_key: `gold_${id}`,
        transfer_lookup_key: true,
      });
    expect(await checkAccount(stripe, undefined)).toEqual(["The price gold_yearly isn't billed per year."]);
    const { data } = await stripe.prices.list({ lookup_keys: ["gold_monthly", "gold_yearly"] });
    for (const { id } of data) await stripe.prices.update(id, { active: false, lookup_key: "" });
    await setUpAccount(stripe, SITE, AMOUNTS);
    expect(lines.join("\n")).toContain("created: €5.99 a month");
    expect(lines.join("\n")).toContain("created: €59.99 a year");
    expect(await checkAccount(stripe, SITE)).toEqual([]);
    expect((await stripe.products.retrieve("bopolis_gold")).name).toBe("Bopolis Gold");
  });

  test("passes on Stripe's error for an invalid key", async () => {
    const stripe = openStripeAccount({ ...standIn.vars, STRIPE_SECRET_KEY: "sk_test_wrong" });
    await expect(checkAccount(stripe, SITE)).rejects.toThrow("Invalid API Key provided");
  });
});
