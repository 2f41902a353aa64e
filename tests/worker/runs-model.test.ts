import fc from "fast-check";
import { levelClearsRoute, type OwnClear } from "#domain/clears/api.ts";
import { ghostsRoute, levelPlayRoute } from "#domain/runs/api.ts";
import { addUser, runPlaySql } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import {
  createRunLevel,
  liveRun,
  type RunPlayer,
  recordRoomRun,
  roomRun,
  runPlayer,
  straightRun,
} from "#tests/support/runs.ts";
import { addLevel, contentOf } from "#tests/support/world.ts";

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
let maker: RunPlayer;
let level: number;
let people: number[];
let viewers: RunPlayer[];
/** A recorded run of each person. */
let runs: number[];
beforeAll(async () => {
  maker = await runPlayer();
  level = await createRunLevel(maker);
  viewers = await Promise.all(Array.from({ length: VIEWERS }, () => runPlayer()));
  const others = await Promise.all(Array.from({ length: PEOPLE - VIEWERS }, () => addUser()));
  people = [...viewers, ...others].map(({ id }) => id);
  const { id } = await liveRun(maker, level);
  await runPlaySql`delete from clears where level_id = ${level}`;
  await runPlaySql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at,
    log)
    select 'model:' || j.value, 0, 0, j.value, ${level}, 1, 0, 'counted', 1, (select log from runs where id = ${id})
    from json_each(${JSON.stringify(people)}) j`;
  runs = (
    await runPlaySql<{ id: number }>`select id from runs where call like 'model:%' order by user_id`
  ).map((row) => row.id);
}, 30_000);

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
    await runPlaySql`delete from clears where level_id = ${level}`;
    await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at, content,
        best_run_id, best_live)
        select j.value ->> 'user', ${level}, j.value ->> 'ms', j.value ->> 'at', 1, 1,
          ${await contentOf(level)}, j.value ->> 'run', j.value ->> 'live'
        from json_each(${JSON.stringify(times)}) j`;
    const places = placesOf(times);
    for (const viewer of viewers) {
      const shown: [number, number][] = [];
      let own: OwnClear | null = null;
      for (const page of [1, 2]) {
        const clears = await viewer.output(levelClearsRoute, { id: level, page });
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
      const play = await viewer.output(levelPlayRoute, { id: level });
      expect(play.own?.rank).toBe(place?.rank);
      const recorded = places.filter(({ run }) => run !== null);
      const [record] = recorded;
      const run_id = record && record.rank <= 10 ? record.run : undefined;
      expect(play.record?.run_id).toBe(run_id);
      const ghosts = await viewer.output(ghostsRoute, { id: level });
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
