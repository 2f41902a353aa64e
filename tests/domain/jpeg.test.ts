import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { gradient, likeness, loadDecoder, noise, paint, photo, read } from "#tests/support/jpeg.ts";
import { encodeJpeg } from "#worker/render/jpeg/encode.ts";
import { makeCodes } from "#worker/render/jpeg/huffman.ts";

beforeAll(loadDecoder);

test("a picture of any size and quality is read again in its size", async () => {
  const side = fc.integer({ min: 1, max: 70 });
  await fc.assert(
    fc.asyncProperty(
      side,
      side,
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(noise, gradient, photo),
      async (width, height, quality, pattern) => {
        const picture = paint(width, height, pattern);
        const shown = await read(encodeJpeg(picture, quality));
        expect([shown.width, shown.height]).toEqual([width, height]);
      },
    ),
  );
});

test.each([
  [1, 1],
  [17, 33],
  [8, 8],
  [16, 9],
])("a picture of %i × %i is told to its last pixel", async (width, height) => {
  const smooth = paint(width, height, (x, y) => [40 + x * 3, 60 + y * 2, 90 + x + y]);
  expect(await likeness(encodeJpeg(smooth, 95), smooth)).toBeGreaterThan(40);
});

test.each([
  ["black", [0, 0, 0]],
  ["white", [255, 255, 255]],
  ["a colour", [30, 140, 220]],
] as const)("a wall of %s stays one colour, in few bytes", async (_, color) => {
  const wall = paint(300, 200, () => color);
  const jpeg = encodeJpeg(wall, 80);
  expect(jpeg.length).toBeLessThan(1_000);
  expect(await likeness(jpeg, wall)).toBeGreaterThan(38);
});

test("a wall of more blocks than one run of ended blocks can tell is read again", async () => {
  const wall = { width: 2_048, height: 1_032, data: new Uint8Array(2_048 * 1_032 * 4).fill(255) };
  expect(await likeness(encodeJpeg(wall, 80), wall)).toBeGreaterThan(50);
});

test("the hardest contrasts at the best quality are told without running over", async () => {
  for (const pattern of [
    (x: number, y: number) => (x + y) & 1,
    (x: number) => (x >> 3) & 1,
    (x: number, y: number) => ((x >> 2) ^ (y >> 3)) & 1,
  ]) {
    const picture = paint(64, 64, (x, y) => {
      const grey = pattern(x, y) * 255;
      return [grey, grey, grey];
    });
    expect(await likeness(encodeJpeg(picture, 100), picture)).toBeGreaterThan(45);
  }
});

test("it comes in the rough first and says that it is JFIF", () => {
  const jpeg = encodeJpeg(paint(20, 20, photo), 80);
  expect([...jpeg.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe0]);
  expect(new TextDecoder().decode(jpeg.subarray(6, 10))).toBe("JFIF");
  expect([...jpeg.subarray(-2)]).toEqual([0xff, 0xd9]);
});

describe("codes", () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(1_000_000)), {
    minLength: 256,
    maxLength: 256,
  });
  /** Each of the numbers is more than all before it together: what gives the longest codes. */
  const steep = Array.from({ length: 256 }, (_, i) => (i < 40 ? 2 ** i : 0));

  test("no code is longer than sixteen bits, begins another one or is all ones", () => {
    fc.assert(fc.property(counts, check), {
      examples: [[steep], [Array(256).fill(0)], [Array(256).fill(1)]],
    });
  });

  function check(counted: number[]): void {
    const { symbols, lengths, codes } = makeCodes(counted);
    expect([...symbols].sort((a, b) => a - b)).toEqual([...counted.keys()].filter((i) => counted[i]));
    const written = symbols.map((one) => (codes[one] ?? 0).toString(2).padStart(lengths[one] ?? 0, "0"));
    for (const code of written) expect(code).toMatch(/^(?=.*0)[01]{1,16}$/);
    // In this order a code that begins another one stands right before one that it begins.
    written.sort();
    for (let i = 1; i < written.length; i++)
      expect(written[i]?.startsWith(written[i - 1] as string)).toBe(false);
  }

  test("what comes more often is never told in more bits", () => {
    fc.assert(
      fc.property(counts, (counted) => {
        const { symbols, lengths } = makeCodes(counted);
        const byCount = symbols.sort(
          (a, b) => (counted[b] ?? 0) - (counted[a] ?? 0) || (lengths[a] ?? 0) - (lengths[b] ?? 0),
        );
        for (let i = 1; i < byCount.length; i++)
          expect(lengths[byCount[i] as number]).toBeGreaterThanOrEqual(
            lengths[byCount[i - 1] as number] ?? 0,
          );
      }),
    );
  });
});
