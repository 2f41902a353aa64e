import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  portalRoute,
  resumeRoute,
  swapRoute,
} from "#domain/billing/api.ts";
import { RENEWAL_GRACE } from "#domain/billing/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import {
  atStripe,
  checkOut,
  DECLINED_CARD,
  deliverAll,
  goldOf,
  member,
  type Payer,
  pay,
  payer,
  steer,
  wait,
} from "#tests/support/billing.ts";
import { Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { endBilling } from "#worker/billing/end.ts";

const MONTHLY = {
  ...{ id: "monthly", amount: 499, currency: "usd" },
  ...{ description: "$4.99 a month", description_with_savings: "$4.99 a month" },
};
const YEARLY = {
  ...{ id: "yearly", amount: 4999, currency: "usd" },
  ...{ description: "$49.99 a year", description_with_savings: "$49.99 a year (save 16%)" },
};
const NO_CUSTOMER = { code: "no_customer", message: "You have no Gold subscription." };
const NO_SUBSCRIPTION = {
  code: "no_subscription",
  message: "You have no Gold subscription that this could change.",
};
const FAILED = {
  code: "billing_failed",
  message: "The payment service did not answer as it should. Try again in a minute.",
};

async function customerOf({ browser }: Payer) {
  const { status, body } = await browser.call(customerRoute);
  expect(status).toBe(200);
  return body as { gold_ends_at: string | null; stripe_subscription: Record<string, unknown> };
}
const subscriptionOf = async (user: Payer) => (await customerOf(user)).stripe_subscription;

async function periodEnd({ id }: Payer): Promise<number> {
  const row = await db.first(
    statement<{ period_end: number }>(sql`select period_end from subscriptions where user_id = ${id}`),
  );
  return row?.period_end ?? 0;
}

describe("what Gold costs", () => {
  test("anybody sees the plans with what the yearly one saves, and that nothing is really paid", async () => {
    const { body } = await (await Browser.visitor()).call(goldRoute);
    expect(body).toEqual({ plans: [MONTHLY, YEARLY], test_mode: true });
  });

  test("a site without a key sells nothing and says so", async () => {
    const who = await payer();
    who.browser.variant = { STRIPE_SECRET_KEY: "" };
    expect((await who.browser.call(goldRoute)).body).toEqual({ plans: [], test_mode: false });
    const { status, body } = await who.browser.call(checkoutRoute, { input: { id: "monthly" } });
    expect([status, body]).toEqual([
      409,
      { code: "no_billing", message: "Gold can't be bought on this site." },
    ]);
  });

  test("production never asks the stand-in", async () => {
    const { stripeOf } = await import("#worker/billing/stripe.ts");
    const client = stripeOf({ ...testEnv, ENVIRONMENT: "production" });
    expect((client as unknown as { _api: { host: string } })._api.host).toBe("api.stripe.com");
  });
});

describe("buying", () => {
  test("Gold comes when the webhook does, and not before", async () => {
    const who = await payer();
    expect(await pay(await checkOut(who))).toContain("/settings/billing?checkout=done");
    expect(await goldOf(who)).toBeNull();
    await deliverAll(who);
    const end = await periodEnd(who);
    expect(await goldOf(who)).toBe(end + RENEWAL_GRACE);
    expect(await customerOf(who)).toMatchObject({
      user: { id: who.id, has_gold: true },
      gold_ends_at: isoTime(end),
      stripe_subscription: {
        ...{ status: "Active", plan: MONTHLY, phases: [] },
        next_billing_date: isoTime(end),
        next_billing_date_formatted: formatTime(end),
      },
      plans: [MONTHLY, YEARLY],
      test_mode: true,
    });
  });

  test("a declined card leaves everything as it was", async () => {
    const who = await payer();
    expect(await pay(await checkOut(who), DECLINED_CARD)).toBeNull();
    expect((await atStripe(who)).subscriptions).toEqual([]);
    const { status, body } = await who.browser.call(customerRoute);
    expect([status, body]).toEqual([404, NO_CUSTOMER]);
  });

  test("two tabs that ask at once make one customer, of whose pages one can be paid", async () => {
    const who = await payer();
    await Promise.all([checkOut(who), checkOut(who, "yearly"), checkOut(who)]);
    expect(await countRows("billing_customers", sql`user_id = ${who.id}`)).toBe(1);
    const { sessions } = await atStripe(who);
    expect(sessions.filter(({ status }) => status === "open")).toHaveLength(1);
  });

  test("a process that dies between Stripe and the database leaves one customer all the same", async () => {
    const who = await payer();
    await checkOut(who);
    const { customer } = await atStripe(who);
    // Stripe had made the customer, and the row was never written.
    await db.all(statement(sql`delete from billing_customers where user_id = ${who.id}`));
    await checkOut(who);
    expect((await atStripe(who)).customer.id).toBe(customer.id);
    expect(await countRows("billing_customers", sql`customer_id = ${customer.id}`)).toBe(1);
  });

  test("whoever pays already is refused, also before the webhook has come", async () => {
    const who = await payer();
    await pay(await checkOut(who));
    for (const id of ["monthly", "yearly"]) {
      const { status, body } = await who.browser.call(checkoutRoute, { input: { id } });
      expect([status, body]).toEqual([
        409,
        { code: "has_subscription", message: "You have a Gold subscription already." },
      ]);
    }
  });

  test("a customer that was deleted at Stripe is made anew", async () => {
    const who = await payer();
    await checkOut(who);
    const { customer } = await atStripe(who);
    await fetch(`${testEnv.STRIPE_STAND_IN}/v1/customers/${customer.id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${testEnv.STRIPE_SECRET_KEY}` },
    });
    await pay(await checkOut(who));
    expect((await atStripe(who)).customer.id).not.toBe(customer.id);
    await deliverAll(who);
    expect(await goldOf(who)).not.toBeNull();
  });

  test("a plan that there is none of is refused at its field", async () => {
    const who = await payer();
    for (const route of [checkoutRoute, swapRoute]) {
      const { status, body } = await who.browser.call(route, { input: { id: "weekly" } });
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty("id");
    }
  });

  test("when Stripe does not answer the page says so, and the next try works", async () => {
    const who = await payer();
    await steer("fail", { match: encodeURIComponent(who.email), status: 500 });
    const { status, body } = await who.browser.call(checkoutRoute, { input: { id: "monthly" } });
    expect([status, body]).toEqual([409, FAILED]);
    expect(expectComplaints().join()).toContain("stripe failed");
    await pay(await checkOut(who));
    await deliverAll(who);
    expect(await goldOf(who)).not.toBeNull();
  });
});

describe("cancelling and resuming", () => {
  test("a canceled subscription says so at once, ends with its period and can be resumed", async () => {
    const who = await member();
    const end = await periodEnd(who);
    const canceled = await who.browser.call(cancelRoute);
    expect(canceled.body).toEqual({ message: `Your subscription ends on ${formatTime(end)} UTC.` });
    expect(await subscriptionOf(who)).toMatchObject({ status: "Canceled", next_billing_date: isoTime(end) });
    expect(await goldOf(who)).toBe(end);
    // A second press of the button changes nothing.
    expect((await who.browser.call(cancelRoute)).status).toBe(200);

    const resumed = await who.browser.call(resumeRoute);
    expect(resumed.body).toEqual({
      message: `Your subscription goes on. It renews on ${formatTime(end)} UTC.`,
    });
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active" });
    expect(await goldOf(who)).toBe(end + RENEWAL_GRACE);
  });

  test("a canceled subscription keeps the plan change that was chosen, and resuming schedules it again", async () => {
    const who = await member();
    await who.browser.call(swapRoute, { input: { id: "yearly" } });
    await who.browser.call(cancelRoute);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Canceled", phases: [] });
    // A second cancel finds no schedule any more.
    await who.browser.call(cancelRoute);
    await who.browser.call(resumeRoute);
    expect(await subscriptionOf(who)).toMatchObject({
      status: "Active",
      plan: MONTHLY,
      phases: [{ plan: YEARLY }],
    });
    // A change that is taken back does not return with the next cancellation.
    await who.browser.call(swapRoute, { input: { id: "monthly" } });
    await who.browser.call(cancelRoute);
    await who.browser.call(resumeRoute);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", plan: MONTHLY, phases: [] });
  });

  test("resuming schedules the plan change also when the first try fails halfway", async () => {
    const who = await member();
    await who.browser.call(swapRoute, { input: { id: "yearly" } });
    await who.browser.call(cancelRoute);
    await steer("fail", { match: "from_subscription", status: 500, times: 1 });
    expect((await who.browser.call(resumeRoute)).body).toEqual(FAILED);
    expectComplaints();
    await who.browser.call(resumeRoute);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", phases: [{ plan: YEARLY }] });
  });

  test("one that was canceled at Stripe's own page is resumed as well", async () => {
    const who = await member();
    const { body } = await who.browser.call(portalRoute);
    await (await fetch(`${body.url}/cancel`, { method: "POST" })).text();
    await deliverAll(who);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Canceled" });
    await who.browser.call(resumeRoute);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active" });
  });

  test("after its end there is nothing left to change", async () => {
    const who = await member();
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    // Not heard of yet: Stripe is asked all the same.
    expect((await who.browser.call(resumeRoute)).body).toEqual(NO_SUBSCRIPTION);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Ended", next_billing_date: null });
    expect(await goldOf(who)).toBeNull();
    for (const route of [cancelRoute, resumeRoute])
      expect((await who.browser.call(route)).body).toEqual(NO_SUBSCRIPTION);
    const { status, body } = await who.browser.call(swapRoute, { input: { id: "yearly" } });
    expect([status, body]).toEqual([409, NO_SUBSCRIPTION]);
    await pay(await checkOut(who, "yearly"));
    await deliverAll(who);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", plan: YEARLY });
  });

  test("Stripe failing in between leaves a subscription that the next try finishes", async () => {
    const who = await member();
    await who.browser.call(swapRoute, { input: { id: "yearly" } });
    // The schedule is released; then Stripe is away.
    const { subscriptions } = await atStripe(who);
    await steer("fail", { match: "cancel_at_period_end=true", status: 500, times: 1 });
    expect((await who.browser.call(cancelRoute)).body).toEqual(FAILED);
    expectComplaints();
    expect(subscriptions).toHaveLength(1);
    expect((await who.browser.call(cancelRoute)).status).toBe(200);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Canceled", phases: [] });
  });
});

describe("changing the plan", () => {
  test("the new plan comes after the current period and is billed then", async () => {
    const who = await member();
    const end = await periodEnd(who);
    const { body } = await who.browser.call(swapRoute, { input: { id: "yearly" } });
    expect(body).toEqual({ message: `From ${formatTime(end)} UTC you pay $49.99 a year.` });
    expect(await subscriptionOf(who)).toMatchObject({
      ...{ status: "Active", plan: MONTHLY },
      phases: [{ plan: YEARLY, starts_at: isoTime(end), starts_at_formatted: formatTime(end) }],
    });
    await wait(who, 32);
    await deliverAll(who);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", plan: YEARLY, phases: [] });
    const { data } = (await who.browser.call(invoicesRoute)).body as { data: { total: string }[] };
    expect(data.map(({ total }) => total)).toEqual(["$49.99", "$4.99"]);
    // In its new period the schedule is still there: back again.
    await who.browser.call(swapRoute, { input: { id: "monthly" } });
    expect(await subscriptionOf(who)).toMatchObject({ plan: YEARLY, phases: [{ plan: MONTHLY }] });
    await wait(who, 366);
    await deliverAll(who);
    expect(await subscriptionOf(who)).toMatchObject({ plan: MONTHLY, phases: [] });
  });

  test("choosing the current plan again takes the change back", async () => {
    const who = await member("yearly");
    await who.browser.call(swapRoute, { input: { id: "monthly" } });
    const { body } = await who.browser.call(swapRoute, { input: { id: "yearly" } });
    expect(body).toEqual({ message: "You pay $49.99 a year." });
    expect(await subscriptionOf(who)).toMatchObject({ plan: YEARLY, phases: [] });
    expect((await atStripe(who)).schedules).toMatchObject([{ status: "released" }]);
  });

  test("choosing twice, also from two tabs, makes one change", async () => {
    const who = await member();
    const [first, second] = await Promise.all(
      [1, 2].map(() => who.browser.call(swapRoute, { input: { id: "yearly" } })),
    );
    if (first?.status !== 200 || second?.status !== 200) expectComplaints();
    expect([first?.status, second?.status]).toContain(200);
    expect((await who.browser.call(swapRoute, { input: { id: "yearly" } })).status).toBe(200);
    expect((await subscriptionOf(who)).phases).toHaveLength(1);
    expect((await atStripe(who)).schedules).toHaveLength(1);
  });

  test("it reactivates a canceled subscription", async () => {
    const who = await member();
    await who.browser.call(cancelRoute);
    await who.browser.call(swapRoute, { input: { id: "yearly" } });
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", phases: [{ plan: YEARLY }] });
    await who.browser.call(cancelRoute);
    expect(await subscriptionOf(who)).toMatchObject({ status: "Canceled", phases: [] });
    await who.browser.call(swapRoute, { input: { id: "monthly" } });
    expect(await subscriptionOf(who)).toMatchObject({ status: "Active", plan: MONTHLY, phases: [] });
  });
});

describe("invoices and the portal", () => {
  test("the ten latest invoices, the newest first", async () => {
    const who = await member();
    await wait(who, 370);
    await deliverAll(who);
    const { body } = await who.browser.call(invoicesRoute);
    const data = body.data as Record<string, unknown>[];
    expect(data).toHaveLength(10);
    expect(data[0]).toEqual({
      number: expect.stringMatching(/^TEST-\d+$/),
      lines: ["1 × Bopolis Gold (at $4.99 / month)"],
      total: "$4.99",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      date_formatted: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M$/),
      url: expect.stringContaining("/invoice/in_"),
    });
    expect((await fetch(String(data[0]?.url))).status).toBe(200);
    const dates = data.map(({ date }) => String(date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test("the portal leads back to the billing page", async () => {
    const who = await member();
    const { body } = await who.browser.call(portalRoute);
    const page = await (await fetch(String(body.url))).text();
    expect(page).toContain("TEST MODE");
    expect(page).toContain("/settings/billing");
  });

  test("who has never bought anything has neither", async () => {
    const { browser } = await payer();
    for (const route of [customerRoute, invoicesRoute, portalRoute]) {
      const { status, body } = await browser.call(route);
      expect([status, body]).toEqual([404, NO_CUSTOMER]);
    }
    expect((await browser.call(cancelRoute)).body).toEqual(NO_SUBSCRIPTION);
  });

  test("a banned person can look, pay by another card and cancel, but not buy", async () => {
    const who = await member();
    await db.all(statement(sql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${who.id}`));
    for (const route of [customerRoute, invoicesRoute, portalRoute, cancelRoute])
      expect((await who.browser.call(route)).status).toBe(200);
    for (const route of [checkoutRoute, resumeRoute, swapRoute])
      expect((await who.browser.call(route, { input: { id: "monthly" } })).status).toBe(403);
  });
});

describe("an account that is deleted", () => {
  test("takes its subscription along, and doing it twice does no harm", async () => {
    const who = await member();
    await endBilling(testEnv, who.id);
    await endBilling(testEnv, who.id);
    expect((await atStripe(who)).subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(await goldOf(who)).toBeNull();
    expect(await countRows("subscriptions", sql`user_id = ${who.id}`)).toBe(0);
    // What Stripe has to say of it is of nobody any more.
    await deliverAll(who);
    expect(await goldOf(who)).toBeNull();
  });

  test("of a site that sells Gold no more goes as well, once nothing of it is billed", async () => {
    const who = await member();
    const without = { ...testEnv, STRIPE_SECRET_KEY: "" };
    await expect(endBilling(without, who.id)).rejects.toMatchObject({ code: "no_billing" });
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    await deliverAll(who);
    await endBilling(without, who.id);
    expect(await countRows("billing_customers", sql`user_id = ${who.id}`)).toBe(0);
  });

  test("stays where its subscription can't be ended", async () => {
    const who = await member();
    const { customer } = await atStripe(who);
    await steer("fail", { match: `/customers/${customer.id}`, status: 500, times: 1 });
    await expect(endBilling(testEnv, who.id)).rejects.toMatchObject({ code: "billing_failed" });
    expectComplaints();
    expect(await goldOf(who)).not.toBeNull();
  });
});
