import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import type { Env } from "#worker/env.ts";
import { consumeRenders } from "#worker/render/consumer.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { type Browser, testEnv, unique } from "./browser.ts";

/** The most messages that Queues takes in one call. */
const MOST_MESSAGES = 100;

/** A queue that hands nothing on, and what was put into it. Like the real one it refuses a batch that is too large. */
export function recordingQueue(): { jobs: RenderJob[]; queue: Queue<RenderJob> } {
  const jobs: RenderJob[] = [];
  const queue = {
    send: async (job: RenderJob) => void jobs.push(job),
    sendBatch: async (batch: Iterable<{ body: RenderJob }>) => {
      const messages = [...batch];
      if (messages.length > MOST_MESSAGES) throw new Error("Queue sendBatch failed: Too Many Messages");
      for (const { body } of messages) jobs.push(body);
    },
  };
  return { jobs, queue: queue as unknown as Queue<RenderJob> };
}

/** Lets a browser's calls put their jobs into the answered list, where nothing draws them. */
export function recordJobs(browser: Browser): RenderJob[] {
  const { jobs, queue } = recordingQueue();
  browser.variant = { ...browser.variant, RENDERS: queue };
  return jobs;
}

/** Hands jobs to the consumer as one batch; answers which of them were done and which are to be tried again. */
export async function runJobs(
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
  const place = (id: string) => ids.indexOf(id);
  return {
    done: result.explicitAcks.map(place).sort(),
    retried: result.retryMessages.map(({ msgId }) => place(msgId)).sort(),
  };
}

interface RunOptions {
  queue: string;
  attempts: number;
  env: Env;
}
