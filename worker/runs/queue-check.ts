import { logError } from "../http/log.ts";
import type { RunJob } from "./job.ts";

/** Queues a check. If that fails, the schedule does it later. */
export async function queueCheck(env: Env, job: RunJob): Promise<void> {
  try {
    await env.RUNS.send(job);
  } catch (error) {
    logError("check not queued", { ...job }, error);
  }
}
