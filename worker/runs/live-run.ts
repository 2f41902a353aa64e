import { type SQL, sql } from "drizzle-orm";
import type { Columns, Present } from "#db/columns.ts";
import { Database, statement } from "#db/database.ts";
import type { runs } from "#db/schema/index.ts";
import { awardAchievements } from "../achievements/award.ts";
import { putAsset } from "../assets/store.ts";
import type { Env } from "../env.ts";
import { failure, type HostResult, success } from "../hosts/idempotent-calls.ts";
import { PENDING_WORK } from "../hosts/reports.ts";
import { logError } from "../http/log.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";
import type { LiveRun, LiveRunResult } from "../objects/game-host-api.ts";
import { insertRunStatement, type SettledRow, settleRunStatements, webCall } from "./commands.ts";
import { logName } from "./log-name.ts";
import { notifyRunResult } from "./notify-run.ts";
import { presentRun } from "./present.ts";
import { type FoundRun, runDetailsQuery } from "./queries.ts";
import { queueCheck } from "./queue-check.ts";

/** Stores a run's inputs under a name that a retry finds again. Returns the asset. */
export async function storeRunLog(env: Env, call: string, log: Uint8Array): Promise<string> {
  const asset = await logName(call, log);
  await putAsset(env.BUCKET, asset, "log", log);
  return asset;
}

/** The level and revision exist, and the account does. */
const canCount = (user: number, level: number, revision: number): SQL =>
  sql`exists (select 1 from levels l cross join level_revisions v on v.level_id = l.id and v.revision = ${revision}
    cross join users u on u.id = ${user} where l.id = ${level} and l.visibility <> 'deleted' and u.deleted_at is null)`;

/**
 * Counts a run that a room has simulated, with everything that a clear earns, once per key and in one D1 round trip. If the
 * browser has sent the same run meanwhile and it still waits, it's settled with the room's recording; if it's settled, its
 * outcome is returned. The player's pages are notified in `defer`, by default before this returns.
 */
export async function recordLiveRun(
  env: Env,
  user: number,
  level: number,
  run: LiveRun,
  defer?: (work: Promise<void>) => void,
): Promise<HostResult<LiveRunResult>> {
  const now = Date.now();
  const { key, revision, physics, start_tick, ticks, ms, deaths, work, statistics, log, log_hash } = run;
  const call = webCall(user, key);
  const content = sql`coalesce((select content from level_revisions where level_id = ${level} and revision = ${revision}), '')`;
  const when = canCount(user, level, revision);
  const {
    waited: [waited],
    settle: {
      settled: [settled],
    },
    details: [details],
    wallet: [wallet],
    pending: [pending],
  } = await new Database(env.DB).batch({
    waited: statement<Present<Columns<typeof runs, "log">>>(
      sql`select log from runs where call = ${call} and state = 'waiting'`,
    ),
    run: insertRunStatement(
      { call, user, level, revision, content, physics, start_tick, ms, ticks, log, log_hash },
      now,
      when,
    ),
    settle: settleRunStatements(
      {
        id: sql`(select id from runs where call = ${call} and level_id = ${level})`,
        user,
        level,
        revision,
        physics,
        content,
        ranAt: now,
        verdict: { ok: true, ticks, ms, deaths, work, statistics },
        log_hash,
        facts: null,
        live: { isLive: run.live, log, start_tick, when },
      },
      now,
    ),
    details: runDetailsQuery(sql`r.call = ${call}`),
    wallet: walletsQuery(sql`${user}`),
    pending: PENDING_WORK,
  });
  if (!details) return failure("not_found");
  if (details.level_id !== level) return failure("idempotency_mismatch");
  const effects = applyEffects(env, {
    // Of the browser's recording, which the room's has replaced.
    oldLog: settled && waited && waited.log !== log ? waited.log : null,
    settled,
    details,
    wallet,
    pending,
  });
  if (defer) defer(effects);
  else await effects;
  return success(presentLiveRun(details));
}

interface Effects {
  oldLog: string | null;
  settled: SettledRow | undefined;
  details: FoundRun;
  wallet: Wallet | undefined;
  pending: { due: 0 | 1; notices: 0 | 1 } | undefined;
}

/** Everything that follows from a counted run outside its transaction. What fails here is repeated by the schedule. */
async function applyEffects(env: Env, { oldLog, settled, details, wallet, pending }: Effects): Promise<void> {
  try {
    if (settled?.unconfirmed) await queueCheck(env, { run_id: settled.id });
    if (settled) await notifyRunResult(env, details, wallet);
    if (oldLog !== null) await env.BUCKET.delete(oldLog);
    if (pending?.notices) await deliverNotices(env);
    if (pending?.due) await awardAchievements(env);
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
