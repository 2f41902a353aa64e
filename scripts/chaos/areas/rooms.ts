import { setTimeout as pause } from "node:timers/promises";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";
import { type Check, checkCounters } from "../check-writes.ts";
import { KillableSite } from "../killable-site.ts";
import { openPlay } from "../open-play.ts";
import { readRecording } from "../read-recording.ts";
import { Attacker, type Proof } from "../rooms/attacker.ts";
import { checkRecordings, checkRooms, type StoredRun } from "../rooms/check-rooms.ts";
import { RoomRacer } from "../rooms/room-racer.ts";
import { RoomsHistory } from "../rooms/rooms-history.ts";
import { createRoomsWorld, type RoomsWorld } from "../rooms/world.ts";
import { checkRemaining, requeueRuns } from "../runs/check-remaining.ts";
import { checkEarnings } from "../runs/check-runs.ts";

const PLAYERS = { full: 50, small: 12 };
const ATTACKERS = { full: 4, small: 2 };
const KILLS = { full: 10, small: 2 };
/** Finished runs between two kills. */
const RUNS_PER_KILL = { full: 60, small: 15 };
/** After everyone has stopped, all counts must be right within this time. */
const SETTLED_MS = 45_000;
const POLL_MS = 250;
/** Longest time until as many runs are finished as a kill waits for. */
const PATIENCE_MS = 180_000;

/**
 * Players run in rooms while sockets are cut and the site is killed. Every run that reaches the goal must count exactly once, with
 * the time of its player's own simulation. Attackers with used tokens and forged receipts get nothing.
 */
export const verifyRooms: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new RoomsHistory();
  const world = await createRoomsWorld(site, { players: PLAYERS[size], attackers: ATTACKERS[size] });
  const racers = world.players.map((user) => new RoomRacer(site, world.levels, history, user));
  const presentMs = await playAndKill(site, world, history, racers, size);
  const settledMs = await stopEveryone(site, racers);
  const sweeps = await checkRemaining(site);
  const readLog = (run: number) => readRecording(site.url, run);

  const check: Check = (label, wrong, total) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  reportOperations(report, site, history, sweeps);
  report.atMost("until all players are counted in their levels", presentMs, SETTLED_MS, { unit: "ms" });
  report.atMost("until no one is counted after everyone stopped", settledMs, SETTLED_MS, { unit: "ms" });
  check("unexpected responses and closed sockets", history.surprises, history.joins);
  check("`finished` that fits to no run", history.wrongFinishes, history.runs.length);
  check(
    "attacks with another result",
    history.attacks
      .filter(({ expected, result }) => expected !== result)
      .map(({ kind, expected, result }) => `${kind}: ${result}, should be ${expected}`),
    history.attacks.length,
  );
  const stored = await site.playRows<StoredRun>("select * from runs where state = 'counted'");
  await checkRecordings(check, readLog, stored, world, history);
  await site.stop();
  const db = openPlay(site.state);
  checkRooms(check, db, history);
  checkEarnings(check, db, world.levels);
  checkCounters(report, site.state);
  db.close();
};

/**
 * Lets everyone play. Kills the site in mid-run, every other time right when a player reaches the goal. Then waits until all
 * players are counted. Returns how long that took.
 */
async function playAndKill(
  site: KillableSite,
  world: RoomsWorld,
  history: RoomsHistory,
  racers: readonly RoomRacer[],
  size: keyof typeof KILLS,
): Promise<number> {
  const state: { isOver: boolean; failure?: unknown } = { isOver: false };
  const isOver = () => state.isOver;
  const proofs: Proof[] = [];
  const attackers = world.attackers.map((user, i) => {
    const victim = world.players[i] ?? user;
    return new Attacker(site, world, history, { user, victim, proofs });
  });
  const fail = (error: unknown) => {
    state.failure ??= error;
  };
  const everyone = Promise.all([
    ...racers.map((racer) => racer.play(isOver).catch(fail)),
    ...attackers.map((attacker) => attacker.attack(isOver).catch(fail)),
  ]);
  const random = seededRandom(21);
  for (let kill = 0; kill < KILLS[size]; kill++) {
    await waitForRuns(
      history,
      history.runs.length + Math.round(RUNS_PER_KILL[size] * random.range(0.5, 1)),
      state,
    );
    if (kill % 2 === 1) await waitForGoal(history, random, state);
    await site.killAndRestart();
    await requeueRuns(site);
  }
  await waitForRuns(history, history.runs.length + RUNS_PER_KILL[size], state);
  state.isOver = true;
  await everyone;
  if (state.failure) throw state.failure;
  return msUntil(() => countsAre(site, world, racers));
}

async function waitForRuns(
  history: RoomsHistory,
  count: number,
  state: { failure?: unknown },
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (history.runs.length < count) {
    if (state.failure) throw state.failure;
    if (Date.now() > end) throw new Error(`Only ${history.runs.length} of ${count} runs were finished.`);
    await pause(10);
  }
}

/** Waits for the next goal, and a moment in which the room stores it. */
async function waitForGoal(
  history: RoomsHistory,
  random: Random,
  state: { failure?: unknown },
): Promise<void> {
  await waitForRuns(history, history.runs.length + 1, state);
  await pause(random.int(0, 120));
}

/** Whether each level counts its players, and the site all of them. */
async function countsAre(
  site: KillableSite,
  { levels }: RoomsWorld,
  racers: readonly RoomRacer[],
): Promise<boolean> {
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
  const since = Date.now();
  await restarted;
  const query = `select (select coalesce(sum(playing_count), 0) from levels) + (select count(*) from playing)
    + (select count(*) from host_levels) + (select count(*) from presence)
    + (select sum(value) from counters where name in ('in_game', 'online', 'playing')) as n`;
  await msUntil(async () => (await site.rows<{ n: number }>(query))[0]?.n === 0);
  return Date.now() - since;
}

/** Polls until something holds, or until the time for it is over. Returns how long that took. */
async function msUntil(isDone: () => Promise<boolean>): Promise<number> {
  const since = Date.now();
  while (!(await isDone()) && Date.now() - since <= 2 * SETTLED_MS) await pause(POLL_MS);
  return Date.now() - since;
}

function reportOperations(
  report: Parameters<BenchArea>[0],
  site: KillableSite,
  history: RoomsHistory,
  sweeps: number,
): void {
  const { runs, joins, abandoned, cuts, doubles, uploads, attacks, inconclusive } = history;
  const { cutRuns, receiptsAfterKills, withoutReceipt, forgedReceipts } = history;
  const faults = Map.groupBy(
    runs.flatMap(({ faults: list }) => [...list]),
    (fault) => fault,
  );
  const acknowledged = Map.groupBy(runs, (run) => run.acknowledged);
  const kinds = Map.groupBy(attacks, ({ kind }) => kind);
  const list = (groups: Map<string, unknown[]>) =>
    [...groups].map(([name, all]) => `${name} ${all.length}`).join(", ");
  report.info("runs that reached the goal", runs.length, {
    notes: [
      `${joins} joins, ${abandoned} runs abandoned, ${cuts} sockets cut`,
      `faults: ${list(faults)}`,
      `first counted by the room ${acknowledged.get("room")?.length ?? 0}, by an upload ${acknowledged.get("upload")?.length ?? 0}`,
      `${uploads} uploads without news from the room, ${doubles} beside it, ${sweeps} sweeps for lost checks`,
      `taken back after a cut ${cutRuns.taken}, not ${cutRuns.refused}; after a kill with a receipt ${receiptsAfterKills.taken}, not ${receiptsAfterKills.refused}`,
      `begun too early before a kill for a receipt, and sent again ${withoutReceipt.taken}, not ${withoutReceipt.refused}`,
    ],
  });
  report.atLeast("runs that a restarted room takes back by their receipt", receiptsAfterKills.taken, 1);
  report.atMost("forged receipts in honest runs that were taken", forgedReceipts.taken, 0, {
    notes: [`${forgedReceipts.refused} were refused`],
  });
  report.info("attacks", attacks.length, {
    notes: [list(kinds), `${inconclusive} more were cut off by a kill`],
  });
  report.info("times killed", site.kills);
}
