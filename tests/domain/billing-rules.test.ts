import { createHmac } from "node:crypto";
import fc from "fast-check";
import {
  currentSubscription,
  describePlan,
  formatMoney,
  goldUntil,
  hasGold,
  isLive,
  PAST_DUE_GRACE_MS,
  RENEWAL_GRACE_MS,
  type SubscriptionState,
  savedPercent,
  subscriptionStatus,
} from "#domain/gold/rules.ts";
import { forAll } from "#tests/support/for-all.ts";
import { isSignedByStripe } from "#worker/gold/is-signed-by-stripe.ts";
import { StripeError, stripeRequests } from "#worker/gold/stripe.ts";

const STATUSES = [
  ...["active", "trialing", "past_due", "canceled", "unpaid"],
  ...["incomplete", "incomplete_expired", "paused", "something_new"],
];
const paid: fc.Arbitrary<SubscriptionState> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    cancels: fc.boolean(),
    period_start: fc.integer({ min: 0, max: 2e12 }),
    length: fc.integer({ min: 1, max: 4e10 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, period_end: rest.period_start + length }));

describe("a subscription", () => {
  test("gives Gold until its period ends, and for a grace period if it renews", () => {
    const one = { status: "active", cancels: false, period_start: 1_000, period_end: 9e9 };
    expect(goldUntil(one)).toBe(9e9 + RENEWAL_GRACE_MS);
    expect(goldUntil({ ...one, status: "trialing" })).toBe(9e9 + RENEWAL_GRACE_MS);
    expect(goldUntil({ ...one, cancels: true })).toBe(9e9);
    expect(goldUntil({ ...one, status: "past_due" })).toBe(1_000 + PAST_DUE_GRACE_MS);
    expect([hasGold(9e9, 9e9 - 1), hasGold(9e9, 9e9), hasGold(null, 0)]).toEqual([true, false, false]);
  });

  test("gives Gold only while it is paid or about to be, and never beyond its period and the grace period", () => {
    forAll(paid, (one) => {
      const end = goldUntil(one);
      expect(end !== null).toBe(isLive(one));
      if (end === null) return;
      expect(end).toBeGreaterThan(one.period_start);
      expect(end).toBeLessThanOrEqual(one.period_end + RENEWAL_GRACE_MS);
    });
  });

  test("never lasts longer because it was canceled or a card was declined", () => {
    forAll(paid, (one) => {
      const end = goldUntil(one) ?? 0;
      expect(goldUntil({ ...one, cancels: true }) ?? 0).toBeLessThanOrEqual(end);
      if (one.status === "active")
        expect(goldUntil({ ...one, status: "past_due" }) ?? 0).toBeLessThanOrEqual(end);
    });
  });
});

describe("the status of a subscription", () => {
  test.each([
    ["active", false, "Active"],
    ["trialing", false, "Active"],
    ["active", true, "Canceled"],
    ["past_due", false, "Past due"],
    ["past_due", true, "Canceled"],
    ["incomplete", false, "Incomplete"],
    ["incomplete_expired", false, "Ended"],
    ["unpaid", false, "Ended"],
    ["canceled", true, "Ended"],
    ["paused", false, "Ended"],
  ] as const)("that is %s (cancels: %s) is %s", (status, cancels, name) => {
    expect(subscriptionStatus({ status, cancels })).toBe(name);
  });

  test("comes from the live one if there are several, otherwise from the newest", () => {
    const [old, live, late] = [
      { status: "canceled", created_at: 1 },
      { status: "active", created_at: 2 },
      { status: "canceled", created_at: 3 },
    ];
    expect(currentSubscription([old, live, late])).toBe(live);
    expect(currentSubscription([old, late])).toBe(late);
    expect(currentSubscription([])).toBeUndefined();
  });
});

describe("an amount of money", () => {
  test("is shown in its currency, with the digits of that currency", () => {
    expect(formatMoney(499, "usd")).toBe("$4.99");
    expect(formatMoney(1_234_500, "eur")).toBe("€12,345.00");
    expect(formatMoney(500, "jpy")).toBe("¥500");
    expect(describePlan("monthly", 499, "usd")).toBe("$4.99 a month");
    expect(describePlan("yearly", 4_999, "usd")).toBe("$49.99 a year");
  });

  test("saved by a yearly plan is rounded down and never negative", () => {
    expect(savedPercent(4_999, 499)).toBe(16);
    expect(savedPercent(5_988, 499)).toBe(0);
    expect(savedPercent(9_999, 499)).toBe(0);
    expect(savedPercent(4_999, 0)).toBe(0);
  });
});

describe("a request to Stripe", () => {
  const send = stripeRequests("sk_test_1", "https://stripe.example");
  const fetched = vi.fn<typeof fetch>();
  const errorResponse = (status: number, headers = {}) =>
    Response.json({ error: { type: "api_error", message: "Broken" } }, { status, headers });
  const requestAt = (i: number) => {
    const [url, init] = fetched.mock.calls[i] ?? [];
    return { url, ...init, headers: new Headers(init?.headers) };
  };
  /** Sends a request and waits for its second attempt, if there is one. */
  async function settle<T>(request: Promise<T>): Promise<T | unknown> {
    const settled = request.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return settled;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockReset();
    vi.stubGlobal("fetch", fetched);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("has its parameters in a form, or in the query if it only reads", async () => {
    fetched.mockImplementation(async () => Response.json({ id: "x" }));
    const params = {
      phases: [{ items: [{ price: "p", quantity: 1 }] }],
      metadata: { "a b": "" },
      no: undefined,
    };
    expect(await send("POST", "things", params)).toEqual({ id: "x" });
    await send("GET", "things", { expand: ["data.schedule"] });
    await send("DELETE", "things/1");
    const fields = [
      ["phases[0][items][0][price]", "p"],
      ["phases[0][items][0][quantity]", "1"],
      ["metadata[a b]", ""],
    ];
    expect([...new URLSearchParams(String(requestAt(0).body))]).toEqual(fields);
    expect(requestAt(0).url).toBe("https://stripe.example/v1/things");
    expect(requestAt(0).headers.get("authorization")).toBe("Bearer sk_test_1");
    expect(requestAt(1)).toMatchObject({
      url: "https://stripe.example/v1/things?expand%5B0%5D=data.schedule",
      body: null,
    });
    expect(requestAt(1).headers.has("idempotency-key")).toBe(false);
    expect(requestAt(2)).toMatchObject({ url: "https://stripe.example/v1/things/1", method: "DELETE" });
  });

  test.each([
    ["a failed connection", () => Promise.reject(new TypeError("closed"))],
    ["an error of Stripe's own", async () => errorResponse(503)],
    ["a conflict", async () => errorResponse(409)],
    ["advice to send it again", async () => errorResponse(400, { "stripe-should-retry": "true" })],
    ["a page instead of data", async () => new Response("<html>")],
  ])("is sent once more after %s, with the same idempotency key", async (_, fail) => {
    fetched.mockImplementationOnce(fail).mockImplementationOnce(async () => Response.json({ id: "x" }));
    expect(await settle(send("POST", "things"))).toEqual({ id: "x" });
    const key = requestAt(0).headers.get("idempotency-key");
    expect(key).toMatch(/^[\da-f-]{36}$/);
    expect(requestAt(1).headers.get("idempotency-key")).toBe(key);
  });

  test.each([
    ["rejected", 400, {}],
    ["rejected for its key", 401, {}],
    ["not to be sent again", 500, { "stripe-should-retry": "false" }],
  ])("is sent once if it's %s", async (_, status, headers) => {
    fetched.mockImplementation(async () => errorResponse(status, headers));
    expect(await settle(send("POST", "things"))).toMatchObject({
      status,
      type: "api_error",
      message: "Broken",
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test("fails if its second attempt does", async () => {
    fetched.mockImplementation(async () => errorResponse(500, { "request-id": "req_1" }));
    const error = await settle(send("POST", "things", {}, "my key"));
    expect(error).toBeInstanceOf(StripeError);
    expect(error).toMatchObject({ status: 500, requestId: "req_1" });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(requestAt(1).headers.get("idempotency-key")).toBe("my key");
  });
});

describe("a webhook's signature", () => {
  const body = '{"id":"evt_1"}';
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = (secret: string, time: number | string = seconds) =>
    createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const isValid = (header: string) => isSignedByStripe(body, header, "whsec_1", 300);

  test("is valid with any of several current secrets", () => {
    expect(isValid(`t=${seconds},v1=${mac("whsec_1")}`)).toBe(true);
    expect(isValid(`t=${seconds},v1=${mac("whsec_old")},v1=${mac("whsec_1")},v0=1`)).toBe(true);
  });

  test.each([
    ["it's missing", ""],
    ["it has no time", `v1=${mac("whsec_1")}`],
    ["its time is no number", `t=soon,v1=${mac("whsec_1", "soon")}`],
    ["another time was signed", `t=${seconds - 1},v1=${mac("whsec_1")}`],
    ["another secret signed it", `t=${seconds},v1=${mac("whsec_2")}`],
    ["it has another scheme", `t=${seconds},v0=${mac("whsec_1")}`],
    ["it's cut off", `t=${seconds},v1=${mac("whsec_1").slice(0, -1)}`],
    ["it's too old", `t=${seconds - 400},v1=${mac("whsec_1", seconds - 400)}`],
  ])("is invalid if %s", (_, header) => expect(isValid(header)).toBe(false));
});
