import fc from "fast-check";
import { forAll, forAllAsync } from "#tests/support/for-all.ts";
import {
  decodeJpeg,
  jpegPsnr,
  loadDecoder,
  loadEncoder,
  mozjpeg,
  paintGradient,
  paintNoise,
  paintPhoto,
  paintPicture,
  withOrientation,
} from "#tests/support/jpeg.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { decodeJpeg as readJpeg } from "#worker/render/jpeg/decode.ts";
import { encodeJpeg } from "#worker/render/jpeg/encode.ts";
import { JpegError } from "#worker/render/jpeg/entropy-reader.ts";
import { huffmanCodes } from "#worker/render/jpeg/huffman-codes.ts";

beforeAll(async () => {
  await loadDecoder();
  await loadEncoder();
});

test("a picture of any size and quality is decoded in its size", async () => {
  const side = fc.integer({ min: 1, max: 70 });
  await forAllAsync(
    side,
    side,
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom(paintNoise, paintGradient, paintPhoto),
    async (width, height, quality, pattern) => {
      const shown = await decodeJpeg(encodeJpeg(paintPicture(width, height, pattern), quality));
      expect([shown.width, shown.height]).toEqual([width, height]);
    },
  );
});

test.each([
  [1, 1],
  [17, 33],
  [8, 8],
  [16, 9],
])("a picture of %i × %i is encoded up to its last pixel", async (width, height) => {
  const smooth = paintPicture(width, height, (x, y) => [40 + x * 3, 60 + y * 2, 90 + x + y]);
  expect(await jpegPsnr(encodeJpeg(smooth, 95), smooth)).toBeGreaterThan(40);
});

test.each([
  ["black", [0, 0, 0]],
  ["white", [255, 255, 255]],
  ["blue", [30, 140, 220]],
] as const)("a picture in solid %s keeps its color and needs few bytes", async (_, color) => {
  const picture = paintPicture(300, 200, () => color);
  const jpeg = encodeJpeg(picture, 80);
  expect(jpeg.length).toBeLessThan(1_000);
  expect(await jpegPsnr(jpeg, picture)).toBeGreaterThan(38);
});

test("a picture with more blocks than one end-of-band run can count is decoded correctly", async () => {
  const picture = { width: 2_048, height: 1_032, data: new Uint8Array(2_048 * 1_032 * 4).fill(255) };
  expect(await jpegPsnr(encodeJpeg(picture, 80), picture)).toBeGreaterThan(50);
});

test("the hardest contrasts at the best quality do not overflow", async () => {
  for (const pattern of [
    (x: number, y: number) => (x + y) & 1,
    (x: number) => (x >> 3) & 1,
    (x: number, y: number) => ((x >> 2) ^ (y >> 3)) & 1,
  ]) {
    const picture = paintPicture(64, 64, (x, y) => {
      const gray = pattern(x, y) * 255;
      return [gray, gray, gray];
    });
    expect(await jpegPsnr(encodeJpeg(picture, 100), picture)).toBeGreaterThan(45);
  }
});

test("a JPEG begins and ends with its markers and says that it is JFIF", () => {
  const jpeg = encodeJpeg(paintPicture(20, 20, paintPhoto), 80);
  expect([...jpeg.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe0]);
  expect(new TextDecoder().decode(jpeg.subarray(6, 10))).toBe("JFIF");
  expect([...jpeg.subarray(-2)]).toEqual([0xff, 0xd9]);
});

describe("a Huffman code", () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(1_000_000)), {
    minLength: 256,
    maxLength: 256,
  });
  /** Each count is more than all before it together, which gives the longest codes. */
  const steep = Array.from({ length: 256 }, (_, i) => (i < 40 ? 2 ** i : 0));

  test("is at most 16 bits long, no prefix of another and never all ones", () => {
    fc.assert(fc.property(counts, check), {
      examples: [[steep], [Array(256).fill(0)], [Array(256).fill(1)]],
    });
  });

  function check(counted: number[]): void {
    const { symbols, lengths, codes } = huffmanCodes(counted);
    expect([...symbols].sort((a, b) => a - b)).toEqual([...counted.keys()].filter((i) => counted[i]));
    const written = symbols.map((one) => (codes[one] ?? 0).toString(2).padStart(lengths[one] ?? 0, "0"));
    for (const code of written) expect(code).toMatch(/^(?=.*0)[01]{1,16}$/);
    // Once sorted, a code stands directly before one that it is a prefix of.
    written.sort();
    for (let i = 1; i < written.length; i++)
      expect(written[i]?.startsWith(written[i - 1] as string)).toBe(false);
  }

  test("is never longer than that of a rarer symbol", () => {
    forAll(counts, (counted) => {
      const { symbols, lengths } = huffmanCodes(counted);
      const byCount = symbols.sort(
        (a, b) => (counted[b] ?? 0) - (counted[a] ?? 0) || (lengths[a] ?? 0) - (lengths[b] ?? 0),
      );
      for (let i = 1; i < byCount.length; i++)
        expect(lengths[byCount[i] as number]).toBeGreaterThanOrEqual(lengths[byCount[i - 1] as number] ?? 0);
    });
  });
});

describe("our decoder", () => {
  /** How far two pictures' samples are from each other in the mean. */
  const difference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a, (value, i) => Math.abs(value - (b[i] ?? 0))).reduce((sum, one) => sum + one, 0) / a.length;

  const GRAY = { color_space: 1 };
  const FULL_COLOR = { auto_subsample: false, chroma_subsample: 1 };
  const HALF_COLOR = { auto_subsample: false, chroma_subsample: 2 };
  const RGB = { color_space: 2, ...FULL_COLOR };

  test.each([
    ["sequential", { progressive: false, ...FULL_COLOR }],
    ["sequential with fewer colors", { progressive: false, ...HALF_COLOR }],
    ["progressive", { progressive: true, ...FULL_COLOR }],
    ["progressive with fewer colors", { progressive: true, ...HALF_COLOR }],
    ["sequential, gray", { progressive: false, ...GRAY }],
    ["progressive, gray", { progressive: true, ...GRAY }],
    ["sequential, RGB", { progressive: false, ...RGB }],
    ["progressive, RGB", { progressive: true, ...RGB }],
  ])("reads a picture like libjpeg does: %s", async (_, options) => {
    for (const [width, height] of [
      [1, 1],
      [8, 9],
      [33, 17],
      [150, 101],
    ] as const)
      for (const [pattern, quality] of [
        [paintGradient, 90],
        [paintPhoto, 75],
        [paintNoise, 70],
      ] as const) {
        const jpeg = await mozjpeg(paintPicture(width, height, pattern), { quality, ...options });
        const [ours, theirs] = [readJpeg(jpeg), await decodeJpeg(jpeg)];
        expect([ours.width, ours.height]).toEqual([width, height]);
        // libjpeg smooths colors that were stored for more than one pixel.
        const most = "chroma_subsample" in options && options.chroma_subsample === 2 ? 12 : 0.6;
        expect(difference(ours.data, theirs.data), `${width} × ${height}`).toBeLessThan(most);
      }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("turns a picture like libjpeg does: orientation %i", async (held) => {
    const plain = await mozjpeg(paintPicture(37, 22, paintPhoto), { quality: 80, ...FULL_COLOR });
    const jpeg = withOrientation(plain, held);
    const [ours, theirs] = [readJpeg(jpeg), await decodeJpeg(jpeg)];
    expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
    expect(difference(ours.data, theirs.data)).toBeLessThan(0.6);
  });

  test("reads what our encoder writes, at any size and quality", () => {
    const side = fc.integer({ min: 1, max: 70 });
    forAll(side, side, fc.integer({ min: 60, max: 100 }), (width, height, quality) => {
      const picture = paintPicture(width, height, paintGradient);
      const read = readJpeg(encodeJpeg(picture, quality));
      expect([read.width, read.height]).toEqual([width, height]);
      expect(difference(read.data, picture.data)).toBeLessThan(6);
    });
  });

  test("ends with a picture or a JpegError, whatever is changed in the file", async () => {
    for (const progressive of [false, true]) {
      const jpeg = await mozjpeg(paintPicture(40, 30, paintPhoto), { quality: 75, progressive });
      const change = fc.tuple(fc.nat(jpeg.length - 3), fc.nat(255));
      forAll(500, fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const changed = jpeg.slice();
        for (const [at, value] of changes) changed[2 + at] = value;
        const frame = readJpegFrame(changed);
        if (!frame || frame.width > 200 || frame.height > 200 || frame.scans > 40) return;
        try {
          expect(readJpeg(changed).data.length).toBe(4 * frame.width * frame.height);
        } catch (error) {
          expect(error).toBeInstanceOf(JpegError);
        }
      });
    }
  });
});
