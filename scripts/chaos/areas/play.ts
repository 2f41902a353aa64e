import { setTimeout as pause } from "node:timers/promises";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { between } from "../chat/send-request.ts";
import { type Check, checkCounters } from "../check-writes.ts";
import { KillableSite } from "../killable-site.ts";
import { openPlay } from "../open-play.ts";
import { checkPlay } from "../play/check-play.ts";
import { PlayHistory } from "../play/play-history.ts";
import { ChaosPlayer } from "../play/player.ts";
import { createPlayWorld, type PlayWorld } from "../play/world.ts";

const OPERATIONS = { full: 6_000, small: 800 };
const KILLS = { full: 6, small: 2 };
const HEARTBEAT_MS = 2_000;
/** After everyone has left, the lists must be correct within this time. */
const SETTLED_MS = 30_000;

/**
 * Players join levels, clear them, get grants and leave while responses are lost, calls are sent twice, tokens are used
 * twice and the site is killed. Every acknowledged call must be stored once, and in the end no one is playing.
 */
export const verifyPlay: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new PlayHistory();
  const world = await createPlayWorld(site, history);
  await Promise.all(world.hosts.map((host) => host.sendHeartbeat()));
  await waitForHosts(site, world);
  const state: { over: boolean; failure?: unknown } = { over: false };
  const everyone = Promise.all([
    ...world.players.map((user) => new ChaosPlayer(site, world, history, user).play(() => state.over)),
    ...world.hosts.map(async (host) => {
      for (; !state.over; await pause(HEARTBEAT_MS)) await host.sendHeartbeat();
    }),
  ]).catch((error: unknown) => {
    state.failure = error;
  });
  for (let kill = 0; kill < KILLS[size]; kill++) {
    const until = (OPERATIONS[size] * (kill + between(0.3, 0.9))) / KILLS[size];
    while (history.operations < until && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
    await site.killAndRestart();
  }
  while (history.operations < OPERATIONS[size] && !state.failure) await pause(10);
  state.over = true;
  await everyone;
  if (state.failure) throw state.failure;
  await Promise.all(world.hosts.map((host) => host.sendHeartbeat()));
  const remaining = await countRemainingPlayers(site);
  await site.stop();

  const check: Check = (label, wrong, total) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const { operations, doubles, cuts, retries } = history;
  report.info("host calls", operations, {
    notes: [
      `${doubles} made twice at once, ${cuts} responses cut off, ${retries} retries after lost responses`,
    ],
  });
  report.info("times killed", site.kills);
  report.atMost("players that lists still count after all left", remaining, 0);
  check("different responses to the same call", history.contradictions, operations);
  check("unexpected responses", history.surprises, operations);
  check("responses that were server errors", history.failures, operations);
  const db = openPlay(site.state);
  checkPlay(check, db, history);
  checkCounters(report, site.state);
  db.close();
};

async function waitForHosts(site: KillableSite, { hosts }: PlayWorld): Promise<void> {
  for (;;) {
    const [row] = await site.rows<{ n: number }>("select count(*) as n from hosts where online = 1");
    if (row?.n === hosts.length) return;
    await pause(100);
  }
}

/** Returns how many players the database still counts when nothing changes anymore. */
async function countRemainingPlayers(site: KillableSite): Promise<number> {
  const query = `select (select coalesce(sum(playing_count), 0) from levels) + (select count(*) from playing)
    + (select count(*) from host_levels) + (select value from counters where name = 'in_game') as n`;
  let remaining = Number.NaN;
  for (let waited = 0; waited < SETTLED_MS && remaining !== 0; waited += 500) {
    await pause(500);
    remaining = (await site.rows<{ n: number }>(query))[0]?.n ?? Number.NaN;
  }
  return remaining;
}
