import { sql } from "drizzle-orm";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  invoicesRoute,
  portalRoute,
  resumeRoute,
  swapRoute,
} from "#domain/gold/api.ts";
import { RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import {
  advanceClock,
  controlStripe,
  createGoldMember,
  createPayer,
  deliverEvents,
  fetchCustomer,
  MONTHLY,
  openCheckout,
  type Payer,
  payCheckout,
  storedGoldUntil,
  storedPeriodEnd,
  stripeRecords,
  YEARLY,
} from "#tests/support/payer.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { endBilling } from "#worker/gold/sync.ts";

const NO_CUSTOMER = { code: "no_customer", message: "You don't have a Gold subscription." };
const NO_SUBSCRIPTION = {
  code: "no_subscription",
  message: "You don't have a Gold subscription to change.",
};
const FAILED = {
  code: "billing_failed",
  message: "The payment service isn't responding. Try again in a minute.",
};

const subscriptionOf = async (user: Payer) => (await fetchCustomer(user)).stripe_subscription;

describe("a cancellation", () => {
  test("shows at once, takes effect at the end of the period, and can be undone", async () => {
    const subscriber = await createGoldMember();
    const end = await storedPeriodEnd(subscriber);
    const canceled = await subscriber.call(cancelRoute);
    expect(canceled.body).toEqual({ message: `Your subscription ends on ${formatTime(end)} UTC.` });
    expect(await subscriptionOf(subscriber)).toMatchObject({
      status: "Canceled",
      next_billing_date: isoTime(end),
    });
    expect(await storedGoldUntil(subscriber)).toBe(end);
    // A second click changes nothing.
    expect((await subscriber.call(cancelRoute)).status).toBe(200);

    expect((await subscriber.call(resumeRoute)).body).toEqual({
      message: `Your subscription continues. It renews on ${formatTime(end)} UTC.`,
    });
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active" });
    expect(await storedGoldUntil(subscriber)).toBe(end + RENEWAL_GRACE_MS);
  });

  test("keeps a chosen plan change, which resuming schedules again", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(swapRoute, { id: "yearly" });
    await subscriber.call(cancelRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Canceled", phases: [] });
    // A second cancellation finds no schedule.
    await subscriber.call(cancelRoute);
    await subscriber.call(resumeRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({
      status: "Active",
      plan: MONTHLY,
      phases: [{ plan: YEARLY }],
    });
    // A withdrawn change doesn't return with the next cancellation.
    await subscriber.call(swapRoute, { id: "monthly" });
    await subscriber.call(cancelRoute);
    await subscriber.call(resumeRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", plan: MONTHLY, phases: [] });
  });

  test("followed by a resume that fails halfway schedules the plan change on the next attempt", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(swapRoute, { id: "yearly" });
    await subscriber.call(cancelRoute);
    await controlStripe("fail", { match: "from_subscription", status: 500, times: 1 });
    expect((await subscriber.call(resumeRoute)).body).toEqual(FAILED);
    expectWorkerErrors();
    await subscriber.call(resumeRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", phases: [{ plan: YEARLY }] });
  });

  test("made on Stripe's own page can be undone as well", async () => {
    const subscriber = await createGoldMember();
    const { body } = await subscriber.call(portalRoute);
    await (await fetch(`${body.url}/cancel`, { method: "POST" })).text();
    await deliverEvents(subscriber);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Canceled" });
    await subscriber.call(resumeRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active" });
  });

  test("leaves nothing to change once the subscription has ended", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(cancelRoute);
    await advanceClock(subscriber, 32);
    // No webhook has arrived yet; the command reads the state from Stripe.
    expect((await subscriber.call(resumeRoute)).body).toEqual(NO_SUBSCRIPTION);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Ended", next_billing_date: null });
    expect(await storedGoldUntil(subscriber)).toBeNull();
    for (const route of [cancelRoute, resumeRoute])
      expect((await subscriber.call(route)).body).toEqual(NO_SUBSCRIPTION);
    const { status, body } = await subscriber.call(swapRoute, { id: "yearly" });
    expect([status, body]).toEqual([409, NO_SUBSCRIPTION]);
    await payCheckout(await openCheckout(subscriber, "yearly"));
    await deliverEvents(subscriber);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", plan: YEARLY });
  });

  test("interrupted by a Stripe failure is finished by the next attempt", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(swapRoute, { id: "yearly" });
    // The schedule is released; then Stripe is down.
    const { subscriptions } = await stripeRecords(subscriber);
    await controlStripe("fail", { match: "cancel_at_period_end=true", status: 500, times: 1 });
    expect((await subscriber.call(cancelRoute)).body).toEqual(FAILED);
    expectWorkerErrors();
    expect(subscriptions).toHaveLength(1);
    expect((await subscriber.call(cancelRoute)).status).toBe(200);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Canceled", phases: [] });
  });
});

describe("a plan change", () => {
  test("takes effect after the current period and is billed then", async () => {
    const subscriber = await createGoldMember();
    const end = await storedPeriodEnd(subscriber);
    const { body } = await subscriber.call(swapRoute, { id: "yearly" });
    expect(body).toEqual({ message: `From ${formatTime(end)} UTC, you'll pay $49.99 a year.` });
    expect(await subscriptionOf(subscriber)).toMatchObject({
      status: "Active",
      plan: MONTHLY,
      phases: [{ plan: YEARLY, starts_at: isoTime(end), starts_at_formatted: formatTime(end) }],
    });
    await advanceClock(subscriber, 32);
    await deliverEvents(subscriber);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", plan: YEARLY, phases: [] });
    const { data } = (await subscriber.call(invoicesRoute)).body as { data: { total: string }[] };
    expect(data.map(({ total }) => total)).toEqual(["$49.99", "$4.99"]);
    // The schedule still exists in its new period: change back.
    await subscriber.call(swapRoute, { id: "monthly" });
    expect(await subscriptionOf(subscriber)).toMatchObject({ plan: YEARLY, phases: [{ plan: MONTHLY }] });
    await advanceClock(subscriber, 366);
    await deliverEvents(subscriber);
    expect(await subscriptionOf(subscriber)).toMatchObject({ plan: MONTHLY, phases: [] });
  });

  test("is undone by choosing the current plan again", async () => {
    const subscriber = await createGoldMember("yearly");
    await subscriber.call(swapRoute, { id: "monthly" });
    const { body } = await subscriber.call(swapRoute, { id: "yearly" });
    expect(body).toEqual({ message: "You pay $49.99 a year." });
    expect(await subscriptionOf(subscriber)).toMatchObject({ plan: YEARLY, phases: [] });
    expect((await stripeRecords(subscriber)).schedules).toMatchObject([{ status: "released" }]);
  });

  test("chosen twice, even from two tabs, is made once", async () => {
    const subscriber = await createGoldMember();
    const [first, second] = await Promise.all([1, 2].map(() => subscriber.call(swapRoute, { id: "yearly" })));
    if (first?.status !== 200 || second?.status !== 200) expectWorkerErrors();
    expect([first?.status, second?.status]).toContain(200);
    expect((await subscriber.call(swapRoute, { id: "yearly" })).status).toBe(200);
    expect((await subscriptionOf(subscriber)).phases).toHaveLength(1);
    expect((await stripeRecords(subscriber)).schedules).toHaveLength(1);
  });

  test("reactivates a canceled subscription", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(cancelRoute);
    await subscriber.call(swapRoute, { id: "yearly" });
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", phases: [{ plan: YEARLY }] });
    await subscriber.call(cancelRoute);
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Canceled", phases: [] });
    await subscriber.call(swapRoute, { id: "monthly" });
    expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", plan: MONTHLY, phases: [] });
  });
});

describe("invoices and the portal", () => {
  test("list the ten latest invoices, newest first", async () => {
    const subscriber = await createGoldMember();
    await advanceClock(subscriber, 370);
    await deliverEvents(subscriber);
    const data = (await subscriber.call(invoicesRoute)).body.data as Record<string, unknown>[];
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

  test("lead back to the billing page", async () => {
    const subscriber = await createGoldMember();
    const page = await (await fetch(String((await subscriber.call(portalRoute)).body.url))).text();
    expect(page).toContain("TEST MODE");
    expect(page).toContain("/settings/billing");
  });

  test("return 404 for a member who has never paid", async () => {
    const browser = await createPayer();
    for (const route of [customerRoute, invoicesRoute, portalRoute]) {
      const { status, body } = await browser.call(route);
      expect([status, body]).toEqual([404, NO_CUSTOMER]);
    }
    expect((await browser.call(cancelRoute)).body).toEqual(NO_SUBSCRIPTION);
  });

  test("are open to a banned member, who can cancel but not buy", async () => {
    const subscriber = await createGoldMember();
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${subscriber.id}`;
    for (const route of [customerRoute, invoicesRoute, portalRoute, cancelRoute])
      expect((await subscriber.call(route)).status).toBe(200);
    for (const route of [checkoutRoute, resumeRoute, swapRoute])
      expect((await subscriber.call(route, { id: "monthly" })).status).toBe(403);
  });
});

describe("the billing of a deleted account", () => {
  test("ends its subscription, and ending it twice does no harm", async () => {
    const subscriber = await createGoldMember();
    await endBilling(testEnv, subscriber.id);
    await endBilling(testEnv, subscriber.id);
    expect((await stripeRecords(subscriber)).subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(await storedGoldUntil(subscriber)).toBeNull();
    expect(await countRows("subscriptions", sql`user_id = ${subscriber.id}`)).toBe(0);
    // Later events from Stripe about it change nothing.
    await deliverEvents(subscriber);
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });

  test("can be ended on a site that no longer sells Gold, once nothing is billed", async () => {
    const subscriber = await createGoldMember();
    const without = { ...testEnv, STRIPE_SECRET_KEY: "" };
    await expect(endBilling(without, subscriber.id)).rejects.toMatchObject({ code: "no_billing" });
    await subscriber.call(cancelRoute);
    await advanceClock(subscriber, 32);
    await deliverEvents(subscriber);
    await endBilling(without, subscriber.id);
    expect(await countRows("billing_customers", sql`user_id = ${subscriber.id}`)).toBe(0);
  });

  test("stays when its subscription can't be canceled at Stripe", async () => {
    const subscriber = await createGoldMember();
    const { customer } = await stripeRecords(subscriber);
    await controlStripe("fail", { match: `/customers/${customer.id}`, status: 500, times: 1 });
    await expect(endBilling(testEnv, subscriber.id)).rejects.toMatchObject({ code: "billing_failed" });
    expectWorkerErrors();
    expect(await storedGoldUntil(subscriber)).not.toBeNull();
  });
});
