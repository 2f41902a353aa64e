import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { systemRoute } from "#domain/system/api.ts";
import { countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { faultyDatabase } from "#tests/support/faulty-database.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { HEALTH_CHECKS } from "#worker/health/checks.ts";
import { countDeadLetters, deleteOldDeadLetters } from "#worker/health/heartbeats.ts";
import { runChecks } from "#worker/health/run-checks.ts";
import site from "#worker/index.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const batchOf = (queue: string, tries: readonly number[]) => {
  const message = { timestamp: new Date(0), body: { run_id: 1e9 } };
  return createMessageBatch(
    queue,
    tries.map((attempts, i) => ({ ...message, id: `${i}`, attempts })),
  );
};

/** Returns the check of the queues, with queues that take heartbeats and deliver none. */
async function queuesCheck(now: number) {
  const queue = { send: async () => undefined } as unknown as Env["RUNS"];
  const names = ["RENDERS", "DRAWINGS", "EXPORTS", "RUNS", "PUSHES"];
  const env: Env = { ...testEnv, ...Object.fromEntries(names.map((name) => [name, queue])) };
  const check = HEALTH_CHECKS.filter(({ name }) => name === "queues");
  return (await runChecks(env, check, now)).checks[0];
}

beforeEach(async () => {
  await runSql`delete from dead_letters`;
  await runSql`delete from heartbeats`;
});

describe("jobs that were given up", () => {
  test("are counted by queue, once each, and done", async () => {
    for (const attempts of [[1, 1], [1], [2, 3]]) {
      const batch = batchOf("any-name-runs-dead", attempts);
      await site.queue(batch as never, testEnv);
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toHaveLength(
        attempts.length,
      );
    }
    const browser = await signedInUser({ role: "moderator" });
    const { dead_letters } = (await browser.call(systemRoute)).body;
    expect(dead_letters).toEqual([{ queue: "runs", count: 3, last_at: expect.stringMatching(/Z$/) }]);
  });

  test("aren't counted in a queue that isn't for dead letters", async () => {
    await countDeadLetters(batchOf("bopolis-runs", [1]), testEnv, Date.now());
    expect(await countRows("dead_letters")).toBe(0);
  });

  test("degrade the site for 50 seconds, are named for a day, and are forgotten after 30 days", async () => {
    const now = Date.now();
    expect(await queuesCheck(now)).toMatchObject({ status: "ok", detail: "all queues deliver" });
    await countDeadLetters(batchOf("bopolis-exports-dead", [1]), testEnv, now);
    const named = expect.stringContaining("exports gave up a job");
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + 40_000)).toMatchObject({ status: "degraded", detail: named });
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + HOUR_MS)).toMatchObject({ status: "ok", detail: named });
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + DAY_MS)).toMatchObject({ status: "ok", detail: "all queues deliver" });
    for (const [days, left] of [
      [30, 1],
      [31, 0],
    ] as const) {
      await db.all(deleteOldDeadLetters(now + days * DAY_MS));
      expect(await countRows("dead_letters")).toBe(left);
    }
  });

  test("are done even if they can't be counted", async () => {
    const { database } = faultyDatabase(testEnv.DB, () => "the database is away");
    await countDeadLetters(batchOf("bopolis-renders-dead", [1]), { ...testEnv, DB: database }, Date.now());
    expect(expectWorkerErrors().join()).toContain("dead letters not counted");
  });
});

describe("push messages that wait", () => {
  test("are counted by their queue, and a queue that can't be measured is late", async () => {
    const browser = await signedInUser({ role: "moderator" });
    const pushes = async (metrics: () => Promise<unknown>) => {
      browser.variant = { PUSHES: { metrics, send: async () => undefined } as never };
      const { backlogs } = (await browser.call(systemRoute)).body as { backlogs: { name: string }[] };
      return backlogs.find(({ name }) => name === "pushes");
    };
    const oldestMessageTimestamp = new Date(Date.now() - DAY_MS);
    expect(await pushes(async () => ({ backlogCount: 7, backlogBytes: 1, oldestMessageTimestamp }))).toEqual({
      name: "pushes",
      count: 7,
      oldest_at: oldestMessageTimestamp.toISOString(),
      late: false,
    });
    expect(await pushes(async () => ({ backlogCount: 0, backlogBytes: 0 }))).toMatchObject({
      count: 0,
      oldest_at: null,
    });
    expect(await pushes(() => Promise.reject(new Error("no queue")))).toMatchObject({ late: true });
    expectWorkerErrors();
    browser.variant = null;
    const { backlogs } = (await browser.call(systemRoute)).body;
    // Other tests may have left messages in the simulator's queue.
    expect(backlogs).toContainEqual(expect.objectContaining({ name: "pushes", late: false }));
  });
});
