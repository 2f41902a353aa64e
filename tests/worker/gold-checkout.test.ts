import { sql } from "drizzle-orm";
import { checkoutRoute, customerRoute, goldRoute, swapRoute } from "#domain/gold/api.ts";
import { RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import {
  controlStripe,
  createPayer,
  DECLINED_CARD,
  deliverEvents,
  fetchCustomer,
  MONTHLY,
  openCheckout,
  payCheckout,
  storedGoldUntil,
  storedPeriodEnd,
  stripeRecords,
  YEARLY,
} from "#tests/support/payer.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";

const NO_CUSTOMER = { code: "no_customer", message: "You don't have a Gold subscription." };
const FAILED = {
  code: "billing_failed",
  message: "The payment service isn't responding. Try again in a minute.",
};

describe("GET /api/gold", () => {
  test("returns the plans with the savings of the yearly one, and that payment is in test mode", async () => {
    const { body } = await (await Browser.visitor()).call(goldRoute);
    expect(body).toEqual({ plans: [MONTHLY, YEARLY], test_mode: true });
  });

  test("returns no plans on a site without a Stripe key, where checkout is rejected", async () => {
    const subscriber = await createPayer();
    subscriber.variant = { STRIPE_SECRET_KEY: "" };
    expect((await subscriber.call(goldRoute)).body).toEqual({ plans: [], test_mode: false });
    const { status, body } = await subscriber.call(checkoutRoute, { id: "monthly" });
    expect([status, body]).toEqual([
      409,
      { code: "no_billing", message: "Gold can't be bought on this site." },
    ]);
  });

  test("never uses the Stripe stand-in in production", async () => {
    const { stripeClient: stripeOf } = await import("#worker/gold/stripe.ts");
    const client = stripeOf({ ...testEnv, ENVIRONMENT: "production" });
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
    await client?.prices.list({});
    const [url] = fetched.mock.lastCall ?? [];
    fetched.mockRestore();
    expect(new URL(String(url)).host).toBe("api.stripe.com");
  });
});

describe("a checkout", () => {
  test("grants Gold when the webhook arrives, not before", async () => {
    const subscriber = await createPayer();
    expect(await payCheckout(await openCheckout(subscriber))).toContain("/settings/billing?checkout=done");
    expect(await storedGoldUntil(subscriber)).toBeNull();
    await deliverEvents(subscriber);
    const end = await storedPeriodEnd(subscriber);
    expect(await storedGoldUntil(subscriber)).toBe(end + RENEWAL_GRACE_MS);
    expect(await fetchCustomer(subscriber)).toMatchObject({
      user: { id: subscriber.id, has_gold: true },
      gold_ends_at: isoTime(end),
      stripe_subscription: {
        status: "Active",
        plan: MONTHLY,
        phases: [],
        next_billing_date: isoTime(end),
        next_billing_date_formatted: formatTime(end),
      },
      plans: [MONTHLY, YEARLY],
      test_mode: true,
    });
  });

  test("with a declined card changes nothing", async () => {
    const subscriber = await createPayer();
    expect(await payCheckout(await openCheckout(subscriber), DECLINED_CARD)).toBeNull();
    expect((await stripeRecords(subscriber)).subscriptions).toEqual([]);
    const { status, body } = await subscriber.call(customerRoute);
    expect([status, body]).toEqual([404, NO_CUSTOMER]);
  });

  test("from several tabs at once creates one customer and leaves one open Stripe session", async () => {
    const subscriber = await createPayer();
    await Promise.all([
      openCheckout(subscriber),
      openCheckout(subscriber, "yearly"),
      openCheckout(subscriber),
    ]);
    expect(await countRows("billing_customers", sql`user_id = ${subscriber.id}`)).toBe(1);
    const { sessions } = await stripeRecords(subscriber);
    expect(sessions.filter(({ status }) => status === "open")).toHaveLength(1);
  });

  test("interrupted between Stripe and the database still leaves one customer", async () => {
    const subscriber = await createPayer();
    await openCheckout(subscriber);
    const { customer } = await stripeRecords(subscriber);
    // Stripe created the customer, but the row was never written.
    await runSql`delete from billing_customers where user_id = ${subscriber.id}`;
    await openCheckout(subscriber);
    expect((await stripeRecords(subscriber)).customer.id).toBe(customer.id);
    expect(await countRows("billing_customers", sql`customer_id = ${customer.id}`)).toBe(1);
  });

  test("is rejected for a paying member, even before the webhook arrives", async () => {
    const subscriber = await createPayer();
    await payCheckout(await openCheckout(subscriber));
    for (const id of ["monthly", "yearly"]) {
      const { status, body } = await subscriber.call(checkoutRoute, { id });
      expect([status, body]).toEqual([
        409,
        { code: "has_subscription", message: "You already have a Gold subscription." },
      ]);
    }
  });

  test("replaces a customer that was deleted at Stripe", async () => {
    const subscriber = await createPayer();
    await openCheckout(subscriber);
    const { customer } = await stripeRecords(subscriber);
    await fetch(`${testEnv.STRIPE_STAND_IN}/v1/customers/${customer.id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${testEnv.STRIPE_SECRET_KEY}` },
    });
    await payCheckout(await openCheckout(subscriber));
    expect((await stripeRecords(subscriber)).customer.id).not.toBe(customer.id);
    await deliverEvents(subscriber);
    expect(await storedGoldUntil(subscriber)).not.toBeNull();
  });

  test("or a swap to an unknown plan is rejected at its field", async () => {
    const subscriber = await createPayer();
    for (const route of [checkoutRoute, swapRoute]) {
      const { status, body } = await subscriber.call(route, { id: "weekly" });
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty("id");
    }
  });

  test("returns billing_failed when Stripe fails, and works on the next attempt", async () => {
    const subscriber = await createPayer();
    await controlStripe("fail", { match: encodeURIComponent(subscriber.email), status: 500 });
    const { status, body } = await subscriber.call(checkoutRoute, { id: "monthly" });
    expect([status, body]).toEqual([409, FAILED]);
    expect(expectWorkerErrors().join()).toContain("stripe failed");
    await payCheckout(await openCheckout(subscriber));
    await deliverEvents(subscriber);
    expect(await storedGoldUntil(subscriber)).not.toBeNull();
  });
});
