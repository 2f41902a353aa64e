import { sql } from "drizzle-orm";
import { decideRunRoute, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { encodeInput } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { addUser, countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  liveRun,
  type RecordedRun,
  readRun,
  recordRun,
  runPlayer,
  runWorld,
  sentRun,
  storedClear,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { withBinding, withSession } from "#tests/support/with-session.ts";
import { contentOf } from "#tests/support/world.ts";

const WORLD = runWorld({
  stars: [],
  goal: { position: [0, 0, 75] },
  blocks: [{ shape: "box", position: [0, -1, 40], size: [60, 2, 120], color: "6cc551" }],
});

const maker = await runPlayer();
const staff = await signedInUser({ role: "moderator" });

const newLevel = () => createRunLevel(maker, WORLD);

/** Zigzags to the goal, and jumps: everyone does that a little differently. */
function playedRun(seed: number): RecordedRun {
  const random = seededRandom(seed);
  let turn = random.pick([-1, 1]);
  let next = 0;
  let jumpUntil = 0;
  return recordRun(WORLD, ({ ticks, x, z }) => {
    if (ticks >= next) {
      next = ticks + random.int(18, 26);
      if (Math.abs(x) > 0.1) turn = -Math.sign(x);
      if (random.chance(0.5)) jumpUntil = ticks + random.int(3, 8);
    }
    // It ends in the goal.
    const direction = z > 60 ? Math.round(-16 * Math.max(-3, Math.min(3, x))) : 32 * turn;
    return encodeInput(direction & 255, 15, ticks < jumpUntil);
  });
}

const asRun = (inputs: readonly number[]): RecordedRun => {
  const log = packInputs(inputs);
  const verdict = verifyRun(makeCourse(WORLD), 0, log);
  if (!verdict.ok) throw new Error(verdict.reason);
  return { log, ticks: verdict.ticks, ms: verdict.ms, startTick: 0 };
};

/** A stolen recording with one bit changed in one tick; it clears the level in the same time. */
function stolen({ log }: RecordedRun, tick = 9): RecordedRun {
  const inputs = [...readInputs(log)];
  return asRun(inputs.with(tick, (inputs[tick] ?? 0) ^ 1));
}

/** Turns an input left and right by turns. */
const tremble = (input: number, tick: number) => (input & ~255) | ((input + (tick % 2 ? 1 : -1)) & 255);

const stored = async (id: number) =>
  (await runPlaySql<Record<string, unknown>>`select state, reason from runs where id = ${id}`)[0];
const flaggedRun = async (id: number) =>
  (await staff.output(flaggedRunsRoute)).data.find((run) => run.id === id);
const decide = (id: number, accept: boolean) => staff.call(decideRunRoute, { id, accept });
const HELD = { state: "flagged", reason: "near_copy" };

describe("a stolen recording with one bit changed", () => {
  test("is held for staff, who see whose run it repeats, and earns nothing until they accept it", async () => {
    const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
    const original = await checkedRun(player, level, playedRun(1));
    const page = await connectSocket(thief);
    const copy = await checkedRun(thief, level, stolen(playedRun(1)));
    expect(copy).toMatchObject({
      state: "flagged",
      time_ms: original.time_ms,
      rank: null,
      xp: 0,
      message: "Our team is reviewing this run. It counts once they confirm it.",
    });
    expect(await page.one("RunChecked")).toMatchObject({ run: { id: copy.id, state: "flagged" } });
    page.close();
    expect(await stored(copy.id)).toEqual(HELD);
    expect(await storedClear(thief, level)).toBeUndefined();
    expect(await countRows("transactions", sql`user_id = ${thief.id} and type_id = 6`)).toBe(0);
    const user = { id: player.id, username: player.username };
    expect(await flaggedRun(copy.id)).toMatchObject({
      host: "Web player",
      reason: "its inputs are almost the same as in someone else's run.",
      original: { run_id: original.id, user, time_formatted: original.time_formatted },
      statistics: { jumps: expect.any(Number) },
    });
    expect((await staff.call(runRoute, { id: copy.id })).status).toBe(200);
    expect((await decide(copy.id, true)).status).toBe(200);
    expect(await readRun(thief, copy.id)).toMatchObject({ state: "counted", is_first: true, xp: 10 });
  });

  test("counts for nothing once staff have dismissed it, and its player reads why", async () => {
    const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
    await checkedRun(player, level, playedRun(2));
    const { id } = await checkedRun(thief, level, stolen(playedRun(2)));
    expect((await decide(id, false)).status).toBe(200);
    expect(await readRun(thief, id)).toMatchObject({
      state: "refused",
      message: "This run couldn't be confirmed: its inputs are almost the same as in someone else's run.",
    });
    expect(await storedClear(thief, level)).toBeUndefined();
  });

  test("is held although it begins with a pause, trembles and goes on after the goal, and other players are closer in time", async () => {
    const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
    const { log } = playedRun(3);
    await checkedRun(player, level, playedRun(3));
    const inputs = [...readInputs(log)];
    const disguised = asRun([
      ...new Array<number>(12).fill(0),
      ...inputs.map((input, tick) => tremble(input, tick)),
      ...new Array<number>(60).fill(encodeInput(0, 15, false)),
    ]);
    for (let i = 0; i < 3; i++) await checkedRun(await runPlayer(), level, playedRun(100 + i));
    const { id } = await checkedRun(thief, level, disguised);
    expect(await stored(id)).toEqual(HELD);
    expect((await flaggedRun(id))?.original?.user.id).toBe(player.id);
  });

  test("is held whichever of both is checked later, once, also if they're checked at the same time", async () => {
    for (let i = 0; i < 4; i++) {
      const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
      const original = await sentRun(player, level, playedRun(10 + i));
      const ids = [original.id, (await sentRun(thief, level, stolen(playedRun(10 + i)))).id];
      await Promise.all(ids.map((run_id) => deliverRuns([{ run_id }])));
      const states = await Promise.all(ids.map(async (id) => (await stored(id))?.state));
      expect(states.toSorted()).toEqual(["counted", "flagged"]);
      expect(await countRows("clears", sql`level_id = ${level}`)).toBe(1);
    }
  });

  test("is held if the original counts between the comparison and the write", async () => {
    const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
    const { id } = await sentRun(thief, level, stolen(playedRun(20)));
    const original = { run_id: (await sentRun(player, level, playedRun(20))).id };
    let isLate = false;
    const batch = async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
      // The batch that settles the copy is the first one of several statements.
      if (!isLate && statements.length > 1) {
        isLate = true;
        await deliverRuns([original]);
      }
      return testEnv.DB_PLAY.batch<T>(statements);
    };
    const env: Env = { ...testEnv, DB_PLAY: withSession({ batch }, "DB_PLAY") };
    expect(await deliverRuns([{ run_id: id }], { env })).toEqual({ done: [0], retried: [] });
    expect([isLate, await stored(id)]).toEqual([true, HELD]);
    expect(await stored(original.run_id)).toMatchObject({ state: "counted" });
  });

  test("is held by the creator too, and isn't the check of their revision", async () => {
    const [level, player] = [await newLevel(), await runPlayer()];
    await checkedRun(player, level, playedRun(30));
    const { id } = await checkedRun(maker, level, stolen(playedRun(30)));
    expect(await stored(id)).toEqual(HELD);
    expect(await runSql`select clear_run_id from level_revisions where level_id = ${level}`).toEqual([
      { clear_run_id: null },
    ]);
  });
});

describe("an honest run", () => {
  test("counts beside others' of the same time, and its own player's that are almost the same", async () => {
    const [level, player, rival] = [await newLevel(), await runPlayer(), await runPlayer()];
    await checkedRun(player, level, playedRun(40));
    expect(await checkedRun(rival, level, playedRun(41))).toMatchObject({ state: "counted", is_first: true });
    expect(await checkedRun(player, level, stolen(playedRun(40)))).toMatchObject({ state: "counted" });
    expect(await storedClear(player, level)).toMatchObject({ times: 2 });
  });

  test("counts although a neighbor's recording is lost or damaged", async () => {
    const level = await newLevel();
    for (const seed of [50, 51]) await checkedRun(await runPlayer(), level, playedRun(seed));
    const logs = await runPlaySql<{
      log: string;
    }>`select log from runs where level_id = ${level} order by id`;
    await testEnv.BUCKET.delete(logs[0]?.log ?? "");
    await testEnv.BUCKET.put(logs[1]?.log ?? "", new Uint8Array([0, 255, 255]));
    expect(await checkedRun(await runPlayer(), level, playedRun(52))).toMatchObject({ state: "counted" });
  });

  test("is compared with at most ten faster and ten slower runs", async () => {
    const level = await newLevel();
    const first = await checkedRun(await runPlayer(), level, playedRun(60));
    const people = await Promise.all(Array.from({ length: 30 }, () => addUser()));
    const content = await contentOf(level);
    await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, cleared_at, content,
      best_run_id, best_live)
      select j.value, ${level}, ${first.time_ms} - 15 + j.key, 1, 1, ${content}, ${first.id}, 0
      from json_each(${JSON.stringify(people.map(({ id }) => id))}) j`;
    const read: string[] = [];
    const get = (key: string) => {
      read.push(key);
      return testEnv.BUCKET.get(key);
    };
    const { id } = await sentRun(await runPlayer(), level, playedRun(61));
    const env = withBinding("BUCKET", { get: get as R2Bucket["get"] });
    await deliverRuns([{ run_id: id }], { env });
    expect(await stored(id)).toMatchObject({ state: "counted" });
    // Its own recording and the world come first.
    expect(read.filter((key) => key === read.at(-1)).length).toBeLessThanOrEqual(20);
    expect(read.length).toBeLessThanOrEqual(22);
    expect(read.length).toBeGreaterThan(2);
  });
});

describe("a stolen recording that a room has seen", () => {
  test("is held by the second check of the first ten, and its clear is taken back until staff accept it", async () => {
    const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
    const original = await liveRun(player, level, playedRun(70));
    const before = await liveRun(thief, level, playedRun(71));
    await deliverRuns([...player.runs.splice(0), ...thief.runs.splice(0)]);
    const clear = await storedClear(thief, level);
    const copy = await liveRun(thief, level, fasterCopy(playedRun(70), before));
    expect(copy).toMatchObject({ state: "counted", is_best: true });
    expect(await deliverRuns(thief.runs.splice(0))).toEqual({ done: [0], retried: [] });
    expect(await stored(copy.id)).toEqual(HELD);
    expect(await storedClear(thief, level)).toEqual({ ...clear, times: 1 });
    expect(await flaggedRun(copy.id)).toMatchObject({ host: "Room", original: { run_id: original.id } });
    expect((await decide(copy.id, true)).status).toBe(200);
    expect(await storedClear(thief, level)).toMatchObject({ best_run_id: copy.id, times: 2 });
  });

  test("is the only one of both that is held, in whichever order the second checks come", async () => {
    for (const isLateFirst of [true, false]) {
      const [level, player, thief] = [await newLevel(), await runPlayer(), await runPlayer()];
      const original = await liveRun(player, level, playedRun(80));
      const copy = await liveRun(thief, level, stolen(playedRun(80)));
      const jobs = [...player.runs, ...thief.runs];
      for (const job of isLateFirst ? jobs.toReversed() : jobs) await deliverRuns([job]);
      expect([await stored(original.id), await stored(copy.id)]).toEqual([
        { state: "counted", reason: null },
        HELD,
      ]);
      expect((await maker.call(levelClearsRoute, { id: level })).body.data).toHaveLength(1);
    }
  });
});

/** A stolen run that is an improvement for its thief. */
function fasterCopy(run: RecordedRun, than: Run): RecordedRun {
  const copy = stolen(run);
  if (copy.ms >= than.time_ms) throw new Error("The copy isn't faster.");
  return copy;
}
