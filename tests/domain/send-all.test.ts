import { sendAll } from "#worker/send-all.ts";

async function batchesOf<T>(bodies: T[]): Promise<T[][]> {
  const batches: T[][] = [];
  await sendAll(
    { sendBatch: async (messages: { body: T }[]) => batches.push(messages.map(({ body }) => body)) },
    bodies,
  );
  return batches;
}

test("messages are sent in batches of at most 100, in their order", async () => {
  const bodies = Array.from({ length: 201 }, (_, i) => i);
  const batches = await batchesOf(bodies);
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 1]);
  expect(batches.flat()).toEqual(bodies);
  expect(await batchesOf([])).toEqual([]);
});

test("a batch stays below 256 KB, counted in bytes", async () => {
  // 3 bytes per character.
  const bodies = Array.from({ length: 5 }, (_, i) => `${i}${"あ".repeat(40_000)}`);
  const batches = await batchesOf(bodies);
  expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(batches.flat()).toEqual(bodies);
});
