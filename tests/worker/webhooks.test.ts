import { exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { cancelRoute, resumeRoute, swapRoute } from "#domain/billing/api.ts";
import { PAST_DUE_GRACE, RENEWAL_GRACE } from "#domain/billing/rules.ts";
import {
  atStripe,
  checkOut,
  DECLINED_CARD,
  deliver,
  deliverAll,
  eventsOf,
  goldOf,
  member,
  type Payer,
  pay,
  payer,
  type Signed,
  steer,
  wait,
} from "#tests/support/billing.ts";
import { countRows, db, ORIGIN, testEnv } from "#tests/support/browser.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { stripeOf } from "#worker/billing/stripe.ts";
import { sweepBilling } from "#worker/billing/sweep.ts";
import { syncCustomer } from "#worker/billing/sync.ts";

/** Everything that webhooks write about somebody. */
async function stateOf({ id }: { id: number }) {
  const [subscriptions, [user]] = await db.batch([
    statement(sql`select id, status, plan, cancels, period_start, period_end, schedule_id, next_plan
      from subscriptions where user_id = ${id} order by id`),
    statement(sql`select u.gold_until, b.gold_until as noted, b.granted_until from users u
      join billing_customers b on b.user_id = u.id where u.id = ${id}`),
  ]);
  return { subscriptions, user };
}

/** As if nothing had ever been heard of somebody. */
const forget = ({ id }: { id: number }) =>
  db.batch([
    statement(sql`delete from stripe_events`),
    statement(sql`delete from subscriptions where user_id = ${id}`),
    statement(sql`update users set gold_until = null where id = ${id}`),
    statement(
      sql`update billing_customers set gold_until = null, granted_until = null where user_id = ${id}`,
    ),
  ]);

/** A year in somebody's life, of which nothing has been heard. */
async function eventful(): Promise<Payer> {
  const who = await member();
  await who.browser.call(swapRoute, { input: { id: "yearly" } });
  await who.browser.call(cancelRoute);
  await who.browser.call(resumeRoute);
  await wait(who, 32);
  await steer("card", { email: who.email, card: DECLINED_CARD.replaceAll(" ", "") });
  // The yearly plan that was chosen begins with the next month, and its first renewal fails.
  await wait(who, 366);
  return who;
}

const periodOf = async ({ id }: { id: number }) =>
  db.first(
    statement<{ status: string; period_start: number; period_end: number }>(
      sql`select status, period_start, period_end from subscriptions where user_id = ${id}`,
    ),
  );

describe("events that come as they please", () => {
  test("three times each, and out of order", async () => {
    const who = await eventful();
    const events = await eventsOf(who);
    expect(events.length).toBeGreaterThan(8);
    await deliverAll(who);
    const truth = await stateOf(who);
    expect(truth.subscriptions).toMatchObject([{ status: "past_due", plan: "yearly" }]);
    await forget(who);
    for (const event of [...events, ...events, ...events].reverse()) expect(await deliver(event)).toBe(200);
    expect(await stateOf(who)).toEqual(truth);
    expect(await countRows("stripe_events")).toBe(events.length);
  });

  test("in any order and repetition the state is the same at the end", async () => {
    const who = await eventful();
    const events = await eventsOf(who);
    await deliverAll(who);
    const truth = await stateOf(who);
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 4 }), async (order, atOnce) => {
        await forget(who);
        for (let at = 0; at < order.length; at += atOnce) {
          const statuses = await Promise.all(order.slice(at, at + atOnce).map(deliver));
          expect(new Set(statuses)).toEqual(new Set([200]));
        }
        expect(await stateOf(who)).toEqual(truth);
      }),
      { numRuns: 12 },
    );
  });

  test("all at once, while the subscription changes", async () => {
    const who = await member();
    const acts = [cancelRoute, resumeRoute, cancelRoute].map((route) => who.browser.call(route));
    const events = await eventsOf(who);
    const extra = await Promise.all(
      ["a", "b", "c", "d"].map((object) =>
        steer<{ id: string }>("make", {
          ...{ type: "customer.subscription.updated", email: who.email },
          object: { object, customer: "" },
        }),
      ),
    );
    expect(extra).toHaveLength(4);
    await Promise.all([...acts, ...events.map(deliver)]);
    const { subscriptions } = await atStripe(who);
    await deliverAll(who);
    const [kept] = (await stateOf(who)).subscriptions as { cancels: number }[];
    expect(Boolean(kept?.cancels)).toBe(subscriptions[0]?.cancel_at_period_end);
  });

  test("one that is a month late does not bring Gold back", async () => {
    const who = await payer();
    await pay(await checkOut(who));
    const [created] = await eventsOf(who, { type: "customer.subscription.created" });
    await deliverAll(who);
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    await deliverAll(who);
    expect(await goldOf(who)).toBeNull();
    await db.all(statement(sql`delete from stripe_events where id = ${created?.id ?? ""}`));
    // Stripe signs what it delivers again anew.
    const [late] = await eventsOf(who, { type: "customer.subscription.created" });
    expect(await deliver(late as Signed)).toBe(200);
    expect(await goldOf(who)).toBeNull();
  });

  test("what was read before somebody else wrote is read anew", async () => {
    const who = await member();
    const { customer } = await atStripe(who);
    const stripe = stripeOf(testEnv);
    if (!stripe) throw new Error("no Stripe");
    const list = stripe.subscriptions.list.bind(stripe.subscriptions);
    let reads = 0;
    const slow = Object.create(stripe, {
      subscriptions: {
        value: {
          async list(...asked: Parameters<typeof list>) {
            const read = await list(...asked);
            // Between reading and writing the subscription is canceled, and that is written.
            if (reads++ === 0) await who.browser.call(cancelRoute);
            return read;
          },
        },
      },
    }) as typeof stripe;
    await syncCustomer(testEnv, slow, customer.id, Date.now());
    expect(reads).toBe(2);
    expect((await stateOf(who)).subscriptions).toMatchObject([{ cancels: 1 }]);
  });
});

describe("what is not Stripe's", () => {
  const refused = async (user: Payer, signature: string) => {
    for (const event of await eventsOf(user, { signature })) expect(await deliver(event)).toBe(400);
  };

  test("a false signature, none, and one from an hour ago are refused and change nothing", async () => {
    const who = await payer();
    await pay(await checkOut(who));
    for (const signature of ["false", "none", "old"]) await refused(who, signature);
    expect(await goldOf(who)).toBeNull();
    expect(await countRows("subscriptions", sql`user_id = ${who.id}`)).toBe(0);
  });

  test("a true signature on another body is refused", async () => {
    const who = await payer();
    await pay(await checkOut(who));
    const [event] = await eventsOf(who);
    if (!event) throw new Error("no event");
    expect(await deliver({ ...event, body: event.body.replace(/cus_\w+/, "cus_other") })).toBe(400);
    expect(await deliver({ ...event, body: "{" })).toBe(400);
    expect(await deliver({ ...event, signature: "t=,v1=" })).toBe(400);
  });

  test("a body that is too large is refused before it is read", async () => {
    expect(await deliver({ body: "x".repeat(600 * 1024), signature: "t=1,v1=1" })).toBe(413);
  });

  test("a page of another site, or a visitor, has nothing to say here", async () => {
    const site = (exports as unknown as { default: Fetcher }).default;
    expect((await site.fetch(`${ORIGIN}/api/webhooks/stripe`)).status).toBe(404);
    const sent = await site.fetch(`${ORIGIN}/api/webhooks/stripe`, { method: "POST" });
    expect([sent.status, await sent.json()]).toEqual([400, { message: "This is not signed by Stripe." }]);
  });
});

describe("what Stripe says of other things", () => {
  test("an unknown type is remembered and changes nothing", async () => {
    const who = await member();
    const before = await stateOf(who);
    const { id } = await steer<{ id: string }>("make", { type: "galaxy.exploded", email: who.email });
    const [event] = await eventsOf(who, { ids: [id] });
    expect(await deliver(event as Signed)).toBe(200);
    expect(await deliver(event as Signed)).toBe(200);
    expect(await countRows("stripe_events", sql`id = ${id} and type = 'galaxy.exploded'`)).toBe(1);
    expect(await stateOf(who)).toEqual(before);
  });

  test("a customer who is nobody's here is passed over", async () => {
    const object = { id: "sub_other", object: "subscription", customer: "cus_of_another_site" };
    const { id } = await steer<{ id: string }>("make", { type: "customer.subscription.updated", object });
    const { events } = await steer<{ events: Signed[] }>("signed", { ids: [id] });
    expect(await deliver(events[0] as Signed)).toBe(200);
  });

  test("a customer deleted at Stripe has no Gold any more", async () => {
    const who = await member();
    const { customer } = await atStripe(who);
    await stripeOf(testEnv)?.customers.del(customer.id);
    const [event] = await eventsOf(who, { type: "customer.deleted" });
    expect(await deliver(event as Signed)).toBe(200);
    expect(await goldOf(who)).toBeNull();
  });
});

describe("when something fails in between", () => {
  test("Stripe can't be asked: the event is delivered again and counts then", async () => {
    const who = await payer();
    await pay(await checkOut(who));
    const { customer } = await atStripe(who);
    const [event] = await eventsOf(who);
    await steer("fail", { match: `customer=${customer.id}`, status: 500 });
    expect(await deliver(event as Signed)).toBe(503);
    expect(expectComplaints().join()).toContain("webhook put off");
    expect(await goldOf(who)).toBeNull();
    expect(await deliver(event as Signed)).toBe(200);
    expect(await goldOf(who)).not.toBeNull();
  });

  test("no event came at all: the schedule asks once the period is over", async () => {
    const who = await member();
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    const now = Date.now() + 40 * 86_400_000;
    await sweepBilling(testEnv, now);
    expect((await stateOf(who)).subscriptions).toMatchObject([{ status: "canceled" }]);
    expect(await goldOf(who)).toBeNull();
  });

  test("one that can't be asked about does not keep the others waiting", async () => {
    await db.all(statement(sql`delete from subscriptions`));
    const [bad, good] = [await member(), await member()];
    for (const who of [bad, good]) await wait(who, 32);
    const { customer } = await atStripe(bad);
    await steer("fail", { match: `customer=${customer.id}`, status: 500 });
    const before = await periodOf(good);
    await sweepBilling(testEnv, Date.now() + 32 * 86_400_000);
    expect(expectComplaints()).toHaveLength(1);
    expect((await periodOf(good))?.period_end).toBeGreaterThan(before?.period_end ?? 0);
  });

  test("events older than two months are forgotten", async () => {
    const who = await member();
    const kept = await countRows("stripe_events");
    expect(kept).toBeGreaterThan(0);
    await sweepBilling(testEnv, Date.now() + 59 * 86_400_000);
    expect(await countRows("stripe_events")).toBe(kept);
    await sweepBilling(testEnv, Date.now() + 61 * 86_400_000);
    expect(await countRows("stripe_events")).toBe(0);
    // Heard once more, an old one does no harm.
    const before = await stateOf(who);
    await deliverAll(who);
    expect((await stateOf(who)).subscriptions).toEqual(before.subscriptions);
  });
});

describe("how long Gold lasts", () => {
  test("a renewal carries it on; a declined card gives three days, then it ends", async () => {
    const who = await member();
    await wait(who, 32);
    await deliverAll(who);
    const renewed = await periodOf(who);
    expect(renewed?.status).toBe("active");
    expect(await goldOf(who)).toBe((renewed?.period_end ?? 0) + RENEWAL_GRACE);

    await steer("card", { email: who.email, card: DECLINED_CARD.replaceAll(" ", "") });
    await wait(who, 30);
    await deliverAll(who);
    const late = await periodOf(who);
    expect(late?.status).toBe("past_due");
    expect(await goldOf(who)).toBe((late?.period_start ?? 0) + PAST_DUE_GRACE);

    // Another card pays what was left open.
    await steer("card", { email: who.email, card: "4242424242424242" });
    await deliverAll(who);
    expect((await periodOf(who))?.status).toBe("active");

    await steer("card", { email: who.email, card: DECLINED_CARD.replaceAll(" ", "") });
    await wait(who, 40);
    await deliverAll(who);
    expect((await periodOf(who))?.status).toBe("canceled");
    expect(await goldOf(who)).toBeNull();
  });

  test("Gold from elsewhere stays when what is paid ends", async () => {
    const granted = Date.now() + 90 * 86_400_000;
    const who = await member("monthly", { gold_until: granted });
    expect(await goldOf(who)).toBe(granted);
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    await deliverAll(who);
    expect(await goldOf(who)).toBe(granted);
  });

  test("also where it is shorter than what is paid, or comes while that runs", async () => {
    const short = Date.now() + 5 * 86_400_000;
    const who = await member("monthly", { gold_until: short });
    expect(await goldOf(who)).toBeGreaterThan(short);
    await who.browser.call(cancelRoute);
    await wait(who, 32);
    await deliverAll(who);
    expect(await goldOf(who)).toBe(short);

    const given = Date.now() + 400 * 86_400_000;
    const other = await member();
    await db.all(statement(sql`update users set gold_until = ${given} where id = ${other.id}`));
    await other.browser.call(cancelRoute);
    await wait(other, 32);
    await deliverAll(other);
    expect(await goldOf(other)).toBe(given);
  });
});
