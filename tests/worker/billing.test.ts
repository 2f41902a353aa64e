import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  portalRoute,
  resumeRoute,
  swapRoute,
} from "#domain/gold/api.ts";
import { RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { createLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { Browser, countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import {
  advanceClock,
  controlStripe,
  createGoldMember,
  createPayer,
  DECLINED_CARD,
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
import { connectSocket } from "#tests/support/socket.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { awardAchievements, defineAchievements } from "#worker/achievements/award.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";
import { endBilling } from "#worker/gold/sync.ts";

const NO_CUSTOMER = { code: "no_customer", message: "You don't have a Gold subscription." };
const NO_SUBSCRIPTION = { code: "no_subscription", message: "You don't have a Gold subscription to change." };
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

test("a plan change takes effect after the current period and is billed then", async () => {
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

test("a plan change is undone by choosing the current plan again", async () => {
  const subscriber = await createGoldMember("yearly");
  await subscriber.call(swapRoute, { id: "monthly" });
  const { body } = await subscriber.call(swapRoute, { id: "yearly" });
  expect(body).toEqual({ message: "You pay $49.99 a year." });
  expect(await subscriptionOf(subscriber)).toMatchObject({ plan: YEARLY, phases: [] });
  expect((await stripeRecords(subscriber)).schedules).toMatchObject([{ status: "released" }]);
});

test("a plan change chosen twice, even from two tabs, is made once", async () => {
  const subscriber = await createGoldMember();
  const [first, second] = await Promise.all([1, 2].map(() => subscriber.call(swapRoute, { id: "yearly" })));
  if (first?.status !== 200 || second?.status !== 200) expectWorkerErrors();
  expect([first?.status, second?.status]).toContain(200);
  expect((await subscriber.call(swapRoute, { id: "yearly" })).status).toBe(200);
  expect((await subscriptionOf(subscriber)).phases).toHaveLength(1);
  expect((await stripeRecords(subscriber)).schedules).toHaveLength(1);
});

test("a plan change reactivates a canceled subscription", async () => {
  const subscriber = await createGoldMember();
  await subscriber.call(cancelRoute);
  await subscriber.call(swapRoute, { id: "yearly" });
  expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", phases: [{ plan: YEARLY }] });
  await subscriber.call(cancelRoute);
  expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Canceled", phases: [] });
  await subscriber.call(swapRoute, { id: "monthly" });
  expect(await subscriptionOf(subscriber)).toMatchObject({ status: "Active", plan: MONTHLY, phases: [] });
});

describe("invoices and the portal", () => {
  test("list the ten latest invoices, newest first, and lead back to the billing page", async () => {
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

describe("GET /api/gold", () => {
  test("returns the plans with the savings of the yearly one in test mode, and none on a site without a Stripe key", async () => {
    const { body } = await (await Browser.visitor()).call(goldRoute);
    expect(body).toEqual({ plans: [MONTHLY, YEARLY], test_mode: true });
    const subscriber = await createPayer();
    subscriber.variant = { STRIPE_SECRET_KEY: "" };
    expect((await subscriber.call(goldRoute)).body).toEqual({ plans: [], test_mode: false });
    const checkout = await subscriber.call(checkoutRoute, { id: "monthly" });
    expect(checkout.body).toEqual({ code: "no_billing", message: "Gold can't be bought on this site." });
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

  test("from several tabs, or interrupted before the database knows it, creates one customer and leaves one open session", async () => {
    const subscriber = await createPayer();
    await Promise.all([
      openCheckout(subscriber),
      openCheckout(subscriber, "yearly"),
      openCheckout(subscriber),
    ]);
    expect(await countRows("billing_customers", sql`user_id = ${subscriber.id}`)).toBe(1);
    const { sessions } = await stripeRecords(subscriber);
    expect(sessions.filter(({ status }) => status === "open")).toHaveLength(1);
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
      const { body } = await subscriber.call(checkoutRoute, { id });
      expect(body).toEqual({ code: "has_subscription", message: "You already have a Gold subscription." });
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

async function lapse(subscriber: Payer): Promise<void> {
  await subscriber.call(cancelRoute);
  await advanceClock(subscriber, 32);
  await deliverEvents(subscriber);
}

const rowsOf = ({ id }: Payer, type: number) =>
  runSql<{ coins: number; xp: number }>`select coins, xp from transactions where user_id = ${id}
    and type_id = ${type} order by id`;

const setLevels = ({ id }: Payer, count: number) =>
  runSql`update users set levels_count = ${count} where id = ${id}`;

await defineAchievements(db);

describe("a benefit that ends with Gold", () => {
  test("is 25 coins a day, 25% more XP and the badge, which open pages are notified about", async () => {
    const subscriber = await createGoldMember();
    const now = Date.now();
    const hasGold = async () =>
      ((await subscriber.call(sessionRoute)).body.user as { has_gold: boolean }).has_gold;
    expect(await hasGold()).toBe(true);
    await payDailyCoins(testEnv, now);
    expect(await rowsOf(subscriber, 9)).toMatchObject([{ coins: 25 }]);
    const clear = async (count: number) => {
      await runSql`update users set clears_count = ${count} where id = ${subscriber.id}`;
      await awardAchievements(testEnv);
    };
    await clear(10);
    expect((await rowsOf(subscriber, 12)).map(({ xp }) => xp)).toEqual([31, 62]);
    const page = await connectSocket(subscriber);
    await lapse(subscriber);
    await page.one("GoldChanged", ({ has_gold }) => !has_gold);
    expect(await hasGold()).toBe(false);
    expect(await storedGoldUntil(subscriber)).toBeNull();
    await payDailyCoins(testEnv, now + 24 * 3_600_000);
    expect(await rowsOf(subscriber, 9)).toHaveLength(1);
    await clear(50);
    // The third one brings an item, in a row without XP.
    expect((await rowsOf(subscriber, 12)).map(({ xp }) => xp).filter(Boolean)).toEqual([31, 62, 150]);
  });

  test("is a limit of 250 levels; those above 100 stay, and new ones are rejected", async () => {
    const { member: plain, gold } = LIMITS.levelsPerUser;
    const subscriber = await createGoldMember();
    const make = () => subscriber.call(createLevelRoute, { title: `Level ${unique()}` });
    await setLevels(subscriber, plain);
    expect((await make()).status).toBe(201);
    await setLevels(subscriber, gold);
    expect((await make()).body).toMatchObject({ code: "level_limit" });
    await lapse(subscriber);
    await setLevels(subscriber, plain + 1);
    const { status, body } = await make();
    expect([status, body]).toEqual([
      422,
      { code: "level_limit", message: "You've reached your level limit. Delete one, or get Gold for more." },
    ]);
    expect(await countRows("levels", sql`user_id = ${subscriber.id}`)).toBe(1);
    await setLevels(subscriber, plain - 1);
    expect((await make()).status).toBe(201);
  });
});
