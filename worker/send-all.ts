import type { QueueName as PublicName } from "#domain/system/problems.ts";
import type { QueueName } from "./env.ts";

const DEAD = /-dead$/;

/** Whether a queue, by its name on Cloudflare, is the dead-letter queue of another one. */
export const isDeadLetterQueue = (name: string): boolean => DEAD.test(name);

/** Returns the binding of a queue or its dead-letter queue. Queues are named after the worker, which an operator may rename. */
export const queueOf = (name: string): QueueName =>
  name.replace(DEAD, "").split("-").at(-1)?.toUpperCase() as QueueName;

/** Returns a queue's name as pages and `/health` show it. */
export const publicQueueName = (name: string): PublicName => name.toLowerCase() as PublicName;

/** Returns a failed message to its queue. Each attempt waits twice as long as the one before. */
export const retryMessage = (message: Message, seconds: number): void =>
  message.retry({ delaySeconds: seconds * 2 ** message.attempts });

/** How long a job waits until it's tried again, in seconds. */
const DELAY_SECONDS = 30;

/** Sends messages to their queue again, later, without using up a try. Throws if it takes none. */
export async function postponeBatch(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const queue = env[queueOf(batch.queue)] as Queue<unknown>;
  await queue.sendBatch(batch.messages.map(({ body }) => ({ body, delaySeconds: DELAY_SECONDS })));
  batch.ackAll();
}

/** Limits of one Queues call: https://developers.cloudflare.com/queues/platform/limits/ */
const MAX_MESSAGES = 100;
/** 256 KB with some headroom: each message counts about 100 bytes extra. */
const MAX_BYTES = 250_000;
const MESSAGE_OVERHEAD = 100;

const sizeOf = (body: unknown) =>
  new TextEncoder().encode(JSON.stringify(body)).byteLength + MESSAGE_OVERHEAD;

/** Splits messages into batches that fit into one call, in order. */
function* batchesOf<T>(bodies: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const body of bodies) {
    const size = sizeOf(body);
    if (batch.length === MAX_MESSAGES || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(body);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

export async function sendAll<T>(
  queue: { sendBatch(messages: { body: T }[]): Promise<unknown> },
  bodies: readonly T[],
): Promise<void> {
  for (const batch of batchesOf(bodies)) await queue.sendBatch(batch.map((body) => ({ body })));
}
