import { type Columns, Database, first, type Present, sql } from "#db/database.ts";
import { putAsset } from "../assets/store.ts";
import { failure, type HostResult, success } from "../hosts/idempotent-calls.ts";
import { logError } from "../http/log.ts";
import type { LiveRun, LiveRunResult } from "../objects/game-host-api.ts";
import { type PendingRow, pendingQuery } from "../outbox/effects.ts";
import { insertRunStatement, type SettledRow, settleRunStatements } from "./commands.ts";
import { logName } from "./log-hash.ts";
import { notifyRunResult } from "./notify-run.ts";
import { presentRun } from "./present.ts";
import {
  type FoundRun,
  type RankedLevel,
  type RunLevel,
  rankedLevelsQuery,
  runDetailsQuery,
  runLevelsQuery,
} from "./queries.ts";
import { queueCheck } from "./queue-check.ts";
import { finishWork, relayPlay } from "./relay-play.ts";

/** The runs of a user by the keys that their browsers chose. In a file of its own, because scripts use it without a worker. */
export const webCall = (user: number, key: string): string => `web:${user}:${key}`;

/** Stores a run's inputs under a name that a retry finds again. Returns the asset. */
export async function storeRunLog(env: Env, call: string, log: Uint8Array): Promise<string> {
  const asset = await logName(call, log);
  await putAsset(env.BUCKET, asset, "log", log);
  return asset;
}

/** Counts a room's run, once per key. A waiting run of the browser is settled with the room's recording. */
export async function recordLiveRun(
  env: Env,
  user: number,
  level: number,
  run: LiveRun,
  defer?: (work: Promise<void>) => void,
): Promise<HostResult<LiveRunResult>> {
  const call = webCall(user, run.key);
  const { played, ranked, living } = await new Database(env.DB).batch({
    played: first(runLevelsQuery([[level, run.revision]])),
    ranked: first(rankedLevelsQuery([level])),
    living: first<Columns<"users", "id">>`select id from users where id = ${user} and deleted_at is null`,
  });
  // The level and revision exist, and the account does.
  const canCount = played !== undefined && played.visibility !== "deleted" && living !== undefined;
  const settle = canCount ? settleStatements(user, played, run) : null;
  const { waited, settled, details, pending } = await new Database(env.DB_PLAY, undefined, {
    name: "play",
  }).batch({
    waited: first<Present<Columns<"runs", "log">>>`select log from runs where call = ${call}
      and state = 'waiting'`,
    inserted: settle?.inserted ?? null,
    settled: first(settle?.settled ?? null),
    effects: settle?.effects ?? [],
    details: first(runDetailsQuery(sql`r.call = ${call}`, ranked)),
    pending: pendingQuery("main"),
  });
  if (!details) return failure("not_found");
  if (details.level_id !== level) return failure("idempotency_mismatch");
  const effects = applyEffects(env, {
    // Of the browser's recording, which the room's has replaced.
    oldLog: settled && waited && waited.log !== run.log ? waited.log : null,
    settled,
    details,
    level: ranked,
    pending,
  });
  if (defer) defer(effects);
  else await effects;
  return success(presentLiveRun(details));
}

/** Stores the run and settles it. `settled` returns a row if this did. */
function settleStatements(user: number, level: RunLevel, run: LiveRun) {
  const now = Date.now();
  const { key, revision, physics, start_tick, ticks, ms, deaths, work, statistics, log, log_hash } = run;
  const call = webCall(user, key);
  const fields = { user, revision, physics };
  const { settled, effects } = settleRunStatements(
    {
      ...fields,
      id: sql`(select id from runs where call = ${call} and level_id = ${level.id})`,
      level,
      ranAt: now,
      verdict: { ok: true, ticks, ms, deaths, work, statistics },
      log_hash,
      live: { isLive: run.live, log, start_tick },
      // The second check compares those among the first ten.
      compared: null,
    },
    now,
  );
  return {
    inserted: insertRunStatement(
      { ...fields, call, level: level.id, content: level.content, start_tick, ms, ticks, log, log_hash },
      now,
    ),
    settled,
    effects,
  };
}

interface Effects {
  oldLog: string | null;
  settled: SettledRow | undefined;
  details: FoundRun;
  level: RankedLevel | undefined;
  pending: readonly PendingRow[];
}

/** Everything that follows from a counted run outside its transaction. What fails here is repeated by the schedule. */
async function applyEffects(env: Env, { oldLog, settled, details, level, pending }: Effects): Promise<void> {
  try {
    const outcome = await relayPlay(env, pending, details.user_id);
    if (settled?.unconfirmed) await queueCheck(env, { run_id: settled.id });
    if (settled && level) await notifyRunResult(env, settled.id, { level, wallet: outcome?.wallet });
    if (oldLog !== null) await env.BUCKET.delete(oldLog);
    await finishWork(env, outcome);
  } catch (error) {
    logError("effects of a run failed", { run: details.run_id }, error);
  }
}

function presentLiveRun(details: FoundRun): LiveRunResult {
  const { id, state, time_ms, rank, is_first, is_best, previous_ms } = presentRun(details);
  const recorded = state === "counted";
  return {
    run_id: id,
    state,
    place: is_best ? rank : null,
    is_first,
    is_best,
    ms: time_ms,
    recorded,
    reason: null,
    time_ms,
    best_ms: is_best ? time_ms : previous_ms,
    first: is_first,
    best: is_best,
  };
}
