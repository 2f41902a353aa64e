import { exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { cancelRoute, resumeRoute, swapRoute } from "#domain/gold/api.ts";
import { PAST_DUE_GRACE_MS, RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { countRows, db, firstRow, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import {
  advanceClock,
  controlStripe,
  createGoldMember,
  createPayer,
  DECLINED_CARD,
  deliverEvent,
  deliverEvents,
  openCheckout,
  type Payer,
  payCheckout,
  type SignedEvent,
  storedGoldUntil,
  stripeEvents,
  stripeRecords,
} from "#tests/support/payer.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { stripeClient } from "#worker/gold/stripe.ts";
import { sweepBilling, syncCustomer } from "#worker/gold/sync.ts";

/** Everything that webhooks write about a member. */
async function stateOf({ id }: { id: number }) {
  const {
    subscriptions,
    user: [user],
  } = await db.batch({
    subscriptions:
      statement(sql`select id, status, plan, cancels, period_start, period_end, schedule_id, next_plan
      from subscriptions where user_id = ${id} order by id`),
    user: statement(sql`select u.gold_until, b.gold_until as noted, b.granted_until from users u
      join billing_customers b on b.user_id = u.id where u.id = ${id}`),
  });
  return { subscriptions, user };
}

/** Resets the database to before any event about a member. */
const forget = ({ id }: { id: number }) =>
  db.batch({
    events: statement(sql`delete from stripe_events`),
    subscriptions: statement(sql`delete from subscriptions where user_id = ${id}`),
    user: statement(sql`update users set gold_until = null where id = ${id}`),
    customer: statement(
      sql`update billing_customers set gold_until = null, granted_until = null where user_id = ${id}`,
    ),
  });

const DAY_MS = 86_400_000;

const setCard = ({ email }: Payer, card = DECLINED_CARD.replaceAll(" ", "")) =>
  controlStripe("card", { email, card });

/** A member with a year of Stripe events that haven't been delivered. */
async function memberWithHistory(): Promise<Payer> {
  const subscriber = await createGoldMember();
  await subscriber.call(swapRoute, { id: "yearly" });
  await subscriber.call(cancelRoute);
  await subscriber.call(resumeRoute);
  await advanceClock(subscriber, 32);
  await setCard(subscriber);
  // The chosen yearly plan starts with the next month, and its first renewal fails.
  await advanceClock(subscriber, 366);
  return subscriber;
}

/** A member who has paid, of which no event was delivered. */
async function newPayer(): Promise<Payer> {
  const subscriber = await createPayer();
  await payCheckout(await openCheckout(subscriber));
  return subscriber;
}

/** Cancels a subscription, and delivers the events until it has ended. */
async function cancelAndEnd(subscriber: Payer): Promise<void> {
  await subscriber.call(cancelRoute);
  await advanceClock(subscriber, 32);
  await deliverEvents(subscriber);
}

/** The events about a member of one type. */
const firstEvent = async (subscriber: Payer, filter: Parameters<typeof stripeEvents>[1] = {}) =>
  (await stripeEvents(subscriber, filter))[0] as SignedEvent;

const periodOf = async ({ id }: { id: number }) =>
  firstRow<{ status: string; period_start: number; period_end: number }>`select status, period_start,
    period_end from subscriptions where user_id = ${id}`;

describe("Stripe events", () => {
  test("leave the same state, whatever their order and however often they arrive, once or all at once", async () => {
    const subscriber = await memberWithHistory();
    const events = await stripeEvents(subscriber);
    await deliverEvents(subscriber);
    const truth = await stateOf(subscriber);
    expect(events.length).toBeGreaterThan(8);
    expect(truth.subscriptions).toMatchObject([{ status: "past_due", plan: "yearly" }]);
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: 1 });
    await forAllAsync(12, orders, fc.integer({ min: 1, max: 4 }), async (order, atOnce) => {
      await forget(subscriber);
      for (let at = 0; at < order.length; at += atOnce) {
        const statuses = await Promise.all(order.slice(at, at + atOnce).map(deliverEvent));
        expect(new Set(statuses)).toEqual(new Set([200]));
      }
      expect(await stateOf(subscriber)).toEqual(truth);
      expect(await countRows("stripe_events")).toBe(new Set(order).size);
    });
  });

  test("can arrive all at once while the subscription changes", async () => {
    const subscriber = await createGoldMember();
    const changes = [cancelRoute, resumeRoute, cancelRoute].map((route) => subscriber.call(route));
    const events = await stripeEvents(subscriber);
    const type = "customer.subscription.updated";
    await Promise.all(
      ["a", "b", "c", "d"].map((object) =>
        controlStripe("make", { type, email: subscriber.email, object: { object, customer: "" } }),
      ),
    );
    await Promise.all([...changes, ...events.map(deliverEvent)]);
    const { subscriptions } = await stripeRecords(subscriber);
    await deliverEvents(subscriber);
    const [stored] = (await stateOf(subscriber)).subscriptions as { cancels: number }[];
    expect(Boolean(stored?.cancels)).toBe(subscriptions[0]?.cancel_at_period_end);
  });

  test("that arrive a month late don't restore Gold", async () => {
    const subscriber = await newPayer();
    const type = "customer.subscription.created";
    const { id } = await firstEvent(subscriber, { type });
    await deliverEvents(subscriber);
    await cancelAndEnd(subscriber);
    expect(await storedGoldUntil(subscriber)).toBeNull();
    await runSql`delete from stripe_events where id = ${id}`;
    // Stripe signs a repeated delivery again.
    expect(await deliverEvent(await firstEvent(subscriber, { type }))).toBe(200);
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });

  test("are synced again if another process wrote since the last read", async () => {
    const subscriber = await createGoldMember();
    const { customer } = await stripeRecords(subscriber);
    const stripe = stripeClient(testEnv);
    if (!stripe) throw new Error("no Stripe");
    const list = stripe.subscriptions.list.bind(stripe.subscriptions);
    let reads = 0;
    const slow = Object.create(stripe, {
      subscriptions: {
        value: {
          async list(...args: Parameters<typeof list>) {
            const read = await list(...args);
            // Between the read and the write, the subscription is canceled and stored.
            if (reads++ === 0) await subscriber.call(cancelRoute);
            return read;
          },
        },
      },
    }) as typeof stripe;
    await syncCustomer(testEnv, slow, customer.id, Date.now());
    expect(reads).toBe(2);
    expect((await stateOf(subscriber)).subscriptions).toMatchObject([{ cancels: 1 }]);
  });
});

describe("a request that Stripe didn't sign", () => {
  test("is rejected with a wrong, missing or old signature and changes nothing", async () => {
    const subscriber = await newPayer();
    for (const signature of ["false", "none", "old"])
      for (const event of await stripeEvents(subscriber, { signature }))
        expect(await deliverEvent(event)).toBe(400);
    expect(await storedGoldUntil(subscriber)).toBeNull();
    expect(await countRows("subscriptions", sql`user_id = ${subscriber.id}`)).toBe(0);
  });

  test("is rejected when its body doesn't match its signature, is missing or too large, and GET returns 405", async () => {
    const event = await firstEvent(await newPayer());
    expect(await deliverEvent({ ...event, body: event.body.replace(/cus_\w+/, "cus_other") })).toBe(400);
    expect(await deliverEvent({ ...event, body: "{" })).toBe(400);
    expect(await deliverEvent({ ...event, signature: "t=,v1=" })).toBe(400);
    expect(await deliverEvent({ body: "x".repeat(600 * 1024), signature: "t=1,v1=1" })).toBe(413);
    const site = (exports as unknown as { default: Fetcher }).default;
    expect((await site.fetch(`${ORIGIN}/api/webhooks/stripe`)).status).toBe(405);
    const sent = await site.fetch(`${ORIGIN}/api/webhooks/stripe`, { method: "POST" });
    expect([sent.status, await sent.json()]).toEqual([400, { message: "This isn't signed by Stripe." }]);
  });
});

describe("an unrelated Stripe event", () => {
  test("of an unknown type changes nothing, and one about a deleted customer ends their Gold", async () => {
    const subscriber = await createGoldMember();
    const before = await stateOf(subscriber);
    const made = { type: "galaxy.exploded", email: subscriber.email };
    const { id } = await controlStripe<{ id: string }>("make", made);
    const event = await firstEvent(subscriber, { ids: [id] });
    for (let i = 0; i < 2; i++) expect(await deliverEvent(event)).toBe(200);
    expect(await countRows("stripe_events", sql`id = ${id} and type = 'galaxy.exploded'`)).toBe(1);
    expect(await stateOf(subscriber)).toEqual(before);
    const { customer } = await stripeRecords(subscriber);
    await stripeClient(testEnv)?.customers.del(customer.id);
    expect(await deliverEvent(await firstEvent(subscriber, { type: "customer.deleted" }))).toBe(200);
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });

  test("about an unknown customer is ignored", async () => {
    const object = { id: "sub_other", object: "subscription", customer: "cus_of_another_site" };
    const made = { type: "customer.subscription.updated", object };
    const { id } = await controlStripe<{ id: string }>("make", made);
    const { events } = await controlStripe<{ events: SignedEvent[] }>("signed", { ids: [id] });
    expect(await deliverEvent(events[0] as SignedEvent)).toBe(200);
  });
});

describe("a billing failure", () => {
  test("of Stripe's API makes the webhook return 503, and its next delivery counts", async () => {
    const subscriber = await newPayer();
    const { customer } = await stripeRecords(subscriber);
    const event = await firstEvent(subscriber);
    await controlStripe("fail", { match: `customer=${customer.id}`, status: 500 });
    expect(await deliverEvent(event)).toBe(503);
    expect(expectWorkerErrors().join()).toContain("webhook put off");
    expect(await storedGoldUntil(subscriber)).toBeNull();
    expect(await deliverEvent(event)).toBe(200);
    expect(await storedGoldUntil(subscriber)).not.toBeNull();
  });

  test("to deliver events is repaired by the schedule once the period is over", async () => {
    const subscriber = await createGoldMember();
    await subscriber.call(cancelRoute);
    await advanceClock(subscriber, 32);
    await sweepBilling(testEnv, Date.now() + 40 * DAY_MS);
    expect((await stateOf(subscriber)).subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });

  test("of one subscription doesn't block the others in the schedule", async () => {
    await runSql`delete from subscriptions`;
    const [bad, good] = [await createGoldMember(), await createGoldMember()];
    for (const subscriber of [bad, good]) await advanceClock(subscriber, 32);
    const { customer } = await stripeRecords(bad);
    await controlStripe("fail", { match: `customer=${customer.id}`, status: 500 });
    const before = await periodOf(good);
    await sweepBilling(testEnv, Date.now() + 32 * DAY_MS);
    expect(expectWorkerErrors()).toHaveLength(1);
    expect((await periodOf(good))?.period_end).toBeGreaterThan(before?.period_end ?? 0);
  });

  test("isn't caused by an event that is older than two months, as those are deleted", async () => {
    const subscriber = await createGoldMember();
    const stored = await countRows("stripe_events");
    expect(stored).toBeGreaterThan(0);
    await sweepBilling(testEnv, Date.now() + 59 * DAY_MS);
    expect(await countRows("stripe_events")).toBe(stored);
    await sweepBilling(testEnv, Date.now() + 61 * DAY_MS);
    expect(await countRows("stripe_events")).toBe(0);
    // Delivered once more, an old event does no harm.
    const before = await stateOf(subscriber);
    await deliverEvents(subscriber);
    expect((await stateOf(subscriber)).subscriptions).toEqual(before.subscriptions);
  });
});

describe("the end of Gold", () => {
  test("moves with a renewal, and comes three days after a declined card", async () => {
    const subscriber = await createGoldMember();
    await advanceClock(subscriber, 32);
    await deliverEvents(subscriber);
    const renewed = await periodOf(subscriber);
    expect(renewed?.status).toBe("active");
    expect(await storedGoldUntil(subscriber)).toBe((renewed?.period_end ?? 0) + RENEWAL_GRACE_MS);

    await setCard(subscriber);
    await advanceClock(subscriber, 30);
    await deliverEvents(subscriber);
    const late = await periodOf(subscriber);
    expect(late?.status).toBe("past_due");
    expect(await storedGoldUntil(subscriber)).toBe((late?.period_start ?? 0) + PAST_DUE_GRACE_MS);

    // Another card pays the open invoice.
    await setCard(subscriber, "4242424242424242");
    await deliverEvents(subscriber);
    expect((await periodOf(subscriber))?.status).toBe("active");

    await setCard(subscriber);
    await advanceClock(subscriber, 40);
    await deliverEvents(subscriber);
    expect((await periodOf(subscriber))?.status).toBe("canceled");
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });

  test("isn't changed for Gold from elsewhere when the subscription ends", async () => {
    const granted = Date.now() + 90 * DAY_MS;
    const subscriber = await createGoldMember("monthly", { gold_until: granted });
    expect(await storedGoldUntil(subscriber)).toBe(granted);
    await cancelAndEnd(subscriber);
    expect(await storedGoldUntil(subscriber)).toBe(granted);
  });

  test("isn't changed for granted Gold that is shorter, or granted during the subscription", async () => {
    const short = Date.now() + 5 * DAY_MS;
    const subscriber = await createGoldMember("monthly", { gold_until: short });
    expect(await storedGoldUntil(subscriber)).toBeGreaterThan(short);
    await cancelAndEnd(subscriber);
    expect(await storedGoldUntil(subscriber)).toBe(short);

    const given = Date.now() + 400 * DAY_MS;
    const other = await createGoldMember();
    await runSql`update users set gold_until = ${given} where id = ${other.id}`;
    await cancelAndEnd(other);
    expect(await storedGoldUntil(other)).toBe(given);
  });
});
