import type { Env } from "./env.ts";

/** How long a job waits until it's tried again, in seconds. */
const DELAY_SECONDS = 30;

/** The bindings of queues, by the end of a queue's name. Queues are named after the worker, which an operator may rename. */
const BINDINGS = { renders: "RENDERS", exports: "EXPORTS", runs: "RUNS", pushes: "PUSHES" } as const;

/**
 * Sends the messages to their queue again, to be delivered later, so they don't use up a try. Dead letters get their tries
 * again. Throws if the queue takes no messages: then they are delivered again as they are.
 */
export async function postponeBatch(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const name = batch.queue
    .replace(/-dead$/, "")
    .split("-")
    .at(-1) as keyof typeof BINDINGS;
  const queue = env[BINDINGS[name]] as Queue<unknown>;
  await queue.sendBatch(batch.messages.map(({ body }) => ({ body, delaySeconds: DELAY_SECONDS })));
  batch.ackAll();
}
