import { sql } from "drizzle-orm";
import type { InputOf } from "#domain/api/route.ts";
import { GOAL_ID } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import {
  buildStateRoute,
  type ClearCheck,
  checkClearRoute,
  clearCheckRoute,
  publishBuildRoute,
} from "#domain/build/publishing/api.ts";
import { editLevelRoute, type Level, levelRoute, restoreRevisionRoute } from "#domain/levels/api.ts";
import { KEEP_LOG_MS, MAX_WAITING_RUNS, REQUEUE_MS } from "#domain/runs/rules.ts";
import { packInputs, RUN_LIMITS } from "#domain/sim/run-log.ts";
import type { World } from "#domain/world/schema.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { type BuildClient, buildSnapshot, openBuild } from "#tests/support/build-client.ts";
import { inviteEditor } from "#tests/support/invite-editor.ts";
import {
  clearInput,
  createRunLevel,
  deliverRuns,
  type RecordedRun,
  type RunPlayer,
  runPlayer,
  runWorld,
  straightRun,
} from "#tests/support/runs.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { sweepClearChecks } from "#worker/build/check-clears.ts";
import type { RunJob } from "#worker/runs/job.ts";

let ann: RunPlayer;
let level: number;
let page: BuildClient;
beforeEach(async () => {
  ann = await runPlayer();
  level = await createRunLevel(ann, runWorld(), { visibility: "private" });
  page = await openBuild(ann, level);
});

const publish = (user: RunPlayer, input: Partial<InputOf<typeof publishBuildRoute>> = {}, id = level) =>
  user.call(publishBuildRoute, { id, title: "Done", visibility: "public", ...input });

const sendClear = (user: RunPlayer, run: RecordedRun = straightRun(), id = level, key?: string) =>
  user.call(checkClearRoute, { id, ...clearInput(run, key) });

/** Sends a recorded clear, lets the queue check it, and returns the result. */
async function checkedClear(user: RunPlayer, run?: RecordedRun, id = level): Promise<ClearCheck> {
  const { status, body } = await sendClear(user, run, id);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await deliverRuns(user.runs.splice(0));
  const { id: checkId } = body.check as ClearCheck;
  return (await user.call(clearCheckRoute, { id, checkId })).body.check as ClearCheck;
}

const readLevel = async (id = level) => (await ann.call(levelRoute, { id })).body.level as Level;
const state = async (user = ann) => (await user.call(buildStateRoute, { id: level })).body;
const idsOf = async (kind: Part["kind"]) =>
  (await buildSnapshot(ann, level)).parts.flatMap(([id, part]) => ((part as Part).kind === kind ? [id] : []));
/** Everything of a level that publishing changes. */
const stored = () =>
  runSql`select l.title, l.visibility, l.revision, count(*) as revisions from levels l
    join level_revisions v on v.level_id = l.id where l.id = ${level}`;
/** Moves the goal, which makes it another content. */
const moveGoal = (client: BuildClient, z: number) =>
  client.made({ set: [[GOAL_ID, { position: [0, 0, z] }]] });
const movedWorld = (z: number): World => runWorld({ goal: { position: [0, 0, z] } });

describe("a level that was published as private without a clear", () => {
  const makePublic = (input: Partial<InputOf<typeof editLevelRoute>> = { visibility: "public" }) =>
    ann.call(editLevelRoute, { id: level, ...input });

  test("can't become public by an edit until it's cleared", async () => {
    await moveGoal(page, 44);
    expect((await publish(ann, { visibility: "private" })).status).toBe(200);
    expect(await makePublic()).toMatchObject({ status: 422, body: { code: "clear_needed" } });
    expect((await readLevel()).visibility).toBe("private");
    // Other edits go on.
    expect((await makePublic({ title: "Soon" })).status).toBe(200);
    await checkedClear(ann, straightRun({ world: movedWorld(44) }));
    expect((await makePublic()).status).toBe(200);
    expect((await makePublic({ visibility: "private" })).status).toBe(200);
    expect((await makePublic()).status).toBe(200);
  });

  test("can't come back as a revision of the level once that is public", async () => {
    await moveGoal(page, 44);
    await publish(ann, { visibility: "private" });
    const { revision } = await readLevel();
    await moveGoal(page, 43);
    await checkedClear(ann, straightRun({ world: movedWorld(43) }));
    expect((await publish(ann)).status).toBe(200);
    const restored = await ann.call(restoreRevisionRoute, { id: level, revision });
    expect(restored).toMatchObject({ status: 422, body: { code: "clear_needed" } });
    expect((await readLevel()).revision).toBe(revision + 1);
  });
});

describe("a clear of a level that is being built", () => {
  test("is simulated again for exactly the document as it is, and everyone hears of it", async () => {
    const ben = await runPlayer();
    await inviteEditor(ann, level, ben);
    const other = await openBuild(ben, level);
    await moveGoal(page, 44);
    expect(await state()).toMatchObject({ clearable: true, cleared: false, published: false, problems: [] });
    const check = await checkedClear(ben, straightRun({ world: movedWorld(44) }));
    expect(check).toMatchObject({ state: "cleared", reason: null });
    const { cleared } = await page.one("cleared");
    expect(cleared).toEqual({ content: check.content, ms: expect.any(Number), username: ben.username });
    await other.one("cleared");
    expect(await state()).toMatchObject({ content: check.content, cleared: true });
    // It's neither a run nor a clear of the level.
    expect(await countRows("runs", sql`user_id = ${ben.id}`)).toBe(0);
    expect(await countRows("clears", sql`user_id = ${ben.id}`)).toBe(0);
    expect(await runSql`select xp, coins from users where id = ${ben.id}`).toEqual([{ xp: 0, coins: 0 }]);
    await moveGoal(page, 43);
    expect(await state()).toMatchObject({ cleared: false });
  });

  test("is refused with a sentence if its inputs don't clear the document", async () => {
    await page.made({ set: [[GOAL_ID, { position: [0, 0, 4_000] }]] });
    const check = await checkedClear(ann);
    expect(check.state).toBe("refused");
    expect(check.reason).toBe(
      "This clear couldn't be confirmed: its recording ends before the level is cleared.",
    );
    expect((await page.one("refused")).refused).toEqual({ content: check.content, reason: check.reason });
    expect(await state()).toMatchObject({ cleared: false });
  });

  test("is checked once however often it's sent and delivered", async () => {
    const key = crypto.randomUUID();
    const run = straightRun();
    const sent = [await sendClear(ann, run, level, key), await sendClear(ann, run, level, key)];
    const ids = sent.map(({ body }) => (body.check as ClearCheck).id);
    expect(ids[0]).toBe(ids[1]);
    const jobs = ann.runs.splice(0);
    expect(await deliverRuns([...jobs, ...jobs])).toEqual({ done: [0, 1], retried: [] });
    await deliverRuns(jobs);
    await page.one("cleared");
    expect(page.all("cleared")).toHaveLength(1);
    const elsewhere = await createRunLevel(ann, runWorld(), { visibility: "private" });
    expect((await sendClear(ann, run, elsewhere, key)).body.code).toBe("idempotency_mismatch");
  });

  test("is retried while its file can't be read, and is given up as a failure on our side after all attempts", async () => {
    await sendClear(ann);
    const jobs = ann.runs.splice(0);
    const env = { ...testEnv, BUCKET: { get: async () => null } as unknown as R2Bucket };
    expect(await deliverRuns(jobs, { env })).toEqual({ done: [], retried: [0] });
    expect(expectWorkerErrors()[0]).toContain("has lost its log");
    await deliverRuns(jobs);
    await page.one("cleared");
    await sendClear(ann);
    await deliverRuns(ann.runs.splice(0), { queue: "bopolis-runs-dead" });
    expect((await page.one("refused")).refused.reason).toContain("checking it failed on our side");
  });

  test("can wait with twenty others of a user, and no more", async () => {
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n
      where i < ${MAX_WAITING_RUNS})
      insert into clear_checks (level_id, user_id, call, content, world, log, physics, start_tick, ticks, created_at, queued_at)
      select ${level}, ${ann.id}, 'waits' || ${level} || i, 'x', 'x', 'x', 1, 0, 1, 1, 1 from n`;
    expect((await sendClear(ann)).status).toBe(429);
    await runSql`delete from clear_checks where level_id = ${level}`;
    expect((await sendClear(ann)).status).toBe(201);
  });

  test("is rejected beyond two hours of recordings in an hour, also if all are sent at once", async () => {
    const hour = { ...straightRun(), log: packInputs(new Array(RUN_LIMITS.ticks).fill(0)) };
    const responses = await Promise.all([1, 2, 3, 4].map(() => sendClear(ann, hour)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429]);
    expect(await countRows("clear_checks", sql`level_id = ${level}`)).toBe(2);
  });

  test("must be readable, of a known version, and of a level that needs it", async () => {
    expect((await sendClear(ann, { ...straightRun(), log: new Uint8Array([255, 255]) })).body).toMatchObject({
      code: "invalid",
      errors: { log: [expect.any(String)] },
    });
    const { status } = await ann.call(checkClearRoute, {
      id: level,
      ...clearInput(straightRun()),
      physics: 999,
    });
    expect(status).toBe(422);
    await page.made({ del: [GOAL_ID, ...(await idsOf("star"))] });
    expect((await sendClear(ann)).status).toBe(422);
    expect(await countRows("clear_checks", sql`level_id = ${level}`)).toBe(0);
  });

  test("is queued again if its message was lost, and deleted after a month unless a revision relies on it", async () => {
    const jobs: RunJob[] = [];
    const sendBatch = async (batch: Iterable<{ body: RunJob }>) => {
      for (const { body } of batch) jobs.push(body);
    };
    const env = { ...testEnv, RUNS: { sendBatch } as unknown as Env["RUNS"] };
    await runSql`delete from clear_checks where level_id <> ${level}`;
    await sendClear(ann);
    ann.runs.splice(0);
    await sweepClearChecks(env, Date.now());
    expect(jobs).toEqual([]);
    await sweepClearChecks(env, Date.now() + REQUEUE_MS + 1);
    expect(jobs).toHaveLength(1);
    await deliverRuns(jobs);
    await moveGoal(page, 44);
    const unused = await checkedClear(ann, straightRun({ world: movedWorld(44) }));
    expect(unused.state).toBe("cleared");
    const [files] = await runSql<{ world: string; log: string }>`select world, log from clear_checks
      where id = ${unused.id}`;
    await sweepClearChecks(env, Date.now() + KEEP_LOG_MS + 1);
    // The other one is the check of the first revision.
    expect(await countRows("clear_checks", sql`level_id = ${level}`)).toBe(1);
    expect(await testEnv.BUCKET.head(files?.log ?? "")).toBe(null);
    expect(await testEnv.BUCKET.head(files?.world ?? "")).toBe(null);
    expect(await readLevel()).toMatchObject({ clear_state: "cleared" });
  });
});

describe("publishing a level as public", () => {
  test("needs a clear, and changes nothing without one", async () => {
    await moveGoal(page, 44);
    const before = await stored();
    expect(await publish(ann)).toMatchObject({ status: 422, body: { code: "clear_needed" } });
    expect(await stored()).toEqual(before);
    expect(await readLevel()).toMatchObject({ clear_state: "not_cleared" });
  });

  test("makes the cleared document the newest revision, and says so to everyone", async () => {
    const ben = await runPlayer();
    await inviteEditor(ann, level, ben);
    const other = await openBuild(ben, level);
    await moveGoal(page, 44);
    await checkedClear(ben, straightRun({ world: movedWorld(44) }));
    const { status, body } = await publish(ann, { description: "Run!", category: "star collection" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.level).toMatchObject({
      ...{ title: "Done", description: "Run!", category: "star collection", visibility: "public" },
      ...{ revision: 2, clear_state: "cleared" },
    });
    expect((await other.one("published")).published).toEqual({ revision: 2, username: ann.username });
    expect(await state()).toMatchObject({ published: true, cleared: true });
    const world = (await ann.fetch((body.level as Level).file_url)).body as unknown as World;
    expect(world.goal).toEqual({ position: [0, 0, 44] });
    expect(ann.jobs).toContainEqual({ kind: "level", level_id: level, revision: 2 });
  });

  test("of what is published changes only fields; what can't be touched or was cleared before is accepted", async () => {
    await checkedClear(ann);
    const { body } = await publish(ann, { title: "Another name" });
    expect(body.level).toMatchObject({ revision: 1, title: "Another name", clear_state: "cleared" });
    expect(await stored()).toMatchObject([{ revisions: 1 }]);
    const [block = ""] = await idsOf("block");
    await page.made({ set: [[block, { color: "123456" }]] });
    expect((await publish(ann)).body.level).toMatchObject({ revision: 2, clear_state: "cleared" });
    await moveGoal(page, 44);
    expect((await publish(ann, { visibility: "private" })).body.level).toMatchObject({
      revision: 3,
      clear_state: "not_cleared",
    });
    await runSql`delete from clear_checks where level_id = ${level}`;
    await moveGoal(page, 40);
    expect((await publish(ann)).body.level).toMatchObject({ revision: 4, clear_state: "cleared" });
  });

  test("doesn't accept the clear of another content or another level", async () => {
    await checkedClear(ann);
    const elsewhere = await createRunLevel(ann, movedWorld(44), { visibility: "private" });
    await openBuild(ann, elsewhere);
    await checkedClear(ann, straightRun({ world: movedWorld(44) }), elsewhere);
    await moveGoal(page, 44);
    expect((await publish(ann)).body.code).toBe("clear_needed");
    await moveGoal(page, 40);
    expect((await publish(ann)).status).toBe(200);
  });

  test("needs another clear after a change between the check and the publication", async () => {
    const { body } = await sendClear(ann);
    await moveGoal(page, 44);
    await deliverRuns(ann.runs.splice(0));
    await page.one("cleared");
    expect((await publish(ann)).body.code).toBe("clear_needed");
    expect(await stored()).toMatchObject([{ revision: 1, visibility: "private" }]);
    expect((body.check as ClearCheck).content).not.toBe((await state()).content);
  });

  test("needs no clear without stars and goal, and is refused without blocks", async () => {
    await page.made({ del: [GOAL_ID, ...(await idsOf("star"))] });
    expect((await publish(ann, { category: "star collection" })).body).toMatchObject({ code: "invalid" });
    expect((await publish(ann, { category: "free roam" })).body.level).toMatchObject({
      revision: 2,
      clear_state: "none_needed",
    });
    await page.made({ del: await idsOf("block") });
    expect((await publish(ann, { visibility: "private" })).body.message).toContain("no blocks");
  });
});

test("publishing isn't for editors, and for admins it's logged", async () => {
  const [ben, admin] = [await runPlayer(), await runPlayer({ role: "admin" })];
  await inviteEditor(ann, level, ben);
  const before = await stored();
  expect((await publish(ben, { visibility: "private" })).status).toBe(403);
  expect(await stored()).toEqual(before);
  await moveGoal(page, 44);
  expect((await publish(admin, { visibility: "private" })).status).toBe(200);
  expect(
    await runSql`select action, actor_id from audit_log where subject_type = 'level'
      and subject_id = ${String(level)}`,
  ).toEqual([{ action: "level.edit", actor_id: admin.id }]);
});

test("publishing as public is only for admins after staff made it private", async () => {
  await checkedClear(ann);
  await runSql`update levels set taken_down = 1 where id = ${level}`;
  expect((await publish(ann)).body.code).toBe("taken_down");
  expect((await publish(await runPlayer({ role: "admin" }))).status).toBe(200);
  expect(await runSql`select taken_down, visibility from levels where id = ${level}`).toEqual([
    { taken_down: 0, visibility: "public" },
  ]);
});

test("publishing twice at the same time makes one revision", async () => {
  await moveGoal(page, 44);
  const responses = await Promise.all([1, 2].map(() => publish(ann, { visibility: "private" })));
  expect(responses.map(({ status }) => status)).toContain(200);
  expect(await stored()).toMatchObject([{ revision: 2, revisions: 2 }]);
});

test("publishing with a camera queues the picture that it sees, also if nothing else has changed", async () => {
  const view = { yaw: 30, pitch: 40, center: [0, 0, 20] as [number, number, number], height: 60 };
  await publish(ann, { visibility: "private" });
  ann.jobs.splice(0);
  await runSql`update levels set thumbnail = 'x', thumbnail_own = 1, picture = 'y' where id = ${level}`;
  await publish(ann, { visibility: "private", picture_view: view });
  expect(
    await runSql`select thumbnail, picture, thumbnail_own, picture_view from levels where id = ${level}`,
  ).toEqual([{ thumbnail: null, picture: null, thumbnail_own: 0, picture_view: JSON.stringify(view) }]);
  expect(ann.jobs).toContainEqual({ kind: "level", level_id: level, revision: 1 });
  await runSql`update levels set thumbnail = 'z' where id = ${level}`;
  await publish(ann, { visibility: "private", picture_view: view });
  expect(await runSql`select thumbnail from levels where id = ${level}`).toEqual([{ thumbnail: "z" }]);
});
