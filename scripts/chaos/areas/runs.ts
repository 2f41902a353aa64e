import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { encodeInput } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { type Verdict, verifyRun } from "#domain/sim/verify-run.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import { runForm } from "../../client/form-of.ts";
import type { SiteResponse } from "../../client/site-client.ts";
import {
  between,
  type Check,
  Crew,
  chance,
  checkCounters,
  checkOf,
  openToCheck,
  pick,
  succeeds,
} from "../check.ts";
import { FaultyConnection } from "../faulty-connection.ts";
import { KillableSite } from "../killable-site.ts";
import type { RoomLevel } from "../rooms/room-racer.ts";
import { checkEarnings } from "../runs/check-earnings.ts";
import { callOf, checkRecordings, countsOrIsHeld, type StoredRun } from "../runs/check-recordings.ts";
import { checkRemaining, requeueRuns } from "../runs/check-remaining.ts";
import { corridorRun, type LiveRun } from "../runs/corridor-run.ts";
import { corridorWorld } from "../runs/corridor-world.ts";
import { uploadLevel } from "../upload-level.ts";

const RUNS = { full: 1_000, small: 100 };
const PLAYERS = { full: 40, small: 8 };
const KILLS = { full: 6, small: 2 };
const CORRIDORS = 10;
/** Levels made by players, who can clear them too but earn nothing. */
const OWN_LEVELS = 3;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Players send a thousand recorded runs while responses are lost, requests and queue messages are doubled and delayed, and
 * the site is killed. Every acknowledged run must be checked with the same result as on the player's side, and count once.
 */
export const verifyRuns: BenchArea = async (report, { size }) => {
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new RunsHistory();
  const connection = new FaultyConnection(site);
  const crowd = (await addCrowd(site, PLAYERS[size] + 1, { name: "runner" })) as [Member, ...Member[]];
  const [maker, ...players] = crowd;
  const levels = await makeLevels(site, maker, players);
  const crew = new Crew(
    players.map((user) => {
      const player = new RunsPlayer({ site, connection, levels, history, user });
      return (isOver) => player.play(isOver);
    }),
  );
  for (let kill = 0; kill < KILLS[size]; kill++) {
    const sent = (RUNS[size] * (kill + between(0.3, 0.9))) / KILLS[size];
    await crew.until(() => history.sent.length >= sent);
    await site.killAndRestart();
    await requeueRuns(site);
  }
  await crew.until(() => history.sent.length >= RUNS[size]);
  await crew.end();
  // Runs still wait for their check.
  await site.killAndRestart();
  await checkRemaining(site);
  const check = checkOf(report);
  const notes = [String(connection.statuses), `${site.kills} kills`];
  report.info("runs sent", history.sent.length, { notes });
  check("responses that were server errors", connection.failures, history.sent.length);
  check("unexpected responses", history.surprises, history.sent.length);
  check("different responses to the same request", connection.contradictions, history.sent.length);
  const counted = await site.playRows<{ id: number; call: string }>(
    "select id, call from runs where state = 'counted'",
  );
  const sentByCall = new Map(history.sent.map((one) => [callOf(one), one]));
  await checkRecordings(check, site.url, counted, sentByCall);
  await site.stop();
  using db = openToCheck(site.state, "play");
  checkRuns(check, db, sentByCall);
  checkEarnings(check, db, levels);
  checkCounters(report, site.state);
};

/** Adds corridors, half of them with challenges, uploaded like their creators do. */
async function makeLevels(site: KillableSite, maker: Member, players: readonly Member[]) {
  const levels: RoomLevel[] = [];
  for (let seed = 0; seed < CORRIDORS; seed++) {
    const world = corridorWorld(seed);
    const creator = players[seed < OWN_LEVELS ? seed : players.length] ?? maker;
    const id = await uploadLevel(creator, `Course ${seed}`, world);
    levels.push({ id, creator: creator.id, course: makeCourse(world) });
  }
  for (const { id } of levels.slice(CORRIDORS / 2)) {
    const sql =
      "insert into challenges (id, name, level_id, ends_at, coins, xp) values (?1, ?2, ?1, ?3, 5, 3)";
    await site.rows(sql, id, `Challenge ${id}`, Date.now() + DAY);
    await site.rows("update levels set challenge_id = id where id = ?", id);
  }
  return levels;
}

/** Compares acknowledged runs with the stored ones, and with the simulation on the players' side. */
function checkRuns(check: Check, db: DatabaseSync, sent: ReadonlyMap<string, SentRun>): void {
  const stored = db.prepare("select * from runs").all() as unknown as StoredRun[];
  const byId = new Map(stored.map((run) => [run.id, run]));
  const acknowledged = [...sent.values()].filter(({ id }) => id > 0);
  const lost = acknowledged.filter(({ id, user, level }) => {
    const run = byId.get(id);
    return run?.user_id !== user || run.level_id !== level;
  });
  check("acknowledged runs that are lost, or another player's or level's", lost, acknowledged.length);
  const waiting = stored.filter(({ state }) => state === "waiting");
  check("runs still waiting", waiting, stored.length);
  const unknown = stored.filter(({ call }) => !sent.has(call));
  check("stored runs that no one sent", unknown, stored.length);
  const results = stored.flatMap((run) => {
    const one = sent.get(run.call);
    return one ? [{ run, one }] : [];
  });
  const unlike = results.filter(({ run, one }) => !isSameVerdict(run, one));
  check("verdicts that differ from the player's simulation", unlike, results.length);
  const counted = results.filter(({ run }) => run.state === "counted");
  const differ = counted.filter(({ run, one: { verdict } }) => {
    const isSame = verdict.ok && run.ticks === verdict.ticks && run.ms === verdict.ms;
    return !isSame || run.deaths !== verdict.deaths;
  });
  const label = "counted runs whose ticks, time or deaths differ from the player's simulation";
  check(label, differ, counted.length);
}

/** A clear is taken; everything else is refused for the simulation's reason. */
const isSameVerdict = (run: StoredRun, { verdict }: SentRun): boolean =>
  verdict.ok ? countsOrIsHeld(run) : run.state === "refused" && run.reason === verdict.reason;

/** Share of runs that are forged. */
const FORGED = 0.15;
/** Share of runs whose check is queued again, once or twice, and the longest delay of such a message. */
const DOUBLED_MESSAGES = 0.3;
const MAX_DELAY_SECONDS = 4;
const WAIT_MS = 250;

interface RunsPlayerOptions {
  site: KillableSite;
  connection: FaultyConnection;
  levels: readonly RoomLevel[];
  history: RunsHistory;
  user: Member;
}

type Recording = Pick<LiveRun, "log" | "startTick">;

/** A run that a player sent, with what the simulation says about it on the player's side. */
interface SentRun extends Recording {
  key: string;
  kind: string;
  user: number;
  level: number;
  verdict: Verdict;
  /** The acknowledged id; 0 before. */
  id: number;
}

/** Everything that the players of a run sent and received. */
class RunsHistory {
  readonly sent: SentRun[] = [];
  readonly surprises: string[] = [];
}

const forgeLog = ({ log }: Recording, change: (inputs: number[]) => number[]) => ({
  log: packInputs(change([...readInputs(log)])),
});

/** Runs that the site has to check like any other; the simulation decides about them. */
const FORGERIES: Record<string, (run: Recording) => Partial<Recording>> = {
  /** Ends before the clear. */
  cut: (run) => forgeLog(run, (inputs) => inputs.slice(0, -Math.round(between(1, 60)))),
  /** One input of the recording is another one. */
  changed: (run) =>
    forgeLog(run, (inputs) =>
      inputs.with(Math.floor(between(0, inputs.length)), encodeInput(Math.floor(between(0, 256)), 15, true)),
    ),
  /** Claims another time of the world's clock, so moving blocks are elsewhere. */
  shifted: ({ startTick }) => ({ startTick: startTick + Math.round(between(1, 500)) }),
};

let seeds = 0;

/** A player who sends runs, most of them honest, and whose check messages are doubled and delayed. */
class RunsPlayer {
  readonly #options: RunsPlayerOptions;

  constructor(options: RunsPlayerOptions) {
    this.#options = options;
  }

  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const level = pick(this.#options.levels);
      const live = corridorRun(level.course, ++seeds);
      const kind = chance(FORGED) ? pick(Object.keys(FORGERIES)) : "honest";
      await this.#send(level, kind, { ...live, ...FORGERIES[kind]?.(live) });
    }
  }

  async #send({ id: level, course }: RoomLevel, kind: string, { log, startTick }: Recording): Promise<void> {
    const { history, user } = this.#options;
    const verdict = verifyRun(course, startTick, log);
    const key = crypto.randomUUID();
    const sent: SentRun = { key, kind, user: user.id, level, log, startTick, verdict, id: 0 };
    history.sent.push(sent);
    const response = await this.#post(level, runForm({ key, log, startTick }));
    const body = JSON.parse(response.text) as { run?: { id: number } };
    if (response.status !== 201 || !body.run) {
      history.surprises.push(`${kind} run: ${response.status} ${response.text}`);
      return;
    }
    sent.id = body.run.id;
    await this.#doubleMessage(sent.id);
  }

  /** Sends a run until it isn't refused for the number of unchecked runs. */
  async #post(level: number, form: FormData): Promise<SiteResponse> {
    const { connection, user } = this.#options;
    for (;;) {
      const response = await connection.sendWithFaults(user, `/api/levels/${level}/runs`, form);
      if (response.status !== 429) return response;
      await pause(WAIT_MS);
    }
  }

  /** Queues the check again, now or later. */
  async #doubleMessage(run_id: number): Promise<void> {
    const { site } = this.#options;
    if (!chance(DOUBLED_MESSAGES)) return;
    for (let copies = chance(0.5) ? 2 : 1; copies > 0; copies--) {
      const delay = Math.floor(between(0, MAX_DELAY_SECONDS + 1));
      // The site was killed; the first message may be lost, too.
      if (!(await succeeds(site.checkRun({ run_id }, delay)))) await site.whenUp();
    }
  }
}
