import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import {
  forgotPasswordRoute,
  loginRoute,
  registerRoute,
  resendVerificationRoute,
} from "#domain/auth/sign-in/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { countRows, testEnv, unique } from "#tests/support/browser.ts";
import { NO_COST } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import { addMember, browserWith, signUpInput } from "#tests/support/sign-up.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { checkAttempts } from "#worker/http/session.ts";

describe("the rate limit on attempts", () => {
  const LIMITED = { RATE_LIMITS: "on" } as const;
  const stubOf = (key: string) => testEnv.THROTTLE.getByName(key);
  const attempts = async (key: string, count: number, limit: number, seconds = 900) => {
    const waits: number[] = [];
    for (let n = 0; n < count; n++) waits.push(await stubOf(key).attempt(limit, seconds));
    return waits;
  };
  const setAttempts = (key: string, count: number, resetsAt = Date.now() + 60_000) =>
    runInDurableObject(stubOf(key), (_, { storage }) => storage.kv.put("attempts", { count, resetsAt }));

  test("blocks the eleventh attempt on an account, even with the right password, until the wait is over", async () => {
    const { id, username } = await addMember();
    const browser = await browserWith(LIMITED);
    const key = `login:${id}`;
    await attempts(key, 9, 10);
    expect((await submitPassword(browser, username, "wrong horse")).status).toBe(422);
    const rejected = await submitPassword(browser, username.toUpperCase());
    expect(rejected).toMatchObject({
      status: 429,
      body: { code: "too_many", message: expect.stringContaining("minutes") },
      cost: { written: 0 },
    });
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect(Number(rejected.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
    await setAttempts(key, 11, Date.now() - 1);
    expect((await submitPassword(browser, username)).status).toBe(200);
  });

  test("is reset for an account by the right password", async () => {
    const { id, username } = await addMember();
    const browser = await browserWith(LIMITED);
    const key = `login:${id}`;
    await attempts(key, 9, 10);
    expect((await submitPassword(browser, username)).status).toBe(200);
    expect(await attempts(key, 10, 10)).toEqual(Array(10).fill(0));
  });

  test.each([
    ["register", registerRoute, () => signUpInput()],
    ["login-from", loginRoute, () => ({ login: "unknown", password: "wrong" })],
    ["forgot-from", forgotPasswordRoute, () => ({ email: "unknown@example.com" })],
  ] as const)("blocks an IP address with too many attempts at %s alone", async (name, route, input) => {
    const ipAddress = "203.0.113.9";
    await setAttempts(`${name}:${ipAddress}`, 10_000);
    const browser = await browserWith(LIMITED);
    const from = (ip: string) => browser.call(route, input(), { headers: { "CF-Connecting-IP": ip } });
    const rejected = await from(ipAddress);
    const message = "Too many tries. Wait a minute and try again.";
    expect(rejected).toMatchObject({ status: 429, body: { message } });
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await from("203.0.113.10")).status).not.toBe(429);
  });

  test("counts a connection's IPv6 addresses together, and an IPv4 address in its IPv6 form", async () => {
    const browser = await browserWith(LIMITED);
    const input = { login: "unknown", password: "wrong" };
    const from = (ip: string) => browser.call(loginRoute, input, { headers: { "CF-Connecting-IP": ip } });
    for (const key of ["login-from:2001:db8:0:7::/64", "login-from:203.0.113.77"])
      await setAttempts(key, 10_000);
    for (const ip of ["2001:db8:0:7::1", "2001:DB8::7:ffff:0:0:9", "::ffff:203.0.113.77", "::FFFF:cb00:714d"])
      expect((await from(ip)).status).toBe(429);
    expect((await from("2001:db8:0:8::1")).status).not.toBe(429);
  });

  test("stops mail to one mailbox after 10 reset and verification links", async () => {
    const user = await addMember({ email_verified_at: null });
    const browser = await browserWith(LIMITED, user);
    const requests = [];
    for (let n = 0; n < 6; n++) {
      requests.push(await browser.call(forgotPasswordRoute, { email: user.email }));
      requests.push(await browser.call(resendVerificationRoute));
    }
    expect(requests.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await countRows("mails", sql`recipient = ${user.email}`)).toBe(10);
  });

  test("can't be switched off in production", async () => {
    const production = { ...testEnv, ENVIRONMENT: "production", RATE_LIMITS: "off" } as const;
    await checkAttempts(production, "production", 1, 60);
    await expect(checkAttempts(production, "production", 1, 60)).rejects.toMatchObject({ status: 429 });
    await checkAttempts({ ...testEnv, RATE_LIMITS: "off" }, "production", 1, 60);
  });

  test("lets no more of many concurrent attempts through than of sequential ones", async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => stubOf("together").attempt(5, 60)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test("deletes its stored state by an alarm when the wait is over", async () => {
    await attempts("alarmed", 3, 3);
    await setAttempts("alarmed", 3, 1);
    expect(await runDurableObjectAlarm(stubOf("alarmed"))).toBe(true);
    const left = await runInDurableObject(stubOf("alarmed"), (_, state) => [...state.storage.kv.list()]);
    expect(left).toEqual([]);
    expect(await stubOf("alarmed").attempt(3, 900)).toBe(0);
  });

  test("returns 429 to a flood of writes or searches before any query", async () => {
    const full = { limit: async () => ({ success: false }) } as unknown as RateLimit;
    const browser = await browserWith(
      { ...LIMITED, WRITE_LIMIT: full, SEARCH_LIMIT: full },
      await addMember(),
    );
    const write = await browser.call(updateAccountRoute, { theme_id: 2 });
    for (const response of [write, await browser.fetch("/api/levels?search=flood")]) {
      expect(response).toMatchObject({ status: 429, cost: NO_COST });
      expect(response.headers.get("Retry-After")).toBe("60");
    }
  });
});

const open = () => testEnv.THROTTLE.getByName(`test:${unique()}`);
const HOUR = 3_600;

test("A count of attempts lasts for its window, also after its object was evicted", async () => {
  const throttle = open();
  expect(await throttle.attempt(2, HOUR)).toBe(0);
  await evict(throttle);
  expect(await throttle.attempt(2, HOUR)).toBe(0);
  expect(await throttle.attempt(2, HOUR)).toBeGreaterThan(HOUR - 60);
  await throttle.refund();
  expect(await throttle.attempt(2, HOUR)).toBe(0);
});

test("Entries of a shared object are counted by themselves, and end by themselves", async () => {
  const throttle = open();
  expect(await throttle.attempt(1, HOUR, 1, "a")).toBe(0);
  expect(await throttle.attempt(1, HOUR, 1, "a")).toBeGreaterThan(0);
  expect(await throttle.attempt(1, 2 * HOUR, 1, "b")).toBe(0);
  const end = (entry: string) =>
    runInDurableObject(throttle, (_, { storage }) => {
      storage.kv.put(entry, { count: 1, resetsAt: 1 });
    });
  const entries = () => runInDurableObject(throttle, (_, { storage }) => [...storage.kv.list()].length);
  await end("a");
  await runDurableObjectAlarm(throttle);
  expect(await entries()).toBe(1);
  expect(await throttle.attempt(1, HOUR, 1, "b")).toBeGreaterThan(0);
  expect(await throttle.attempt(1, HOUR, 1, "a")).toBe(0);
  await end("a");
  await end("b");
  await runDurableObjectAlarm(throttle);
  expect(await entries()).toBe(0);
  expect(await runInDurableObject(throttle, (_, { storage }) => storage.getAlarm())).toBeNull();
});

test("A shared object deletes more entries than it looks at in one go, and wakes for the earliest that is left", async () => {
  const throttle = open();
  const next = Date.now() + 500_000;
  await runInDurableObject(throttle, async (_, { storage }) => {
    for (let n = 0; n < 2_500; n++) storage.kv.put(`old-${n}`, { count: 1, resetsAt: 1 });
    storage.kv.put("left", { count: 1, resetsAt: next });
    storage.kv.put("left later", { count: 1, resetsAt: next + 1 });
    await storage.setAlarm(next);
  });
  await runDurableObjectAlarm(throttle);
  const [left, alarm] = await runInDurableObject(
    throttle,
    async (_, { storage }) =>
      [[...storage.kv.list()].map(([entry]) => entry), await storage.getAlarm()] as const,
  );
  expect(left).toEqual(["left", "left later"]);
  expect(alarm).toBe(next);
});
