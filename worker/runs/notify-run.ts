import { sql } from "#db/database.ts";
import { notifyClear } from "../hosts/reports.ts";
import { cacheClear } from "../http/cache.ts";
import type { Wallet } from "../ledger/ledger-batch.ts";
import { notifyUser } from "../live/notify.ts";
import { openDatabases } from "../outbox/relay.ts";
import { presentRun } from "./present.ts";
import { type FoundRun, type RankedLevel, runDetailsQuery } from "./queries.ts";

const notifyRun = (env: Env, details: FoundRun): Promise<void> =>
  notifyUser(env, details.user_id, { event: "RunChecked", run: presentRun(details) });

/** Notifies a player's pages of a checked run as it is now, and of what it earned. */
export async function notifyRunResult(
  env: Env,
  id: number,
  { level, wallet }: { level: RankedLevel; wallet?: Wallet | undefined },
): Promise<void> {
  cacheClear();
  const details = await openDatabases(env).play.first(runDetailsQuery(sql`r.id = ${id}`, level));
  if (!details) return;
  await notifyRun(env, details);
  const { user_id, level_id } = details;
  const { state, time_ms, is_first: first, is_best: best, previous_ms } = presentRun(details);
  if (state !== "counted" || !wallet) return;
  const clear = { recorded: true, reason: null, time_ms, best_ms: best ? time_ms : previous_ms, first, best };
  await notifyClear(env, user_id, { level_id, title: level.title, ...clear }, wallet);
}

/** Notifies a player's pages that staff decided about a run. Clears reported by hosts aren't shown as runs. */
export async function notifyRunDecided(env: Env, id: number, level: RankedLevel): Promise<void> {
  const details = await openDatabases(env).play.first(runDetailsQuery(sql`r.id = ${id}`, level));
  if (details && details.source !== "host") await notifyRun(env, details);
}
