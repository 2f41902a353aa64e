import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { BuildSnapshot } from "#domain/build/messages.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { joinSharedLevel, typicalEdit } from "../../bench/join-shared-level.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea, BenchOptions } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { BuildBot } from "../../client/build-bot.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";
import { type Check, Crew, checkCounters, checkOf, openToCheck, succeeds } from "../check.ts";
import { KillableSite } from "../killable-site.ts";
import { type PlayedRun, type RoomLevel, RoomRacer, RoomsHistory } from "../rooms/room-racer.ts";
import { checkEarnings } from "../runs/check-earnings.ts";
import { callOf, checkRecordings, countsOrIsHeld, type StoredRun } from "../runs/check-recordings.ts";
import { checkRemaining, requeueRuns } from "../runs/check-remaining.ts";
import { corridorWorld } from "../runs/corridor-world.ts";
import { uploadLevel } from "../upload-level.ts";

const PLAYERS = { full: 50, small: 12 };
const KILLS = { full: 10, small: 2 };
/** Finished runs between two kills. */
const RUNS_PER_KILL = { full: 60, small: 15 };
/** Short corridors in which blocks move, so that a run depends on the room's clock. They take 7 to 13 seconds. */
const SEEDS = [0, 15];
const LENGTH = { least: 5, most: 7 };
/** After everyone has stopped, all counts must be right within this time. */
const SETTLED_MS = 45_000;
const POLL_MS = 250;
/** Longest time until as many runs are finished as a kill waits for. */
const PATIENCE_MS = 180_000;
/** Operations of each builder between two kills, and the longest pause between two of them. */
const OPS_PER_KILL = { full: 60, small: 20 };
const PAUSE_MS = 60;
/** Share of operations that take back an earlier one, and of those after which the connection is lost. */
const UNDOS = 0.1;
const CUTS = 0.01;
const RETRY_MS = 100;

type Size = BenchOptions["size"];

/** Players run in rooms, and others build together, while sockets are cut and the site is killed. Nothing may be lost or count twice. */
export const verifyRooms: BenchArea = async (report, { size }) => {
  await verifyRaces(report, size);
  await verifyBuilding(report, size);
};

/** Every run that reaches the goal must count exactly once, with the time of its player's own simulation. */
async function verifyRaces(report: BenchReport, size: Size): Promise<void> {
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new RoomsHistory();
  const crowd = (await addCrowd(site, 1 + PLAYERS[size], { name: "racer" })) as [Member, ...Member[]];
  const [maker, ...players] = crowd;
  const levels: RoomLevel[] = [];
  for (const seed of SEEDS) {
    const world = corridorWorld(seed, LENGTH);
    const id = await uploadLevel(maker, `Corridor ${seed}`, world);
    levels.push({ id, creator: maker.id, course: makeCourse(world) });
  }
  const racers = players.map((user) => new RoomRacer(site, levels, history, user));
  await playAndKill(site, history, racers, size);
  const presentMs = await msUntil(() => countsAre(site, levels, racers));
  const settledMs = await stopEveryone(site, racers);
  await checkRemaining(site);
  const check = checkOf(report);
  const { runs, resumed } = history;
  report.info("runs that reached the goal", runs.length, { notes: [`${site.kills} kills`] });
  report.atLeast("runs that a restarted room takes back by their receipt", resumed, 1);
  report.atMost("until all players are counted in their levels", presentMs, SETTLED_MS, { unit: "ms" });
  report.atMost("until no one is counted after everyone stopped", settledMs, SETTLED_MS, { unit: "ms" });
  check("unexpected responses and closed sockets", history.surprises, history.joins);
  check("`finished` that fits to no run", history.wrongFinishes, runs.length);
  const stored = await site.playRows<StoredRun>("select * from runs");
  const counted = stored.filter(({ state }) => state === "counted");
  await checkRecordings(check, site.url, counted, new Map(runs.map((run) => [callOf(run), run])));
  await site.stop();
  using db = openToCheck(site.state, "play");
  checkRaces(check, db, stored, runs);
  checkEarnings(check, db, levels);
  checkCounters(report, site.state);
}

/** Lets everyone play. Kills the site in mid-run, every other time right when a player reaches the goal. */
async function playAndKill(
  site: KillableSite,
  history: RoomsHistory,
  racers: readonly RoomRacer[],
  size: Size,
): Promise<void> {
  const crew = new Crew(racers.map((racer) => (isOver) => racer.play(isOver)));
  const untilRuns = async (more: number) => {
    const [count, end] = [history.runs.length + more, Date.now() + PATIENCE_MS];
    await crew.until(() => history.runs.length >= count || Date.now() > end);
    if (history.runs.length < count)
      throw new Error(`Only ${history.runs.length} of ${count} runs were finished.`);
  };
  const random = seededRandom(21);
  for (let kill = 0; kill < KILLS[size]; kill++) {
    await untilRuns(Math.round(RUNS_PER_KILL[size] * random.range(0.5, 1)));
    if (kill % 2 === 1) {
      await untilRuns(1);
      // A moment in which the room stores it.
      await pause(random.int(0, 120));
    }
    await site.killAndRestart();
    await requeueRuns(site);
  }
  await untilRuns(RUNS_PER_KILL[size]);
  await crew.end();
}

/** Polls until something holds, or until the time for it is over. Returns how long that took. */
async function msUntil(isDone: () => Promise<boolean>): Promise<number> {
  const since = Date.now();
  while (!(await isDone()) && Date.now() - since <= 2 * SETTLED_MS) await pause(POLL_MS);
  return Date.now() - since;
}

/** Whether each level counts its players, and the site all of them. */
async function countsAre(site: KillableSite, levels: readonly RoomLevel[], racers: readonly RoomRacer[]) {
  const expected = Map.groupBy(racers, (racer) => racer.level);
  for (const { id } of levels) {
    const players = expected.get(id)?.length ?? 0;
    const [row] = await site.rows<{ listed: number; playing: number; users: number }>(
      `select (select coalesce(sum(players), 0) from host_levels where level_id = ?1) as listed,
        (select playing_count from levels where id = ?1) as playing, (select count(*) from playing where level_id = ?1) as users`,
      id,
    );
    if (row?.listed !== players || row.playing !== players || row.users !== players) return false;
  }
  return true;
}

/** Half of the players leave. The others lose the room when the site is killed, and never come back. Returns how long they're counted. */
async function stopEveryone(site: KillableSite, racers: readonly RoomRacer[]): Promise<number> {
  for (const [i, racer] of racers.entries()) if (i % 2 === 0) racer.leave();
  const restarted = site.killAndRestart();
  for (const racer of racers) racer.leave(true);
  // How long a start takes depends on the machine.
  await restarted;
  const since = Date.now();
  const query = `select (select coalesce(sum(playing_count), 0) from levels) + (select count(*) from playing)
    + (select count(*) from host_levels) + (select count(*) from presence)
    + (select sum(value) from counters where name in ('in_game', 'online', 'playing')) as n`;
  await msUntil(async () => (await site.rows<{ n: number }>(query))[0]?.n === 0);
  return Date.now() - since;
}

/** Compares stored runs with what the players saw. */
function checkRaces(
  check: Check,
  db: DatabaseSync,
  stored: readonly StoredRun[],
  played: readonly PlayedRun[],
): void {
  const byCall = Map.groupBy(stored, ({ call }) => call);
  const storedOf = (run: PlayedRun) => byCall.get(callOf(run))?.[0];
  const checkPlayed = (label: string, isWrong: (run: PlayedRun, row: StoredRun | undefined) => boolean) => {
    const wrong = played.filter((run) => isWrong(run, storedOf(run)));
    const texts = wrong.map((run) => [callOf(run), [...run.faults], storedOf(run) ?? "missing"]);
    check(label, texts, played.length);
  };
  checkPlayed("runs that were lost", (_, row) => !row || !countsOrIsHeld(row));
  checkPlayed(
    "runs that count twice, or with several ids",
    (run) => (byCall.get(callOf(run))?.length ?? 0) > 1 || run.ids.size > 1,
  );
  checkPlayed("times, deaths or starts that differ from the player's own simulation", (run, row) => {
    if (!row) return false;
    const isSame = row.ticks === run.ticks && row.ms === run.ms && row.deaths === run.deaths;
    return !isSame || row.start_tick !== run.startTick || row.level_id !== run.level;
  });
  checkPlayed("acknowledged ids that are another run's", (run, row) =>
    [...run.ids].some((id) => id !== row?.id),
  );
  const calls = new Set(played.map(callOf));
  const unknown = stored.filter(({ call }) => !calls.has(call));
  check("runs that no one played", unknown, stored.length);
  const twice =
    db.prepare(`select k.user_id || ' in level ' || k.level_id as name from clears k where times <>
    (select count(*) from runs where user_id = k.user_id and level_id = k.level_id and state = 'counted')`);
  check("players whose clears aren't as many as their runs", twice.all(), calls.size);
}

/** Eight people build one level. Every operation must be stored once, and be in everyone's document and the stored one. */
async function verifyBuilding(report: BenchReport, size: Size): Promise<void> {
  const site = await KillableSite.start(emptyScratchFolder());
  const members = await addCrowd(site, BUILD_LIMITS.people);
  const { level, bots } = await joinSharedLevel(members);
  const before = bots[0]?.replica.seq ?? 0;
  const shared: string[] = [];
  for (let kill = 0; kill < KILLS[size]; kill++) {
    const work = Promise.all(
      bots.map((bot, i) => build(site, bot, shared, seededRandom(kill * 100 + i), size)),
    );
    await pause(seededRandom(kill).int(200, OPS_PER_KILL[size] * PAUSE_MS * 0.5));
    await site.killAndRestart();
    await work;
  }
  for (const bot of bots)
    while (bot.unconfirmed > 0)
      if (bot.isConnected) await bot.until(() => bot.unconfirmed === 0 || !bot.isConnected);
      else await comeBack(site, bot);
  const [first] = members as [Member];
  const stored = await first.get<BuildSnapshot>(`/api/builds/${level}/document`);
  await Promise.all(bots.map((bot) => bot.until(() => bot.replica.seq === stored.seq)));
  const late = new BuildBot(first, level);
  bots[0]?.cut();
  await late.join();
  const made = bots.reduce((sum, bot) => sum + bot.n, 0);
  report.info("building: operations", made, { notes: [`${site.kills} kills`] });
  report.atMost(
    "building: operations refused",
    bots.reduce((sum, bot) => sum + bot.refused.size, 0),
    0,
  );
  report.atMost("building: operations lost or stored twice", Math.abs(stored.seq - before - made), 0);
  const documents = new Set([late, ...bots].map((bot) => bot.text()));
  report.atMost("building: different documents in the end", documents.size, 1);
  await site.stop();
}

/** Builds for a while, also while the connection is lost, and comes back. */
async function build(site: KillableSite, bot: BuildBot, shared: string[], random: Random, size: Size) {
  const own: number[] = [];
  for (let i = 0; i < OPS_PER_KILL[size]; i++) {
    if (own.length > 0 && random.chance(UNDOS))
      bot.undo(own.splice(random.int(0, own.length - 1), 1)[0] ?? 0);
    else own.push(bot.edit(typicalEdit(bot, shared, random).edit));
    if (random.chance(CUTS)) bot.cut();
    await pause(random.int(0, PAUSE_MS));
    if (!bot.isConnected) await comeBack(site, bot);
  }
}

/** Tries until the site is there again: it may be killed again while the socket is opened. */
async function comeBack(site: KillableSite, bot: BuildBot): Promise<void> {
  await site.whenUp();
  while (!(await succeeds(bot.reconnect()))) {
    await pause(RETRY_MS);
    await site.whenUp();
  }
}
