import { setTimeout as pause } from "node:timers/promises";
import { TOP_RANKS } from "#domain/runs/rules.ts";
import { formatFigure } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { between, getUntilOk } from "../chat/send-request.ts";
import { type Check, checkCounters } from "../check-writes.ts";
import { FaultyConnection } from "../economy/faulty-connection.ts";
import { KillableSite } from "../killable-site.ts";
import { openPlay } from "../open-play.ts";
import { readRecording } from "../read-recording.ts";
import { checkRemaining, requeueRuns } from "../runs/check-remaining.ts";
import { checkEarnings, checkRuns } from "../runs/check-runs.ts";
import { RunsHistory } from "../runs/runs-history.ts";
import { RunsPlayer } from "../runs/runs-player.ts";
import { createRunsWorld, type RunsWorld } from "../runs/world.ts";

const RUNS = { full: 1_000, small: 100 };
const PLAYERS = { full: 40, small: 8 };
const KILLS = { full: 6, small: 2 };

/**
 * Players send a thousand recorded runs while responses are lost, requests and queue messages are doubled and delayed, and
 * the site is killed. Every acknowledged run must be checked with the same result as on the player's side, and count once.
 */
export const verifyRuns: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new RunsHistory();
  const connection = new FaultyConnection(site, history);
  const world = await createRunsWorld(connection, PLAYERS[size]);
  await sendRuns(connection, world, history, size);
  const sweeps = await checkRemaining(site);
  const check: Check = (label, wrong, total) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  reportOperations(report, site, history, sweeps);
  await checkResponses(check, connection, world, history);
  await site.stop();
  const db = openPlay(site.state);
  checkRuns(check, db, history);
  checkEarnings(check, db, world.levels);
  checkCounters(report, site.state);
  db.close();
};

/** Lets every player send runs. The site is killed while they do, and once more when runs still wait for their check. */
async function sendRuns(
  connection: FaultyConnection,
  world: RunsWorld,
  history: RunsHistory,
  size: keyof typeof RUNS,
): Promise<void> {
  const [runs, kills] = [RUNS[size], KILLS[size]];
  const { site } = connection;
  const state: { failure?: unknown } = {};
  const isOver = () => history.operations >= runs;
  const players = Promise.all(
    world.players.map((user) => new RunsPlayer(connection, world, history, user).play(isOver)),
  ).catch((error: unknown) => {
    state.failure = error;
  });
  for (let kill = 0; kill < kills; kill++) {
    const until = (runs * (kill + between(0.3, 0.9))) / kills;
    while (history.operations < until && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
    await site.killAndRestart();
    await requeueRuns(site);
  }
  await players;
  if (state.failure) throw state.failure;
  await site.killAndRestart();
}

function reportOperations(
  report: Parameters<BenchArea>[0],
  site: KillableSite,
  history: RunsHistory,
  sweeps: number,
): void {
  const { sent, rejections, statuses, doubles, cuts, retries, waits, messages } = history;
  const responses = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status || "no response"}: ${n}`);
  const kinds = [...Map.groupBy(sent, ({ kind }) => kind)].map(([kind, list]) => `${kind} ${list.length}`);
  report.info("runs sent", sent.length + rejections.length, {
    notes: [
      `${kinds.join(", ")}, rejected ${rejections.length}`,
      `responses ${responses.join(", ")}`,
      `${doubles} double requests, ${cuts} responses cut off, ${retries} retries after lost responses, ${waits} waits for checks`,
      `${messages} more queue messages, ${formatFigure(sweeps)} sweeps for lost ones`,
    ],
  });
  report.info("times killed", site.kills);
  report.atMost("responses that were server errors", history.failures.length, 0, {
    notes: history.failures.slice(0, 3),
  });
}

/** Checks the responses, that each player reads the stored result, and that the recordings are complete. */
async function checkResponses(
  check: Check,
  connection: FaultyConnection,
  world: RunsWorld,
  history: RunsHistory,
): Promise<void> {
  const { site } = connection;
  const { sent, rejections, surprises, contradictions } = history;
  check("unexpected responses", surprises, history.operations);
  check(
    "different responses to the same request",
    contradictions.map(({ text }) => text),
    history.operations,
  );
  check(
    "damaged, too long or foreign runs that weren't rejected",
    rejections
      .filter(({ expected, status }) => expected !== status)
      .map(({ kind, status, text }) => `${kind}: ${status} ${text}`),
    rejections.length,
  );
  const rows = await site.playRows<{ id: number; call: string; state: string }>(
    "select id, call, state from runs",
  );
  const counted = rows.filter(({ state }) => state === "counted");
  const damaged: string[] = [];
  for (const { id, call } of counted) {
    const key = call.split(":").at(-1);
    const expected = sent.find((one) => one.key === key)?.log;
    const bytes = await readRecording(site.url, id);
    if (!bytes || !expected || !Buffer.from(bytes).equals(expected)) damaged.push(`run ${id}`);
  }
  check("recordings of counted runs that are missing or differ by a byte", damaged, counted.length);
  const best = await site.playRows<{ user_id: number; best_run_id: number; place: number; total: number }>(
    // The first ten places are for live runs; these were all sent.
    `select user_id, best_run_id, ${TOP_RANKS} + row_number() over (partition by level_id order by best_ms, best_at, user_id) as place,
      count(*) over (partition by level_id) as total from clears where best_live = 0`,
  );
  const wrong: string[] = [];
  for (const { user_id, best_run_id, place, total } of best) {
    const user = world.players.find(({ id }) => id === user_id);
    if (!user) continue;
    const path = `/api/runs/${best_run_id}`;
    const { run } = await getUntilOk<{ run: { state: string; rank: number; total: number } }>(
      site,
      user,
      path,
    );
    if (run.state !== "counted" || run.rank !== place || run.total !== total)
      wrong.push(`${path}: ${JSON.stringify(run)}, should be ${place} of ${total}`);
  }
  check("ranks that differ from the order of times", wrong, best.length);
}
