import { DatabaseSync } from "node:sqlite";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { between, pause } from "../chat/ask.ts";
import { MortalSite } from "../mortal.ts";
import { PlayMemory } from "../play/memory.ts";
import { ChaosPlayer } from "../play/player.ts";
import { judgePlay } from "../play/verdict.ts";
import { makePlayWorld, type PlayWorld } from "../play/world.ts";
import { type Judge, judgeCounters } from "../verdict.ts";

const OPERATIONS = { full: 6_000, small: 800 };
const DEATHS = { full: 6, small: 2 };
const BEAT_MS = 2_000;
/** After the last one has left, lists say so within this time. */
const SETTLED_MS = 30_000;

/**
 * Players join levels, clear them, are given things and leave, while answers are lost, calls are made twice, tokens are
 * used twice and the site dies. What was acknowledged must be there, once, and in the end nobody plays.
 */
export const judgePlaying: Area = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await MortalSite.start(emptyScratch());
  const memory = new PlayMemory();
  const world = await makePlayWorld(site, memory);
  await Promise.all(world.hosts.map((host) => host.beat()));
  await online(site, world);
  const state: { over: boolean; failure?: unknown } = { over: false };
  const everybody = Promise.all([
    ...world.players.map((guest) => new ChaosPlayer(site, world, memory, guest).play(() => state.over)),
    ...world.hosts.map(async (host) => {
      for (; !state.over; await pause(BEAT_MS)) await host.beat();
    }),
  ]).catch((error: unknown) => {
    state.failure = error;
  });
  for (let death = 0; death < DEATHS[size]; death++) {
    const until = (OPERATIONS[size] * (death + between(0.3, 0.9))) / DEATHS[size];
    while (memory.operations < until && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
    await site.killAndRestart();
  }
  while (memory.operations < OPERATIONS[size] && !state.failure) await pause(10);
  state.over = true;
  await everybody;
  if (state.failure) throw state.failure;
  await Promise.all(world.hosts.map((host) => host.beat()));
  const left = await leftPlaying(site);
  await site.stop();

  const judge: Judge = (what, wrong, of) =>
    report.most(`${what}, of ${of}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const { operations, doubles, cuts, retries } = memory;
  report.told("calls of hosts", operations, {
    notes: [`${doubles} made twice at once, ${cuts} answers cut off, ${retries} tries after lost answers`],
  });
  report.told("times killed", site.deaths);
  report.most("players that lists still count, once all have left", left, 0);
  judge("answers to one call that differ", memory.contradictions, operations);
  judge("answers that nobody could expect", memory.surprises, operations);
  judge("answers that were errors of the site", memory.failures, operations);
  const db = new DatabaseSync(databaseFile(site.state));
  judgePlay(judge, db, memory);
  judgeCounters(report, db);
  db.close();
};

async function online(site: MortalSite, { hosts }: PlayWorld): Promise<void> {
  for (;;) {
    const [row] = await site.rows<{ n: number }>("select count(*) as n from hosts where online = 1");
    if (row?.n === hosts.length) return;
    await pause(100);
  }
}

/** How many players the database still counts anywhere, when nothing more changes. */
async function leftPlaying(site: MortalSite): Promise<number> {
  const ask = `select (select coalesce(sum(playing_count), 0) from levels) + (select count(*) from playing)
    + (select count(*) from host_levels) + (select value from counters where name = 'in_game') as n`;
  let left = Number.NaN;
  for (let waited = 0; waited < SETTLED_MS && left !== 0; waited += 500) {
    await pause(500);
    left = (await site.rows<{ n: number }>(ask))[0]?.n ?? Number.NaN;
  }
  return left;
}
