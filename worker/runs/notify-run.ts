import { sql } from "drizzle-orm";
import { Database } from "#db/database.ts";
import type { Env } from "../env.ts";
import { notifyClear } from "../hosts/reports.ts";
import { cacheClear } from "../http/cache.ts";
import type { Wallet } from "../ledger/wallet.ts";
import { notifyUser } from "../live/notify.ts";
import { presentRun } from "./present.ts";
import { type FoundRun, runDetailsQuery } from "./queries.ts";

const notifyRun = (env: Env, details: FoundRun): Promise<void> =>
  notifyUser(env, details.user_id, { event: "RunChecked", run: presentRun(details) });

/** Notifies a player's pages of a checked run, and of what it earned. */
export async function notifyRunResult(
  env: Env,
  details: FoundRun | undefined,
  wallet: Wallet | undefined,
): Promise<void> {
  cacheClear();
  if (!details) return;
  await notifyRun(env, details);
  const { user_id, level_id, title } = details;
  const { state, time_ms, is_first: first, is_best: best, previous_ms } = presentRun(details);
  if (state !== "counted" || !wallet) return;
  const clear = { recorded: true, reason: null, time_ms, best_ms: best ? time_ms : previous_ms, first, best };
  await notifyClear(env, user_id, { level_id, title, ...clear }, wallet);
}

/** Notifies a player's pages that staff decided about a run. Clears reported by hosts aren't shown as runs. */
export async function notifyRunDecided(env: Env, id: number): Promise<void> {
  const details = await new Database(env.DB).first(runDetailsQuery(sql`r.id = ${id}`));
  if (details && details.source !== "host") await notifyRun(env, details);
}
