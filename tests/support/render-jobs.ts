import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { consumeRenders } from "#worker/render/consume-renders.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { type Browser, testEnv, unique } from "./browser.ts";

/** Cloudflare Queues' limit of messages per batch. */
const MAX_MESSAGES = 100;

/** A queue that only records jobs. Like the real one, it rejects batches that are too large. */
export function recordingRenderQueue(): {
  jobs: RenderJob[];
  queue: Queue<RenderJob>;
  /** As all queues of render jobs. */
  queues: Pick<Env, "RENDERS" | "DRAWINGS">;
} {
  const jobs: RenderJob[] = [];
  const recording = {
    send: async (job: RenderJob) => void jobs.push(job),
    sendBatch: async (batch: Iterable<{ body: RenderJob }>) => {
      const messages = [...batch];
      if (messages.length > MAX_MESSAGES) throw new Error("Queue sendBatch failed: Too Many Messages");
      for (const { body } of messages) jobs.push(body);
    },
  };
  const queue = recording as unknown as Queue<RenderJob>;
  return { jobs, queue, queues: { RENDERS: queue, DRAWINGS: queue } };
}

/** Records a browser's render jobs instead of running them. Returns the list. */
export function recordRenderJobs(browser: Browser): RenderJob[] {
  const { jobs, queues } = recordingRenderQueue();
  browser.variant = { ...browser.variant, ...queues };
  return jobs;
}

/** Runs jobs as one batch. Returns the indexes of completed and retried jobs. */
export async function runRenderJobs(
  jobs: readonly RenderJob[],
  { queue = "bopolis-renders", attempts = 1, env = testEnv }: Partial<RunOptions> = {},
): Promise<{ done: number[]; retried: number[] }> {
  const ids = jobs.map(() => `job-${unique()}`);
  const batch = createMessageBatch<RenderJob>(
    queue,
    jobs.map((body, i) => ({ id: ids[i] ?? "", timestamp: new Date(0), attempts, body })),
  );
  await consumeRenders(batch, env);
  const result = await getQueueResult(batch, createExecutionContext());
  const indexOf = (id: string) => ids.indexOf(id);
  return {
    done: result.explicitAcks.map(indexOf).sort(),
    retried: result.retryMessages.map(({ msgId }) => indexOf(msgId)).sort(),
  };
}

interface RunOptions {
  queue: string;
  attempts: number;
  env: Env;
}
