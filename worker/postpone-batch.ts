import { queueOf } from "./queues.ts";

/** How long a job waits until it's tried again, in seconds. */
const DELAY_SECONDS = 30;

/**
 * Sends the messages to their queue again, to be delivered later, so they don't use up a try. Dead letters get their tries
 * again. Throws if the queue takes no messages: then they are delivered again as they are.
 */
export async function postponeBatch(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const queue = env[queueOf(batch.queue)] as Queue<unknown>;
  await queue.sendBatch(batch.messages.map(({ body }) => ({ body, delaySeconds: DELAY_SECONDS })));
  batch.ackAll();
}
