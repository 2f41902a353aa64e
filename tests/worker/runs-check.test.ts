import { sql } from "drizzle-orm";
import { KEEP_LOG_MS, REQUEUE_MS } from "#domain/runs/rules.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { encodeInput, type Input } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { Block } from "#domain/world/block.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { countRows, firstRow, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { relayAll, storeRun } from "#tests/support/clears.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  earnedIn,
  editWorld,
  type RecordedRun,
  type RunPlayer,
  readRun,
  recordRun,
  runPlayer,
  runsQueuedAt,
  runWorld,
  sentRun,
  straightRun,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { until } from "#tests/support/until.ts";
import { withBinding, withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { runSchedule } from "#worker/schedule.ts";
import { pack, unpack } from "#worker/thread/call-thread.ts";

const maker = await runPlayer();

const FORWARD = encodeInput(0, 15, false);

const waitingRun = async (...sent: Parameters<typeof sentRun>): Promise<number> =>
  (await sentRun(...sent)).id;

const earned = async (player: RunPlayer, level: number) => {
  const { clear, ...rest } = await earnedIn(player, level);
  return { times: clear?.times, ...rest };
};
const ONCE = { times: 1, xp: 10, ledger: 1, days: 1, daily: 1 };
const DONE = { done: [0], retried: [] };
const RETRIED = { done: [], retried: [0] };
const NOTHING = { times: undefined, xp: 0, ledger: 0, days: undefined, daily: 0 };

const logOf = (inputs: Input[]): RecordedRun => ({
  log: packInputs(inputs),
  ticks: inputs.length,
  ms: 0,
  startTick: 0,
});

/** A binding of the queue that records the runs it's sent. */
function runQueue(): { queued: RunJob[]; RUNS: Env["RUNS"] } {
  const queued: RunJob[] = [];
  return { queued, RUNS: { send: async (job: RunJob) => void queued.push(job) } as unknown as Env["RUNS"] };
}

const logNameOf = async (run: number) =>
  (await runPlaySql<{ log: string }>`select log from runs where id = ${run}`)[0]?.log ?? "";

/** The environment of a self-hosted site, whose thread responds like this. */
const withThread = (fetch: (url: string, init: { body: Uint8Array }) => Promise<Response>): Env => ({
  ...testEnv,
  THREAD: { fetch } as unknown as Fetcher,
});

describe("the check of a run", () => {
  test("counts it once however often it's delivered, in one batch, several or at the same time", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const job = { run_id: await waitingRun(player, level) };
    expect(await deliverRuns([job, job, job])).toEqual({ done: [0, 1, 2], retried: [] });
    await Promise.all([deliverRuns([job]), deliverRuns([job]), deliverRuns([job, job])]);
    expect(await earned(player, level)).toEqual(ONCE);
    const other = await runPlayer();
    const again = { run_id: await waitingRun(other, level) };
    await Promise.all([deliverRuns([again]), deliverRuns([again]), deliverRuns([again])]);
    expect(await earned(other, level)).toEqual({ ...ONCE, days: 2 });
  });

  test("counts it once if the process dies before or after the result is stored", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const job = { run_id: await waitingRun(player, level) };
    const dying = withSession({ batch: () => Promise.reject(new Error("the process died")) }, "DB_PLAY");
    expect(await deliverRuns([job], { env: { ...testEnv, DB_PLAY: dying } })).toEqual(RETRIED);
    expectWorkerErrors();
    expect(await earned(player, level)).toEqual(NOTHING);
    // Now it dies after the transaction, before the message is acknowledged.
    const batch = testEnv.DB_PLAY.batch.bind(testEnv.DB_PLAY);
    const late = withSession(
      {
        batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
          await batch<T>(statements);
          throw new Error("the process died");
        },
      },
      "DB_PLAY",
    );
    expect(await deliverRuns([job], { env: { ...testEnv, DB_PLAY: late } })).toEqual(RETRIED);
    expectWorkerErrors();
    expect(await deliverRuns([job])).toEqual(DONE);
    // The run waits no longer, so nothing is left to check. The schedule relays what follows from it.
    await relayAll();
    expect(await earned(player, level)).toEqual(ONCE);
    expect(await readRun(player, job.run_id)).toMatchObject({ state: "counted", xp: 10 });
  });

  test("is retried while the recording can't be read, without delaying the others of the batch", async () => {
    const [level, one, two] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const jobs = [{ run_id: await waitingRun(one, level) }, { run_id: await waitingRun(two, level) }];
    const log = await logNameOf(jobs[0]?.run_id ?? 0);
    const get = (key: string) => (key === log ? null : testEnv.BUCKET.get(key));
    const env = withBinding("BUCKET", { get: get as unknown as R2Bucket["get"] });
    expect(await deliverRuns(jobs, { env })).toEqual({ done: [1], retried: [0] });
    expect(expectWorkerErrors()[0]).toContain("has lost its log");
    expect((await readRun(two, jobs[1]?.run_id ?? 0)).state).toBe("counted");
    await deliverRuns(jobs.slice(0, 1));
    expect((await readRun(one, jobs[0]?.run_id ?? 0)).state).toBe("counted");
  });

  test("leaves runs for another batch once this one has cost enough", async () => {
    const [level, one, two] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const long = { run_id: await waitingRun(one, level, straightRun({ pause: 200 })) };
    const short = { run_id: await waitingRun(two, level) };
    const { queued, RUNS } = runQueue();
    const result = await deliverRuns([long, short], { env: { ...testEnv, RUNS }, maxWork: 1 });
    expect(result).toEqual({ done: [0, 1], retried: [] });
    expect(queued).toEqual([long]);
    expect((await readRun(two, short.run_id)).state).toBe("counted");
    expect((await readRun(one, long.run_id)).state).toBe("waiting");
  });

  test("happens outside the process where it can, and what is found there counts", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const run = straightRun({ startTick: 7 });
    const job = { run_id: await waitingRun(player, level, run) };
    const world = new TextEncoder().encode(serializeWorld(runWorld()));
    const verdict = verifyRun(makeCourse(runWorld()), 7, run.log);
    const calls: unknown[] = [];
    const fetch = async (_: string, { body }: { body: Uint8Array }) => {
      calls.push(unpack(body));
      // Shows whose verdict is stored.
      return new Response(pack({ ...verdict, deaths: 3 }));
    };
    expect(await deliverRuns([job], { env: withThread(fetch) })).toEqual(DONE);
    const value = { task: "check", physics: PHYSICS, startTick: 7 };
    expect(calls).toEqual([{ value, files: [run.log, world] }]);
    expect(await runPlaySql`select state, deaths, ms from runs where id = ${job.run_id}`).toEqual([
      { state: "counted", deaths: 3, ms: run.ms },
    ]);
  });

  test("adds the cost of what happened outside to that of its batch", async () => {
    const [level, one, two] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const jobs = [{ run_id: await waitingRun(one, level) }, { run_id: await waitingRun(two, level) }];
    const { queued, RUNS } = runQueue();
    const refused = { ok: false, reason: "not_cleared", cost: { ticks: 1, work: 1e12 } };
    const env = withThread(async () => new Response(pack(refused)));
    await deliverRuns(jobs, { env: { ...env, RUNS } });
    expect(queued).toHaveLength(1);
  });

  test.each([
    ["responds with a failure", async () => new Response("the thread has ended", { status: 503 })],
    ["can't be reached", () => Promise.reject(new Error("the thread has ended"))],
  ])("happens here when the thread %s", async (_, fetch) => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const job = { run_id: await waitingRun(player, level) };
    expect(await deliverRuns([job], { env: withThread(fetch) })).toEqual(DONE);
    expect(expectWorkerErrors()[0]).toContain("the thread has ended");
    expect(await earned(player, level)).toEqual(ONCE);
  });

  test("gives up in the dead-letter queue, sends the player an honest reason and logs it", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const page = await connectSocket(player);
    const id = await waitingRun(player, level);
    const queue = "bopolis-runs-dead";
    expect(await deliverRuns([{ run_id: id }], { queue })).toEqual(DONE);
    expect(expectWorkerErrors()[0]).toContain("run given up");
    expect(await page.one("RunChecked")).toMatchObject({
      run: {
        id,
        state: "refused",
        message: "This run couldn't be confirmed: checking it failed on our side. We've logged it.",
      },
    });
    page.close();
    await deliverRuns([{ run_id: id }], { queue });
    expect(await earned(player, level)).toEqual(NOTHING);
  });

  test("happens in the queue by itself, and doesn't compare the time with the lower bound for hosts", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    player.variant = {};
    await runSql`update level_revisions set fastest_ms = 60000 where level_id = ${level}`;
    const id = await waitingRun(player, level);
    await until(async () => (await readRun(player, id)).state === "counted");
  });

  test("stores what it learned about the revision, and the creator's run as its check", async () => {
    const level = await createRunLevel(maker);
    await checkedRun(await runPlayer(), level);
    const revision = () =>
      firstRow`select clear_run_id, physics, work > 0 as work from level_revisions where level_id = ${level}`;
    expect(await revision()).toEqual({ clear_run_id: null, physics: null, work: 1 });
    const run = await checkedRun(maker, level);
    await checkedRun(maker, level, straightRun({ pause: 1 }));
    expect(await revision()).toEqual({ clear_run_id: run.id, physics: 1, work: 1 });
  });
});

describe("a run", () => {
  const refused = (reason: string) => ({ state: "refused", rank: null, xp: 0, reason, medal: null });

  test("that is cleared in its very last tick counts; one tick less doesn't", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const full = straightRun();
    const inputs = [...readInputs(full.log)];
    expect(inputs).toHaveLength(full.ticks);
    const cut = await checkedRun(player, level, logOf(inputs.slice(0, -1)));
    expect(cut).toMatchObject(refused("its recording ends before the level is cleared."));
    expect(await earned(player, level)).toEqual(NOTHING);
    expect(await checkedRun(player, level, full)).toMatchObject({ state: "counted", time_ms: full.ms });
  });

  test("that is the recording of another level is refused", async () => {
    const wall: Block = { shape: "box", position: [0, 5, 30], size: [40, 10, 2], color: "ff0000" };
    const walled = runWorld({ blocks: [...runWorld().blocks, wall] });
    const [level, player] = [await createRunLevel(maker, walled), await runPlayer()];
    expect(await checkedRun(player, level, straightRun())).toMatchObject({ state: "refused" });
  });

  test("of an old revision counts for its player, but has no place in the new one", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const world = runWorld({ goal: { position: [0, 0, 30] } });
    await editWorld(maker, level, world);
    // The recording ends at the first revision's goal, and passes the second revision's.
    const old = await checkedRun(player, level);
    expect(old).toMatchObject({ state: "counted", rank: null, total: 0, is_first: true, xp: 10 });
    const rival = await runPlayer();
    const short = straightRun({ world });
    expect(await checkedRun(rival, level, short, { revision: 1 })).toMatchObject({ state: "refused" });
    const current = await checkedRun(rival, level, short, { revision: 2, key: crypto.randomUUID() });
    expect(current).toMatchObject({ state: "counted", rank: 11, total: 1 });
  });

  test("with a broken recording, an unknown version of the simulation or in a deleted level is refused", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const broken = await waitingRun(player, level);
    const future = await waitingRun(player, level, straightRun({ pause: 3 }));
    await testEnv.BUCKET.put(await logNameOf(broken), new Uint8Array([0, 255, 255]));
    await runPlaySql`update runs set physics = 99 where id = ${future}`;
    await deliverRuns(player.runs);
    expect(await readRun(player, broken)).toMatchObject(refused("its recording is damaged."));
    expect(await readRun(player, future)).toMatchObject(
      refused("it was recorded with a version of the game that we can't check."),
    );
    const id = await waitingRun(player, level);
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    await deliverRuns(player.runs);
    expect(await readRun(player, id)).toMatchObject(refused("the level was deleted."));
  });

  test("that copies another player's recording is refused, even with more inputs after the goal", async () => {
    const [level, player, thief] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const wobble = 0b1011_0110;
    await checkedRun(player, level, straightRun({ wobble }));
    for (const rest of [0, 25]) {
      const copy = await checkedRun(thief, level, straightRun({ wobble, rest }));
      expect(copy).toMatchObject(refused("someone else already set exactly this run."));
    }
    expect(await earned(thief, level)).toEqual({ ...NOTHING, days: 1 });
    // The player's own repeat with more inputs doesn't count again.
    const repeat = await checkedRun(player, level, straightRun({ wobble, rest: 25 }));
    expect(repeat).toMatchObject(refused("you already sent it."));
    expect(await earned(player, level)).toEqual(ONCE);
    // The inputs may belong to another player in another level.
    expect(await checkedRun(thief, await createRunLevel(maker), straightRun({ wobble }))).toMatchObject({
      state: "counted",
    });
  });

  test("that is copied while the first one waits counts once", async () => {
    const [level, one, two] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const recorded = straightRun({ wobble: 0b0110_1010 });
    const jobs = [await waitingRun(one, level, recorded), await waitingRun(two, level, recorded)];
    await Promise.all(jobs.map((run_id) => deliverRuns([{ run_id }])));
    expect(await countRows("clears", sql`level_id = ${level}`)).toBe(1);
  });

  test("by holding one key can be the same for many players", async () => {
    const [level, one, two] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const simple = recordRun(runWorld(), () => FORWARD);
    for (const player of [one, two])
      expect(await checkedRun(player, level, simple)).toMatchObject({ state: "counted", is_first: true });
  });

  test("belongs to the tick of the world's clock at which it began", async () => {
    const wall: Block = { shape: "box", position: [0, 2, 20], size: [10, 6, 2], color: "ff0000" };
    const moving: Block = { ...wall, motion: { by: [30, 0, 0], seconds: 2 } };
    const world = runWorld({ stars: [], blocks: [...runWorld().blocks, moving] });
    const [level, player] = [await createRunLevel(maker, world), await runPlayer()];
    const open = recordRun(world, () => FORWARD, { startTick: 60 });
    expect((await checkedRun(player, level, { ...open, startTick: 200 })).state).toBe("refused");
    expect(await checkedRun(player, level, open)).toMatchObject({ state: "counted", time_ms: open.ms });
  });
});

const storedLogOf = async (id: number) =>
  (await runPlaySql<{ log: string }>`select log from runs where id = ${id}`)[0]?.log ?? "";
const isStored = async (log: string) => (await testEnv.BUCKET.head(log)) !== null;
const LATER = () => Date.now() + KEEP_LOG_MS + 60_000;

describe("the schedule", () => {
  test("queues runs again that have waited too long", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    await runPlaySql`delete from runs where state = 'waiting'`;
    const { id } = await sentRun(player, level);
    const now = Date.now();
    expect(await runsQueuedAt(now)).toEqual([]);
    expect(await runsQueuedAt(now + REQUEUE_MS + 60_000)).toEqual([{ run_id: id }]);
    // Not again at once.
    expect(await runsQueuedAt(now + REQUEUE_MS + 61_000)).toEqual([]);
    await deliverRuns([{ run_id: id }]);
    expect((await readRun(player, id)).state).toBe("counted");
    expect(await runsQueuedAt(now + 9 * REQUEUE_MS)).toEqual([]);
  });

  test("deletes old recordings, except each player's best, the creator's check and undecided runs", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const slow = await checkedRun(player, level, straightRun({ pause: 50 }));
    const best = await checkedRun(player, level, straightRun());
    const log = straightRun({ pause: 99 }).log.slice(0, 30);
    const refused = await checkedRun(player, level, { ...straightRun(), log });
    expect(refused.state).toBe("refused");
    const check = await checkedRun(maker, level, straightRun({ pause: 30 }));
    const better = await checkedRun(maker, level, straightRun({ pause: 20 }));
    const waiting = await sentRun(player, level, straightRun({ pause: 70 }));
    const flagged = await sentRun(player, level, straightRun({ pause: 71 }));
    await runPlaySql`update runs set state = 'flagged' where id = ${flagged.id}`;
    const needed = [best.id, check.id, better.id, waiting.id, flagged.id];
    const logs = await Promise.all([slow.id, refused.id, ...needed].map(storedLogOf));
    const stored = () => Promise.all(logs.map(isStored));
    await runsQueuedAt(Date.now());
    expect(await stored()).toEqual(logs.map(() => true));
    await runsQueuedAt(LATER());
    expect(await stored()).toEqual([false, false, true, true, true, true, true]);
    expect(await runPlaySql`select id from runs where level_id = ${level} order by id`).toEqual(
      needed.sort((a, b) => a - b).map((id) => ({ id })),
    );
    // A kept run is looked at again later: then it may be someone's best no more.
    expect(await countRows("runs", sql`level_id = ${level} and keep_until < ${LATER()}`)).toBe(0);
    await runPlaySql`update clears set best_run_id = null where best_run_id = ${best.id}`;
    await runsQueuedAt(LATER() + KEEP_LOG_MS);
    expect(await isStored(logs[2] ?? "")).toBe(false);
  });

  test("deletes old clears of hosts and leaves recorded runs to their own job", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const old = { created_at: 1, level_id: level };
    await storeRun(player.id, level, old);
    const flagged = await storeRun(player.id, level, { ...old, state: "flagged" });
    const ofWeb = { source: "web", log: "kept", keep_until: LATER() } as const;
    const recorded = await storeRun(player.id, level, { ...old, ...ofWeb });
    await runSchedule(testEnv);
    const left = await runPlaySql`select id from runs where level_id = ${level} order by id`;
    expect(left).toEqual([{ id: flagged }, { id: recorded }]);
  });

  test("goes on after a bounded number of runs", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    await runPlaySql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state,
      created_at, source, log, keep_until)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200)
      select 'web:sweep:' || i, 0, 0, ${player.id}, ${level}, 1000, 0, 'refused', 1, 'web', 'log-' || i, 1
        from n`;
    const left = () => countRows("runs", sql`level_id = ${level}`);
    await runsQueuedAt(Date.now());
    expect(await left()).toBe(200);
    await runsQueuedAt(Date.now());
    expect(await left()).toBe(0);
  });
});
