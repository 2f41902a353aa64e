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

/** Sends any number of messages to a queue. */
export async function sendAll<T>(
  queue: { sendBatch(messages: { body: T }[]): Promise<unknown> },
  bodies: readonly T[],
): Promise<void> {
  for (const batch of batchesOf(bodies)) await queue.sendBatch(batch.map((body) => ({ body })));
}
