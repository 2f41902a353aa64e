/** What Queues takes in one call: https://developers.cloudflare.com/queues/platform/limits/ */
const MOST_MESSAGES = 100;
/** 256 KB, less some room: each message is counted with about 100 bytes of its own. */
const MOST_BYTES = 250_000;
const MESSAGE_OVERHEAD = 100;

const sizeOf = (body: unknown) =>
  new TextEncoder().encode(JSON.stringify(body)).byteLength + MESSAGE_OVERHEAD;

/** Splits messages into batches that a queue takes, in their order. */
function* batchesOf<T>(bodies: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const body of bodies) {
    const size = sizeOf(body);
    if (batch.length === MOST_MESSAGES || (batch.length > 0 && bytes + size > MOST_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(body);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Sends any number of messages to a queue. */
export async function sendAll<T>(
  queue: { sendBatch(messages: { body: T }[]): Promise<unknown> },
  bodies: readonly T[],
): Promise<void> {
  for (const batch of batchesOf(bodies)) await queue.sendBatch(batch.map((body) => ({ body })));
}
