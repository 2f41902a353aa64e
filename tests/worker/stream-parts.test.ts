import fc from "fast-check";
import { forAllAsync } from "#tests/support/for-all.ts";
import { splitIntoParts } from "#worker/settings/export/pack.ts";

test("a stream is cut into parts of one size, however its chunks fall", async () => {
  await forAllAsync(
    50,
    fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
    fc.integer({ min: 1, max: 30 }),
    async (chunks, size) => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      const got: number[][] = [];
      for await (const piece of splitIntoParts(stream, size)) got.push([...piece]);
      expect(got.flat()).toEqual(chunks.flatMap((chunk) => [...chunk]));
      for (const piece of got.slice(0, -1)) expect(piece).toHaveLength(size);
      const last = got.at(-1)?.length ?? 1;
      expect(last > 0 && last <= size).toBe(true);
    },
  );
});
