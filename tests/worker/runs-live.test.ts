import { sql } from "drizzle-orm";
import { decideRunRoute, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { roomRunKey } from "#domain/room/epoch.ts";
import { runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { storeRun } from "#tests/support/clears.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  earnedIn,
  editWorld,
  liveRun,
  type RunPlayer,
  readRun,
  recordRoomRun,
  roomRun,
  runPlayer,
  runsQueuedAt,
  runWorld,
  sendRun,
  sentRun,
  storedClear,
  straightRun,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import type { LiveRunResult } from "#worker/objects/game-host-api.ts";
import { recordLiveRun } from "#worker/runs/live-run.ts";

const maker = await runPlayer();
const staff = await signedInUser({ role: "moderator" });

const recorded = async (player: RunPlayer, level: number, run: Awaited<ReturnType<typeof roomRun>>) => {
  const result = await recordRoomRun(player, level, run);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
};

const stored = async (id: number) =>
  (await runPlaySql<Record<string, unknown>>`select * from runs where id = ${id}`)[0] ?? {};
const isUnconfirmed = async (id: number) => (await stored(id)).previous_clear !== null;

/** Counts the D1 calls of an environment, and the rows that they read and wrote. */
function countingEnv(): { env: Env; cost: { calls: number; read: number; written: number } } {
  const cost = { calls: 0, read: 0, written: 0 };
  const counted = (binding: "DB" | "DB_PLAY") =>
    withSession(
      {
        batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
          cost.calls++;
          const results = await testEnv[binding].batch<T>(statements);
          for (const { meta } of results) {
            cost.read += meta.rows_read ?? 0;
            cost.written += meta.rows_written ?? 0;
          }
          return results;
        },
      },
      binding,
    );
  return { env: { ...testEnv, DB: counted("DB"), DB_PLAY: counted("DB_PLAY") }, cost };
}

describe("a run in a room", () => {
  test("says why it isn't among the first ten", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const behind = "This run counts, but not among the first ten: your connection fell behind.";
    const cut = await liveRun(player, level, straightRun({ pause: 5 }), { live: false });
    expect(cut.message).toBe(`Level cleared! ${behind}`);
    const key = roomRunKey(level, 680, 7);
    expect((await checkedRun(player, level, straightRun({ pause: 6 }), { key })).message).toBe(behind);
  });

  test("counts at once with everything a clear earns, in one round trip to each database", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const page = await connectSocket(player);
    const run = straightRun();
    const { env, cost } = countingEnv();
    const later: Promise<void>[] = [];
    const found = await roomRun(player, run);
    const result = await recordLiveRun(env, player.id, level, found, (work) => later.push(work));
    // It reads about the level first, and writes what follows afterwards.
    expect(cost.calls).toBeLessThanOrEqual(3);
    await Promise.all(later);
    expect(cost.calls).toBeLessThanOrEqual(5);
    expect(cost.read).toBeLessThan(260);
    expect(cost.written).toBeLessThan(70);
    const { ms } = run;
    const times = { ms, time_ms: ms, best_ms: ms };
    const first = { is_first: true, is_best: true, first: true, best: true, place: 1 };
    expect(result).toMatchObject({
      ok: true,
      value: { ...times, ...first, state: "counted", recorded: true, reason: null },
    });
    const { run_id: id } = (result as { value: LiveRunResult }).value;
    const shown = await readRun(player, id);
    expect(shown).toMatchObject({
      state: "counted",
      time_ms: run.ms,
      rank: 1,
      total: 1,
      is_live: true,
      medal: "top_ten",
      xp: 10,
      message: "Level cleared! This run is confirmed.",
    });
    expect(await page.one("RunChecked")).toEqual({ event: "RunChecked", run: shown });
    expect(await page.one("LevelCleared")).toMatchObject({ level_id: level, first: true, best: true });
    expect(await page.one("LedgerMoved")).toMatchObject({ xp: 10 });
    page.close();
    expect(await stored(id)).toMatchObject({
      call: `web:${player.id}:${found.key}`,
      source: "web",
      live: 1,
      ticks: run.ticks,
      start_tick: run.startTick,
      log: found.log,
      log_hash: found.log_hash,
    });
    expect(await earnedIn(player, level)).toEqual({
      clear: { best_ms: run.ms, times: 1, best_run_id: id, best_live: 1 },
      xp: 10,
      ledger: 1,
      days: 1,
      daily: 1,
    });
    const file = await testEnv.BUCKET.get(found.log);
    expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(new Uint8Array(run.log));
  });

  test("counts once however often it's recorded, one after another or at the same time", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const run = await roomRun(player, straightRun());
    const first = await recorded(player, level, run);
    const again = await Promise.all([recorded(player, level, run), recorded(player, level, run)]);
    expect(again).toEqual([first, first]);
    expect(await earnedIn(player, level)).toMatchObject({ clear: { times: 1 }, xp: 10, ledger: 1, days: 1 });
    const [rival, other] = [await runPlayer(), await roomRun(maker, straightRun())];
    await Promise.all([1, 2, 3].map(() => recorded(rival, level, other)));
    expect(await storedClear(rival, level)).toMatchObject({ times: 1 });
  });

  test("that the browser has sent meanwhile is settled with the room's recording", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const key = roomRunKey(level, 680, 77);
    const [played, crafted] = [straightRun({ startTick: 77 }), straightRun({ pause: 100 })];
    const sent = await sentRun(player, level, crafted, { key });
    expect(sent.state).toBe("waiting");
    const before = await stored(sent.id);
    const run = await roomRun(player, played, { key });
    const result = await recorded(player, level, run);
    expect(result).toMatchObject({ run_id: sent.id, state: "counted", ms: played.ms, place: 1 });
    expect(await stored(sent.id)).toMatchObject({
      log: run.log,
      log_hash: run.log_hash,
      ticks: played.ticks,
      ms: played.ms,
      start_tick: 77,
      live: 1,
    });
    expect(await testEnv.BUCKET.head(before.log as string)).toBeNull();
    // The queue delivers the check of the recording that was replaced: only the second check of the room's is left.
    await deliverRuns([{ run_id: sent.id }]);
    expect(await readRun(player, sent.id)).toMatchObject({ state: "counted", time_ms: played.ms });
    expect(await storedClear(player, level)).toMatchObject({ times: 1 });
  });

  test("that was checked meanwhile keeps its outcome and isn't live", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const key = roomRunKey(level, 680, 78);
    const sent = await checkedRun(player, level, straightRun({ pause: 50 }), { key });
    const result = await recorded(player, level, await roomRun(player, straightRun(), { key }));
    expect(result).toMatchObject({ run_id: sent.id, ms: sent.time_ms, state: "counted", place: 11 });
    expect(await stored(sent.id)).toMatchObject({ live: 0, ms: sent.time_ms });
    expect(await storedClear(player, level)).toMatchObject({ times: 1, best_live: 0 });
  });

  test("is returned when the browser sends it with the room's key, whatever the recording", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const key = roomRunKey(level, 680, 79);
    const run = straightRun();
    const { run_id } = await recorded(player, level, await roomRun(player, run, { key }));
    player.runs.length = 0;
    for (const log of [run, straightRun({ pause: 9 })]) {
      const { status, body } = await sendRun(player, level, log, { key });
      expect([status, body.run]).toMatchObject([201, { id: run_id, state: "counted", is_live: true }]);
    }
    expect(player.runs).toEqual([]);
    expect(await storedClear(player, level)).toMatchObject({ times: 1 });
  });

  test("and the same run from the browser count once if they arrive at the same time", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    for (let i = 0; i < 4; i++) {
      const key = roomRunKey(level, 680, 1_000 + i);
      const run = straightRun({ pause: i });
      const found = await roomRun(player, run, { key });
      const [sent, result] = await Promise.all([
        sendRun(player, level, run, { key }),
        recorded(player, level, found),
      ]);
      expect((sent.body.run as Run).id).toBe(result.run_id);
      expect(result.recorded).toBe(true);
    }
    await deliverRuns(player.runs);
    expect(await storedClear(player, level)).toMatchObject({ times: 4 });
    expect(await countRows("runs", sql`level_id = ${level}`)).toBe(4);
  });

  test("with a key that was used in another level changes nothing there", async () => {
    const [level, other] = [await createRunLevel(maker), await createRunLevel(maker)];
    const player = await runPlayer();
    const key = roomRunKey(level, 680, 80);
    const response = await sendRun(player, other, straightRun(), { key });
    expect([response.status, response.body.errors]).toMatchObject([422, { key: [expect.any(String)] }]);
    await storeRun(player.id, other, { call: `web:${player.id}:${key}`, state: "waiting", source: "web" });
    const result = await recordRoomRun(player, level, await roomRun(player, straightRun(), { key }));
    expect(result).toMatchObject({ ok: false, code: "idempotency_mismatch" });
    expect(await countRows("clears", sql`user_id = ${player.id}`)).toBe(0);
  });

  test.each([
    ["of a deleted level", { revision: 1 }, "deleted"],
    ["of an unknown revision", { revision: 2 }, "public"],
  ])("%s doesn't count", async (_, fields, visibility) => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const run = await roomRun(player, straightRun(), fields);
    await runSql`update levels set visibility = ${visibility} where id = ${level}`;
    expect(await recordRoomRun(player, level, run)).toMatchObject({ ok: false, code: "not_found" });
    expect(await countRows("runs", sql`level_id = ${level}`)).toBe(0);
  });

  test("that copies another player's recording is refused, and a player's repeat of their own counts once", async () => {
    const [level, player, thief] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const run = straightRun({ wobble: 0b1011_0110 });
    await recorded(player, level, await roomRun(player, run));
    const copy = await recorded(thief, level, await roomRun(thief, run));
    expect(copy).toMatchObject({ state: "refused", recorded: false, place: null, first: false });
    const repeat = await recorded(player, level, await roomRun(player, run));
    expect(repeat).toMatchObject({ state: "refused", recorded: false });
    expect(await countRows("clears", sql`level_id = ${level}`)).toBe(1);
    expect(thief.runs).toEqual([]);
  });

  test("by the creator is the check of the revision", async () => {
    const level = await createRunLevel(maker);
    const { id } = await liveRun(maker, level);
    expect(await runSql`select clear_run_id, physics from level_revisions where level_id = ${level}`).toEqual(
      [{ clear_run_id: id, physics: 1 }],
    );
  });
});

describe("a live run among the first ten", () => {
  test("is simulated again from the stored file, which changes nothing if the results agree", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const { id } = await liveRun(player, level);
    expect([player.runs, await isUnconfirmed(id)]).toEqual([[{ run_id: id }], true]);
    const before = await earnedIn(player, level);
    expect(await deliverRuns([...player.runs, ...player.runs])).toEqual({ done: [0, 1], retried: [] });
    expect([await isUnconfirmed(id), await earnedIn(player, level)]).toEqual([false, before]);
    expect(await readRun(player, id)).toMatchObject({ state: "counted", rank: 1 });
  });

  test("is queued again by the schedule if the message was lost", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const away = { send: () => Promise.reject(new Error("the queue is away")) };
    player.variant = { RUNS: away as unknown as Env["RUNS"] };
    const { id } = await liveRun(player, level);
    expectWorkerErrors();
    expect(await runsQueuedAt(Date.now() + 11 * 60_000)).toContainEqual({ run_id: id });
    await deliverRuns([{ run_id: id }]);
    expect(await runsQueuedAt(Date.now() + 60 * 60_000)).not.toContainEqual({ run_id: id });
  });

  test("is checked; one behind them, or one that isn't live, isn't", async () => {
    const level = await createRunLevel(maker);
    const isChecked = async (pause: number, live = true) => {
      const player = await runPlayer();
      await liveRun(player, level, straightRun({ pause }), { live });
      return player.runs.length > 0;
    };
    for (let i = 0; i < 10; i++) expect(await isChecked(10 + i)).toBe(true);
    expect(await isChecked(40)).toBe(false);
    expect(await isChecked(5)).toBe(true);
    expect(await isChecked(1, false)).toBe(false);
  });

  /** Records a live run whose stored result isn't what its recording gives, and checks it again. */
  async function lyingRun(player: RunPlayer, level: number, pause: number): Promise<number> {
    const run = straightRun({ pause });
    const { id } = await liveRun(player, level, run, { ms: run.ms - 500, ticks: run.ticks - 30 });
    expect((await readRun(player, id)).state).toBe("counted");
    expect(await deliverRuns(player.runs.splice(0))).toEqual({ done: [0], retried: [] });
    expect(expectWorkerErrors().at(-1)).toContain("two checks of a run differ");
    return id;
  }

  test("is flagged and its clear taken back if the results differ, until staff accept it", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const page = await connectSocket(player);
    const id = await lyingRun(player, level, 0);
    expect(await page.one("RunChecked", ({ run }) => run.state === "flagged")).toMatchObject({ run: { id } });
    page.close();
    expect(await readRun(player, id)).toMatchObject({ state: "flagged", rank: null });
    const flagged = await earnedIn(player, level);
    expect(flagged).toMatchObject({ clear: undefined, days: 0 });
    const listed = (await staff.output(flaggedRunsRoute)).data;
    const reason = "two checks of it gave different results.";
    const log_url = expect.stringMatching(/^\/assets\//);
    expect(listed.find((run) => run.id === id)).toMatchObject({ host: "Room", reason, log_url });
    expect((await staff.call(runRoute, { id })).body).toMatchObject({ run: { state: "flagged" } });
    expect((await maker.call(runRoute, { id })).status).toBe(404);
    await staff.call(decideRunRoute, { id, accept: true });
    // Its earnings aren't paid twice.
    expect(await earnedIn(player, level)).toMatchObject({
      clear: { times: 1, best_run_id: id, best_live: 1 },
      xp: 10,
      ledger: 1,
      days: 1,
    });
    expect(await readRun(player, id)).toMatchObject({ state: "counted", rank: 1, xp: 10 });
  });

  test("gives back the best time before it, or a better one since", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const before = await liveRun(player, level, straightRun({ pause: 100 }));
    const clear = await storedClear(player, level);
    await deliverRuns(player.runs.splice(0));
    await lyingRun(player, level, 50);
    expect(await storedClear(player, level)).toEqual(clear);
    const run = straightRun({ pause: 30 });
    const { id } = await liveRun(player, level, run, { ms: run.ms - 500, ticks: run.ticks - 30 });
    const since = await liveRun(player, level, straightRun({ pause: 40 }));
    const slower = await liveRun(player, level, straightRun({ pause: 60 }));
    const offline = await checkedRun(player, level, straightRun({ pause: 1 }));
    expect([since.is_best, slower.is_best, offline.is_best]).toEqual([false, false, false]);
    await deliverRuns([{ run_id: id }]);
    expectWorkerErrors();
    const best = { best_ms: since.time_ms, best_run_id: since.id, best_live: 1 };
    expect(await storedClear(player, level)).toEqual({ ...best, times: 4 });
    expect(before.time_ms).toBeGreaterThan(since.time_ms);
  });

  test("only loses one clear if it isn't the best one anymore", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const run = straightRun({ pause: 30 });
    const { id } = await liveRun(player, level, run, { ms: run.ms - 100, ticks: run.ticks - 6 });
    const { id: best_run_id, time_ms: best_ms } = await liveRun(player, level, straightRun());
    await deliverRuns([{ run_id: id }]);
    expectWorkerErrors();
    expect(await storedClear(player, level)).toEqual({ best_ms, times: 1, best_run_id, best_live: 1 });
  });

  test("goes on counting while its second check fails, which is tried again later", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const { id } = await liveRun(player, level);
    await testEnv.BUCKET.delete((await stored(id)).log as string);
    expect(await deliverRuns(player.runs)).toEqual({ done: [], retried: [0] });
    expectWorkerErrors();
    const queue = "bopolis-runs-dead";
    expect(await deliverRuns(player.runs, { queue })).toEqual({ done: [0], retried: [] });
    expect(expectWorkerErrors()[0]).toContain("run given up");
    expect([(await readRun(player, id)).state, await isUnconfirmed(id)]).toEqual(["counted", true]);
  });
});

test("a player's best time of an older content is replaced by any run", async () => {
  const [level, player] = [await createRunLevel(maker), await runPlayer()];
  await liveRun(player, level);
  const world = runWorld({ goal: { position: [0, 0, 30] } });
  await editWorld(maker, level, world);
  const run = await checkedRun(player, level, straightRun({ world }), { revision: 2 });
  expect(run).toMatchObject({ is_best: true, rank: 11 });
  const { body } = await player.call(levelClearsRoute, { id: level });
  expect(body).toMatchObject({ data: [{ rank: 11, run_id: run.id }], own: { rank: 11, gap: null } });
});

test("a player's best time by a run from before there were rooms keeps its rank", async () => {
  const [level, old, player] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
  const before = await checkedRun(old, level, straightRun({ pause: 30 }));
  await runPlaySql`update clears set best_live = 1 where user_id = ${old.id}`;
  await runPlaySql`update runs set live = 1 where id = ${before.id}`;
  await checkedRun(player, level);
  expect(await readRun(old, before.id)).toMatchObject({ rank: 1, is_live: true });
  const { body } = await maker.call(levelClearsRoute, { id: level });
  expect(body).toMatchObject({ data: [{ rank: 1, run_id: before.id }, { rank: 11 }] });
});

test("a key of a room's run is accepted, others aren't", async () => {
  const [level, player] = [await createRunLevel(maker), await runPlayer()];
  const longest = roomRunKey(level, 99_999, 155_520_000);
  expect((await sendRun(player, level, straightRun(), { key: longest })).status).toBe(201);
  for (const key of ["room-1-2", "room-x-2-3", `room-${level}-1-2-3`, "room", `${longest}${"0".repeat(20)}`])
    expect((await sendRun(player, level, straightRun(), { key })).status).toBe(422);
});
