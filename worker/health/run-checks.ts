import { waitUntil } from "cloudflare:workers";
import { withTimeLimit } from "#db/time-limit.ts";
import { HEALTH_STATES, type HealthCheckResult, type HealthReport } from "#domain/health/api.ts";
import { once } from "#domain/once.ts";
import { BUILD } from "../http/build-info.ts";
import { HEALTH_CHECKS, type HealthCheck, shortError } from "./checks.ts";
import { readSnapshot } from "./snapshot.ts";

/** A check that takes longer has failed, so `/health` always responds. */
const CHECK_LIMIT_MS = 3_000;
/** A result is used for this long, for all callers. */
const REUSE_MS = 1_000;

/** The last run of this process. */
let lastRun: { startedAt: number; report: Promise<HealthReport> } | undefined;

/** Returns the state of the site. Runs the checks at most once a second, for all callers together. */
export function healthReport(env: Env, now: number): Promise<HealthReport> {
  if (!lastRun || now - lastRun.startedAt >= REUSE_MS) {
    lastRun = { startedAt: now, report: runChecks(env, HEALTH_CHECKS, now) };
    // Others may wait for it after the first caller has disconnected.
    waitUntil(lastRun.report);
  }
  return lastRun.report;
}

/** Runs the checks at the same time. Never throws. */
export async function runChecks(env: Env, list: readonly HealthCheck[], now: number): Promise<HealthReport> {
  const snapshot = once(() => withTimeLimit(CHECK_LIMIT_MS / 2, readSnapshot(env.DB, now)));
  const checks = await Promise.all(
    list.map(async ({ name, failure, run }): Promise<HealthCheckResult> => {
      const started = performance.now();
      const result = await withTimeLimit(
        CHECK_LIMIT_MS,
        Promise.resolve().then(() => run(env, snapshot, now)),
      ).catch((error: unknown) => ({ status: failure, detail: shortError(error) }));
      return { name, ...result, ms: Math.round(performance.now() - started) };
    }),
  );
  const worst = Math.max(...checks.map(({ status }) => HEALTH_STATES.indexOf(status)));
  const { version, commit } = BUILD;
  const deployment = env.VERSION?.id ?? null;
  return { status: HEALTH_STATES[worst] ?? "down", version, commit, deployment, checks };
}
