import type { Env } from "../env.ts";
import type { RenderJob } from "./job.ts";

/** How many messages fit into one batch of the queue. */
const BATCH = 100;

export async function sendRenders(
  { RENDERS }: Pick<Env, "RENDERS">,
  jobs: readonly RenderJob[],
): Promise<void> {
  for (let at = 0; at < jobs.length; at += BATCH)
    await RENDERS.sendBatch(jobs.slice(at, at + BATCH).map((body) => ({ body })));
}
