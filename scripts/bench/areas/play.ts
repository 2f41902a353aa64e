import { openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { readMeter } from "../meter.ts";
import { addHosts, type BenchHost, joinLevel } from "../play/hosts.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

const SIZES = { full: { players: 10_000, hosts: 100 }, small: { players: 500, hosts: 10 } };
/** Levels in play: a few hundred, as in the demo world. */
const LEVELS = 200;
const CONCURRENCY = 12;
const HEARTBEATS_PER_HOST = 4;
/** How many players leave while leaving is measured. */
const LEAVES = 100;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Runs something for each entry, `CONCURRENCY` at a time. Returns the durations in ms, sorted. */
async function timed<T>(list: readonly T[], run: (one: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) {
      const started = performance.now();
      await run(list[at] as T);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return times.sort((a, b) => a - b);
}

/** Measures the cost of heartbeats with and without changes, and how long joining takes. */
export const measurePlay: BenchArea = async (report, { small }) => {
  const { players, hosts: count } = SIZES[small ? "small" : "full"];
  const site = await openSite(players, { wrapper: readWrapper("meter") }, await scratchWorld());
  try {
    // 20 % more seats than players.
    const hosts = await addHosts(site, count, Math.ceil((1.2 * players) / count));
    await timed(hosts, (host) => host.sendHeartbeat());
    await readMeter(site.url);
    const levelOf = (id: number) => 1 + (id % LEVELS);
    // No one can join private levels.
    await site.site.d1.prepare("update levels set visibility = 'public' where visibility = 'private'").run();
    // Hosts keep sending heartbeats while thousands join.
    const heartbeats = setInterval(() => void Promise.all(hosts.map((host) => host.sendHeartbeat())), 15_000);
    const times = await timed(site.users, (guest) => joinLevel(site, hosts, guest, levelOf(guest.id)));
    clearInterval(heartbeats);
    report.info(`join, ${CONCURRENCY} at a time: p50`, quantile(times, 0.5), { unit: "ms" });
    report.info(`join, ${CONCURRENCY} at a time: p99`, quantile(times, 0.99), { unit: "ms" });
    reportPerAction(report, "join", await readMeter(site.url), players);

    const beats = await timed(
      Array.from({ length: HEARTBEATS_PER_HOST }, () => hosts).flat(),
      sendSteadyHeartbeat,
    );
    report.info("heartbeat: p50", quantile(beats, 0.5), { unit: "ms" });
    const steady = await readMeter(site.url);
    const label = `${beats.length} heartbeats of ${players} players on ${count} hosts`;
    report.atMost(`${label}: D1 rows written`, steady["D1 rows written"] ?? 0, 0);
    report.atMost(`${label}: D1 round trips`, steady["D1 round trips"] ?? 0, 0, {
      notes: [namesOf(steady, beats.length)],
    });

    const moved = site.users.slice(0, LEAVES);
    await timed(moved, async ({ id }) => hosts.find((host) => host.players.has(id))?.leave(id));
    await timed(hosts, sendSteadyHeartbeat);
    reportPerAction(report, "leave", await readMeter(site.url), moved.length);
    const { results } = await site.site.d1
      .prepare(
        "select (select value from counters where name = 'in_game') as a, sum(playing_count) as b from levels",
      )
      .all();
    const expected = players - moved.length;
    const [row] = results as { a: number; b: number }[];
    report.atMost(
      "players that lists miscount",
      Math.abs(expected - (row?.a ?? 0)) + Math.abs(expected - (row?.b ?? 0)),
      0,
    );
  } finally {
    await site.stop();
  }
};

/** Sends a heartbeat and expects all players to stay. */
async function sendSteadyHeartbeat(host: BenchHost): Promise<void> {
  const { players_count, remove } = await host.sendHeartbeat();
  if (remove.length || players_count !== host.players.size)
    throw new Error(
      `Host ${host.id} has ${host.players.size} players, but the site counts ${players_count}.`,
    );
}

/** The most D1 rows that a change can write: the play and its counters, presence, and the level's player count. */
const MAX_ROWS_WRITTEN = { join: 25, leave: 12 };

function reportPerAction(
  report: BenchReport,
  label: keyof typeof MAX_ROWS_WRITTEN,
  counts: Record<string, number>,
  times: number,
): void {
  const notes = [namesOf(counts, times)];
  report.atMost(
    `${label}: D1 rows written`,
    (counts["D1 rows written"] ?? 0) / times,
    MAX_ROWS_WRITTEN[label],
    {
      notes,
    },
  );
}

const namesOf = (counts: Record<string, number>, times: number): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${(count / times).toFixed(2)}`)
    .join(", ");
