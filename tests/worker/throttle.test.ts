import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { testEnv, unique } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";

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
