import { openSite } from "../chat/venue.ts";
import { wrapper } from "../chat/wrappers.ts";
import { counted } from "../meter.ts";
import { addHosts, type BenchHost, join } from "../play/hosts.ts";
import type { Report } from "../report.ts";
import type { Area } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

const SIZES = { full: { players: 10_000, hosts: 100 }, small: { players: 500, hosts: 10 } };
/** Levels that people play: a few hundred, as the demo world has. */
const LEVELS = 200;
const HANDS = 12;
const ROUNDS = 4;
/** How many of a hundred players come or go in the round that is measured with changes. */
const MOVES = 100;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Does something for each of a list, as many at a time as there are hands; answers how long each took, sorted. */
async function timed<T>(list: readonly T[], run: (one: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < list.length; at = next++) {
      const started = performance.now();
      await run(list[at] as T);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
  return times.sort((a, b) => a - b);
}

/** What the heartbeats of many players cost while nobody moves and while some do, and how long it takes to join. */
export const measurePlay: Area = async (report, { small }) => {
  const { players, hosts: count } = SIZES[small ? "small" : "full"];
  const site = await openSite(players, { wrapper: wrapper("meter") }, await scratchWorld());
  try {
    // A fifth of room more than there are players.
    const hosts = await addHosts(site, count, Math.ceil((1.2 * players) / count));
    await timed(hosts, (host) => host.beat());
    await counted(site.url);
    const levelOf = (id: number) => 1 + (id % LEVELS);
    // The demo world has private levels, which are nobody's to join.
    await site.site.d1.prepare("update levels set visibility = 'public' where visibility = 'private'").run();
    // Hosts go on beating while thousands come in.
    const beating = setInterval(() => void Promise.all(hosts.map((host) => host.beat())), 15_000);
    const times = await timed(site.guests, (guest) => join(site, hosts, guest, levelOf(guest.id)));
    clearInterval(beating);
    report.told(`joins, ${HANDS} at a time: p50`, quantile(times, 0.5), { unit: "ms" });
    report.told(`joins, ${HANDS} at a time: p99`, quantile(times, 0.99), { unit: "ms" });
    tellPer(report, "a join", await counted(site.url), players);

    const beats = await timed(Array.from({ length: ROUNDS }, () => hosts).flat(), beatQuietly);
    report.told("a heartbeat: p50", quantile(beats, 0.5), { unit: "ms" });
    const steady = await counted(site.url);
    const what = `${beats.length} heartbeats of ${players} players on ${count} hosts`;
    report.most(`${what}: D1 rows written`, steady["D1 rows written"] ?? 0, 0);
    report.most(`${what}: D1 rounds`, steady["D1 rounds"] ?? 0, 0, {
      notes: [namesOf(steady, beats.length)],
    });

    const moved = site.guests.slice(0, MOVES);
    await timed(moved, async ({ id }) => hosts.find((host) => host.players.has(id))?.leave(id));
    await timed(hosts, beatQuietly);
    tellPer(report, "a leave", await counted(site.url), moved.length);
    const { results } = await site.site.d1
      .prepare(
        "select (select value from counters where name = 'in_game') as a, sum(playing_count) as b from levels",
      )
      .all();
    const wanted = players - moved.length;
    const [row] = results as { a: number; b: number }[];
    report.most(
      "players that lists count wrong",
      Math.abs(wanted - (row?.a ?? 0)) + Math.abs(wanted - (row?.b ?? 0)),
      0,
    );
  } finally {
    await site.stop();
  }
};

/** Everybody was let in: nobody is to be let go. */
async function beatQuietly(host: BenchHost): Promise<void> {
  const { players_count, remove } = await host.beat();
  if (remove.length || players_count !== host.players.size)
    throw new Error(`host ${host.id} has ${host.players.size} players, and is told ${players_count}`);
}

/** D1 rows that a change may write: a play and its counters, presence, the level's number of players. */
const MOST_WRITTEN = { "a join": 25, "a leave": 12 };

function tellPer(
  report: Report,
  what: keyof typeof MOST_WRITTEN,
  counts: Record<string, number>,
  times: number,
): void {
  const notes = [namesOf(counts, times)];
  report.most(`${what}: D1 rows written`, (counts["D1 rows written"] ?? 0) / times, MOST_WRITTEN[what], {
    notes,
  });
}

const namesOf = (counts: Record<string, number>, times: number): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${(count / times).toFixed(2)}`)
    .join(", ");
