import { sql } from "drizzle-orm";
import fc from "fast-check";
import { levelClearsRoute, type OwnClear } from "#domain/clears/api.ts";
import { createLevelRoute, editLevelRoute, levelRoute, restoreRevisionRoute } from "#domain/levels/api.ts";
import { ghostsRoute, levelPlayRoute, visitRoute } from "#domain/runs/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { addUser, Browser, countRows, runPlaySql, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { disableHosts, TestHost } from "#tests/support/hosts.ts";
import {
  createRunLevel,
  editWorld,
  liveRun,
  type RunPlayer,
  recordRoomRun,
  roomRun,
  runPlayer,
  runWorld,
  straightRun,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { expectNothingStored } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel, contentOf, worldFile } from "#tests/support/world.ts";

const [maker, visitor] = [await runPlayer(), await Browser.visitor()];

const edit = (level: number, world: World) => editWorld(maker, level, world);
const restore = (level: number, revision: number) =>
  maker.call(restoreRevisionRoute, { id: level, revision });
const clears = (level: number, browser = visitor) => browser.output(levelClearsRoute, { id: level });
/** The ids of the ranked players and their number. */
const ranked = async (level: number) => {
  const { data, meta } = await clears(level);
  return { players: data.map(({ user }) => user.id), total: meta.total };
};
/** Revisions have contents; each level counts the clears of each. */
const wrongTotals = () =>
  runPlaySql`with truth as (select level_id, content, count(*) as n from clears group by level_id, content)
    select * from truth t full join level_contents c on c.level_id = t.level_id and c.content = t.content
    where coalesce(t.n, 0) <> coalesce(c.clears, 0)`;

const recolored = (): World => {
  const { blocks, ...world } = runWorld({ ambience: "night" });
  return { ...world, blocks: blocks.map((block) => ({ ...block, color: "123456" })) };
};
const moved = () => runWorld({ goal: { position: [0, 0, 30] } });

describe("ranks", () => {
  test("stay when a level gets new colors, and start again when something that can be touched changes", async () => {
    const [level, player, rival] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    await liveRun(player, level);
    await liveRun(rival, level, straightRun({ pause: 20 }));
    await edit(level, recolored());
    expect(await ranked(level)).toEqual({ players: [player.id, rival.id], total: 2 });
    await edit(level, moved());
    expect(await ranked(level)).toEqual({ players: [], total: 0 });
    expect((await clears(level, player)).own).toBeNull();
    const none = { own: null, record: null, own_ghost: null, total: 0 };
    const { body } = await player.call(levelPlayRoute, { id: level });
    expect(body).toMatchObject({ ...none, level: { canRate: true, clears_count: 2 } });
    expect(await wrongTotals()).toEqual([]);
  });

  test("of a player move to the new content with their next clear, even a slower one", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const before = await liveRun(player, level);
    await edit(level, moved());
    const slow = straightRun({ pause: 100, world: moved() });
    const run = await liveRun(player, level, slow, { revision: 2 });
    const alone = { rank: 1, total: 1, previous_ms: null };
    expect(run).toMatchObject({ ...alone, is_first: false, is_best: true, xp: 0 });
    expect(run.time_ms).toBeGreaterThan(before.time_ms);
    const { own } = await clears(level, player);
    expect(own).toMatchObject({ time_ms: run.time_ms, times: 2, rank: 1, run_id: run.id, gap: null });
    // A run of the old content counts, but isn't compared.
    const old = await liveRun(player, level, straightRun({ pause: 1 }), { revision: 1 });
    expect(old).toMatchObject({ state: "counted", is_best: false, previous_ms: null, medal: null });
    expect((await clears(level, player)).own).toMatchObject({ time_ms: run.time_ms, times: 3 });
    expect(await wrongTotals()).toEqual([]);
  });

  test("return when the old document is restored", async () => {
    const [level, player, mover] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    await liveRun(player, level);
    await liveRun(mover, level);
    await edit(level, moved());
    await liveRun(mover, level, straightRun({ world: moved() }), { revision: 2 });
    expect(await ranked(level)).toEqual({ players: [mover.id], total: 1 });
    expect((await restore(level, 1)).status).toBe(200);
    expect(await ranked(level)).toEqual({ players: [player.id], total: 1 });
    const back = await liveRun(mover, level, straightRun({ pause: 7 }), { revision: 3 });
    expect(back).toMatchObject({ rank: 2, is_best: true, is_first: false });
    expect(await wrongTotals()).toEqual([]);
  });

  test("include clears that hosts report, in the content that the player joined", async () => {
    const admin = await signedInUser({ role: "admin" });
    await disableHosts();
    const host = await TestHost.online(admin);
    const [level, guest, late] = [await createRunLevel(maker), await signedInUser(), await signedInUser()];
    await host.joinPlayer(guest, level);
    await edit(level, moved());
    await runSql`update level_revisions set created_at = created_at + 1 where level_id = ${level}
      and revision = 2`;
    await host.joinPlayer(late, level);
    const first = { recorded: true, first: true, best: true };
    expect((await host.clear(guest.id, level, 60_000)).body).toMatchObject(first);
    expect((await host.clear(late.id, level, 70_000)).body).toMatchObject(first);
    expect(await ranked(level)).toEqual({ players: [late.id], total: 1 });
    // A host's faster clear takes the place, but has no recording.
    const player = await runPlayer();
    const run = await liveRun(player, level, straightRun({ pause: 300, world: moved() }), { revision: 2 });
    expect((await clears(level, player)).own).toMatchObject({ run_id: run.id, rank: 1 });
    await host.joinPlayer(player, level);
    const { body } = await host.clear(player.id, level, run.time_ms - 1);
    expect(body).toMatchObject({ best: true, first: false });
    expect((await clears(level, player)).own).toMatchObject({ run_id: null, rank: 1, times: 2 });
    expect(await wrongTotals()).toEqual([]);
  });
});

const warningsOf = ({ body }: { body: Record<string, unknown> }) => body.warnings as string[];

test("a saved level comes with warnings about what its creator may not have meant, and is saved all the same", async () => {
  const buried = runWorld({ spawn: { position: [0, -1, 0] } });
  const input = { title: "Buried", file: worldFile(serializeWorld(buried)) };
  const created = await maker.call(createLevelRoute, input);
  expect(created.status).toBe(201);
  expect(warningsOf(created)).toEqual([expect.stringContaining("The spawn is inside a block")]);
  const { id } = created.body.level as { id: number };
  const renamed = await maker.call(editLevelRoute, { id, title: "Still" });
  expect([renamed.status, warningsOf(renamed)]).toEqual([200, []]);
  expect(warningsOf(await edit(id, runWorld()))).toEqual([]);
  const restored = await restore(id, 1);
  expect([restored.status, warningsOf(restored)]).toEqual([200, [expect.stringContaining("The spawn")]]);
});

const visit = (player: TestUser, level: number, seconds: unknown = 0) =>
  player.call(visitRoute, { id: level, seconds });
/** Moves a player's sessions into the past. */
const age = (player: TestUser, seconds: number) =>
  runPlaySql`update plays
    set played_at = played_at - ${1000 * seconds}, counted_until = counted_until - ${1000 * seconds}
    where user_id = ${player.id}`;
const playOf = async (player: TestUser, level: number) => {
  const [play] = await runPlaySql<{ visits: number; seconds: number }>`select visits, seconds from plays
    where user_id = ${player.id} and level_id = ${level}`;
  return play;
};
const expectSecondsOf = async (player: TestUser, least: number, below: number) => {
  const [row] = await runPlaySql<{ seconds: number }>`select sum(seconds) as seconds from plays
    where user_id = ${player.id}`;
  expect(row?.seconds).toBeGreaterThanOrEqual(least);
  expect(row?.seconds).toBeLessThan(below);
};
const dayOf = async (level: number) =>
  (await runSql`select plays, players from level_days where level_id = ${level}`)[0];

describe("POST /api/levels/{id}/visits", () => {
  test("counts a play like a host's session does; a quick return belongs to the same one", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    const response = await visit(player, level);
    expect([response.status, response.body]).toEqual([200, {}]);
    expectCost(response, { roundTrips: 2, written: 20 });
    await visit(player, level);
    expect(await playOf(player, level)).toEqual({ visits: 1, seconds: 0 });
    expect(await dayOf(level)).toEqual({ plays: 1, players: 1 });
    const counts = sql`plays_count = 1 and visitors_count = 1 and recent_count = 1`;
    expect(await countRows("levels", sql`id = ${level} and ${counts}`)).toBe(1);
    await age(player, 31 * 60);
    await visit(player, level);
    expect(await playOf(player, level)).toMatchObject({ visits: 2 });
    expect(await dayOf(level)).toMatchObject({ plays: 2 });
  });

  test("doesn't count creators in their own levels, and needs a visible level", async () => {
    const level = await addLevel(maker.id);
    await visit(maker, level);
    expect(await dayOf(level)).toBeUndefined();
    expect(await countRows("levels", sql`id = ${level} and plays_count = 0`)).toBe(1);
    const [secret, player] = [await addLevel(maker.id, { visibility: "private" }), await signedInUser()];
    expect((await expectNothingStored(() => visit(player, secret))).status).toBe(404);
    expect((await visit(maker, secret)).status).toBe(200);
  });

  test("counts no more time than has passed since the last counted moment, and none before a level's first session", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    await visit(player, level);
    await visit(player, level, 3_600);
    expect((await playOf(player, level))?.seconds).toBe(0);
    await age(player, 100);
    await visit(player, level, 60);
    expect((await playOf(player, level))?.seconds).toBe(60);
    await age(player, 30);
    await visit(player, level, 3_600);
    await expectSecondsOf(player, 90, 100);
    const other = await addLevel(maker.id);
    await visit(player, other, 60);
    expect(await playOf(player, other)).toEqual({ visits: 1, seconds: 0 });
  });

  test("counts time that passes in several levels once, also for calls at the same time", async () => {
    for (const atOnce of [false, true]) {
      const player = await signedInUser();
      const levels = await Promise.all([1, 2, 3, 4, 5].map(() => addLevel(maker.id)));
      for (const level of levels) await visit(player, level);
      await age(player, 60);
      if (atOnce) await Promise.all([...levels, ...levels].map((level) => visit(player, level, 60)));
      else for (const level of levels) await visit(player, level, 60);
      await expectSecondsOf(player, 60, 70);
    }
  });

  test("unlocks rating the level after ten minutes", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    const page = await connectSocket(player);
    const canRate = async () => (await player.output(levelRoute, { id: level })).level.canRate;
    await visit(player, level);
    await age(player, 590);
    await visit(player, level, 590);
    expect(await canRate()).toBe(false);
    await age(player, 15);
    await visit(player, level, 15);
    expect(await page.one("RatingUnlocked")).toEqual({ event: "RatingUnlocked", level_id: level });
    expect(await canRate()).toBe(true);
    page.close();
  });
});

interface BestTime {
  user: number;
  ms: number;
  at: number;
  live: boolean;
  run: number | null;
}

const before = (a: BestTime, b: BestTime) => a.ms - b.ms || a.at - b.at || a.user - b.user;

/** The places as the rules say: the first ten live times, then all others, which begin at place 11. */
function placesOf(times: readonly BestTime[]): (BestTime & { rank: number })[] {
  const sorted = times.toSorted(before);
  const top = sorted.filter(({ live }) => live).slice(0, 10);
  const others = sorted.filter((time) => !top.includes(time));
  return [
    ...top.map((time, i) => ({ ...time, rank: i + 1 })),
    ...others.map((time, i) => ({ ...time, rank: i + 11 })),
  ];
}

const PEOPLE = 36;
const VIEWERS = 4;
const course = await createRunLevel(maker);
const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => runPlayer()));
const others = await Promise.all(Array.from({ length: PEOPLE - VIEWERS }, () => addUser()));
const people = [...viewers, ...others].map(({ id }) => id);
const { id: copied } = await liveRun(maker, course);
await runPlaySql`delete from clears where level_id = ${course}`;
await runPlaySql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at, log)
  select 'model:' || j.value, 0, 0, j.value, ${course}, 1, 0, 'counted', 1, (select log from runs where id = ${copied})
    from json_each(${JSON.stringify(people)}) j`;
/** A recorded run of each person. */
const runs = (
  await runPlaySql<{ id: number }>`select id from runs where call like 'model:%' order by user_id`
).map((row) => row.id);

const bestTime = fc.record({
  ms: fc.integer({ min: 1_000, max: 1_008 }),
  at: fc.integer({ min: 1, max: 3 }),
  live: fc.boolean(),
  isRecorded: fc.boolean(),
});

/** Few live times, many, or about half. */
const bestTimes = fc
  .tuple(fc.array(bestTime, { maxLength: PEOPLE, size: "max" }), fc.constantFrom("none", "all", "some"))
  .map(([list, live]) => list.map((time) => (live === "some" ? time : { ...time, live: live === "all" })));

test("lists, ranks, gaps, ghosts and records agree with the rules for any best times", async () => {
  await forAllAsync(15, bestTimes, async (list) => {
    const times = list.map(({ isRecorded, ...time }, i) => ({
      ...time,
      user: people[i] ?? 0,
      run: isRecorded ? (runs[i] ?? 0) : null,
    }));
    await runPlaySql`delete from clears where level_id = ${course}`;
    await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at, content,
        best_run_id, best_live)
        select j.value ->> 'user', ${course}, j.value ->> 'ms', j.value ->> 'at', 1, 1,
          ${await contentOf(course)}, j.value ->> 'run', j.value ->> 'live'
        from json_each(${JSON.stringify(times)}) j`;
    const places = placesOf(times);
    for (const viewer of viewers) {
      const shown: [number, number][] = [];
      let own: OwnClear | null = null;
      for (const page of [1, 2]) {
        const clears = await viewer.output(levelClearsRoute, { id: course, page });
        shown.push(...clears.data.map(({ user, rank }): [number, number] => [user.id, rank ?? 0]));
        own = clears.own;
        expect(clears.meta).toMatchObject({ total: times.length });
      }
      expect(shown).toEqual(places.map(({ user, rank }) => [user, rank]));
      const place = places.find(({ user }) => user === viewer.id);
      const better = place && places.findLast((one) => one.rank < place.rank && before(one, place) < 0);
      // Someone in a better place who isn't faster is no one to catch up with.
      const next = place && better?.rank === place.rank - 1 ? better : undefined;
      const gap = place && next ? { rank: next.rank, user: { id: next.user }, ms: place.ms - next.ms } : null;
      if (place) expect(own).toMatchObject({ rank: place.rank, time_ms: place.ms, gap });
      else expect(own).toBeNull();
      const play = await viewer.output(levelPlayRoute, { id: course });
      expect(play.own?.rank).toBe(place?.rank);
      const recorded = places.filter(({ run }) => run !== null);
      const [record] = recorded;
      const run_id = record && record.rank <= 10 ? record.run : undefined;
      expect(play.record?.run_id).toBe(run_id);
      const ghosts = await viewer.output(ghostsRoute, { id: course });
      expect(ghosts.data.map(({ run_id, rank }) => [run_id, rank])).toEqual(
        recorded.slice(0, 10).map(({ run, rank }) => [run, rank]),
      );
      expect(ghosts.own?.rank).toBe(place?.run ? place.rank : undefined);
    }
  });
}, 120_000);

const playedRun = fc.record({
  player: fc.nat(2),
  ms: fc.integer({ min: 1_000, max: 1_006 }),
  live: fc.boolean(),
});

test("a player's best time is the fastest of their live runs, or else of all, in any order of runs", async () => {
  const recording = straightRun();
  await forAllAsync(12, fc.array(playedRun, { minLength: 1, maxLength: 12 }), async (list) => {
    const id = await addLevel(maker.id);
    const best = new Map<number, { ms: number; live: boolean }>();
    for (const { player: index, ms, live } of list) {
      const player = viewers[index] as RunPlayer;
      const run = await roomRun(player, recording, { ms, live, log_hash: null });
      const result = await recordRoomRun(player, id, run);
      const old = best.get(player.id);
      const isBest = !old || (live === old.live ? ms < old.ms : live);
      const compared = old && old.live >= live ? old.ms : null;
      if (isBest) best.set(player.id, { ms, live });
      const value = { is_first: !old, is_best: isBest, best_ms: isBest ? ms : compared, recorded: true };
      expect(result).toMatchObject({ ok: true, value });
    }
    const rows = await runPlaySql<object>`select user_id, best_ms as ms, best_live as live from clears
      where level_id = ${id} order by user_id`;
    const expected = [...best].sort(([a], [b]) => a - b);
    expect(rows).toEqual(expected.map(([user_id, { ms, live }]) => ({ user_id, ms, live: Number(live) })));
  });
}, 120_000);
