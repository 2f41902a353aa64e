import { exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { levelClearsRoute } from "#domain/clears/api.ts";
import { type Ghost, ghostsRoute, levelPlayRoute, runRoute, worldRoute } from "#domain/runs/api.ts";
import { CHECK_BUDGET_MS, KEEP_REFUSED_MS } from "#domain/runs/rules.ts";
import type { Run } from "#domain/runs/run.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { packInputs, RUN_LIMITS } from "#domain/sim/run-log.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { Browser, countRows, ORIGIN, runPlaySql, runSql, type testEnv } from "#tests/support/browser.ts";
import { storeClear, storeRun } from "#tests/support/clears.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  liveRun,
  readRun,
  runPlayer,
  runWorld,
  sendRun,
  sentRun,
  storedClear,
  straightRun,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { expectNothingStored, storedObjects } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel, contentOf } from "#tests/support/world.ts";

const [maker, visitor] = [await runPlayer(), await Browser.visitor()];
const staff = await signedInUser({ role: "moderator" });

/** The id of the first of many players. */
const CROWD = 500_000;

/** Adds clears of other players in the level's current content, each `step` milliseconds slower than the last. */
async function addCrowd(level: number, count: number, ms: number, step = 1, live = 1): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  await runSql`insert or ignore into users (id, username, email, password_hash, created_at)
    ${numbers} select ${CROWD} + i, 'crowd_' || i, i || '@example.com', '', 1 from n`;
  await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, cleared_at, content, best_live)
    ${numbers} select ${CROWD} + i, ${level}, ${ms} + i * ${step}, ${Date.now() + 60_000} + i, 1, ${await contentOf(level)},
      ${live} from n`;
}

const logFile = (bytes: ArrayLike<number>) => new File([Uint8Array.from(bytes)], "run.log");
const NOT_IN_ROOM = "This run counts, but not among the first ten: it wasn't played in a room.";
const wearItem = (user: number, item: number) =>
  runSql`insert into bopis (user_id, hat1) values (${user}, ${item})`;
const hidden = (fields: object = {}) =>
  createRunLevel(maker, runWorld(), { visibility: "private", ...fields });

describe("a run in the browser", () => {
  test("waits for its check, then counts with its simulated time and everything a clear earns", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const page = await connectSocket(player);
    const recorded = straightRun();
    const response = await sendRun(player, level, recorded, { ticks: 1 });
    expect([response.status, response.body]).toMatchObject([
      201,
      { run: { level_id: level, state: "waiting", time_ms: recorded.ms, rank: null, total: 0, xp: 0 } },
    ]);
    expectCost(response, { roundTrips: 2, read: 30, written: 10 });
    const id = (response.body.run as Run).id;
    expect(player.runs).toEqual([{ run_id: id }]);
    expect(await deliverRuns(player.runs)).toEqual({ done: [0], retried: [] });
    const run = await readRun(player, id);
    expect(run).toMatchObject({
      state: "counted",
      time_ms: recorded.ms,
      rank: 11,
      total: 1,
      is_first: true,
      is_best: true,
      is_live: false,
      previous_ms: null,
      medal: null,
      xp: 10,
      coins: 0,
      reason: null,
      message: `Level cleared! ${NOT_IN_ROOM}`,
    });
    expect(await page.one("RunChecked")).toEqual({ event: "RunChecked", run });
    expect(await page.one("LevelCleared")).toMatchObject({ level_id: level, first: true, best: true });
    expect(await page.one("LedgerMoved")).toMatchObject({ xp: 10 });
    page.close();
    expect(await runPlaySql`select ticks, deaths, source from runs where id = ${id}`).toEqual([
      { ticks: recorded.ticks, deaths: 0, source: "web" },
    ]);
    expect(await countRows("daily_clears", sql`user_id = ${player.id} and level_id = ${level}`)).toBe(1);
    expect(await countRows("level_days", sql`level_id = ${level} and clears = 1 and first_clears = 1`)).toBe(
      1,
    );
  });

  test("replaces the best time only if it's faster", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const [slow, slower, fast] = [straightRun({ pause: 60 }), straightRun({ pause: 90 }), straightRun()];
    const first = await checkedRun(player, level, slow);
    const second = await checkedRun(player, level, slower);
    const compared = { is_first: false, previous_ms: slow.ms };
    expect(second).toMatchObject({ ...compared, is_best: false, medal: null, xp: 0, message: NOT_IN_ROOM });
    const best = { best_ms: slow.ms, best_run_id: first.id, best_live: 0 };
    expect(await storedClear(player, level)).toEqual({ ...best, times: 2 });
    const third = await checkedRun(player, level, fast);
    const message = `New best time! ${NOT_IN_ROOM}`;
    expect(third).toMatchObject({ ...compared, is_best: true, medal: "best", message });
    const better = { best_ms: fast.ms, best_run_id: third.id };
    expect(await storedClear(player, level)).toEqual({ ...best, ...better, times: 3 });
  });

  test("is stored once for each key, whatever the retry contains, and once for the same inputs", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const key = crypto.randomUUID();
    const recorded = straightRun();
    const [files, rows] = [await storedObjects(), await countRows("runs")];
    const tries = await Promise.all([1, 2, 3].map(() => sendRun(player, level, recorded, { key })));
    tries.push(await sendRun(player, level, straightRun({ pause: 9 }), { key }));
    expect(new Set(tries.map(({ body }) => (body.run as Run).id)).size).toBe(1);
    expect(await storedObjects()).toBe(files + 1);
    expect(await countRows("runs")).toBe(rows + 1);
    const other = await sendRun(player, await createRunLevel(maker), recorded, { key });
    expect([other.status, other.body.code]).toEqual([409, "idempotency_mismatch"]);
    const stranger = await sendRun(await runPlayer(), level, straightRun({ pause: 8 }), { key });
    expect(tries.map(({ body }) => (body.run as Run).id)).not.toContain((stranger.body.run as Run).id);
    const { id } = await sentRun(player, level, recorded);
    expect(await sentRun(player, level, recorded)).toMatchObject({ id, state: "waiting" });
    await deliverRuns(player.runs);
    expect(await sentRun(player, level, recorded)).toMatchObject({ id, state: "counted" });
    expect(await storedClear(player, level)).toMatchObject({ times: 1 });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["an unknown revision", { revision: 2 }, "revision"],
    ["an unknown version of the simulation", { physics: 999 }, "physics"],
    ["an empty log", { log: logFile([]) }, "log"],
    ["a log that ends in an input", { log: logFile([1]) }, "log"],
    ["a log that is too large", { log: logFile(new Uint8Array(RUN_LIMITS.bytes + 1)) }, "log"],
    [
      "a log of over an hour",
      { log: logFile(packInputs(Array(RUN_LIMITS.ticks + 1).fill(NO_INPUT))) },
      "log",
    ],
  ])("with %s is rejected and stores nothing", async (_, fields, field) => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const response = await expectNothingStored(() => sendRun(player, level, straightRun(), fields));
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, [field]]);
    expect(player.runs).toEqual([]);
  });

  test("needs a level that the player can see", async () => {
    const [player, secret] = [await runPlayer(), await hidden()];
    expect((await expectNothingStored(() => sendRun(player, secret, straightRun()))).status).toBe(404);
    expect(await checkedRun(maker, secret)).toMatchObject({ state: "counted", xp: 0 });
  });

  test("is rejected beyond two hours of recordings in an hour, also if all are sent at once", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const idle = (ticks: number) => ({
      ...straightRun(),
      log: packInputs([...new Array(ticks - 1).fill(NO_INPUT), 1 << 12]),
    });
    const hours = [1, 2, 3, 4, 5].map((less) => idle(RUN_LIMITS.ticks - less));
    const responses = await Promise.all(hours.map((run) => sendRun(player, level, run)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429]);
    const rejected = await sendRun(player, level, idle(RUN_LIMITS.ticks));
    expect(rejected.body).toMatchObject({
      code: "too_many",
      message: "You've sent more than two hours of recordings within an hour. Try again later.",
    });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(CHECK_BUDGET_MS / 1000 - 600);
    expect(await countRows("runs", sql`user_id = ${player.id}`)).toBe(2);
    await runPlaySql`update runs set created_at = created_at - ${CHECK_BUDGET_MS + 1}
      where user_id = ${player.id}`;
    expect((await sendRun(player, level, straightRun())).status).toBe(201);
  });

  test("is deleted a day after it was refused, and stored even if the queue is away", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    await sendRun(player, level, { ...straightRun(), log: packInputs([NO_INPUT, NO_INPUT]) });
    await deliverRuns(player.runs.splice(0));
    const saved = sql`user_id = ${player.id} and state = 'refused'
      and keep_until - verified_at = ${KEEP_REFUSED_MS}`;
    expect(await countRows("runs", saved)).toBe(1);
    const away = { send: () => Promise.reject(new Error("the queue is away")) };
    player.variant = { ...player.variant, RUNS: away as unknown as typeof testEnv.RUNS };
    expect((await sentRun(player, level)).state).toBe("waiting");
    expectWorkerErrors();
  });
});

describe("GET /api/runs/{id}", () => {
  const read = (browser: Browser, id: number) => browser.call(runRoute, { id });

  test("shows a run to its player in any state, and to others once it counts", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const recorded = straightRun();
    const { id } = await sentRun(player, level, recorded);
    expect((await read(player, id)).body).toMatchObject({ run: { state: "waiting" } });
    for (const browser of [visitor, maker, staff]) expect((await read(browser, id)).status).toBe(404);
    await deliverRuns(player.runs);
    const response = await read(visitor, id);
    expect(response.body).toMatchObject({
      run: { id, state: "counted", rank: 11 },
      ghost: { run_id: id, rank: 11, user: { username: player.username }, physics: 1, revision: 1 },
    });
    expectCost(response, { roundTrips: 1, read: 30 });
    const { log_url } = response.body.ghost as Ghost;
    const file = await (exports as unknown as { default: Fetcher }).default.fetch(ORIGIN + log_url);
    expect(file.headers.get("Cache-Control")).toContain("immutable");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(recorded.log);
  });

  test("hides runs in private and deleted levels from others", async () => {
    const level = await hidden();
    const run = await checkedRun(maker, level);
    expect((await read(visitor, run.id)).status).toBe(404);
    expect((await read(await runPlayer(), run.id)).status).toBe(404);
    expect((await read(staff, run.id)).status).toBe(200);
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    expect((await read(staff, run.id)).status).toBe(404);
    expect((await read(maker, run.id)).status).toBe(200);
  });

  test("has no ghost for a clear that a host reported", async () => {
    const [level, player] = [await addLevel(maker.id), await runPlayer()];
    const id = await storeRun(player.id, level);
    const run = { state: "counted", log_url: null };
    expect((await read(visitor, id)).body).toMatchObject({ run, ghost: null });
  });
});

describe("GET /api/levels/{id}/play", () => {
  const play = (browser: Browser, id: number) => browser.call(levelPlayRoute, { id });

  test("returns the level, the times to beat and looks", async () => {
    const [level, player, rival] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    const hat = await addWearable(maker.id, 1);
    await wearItem(rival.id, hat.id);
    const best = await liveRun(rival, level, straightRun());
    const own = await liveRun(player, level, straightRun({ pause: 30 }));
    const made = await liveRun(maker, level, straightRun({ pause: 60 }));
    expect(own.medal).toBe("top_ten");
    const response = await play(player, level);
    expect(response.body).toMatchObject({
      level: { id: level, canRate: true, user: { username: maker.username } },
      revision: 1,
      physics: 1,
      stars: 1,
      clearable: true,
      own: { time_ms: own.time_ms, rank: 2, run_id: own.id },
      total: 3,
      record: {
        run_id: best.id,
        rank: 1,
        user: { username: rival.username },
        look: { items: { hat1: { uuid: hat.uuid }, hat2: null, shirt: null } },
      },
      creator: { run_id: made.id, rank: 3 },
      own_ghost: { run_id: own.id, rank: 2, start_tick: 0, look: { colors: { head: "FFFFFF" } } },
    });
    expectCost(response, { roundTrips: 2, playRoundTrips: 1, read: 120 });
    const plain = { own: null, own_ghost: null, total: 3, look: { items: { hat1: null } } };
    expect((await play(visitor, level)).body).toMatchObject(plain);
  });

  test("suggests the next level of the category that the player neither made nor cleared", async () => {
    const category = "star collection";
    const player = await runPlayer();
    const mine = await createRunLevel(player, runWorld(), { category });
    const inCategory = (fields = {}) => createRunLevel(maker, runWorld(), { category, ...fields });
    const [a, b, c] = [await inCategory(), await inCategory(), await inCategory()];
    await inCategory({ visibility: "private" });
    await inCategory({ category: "free roam" });
    await storeClear(player.id, b);
    const nextOf = async (level: number) =>
      ((await play(player, level)).body.next_level as { id: number } | null)?.id;
    expect(await nextOf(c)).toBe(a);
    expect(await nextOf(a)).toBe(c);
    expect(await nextOf(mine)).toBe(c);
    await storeClear(player.id, a);
    expect(await nextOf(c)).toBeUndefined();
  });

  test("searches a bounded number of levels for the next one, however many there are", async () => {
    const player = await runPlayer();
    const creator = await runPlayer();
    const level = await createRunLevel(creator, runWorld(), { category: "free roam" });
    const addLevels = (count: number) =>
      runSql`insert into levels (user_id, title, category, created_at, updated_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        select ${creator.id}, 'Many', 'free roam', 1, 1 from n`;
    const cost = async () => {
      const response = await play(player, level);
      expectCost(response, { roundTrips: 2, playRoundTrips: 1, read: 200 });
      return response.cost.read;
    };
    await addLevels(100);
    const before = await cost();
    await addLevels(3_000);
    expect(await cost()).toBe(before);
    // Even if the player has cleared all that are searched.
    const others = await runSql<{ id: number }>`select id from levels where category = 'free roam'
      and id <> ${level}`;
    await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, cleared_at)
      select ${player.id}, value, 1, 1, 1 from json_each(${JSON.stringify(others.map(({ id }) => id))})`;
    const response = await play(player, level);
    expect(response.body.next_level).toBeNull();
    expectCost(response, { read: 400 });
  });

  test("knows whether a level can be cleared", async () => {
    const { goal: _, ...endless } = runWorld({ stars: [] });
    for (const world of [endless, runWorld({ stars: [] })]) {
      expect((await play(visitor, await createRunLevel(maker, world))).body.clearable).toBe("goal" in world);
    }
  });

  test("returns 404 for levels that the viewer can't see", async () => {
    const level = await hidden();
    for (const route of [levelPlayRoute, ghostsRoute, worldRoute]) {
      expect((await visitor.call(route, { id: level })).status).toBe(404);
      expect((await maker.call(route, { id: level })).status).toBe(200);
    }
  });
});

describe("GET /api/levels/{id}/ghosts", () => {
  test.each([
    ["live runs", 1, true],
    ["runs that aren't live", 0, true],
    ["live runs, for a player without one", 1, false],
    ["runs that aren't live, for a player without a live one", 0, false],
  ])("costs the same however many players have cleared the level with %s", async (_, crowd, live) => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const run = await liveRun(player, level, straightRun(), { live });
    const cost = async (count: number, ms: number, step: number) => {
      await addCrowd(level, count, ms, step, crowd);
      const read: number[] = [];
      for (const route of [ghostsRoute, levelPlayRoute, levelClearsRoute, runRoute])
        read.push((await player.call(route, { id: route === runRoute ? run.id : level })).cost.read);
      await runPlaySql`delete from clears where level_id = ${level} and user_id <> ${player.id}`;
      return read;
    };
    expect(await cost(3_000, 100_000, 1)).toEqual(await cost(50, 100_000, 1));
    // In an easy level, many have the same time.
    expect(await cost(3_000, run.time_ms, 0)).toEqual(await cost(50, run.time_ms, 0));
  });

  test("ranks exactly up to 1,000 players and reads no more of them", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    await checkedRun(player, level);
    await addCrowd(level, 3_000, -5_000);
    const read = async () => {
      const response = await player.call(ghostsRoute, { id: level });
      expectCost(response, { roundTrips: 2, playRoundTrips: 1, read: 5_100 });
      return (response.body.own as Ghost).rank;
    };
    expect(await read()).toBeNull();
    const run = await player.call(levelClearsRoute, { id: level });
    expect(run.body).toMatchObject({ own: { rank: null, gap: { rank: null } }, meta: { total: 3_001 } });
    await runPlaySql`delete from clears where level_id = ${level} and best_ms between -4001 and 0`;
    expect(await read()).toBe(1_000);
  });
});

test("GET /api/levels/{id}/world returns the document with its revision, and 304 while it is unchanged", async () => {
  const world = runWorld();
  const level = await createRunLevel(maker, world);
  const read = (headers: Record<string, string> = {}) => visitor.call(worldRoute, { id: level }, { headers });
  const response = await read();
  expect(response.body).toEqual(JSON.parse(serializeWorld(world)));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-cache",
    "x-level-revision": "1",
  });
  expectCost(response, { roundTrips: 1, read: 10 });
  expect((await read({ "If-None-Match": response.headers.get("ETag") ?? "" })).status).toBe(304);
  expect((await read({ "If-None-Match": '"other"' })).status).toBe(200);
});
