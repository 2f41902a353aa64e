import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";

/** Queues a run's check. If that fails, the schedule does it later. */
export async function queueCheck(env: Env, run_id: number): Promise<void> {
  try {
    await env.RUNS.send({ run_id });
  } catch (error) {
    logError("run not queued", { run: run_id }, error);
  }
}
