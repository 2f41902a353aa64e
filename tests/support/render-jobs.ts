import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { consumeRenders } from "#worker/render/consume-renders.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { type Browser, testEnv } from "./browser.ts";

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

/** Delivers messages to a consumer as one batch. Returns the indexes of completed and retried ones. */
export async function deliverBatch<Message>(
  queue: string,
  messages: readonly Message[],
  consume: (batch: MessageBatch<Message>) => Promise<void>,
  attempts = 1,
): Promise<{ done: number[]; retried: number[] }> {
  const sent = messages.map((body, i) => ({ id: `${i}`, timestamp: new Date(0), attempts, body }));
  const batch = createMessageBatch<Message>(queue, sent);
  await consume(batch);
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext());
  const retried = retryMessages.map(({ msgId }) => msgId);
  return { done: explicitAcks.map(Number).sort(), retried: retried.map(Number).sort() };
}

/** Runs jobs as one batch. Returns the indexes of completed and retried jobs. */
export async function runRenderJobs(
  jobs: readonly RenderJob[],
  { queue = "bopolis-renders", attempts = 1, env = testEnv }: Partial<RunOptions> = {},
): Promise<{ done: number[]; retried: number[] }> {
  return deliverBatch(queue, jobs, (batch) => consumeRenders(batch, env), attempts);
}

interface RunOptions {
  queue: string;
  attempts: number;
  env: Env;
}
