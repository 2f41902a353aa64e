import { sql } from "drizzle-orm";
import { createLevelRoute, editLevelRoute } from "#domain/levels/api.ts";
import { roomRunKey } from "#domain/room/epoch.ts";
import { createRunRoute, runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { encodeInput, type Input, NO_INPUT } from "#domain/sim/input.ts";
import { packInputs, RunRecorder } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { inputStatistics } from "#domain/sim/verify-run.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import type { HostResult } from "#worker/hosts/idempotent-calls.ts";
import type { LiveRun, LiveRunResult } from "#worker/objects/game-host-api.ts";
import { consumeRuns } from "#worker/runs/consume-runs.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { recordLiveRun, storeRunLog, webCall } from "#worker/runs/live-run.ts";
import { logHash } from "#worker/runs/log-hash.ts";
import { sweepRuns } from "#worker/runs/sweep.ts";
import { countRows, firstRow, runPlaySql, runSql, type TestResponse, testEnv, unique } from "./browser.ts";
import { deliverBatch } from "./render-jobs.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { worldFile } from "./world.ts";

/** A player whose runs wait until a test checks them. */
export interface RunPlayer extends TestUser {
  runs: RunJob[];
}

/** A user who records the checks that their calls queue. */
export async function runPlayer(fields: Parameters<typeof signedInUser>[0] = {}): Promise<RunPlayer> {
  const user = await signedInUser(fields);
  const runs: RunJob[] = [];
  const queue = { send: async (job: RunJob) => void runs.push(job) };
  user.variant = { ...user.variant, RUNS: queue as unknown as Env["RUNS"] };
  return Object.assign(user, { runs });
}

/** A floor with a star on the way to a goal, 40 units in front of the spawn. */
export function runWorld(fields: Partial<World> = {}): World {
  return {
    version: 1,
    spawn: { position: [0, 0, 0] },
    goal: { position: [0, 0, 40] },
    stars: [{ position: [0, 2, 20] }],
    checkpoints: [],
    hazards: [],
    blocks: [{ shape: "box", position: [0, -1, 20], size: [40, 2, 80], color: "6cc551" }],
    ...fields,
  };
}

/** Creates a level with a world like its creator does. Returns its id. */
export async function createRunLevel(
  creator: TestUser,
  world: World = runWorld(),
  fields: Record<string, unknown> = {},
): Promise<number> {
  const input = { title: `Course ${unique()}`, file: worldFile(serializeWorld(world)), ...fields };
  return (await creator.output(createLevelRoute, input)).level.id;
}

/** Runs the sweep of runs at a time. Returns the checks it queued. */
export async function runsQueuedAt(now: number): Promise<RunJob[]> {
  const queued: RunJob[] = [];
  const sendBatch = async (batch: Iterable<{ body: RunJob }>) =>
    void queued.push(...Array.from(batch, ({ body }) => body));
  await sweepRuns({ ...testEnv, RUNS: { sendBatch } as unknown as Env["RUNS"] }, now);
  return queued;
}

/** Replaces the world of a level like its creator does. */
export async function editWorld(creator: TestUser, level: number, world: World): Promise<TestResponse> {
  const file = worldFile(serializeWorld(world));
  const response = await creator.call(editLevelRoute, { id: level, file });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response;
}

/** Stores the world of a new level again as its second revision. */
export async function addRevision(level: number): Promise<void> {
  await runSql`insert into level_revisions
      (level_id, revision, asset, bytes, blocks, stars, fastest_ms, content, content_hash, goal, user_id, created_at)
    select level_id, 2, asset, bytes, blocks, stars, fastest_ms, content, content_hash, goal, user_id, created_at
    from level_revisions where level_id = ${level}`;
  await runSql`update levels set revision = 2 where id = ${level}`;
}

export interface RecordedRun {
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
  ms: number;
  startTick: number;
}

const MAX_TICKS = 20_000;

/** Records a run until it clears the world. `steer` returns the input of each tick. */
export function recordRun(
  world: World,
  steer: (runner: Runner) => Input,
  { startTick = 0, rest = 0 } = {},
): RecordedRun {
  const runner = new Runner(makeCourse(world), startTick);
  const recorder = new RunRecorder();
  while (runner.clearedAt === 0) {
    if (runner.ticks > MAX_TICKS) throw new Error("The run doesn't clear the world.");
    const input = steer(runner);
    recorder.push(input);
    runner.step(input);
  }
  for (let i = 0; i < rest; i++) recorder.push(encodeInput(0, 15, false));
  const ticks = runner.clearedAt;
  return { log: recorder.toBytes(), ticks, ms: Math.round((ticks * 1000) / 60), startTick };
}

/**
 * Runs straight through `runWorld`. `wobble` makes each player's inputs their own, and `pause` makes the run that many
 * ticks longer.
 */
export function straightRun({
  wobble = unique(),
  pause = 0,
  startTick = 0,
  rest = 0,
  world = runWorld(),
} = {}): RecordedRun {
  return recordRun(
    world,
    ({ ticks }) => {
      if (ticks > 0 && ticks <= pause) return encodeInput(0, 0, false);
      const turn = (wobble >> (Math.floor(ticks / 4) % 8)) & 1;
      return encodeInput(Math.floor(ticks / 4) % 2 ? turn : 255 - turn, 15, false);
    },
    { startTick, rest },
  );
}

/** Sends a run of the level's first revision. */
export function sendRun(
  player: TestUser,
  level: number,
  { log, ticks, startTick }: RecordedRun,
  fields: Record<string, unknown> = {},
): Promise<TestResponse> {
  const sent = { ...runInput(), start_tick: startTick, ticks, log: new File([log], "run.log") };
  return player.call(createRunRoute, { id: level, ...sent, ...fields });
}

/** Delivers checks to the consumer as one batch. Returns the indexes of completed and retried ones. */
export async function deliverRuns(
  jobs: readonly RunJob[],
  {
    queue = "bopolis-runs",
    attempts = 1,
    env = testEnv,
    maxWork,
  }: { queue?: string; attempts?: number; env?: Env; maxWork?: number } = {},
): Promise<{ done: number[]; retried: number[] }> {
  return deliverBatch(queue, jobs, (batch) => consumeRuns(batch, env, maxWork), attempts);
}

/** The run as a room hands it over after it was cleared. */
export async function roomRun(
  player: TestUser,
  { log, ticks, ms, startTick }: RecordedRun,
  fields: Partial<LiveRun & { key: string }> = {},
): Promise<LiveRun> {
  const verdict = { ticks, ms, deaths: 0, work: 1_000, statistics: inputStatistics(log, ticks) };
  const key = roomRunKey(1, 680, unique());
  const stored = await storeRunLog(testEnv, webCall(player.id, fields.key ?? key), log);
  const found = { log: stored, log_hash: await logHash(log, ticks), live: true };
  return { key, revision: 1, physics: PHYSICS, start_tick: startTick, ...verdict, ...found, ...fields };
}

/** Records a run that a room has simulated. Second checks are added to the player's runs. */
export async function recordRoomRun(
  player: RunPlayer,
  level: number,
  run: LiveRun,
): Promise<HostResult<LiveRunResult>> {
  return recordLiveRun({ ...testEnv, ...player.variant }, player.id, level, run);
}

/** Plays a run in a room, and returns what its endpoint says. */
export async function liveRun(
  player: RunPlayer,
  level: number,
  run: RecordedRun = straightRun(),
  fields: Partial<LiveRun> = {},
): Promise<Run> {
  const result = await recordRoomRun(player, level, await roomRun(player, run, fields));
  if (!result.ok) throw new Error(JSON.stringify(result));
  return readRun(player, result.value.run_id);
}

/** A player's run as its endpoint returns it. */
export const readRun = async (player: TestUser, id: number): Promise<Run> =>
  (await player.output(runRoute, { id })).run;

/** Sends a run that is accepted, without checking it. */
export async function sentRun(
  player: TestUser,
  level: number,
  run: RecordedRun = straightRun(),
  fields: Record<string, unknown> = {},
): Promise<Run> {
  const { status, body } = await sendRun(player, level, run, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.run as Run;
}

type Sent = Parameters<typeof sentRun> extends [unknown, ...infer Rest] ? Rest : never;

/** Sends a run, checks it, and returns the result. */
export async function checkedRun(player: RunPlayer, ...sent: Sent): Promise<Run> {
  const { id } = await sentRun(player, ...sent);
  await deliverRuns(player.runs.splice(0));
  return readRun(player, id);
}

/** A player's clear of a level as it's stored. */
export const storedClear = async ({ id }: { id: number }, level: number) =>
  (
    await runPlaySql<{ best_ms: number; times: number; best_run_id: number | null; best_live: number }>`select
      best_ms, times, best_run_id, best_live from clears where user_id = ${id} and level_id = ${level}`
  )[0];

/** The earnings of a player's clears of a level. */
export const earnedIn = async (player: { id: number }, level: number) => ({
  clear: await storedClear(player, level),
  xp: (await firstRow<{ xp: number }>`select xp from users where id = ${player.id}`)?.xp,
  ledger: await countRows("transactions", sql`user_id = ${player.id} and type_id = 6`),
  days: (await firstRow<{ clears: number }>`select clears from level_days where level_id = ${level}`)?.clears,
  daily: await countRows("daily_clears", sql`user_id = ${player.id}`),
});

/** A recording of a single tick, as its endpoint takes it. */
export const runInput = () => ({
  revision: 1,
  physics: PHYSICS,
  start_tick: 0,
  ticks: 1,
  key: crypto.randomUUID(),
  log: new File([packInputs([NO_INPUT])], "run.log"),
});

/** The input that sends a recorded clear of a level that is being built. */
export const clearInput = ({ log, startTick }: RecordedRun, key: string = crypto.randomUUID()) => ({
  physics: PHYSICS,
  start_tick: startTick,
  key,
  log: new File([log], "clear.log"),
});
