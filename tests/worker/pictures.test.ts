import { expect, test } from "vitest";
import { decodePng, encodePng } from "#worker/render/png.ts";

/** A picture without repetition in it, or of one colour. */
function picture(width: number, height: number, plain: boolean) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < data.length; i++) data[i] = plain || i % 4 === 3 ? 255 : (i * 2_654_435_761) >>> 13;
  return { width, height, data };
}

test("a PNG of any size is read in the worker as it is anywhere else", () => {
  const unread: string[] = [];
  for (const plain of [true, false]) {
    for (let width = 20; width <= 1_000; width = Math.ceil(width * 1.04)) {
      const original = picture(width, Math.ceil(width * 0.7), plain);
      try {
        const read = decodePng(encodePng(original));
        expect([read.width, read.height]).toEqual([original.width, original.height]);
      } catch (error) {
        unread.push(`${width} × ${original.height}: ${error}`);
      }
    }
  }
  expect(unread).toEqual([]);
});
