import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { badPngs } from "#tests/support/bad-pngs.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";
import { CASE_SIDE, PNG_CASES } from "#tests/support/png-cases.ts";
import { pngFile } from "#worker/render/png/chunks.ts";
import { decodePng, encodeDrawing, encodePng, PngError } from "#worker/render/png.ts";
import { coverResize } from "#worker/render/resize.ts";

const picture = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }), fc.boolean())
  .chain(([width, height, opaque]) =>
    fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }).map((data) => {
      if (opaque) for (let i = 3; i < data.length; i += 4) data[i] = 255;
      return { width, height, data };
    }),
  );

function gradient(width: number, height: number) {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([(i * 7) & 255, (i >> 3) & 255, i & 255, 255], i * 4);
  return { width, height, data };
}

/** A PNG with the given color type and depth around raw rows, which include their filter bytes. */
function rawPng(
  width: number,
  height: number,
  colorType: number,
  depth: number,
  rows: number[],
  more: { type: string; data: Uint8Array }[] = [],
  interlace = 0,
) {
  const file = pngFile(width, height, colorType, [
    ...more,
    { type: "IDAT", data: deflateSync(new Uint8Array(rows)) },
  ]);
  return patchHeader(file, (header) => {
    header[8] = depth;
    header[12] = interlace;
  });
}

function patchHeader(file: Uint8Array, patch: (header: Uint8Array) => void): Uint8Array {
  const header = file.slice(16, 29);
  patch(header);
  const result = file.slice();
  result.set(header, 16);
  new DataView(result.buffer).setUint32(29, crc(result.subarray(12, 29)));
  return result;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

test("an encoded picture is decoded to the same pixels", () => {
  forAll(150, picture, (original) => {
    const copy = decodePng(encodePng(original));
    expect([copy.width, copy.height]).toEqual([original.width, original.height]);
    expect(copy.data).toEqual(original.data);
  });
});

test("a drawing keeps its alpha, and its red, green and blue are off by at most 2, 1 and 3", () => {
  forAll(150, picture, (original) => {
    const copy = decodePng(encodeDrawing(original));
    expect([copy.width, copy.height]).toEqual([original.width, original.height]);
    original.data.forEach((value, i) => {
      const most = original.data[i | 3] === 0 ? 255 : [2, 1, 3, 0][i % 4];
      expect(Math.abs((copy.data[i] as number) - value)).toBeLessThanOrEqual(i % 4 === 3 ? 0 : (most ?? 0));
    });
  });
});

test("a drawing with shading takes at most two thirds of the bytes", () => {
  const side = 256;
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const light = Math.cos(Math.hypot(x - 120, y - 90) / 180);
      const shade = [230, 120, 60].map((color) => Math.round(color * light));
      data.set([...shade, Math.hypot(x - 128, y - 128) < 120 ? 255 : 0], (y * side + x) * 4);
    }
  const drawing = { width: side, height: side, data };
  expect(encodeDrawing(drawing).length).toBeLessThan((encodePng(drawing).length * 2) / 3);
});

test("unknown chunks are skipped, before and after the data", () => {
  const data = { type: "IDAT", data: deflateSync(new Uint8Array([0, 1, 2, 3])) };
  const unknown = { type: "tEXt", data: new Uint8Array(9) };
  expect([...decodePng(pngFile(1, 1, 2, [unknown, data, unknown])).data]).toEqual([1, 2, 3, 255]);
});

test("a damaged file is rejected with a PngError and nothing else", () => {
  const files = [
    encodePng(gradient(20, 20)),
    encodePng({ ...gradient(8, 8), data: new Uint8Array(256).fill(9) }),
  ];
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 6,
  });
  forAll(600, fc.constantFrom(...files), damage, fc.nat(), (file, changes, cut) => {
    const bytes = file.slice(0, cut % 3 === 0 ? cut % file.length : file.length);
    for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
    try {
      decodePng(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(PngError);
      expect((error as PngError).message).toMatch(/^The /);
    }
  });
});

test("damage with a correct checksum is rejected with a PngError too", () => {
  forAll(
    300,
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom(0, 2, 3, 4, 6),
    fc.constantFrom(1, 2, 4, 8, 16),
    fc.integer({ min: 0, max: 1 }),
    (rows, type, depth, interlace) => {
      const more = type === 3 ? [{ type: "PLTE", data: new Uint8Array([1, 2, 3, 4, 5, 6]) }] : [];
      try {
        expect(decodePng(rawPng(3, 3, type, depth, [...rows], more, interlace)).data).toHaveLength(36);
      } catch (error) {
        expect(error).toBeInstanceOf(PngError);
      }
    },
  );
});

test("a header of 30,000 by 30,000 is rejected before anything is allocated", () => {
  const huge = pngFile(30_000, 30_000, 6, [{ type: "IDAT", data: new Uint8Array(10) }]);
  const before = process.memoryUsage().arrayBuffers;
  expect(() => decodePng(huge)).toThrow(/30000 × 30000.*at most 4096/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  expect(() => decodePng(pngFile(4000, 4000, 6, []))).toThrow(/pixels. The limit is/);
  expect(() => decodePng(encodePng(gradient(64, 64)), { maxSide: 32 })).toThrow(PngError);
});

describe("a broken texture is rejected at no more cost than 4 good ones", () => {
  const good = encodePng(gradient(512, 512));
  test.each(badPngs(512, () => good))("with %s", (_, make) => {
    const bad = make();
    const reject = () => expect(() => decodePng(bad)).toThrow(PngError);
    expectCpuRatio(reject, () => decodePng(good), 4);
  });
});

test("a file that unpacks to far more than its header says is rejected", () => {
  const bomb = pngFile(4, 4, 6, [{ type: "IDAT", data: deflateSync(new Uint8Array(5_000_000)) }]);
  expect(() => decodePng(bomb)).toThrow("can't be unpacked");
});

test("1-bit grays, transparent colors and 16-bit samples are decoded", () => {
  expect([...decodePng(rawPng(4, 1, 0, 1, [0, 0b10100000])).data.filter((_, i) => i % 4 === 0)]).toEqual([
    255, 0, 255, 0,
  ]);
  const transparency = [{ type: "tRNS", data: new Uint8Array([0, 2]) }];
  expect([...decodePng(rawPng(2, 1, 0, 2, [0, 0b10010000], transparency)).data]).toEqual([
    170, 170, 170, 0, 85, 85, 85, 255,
  ]);
  expect([...decodePng(rawPng(1, 1, 2, 16, [0, 200, 1, 100, 2, 50, 3])).data]).toEqual([200, 100, 50, 255]);
  expect([...decodePng(rawPng(1, 1, 4, 8, [0, 90, 17])).data]).toEqual([90, 90, 90, 17]);
});

test("2-bit palettes with transparency are decoded", () => {
  const more = [
    { type: "PLTE", data: new Uint8Array([255, 0, 0, 0, 255, 0]) },
    { type: "tRNS", data: new Uint8Array([128]) },
  ];
  expect([...decodePng(rawPng(2, 1, 3, 2, [0, 0b00010000], more)).data]).toEqual([
    255, 0, 0, 128, 0, 255, 0, 255,
  ]);
});

test("an interlaced picture is decoded", () => {
  // 3 × 3 in Adam7: one pixel in pass 1, then passes 4 (column 2), 5 (row 2), 6 (column 1), 7 (row 1).
  const rows = [0, 1, 0, 3, 0, 7, 9, 0, 2, 0, 8, 0, 4, 5, 6];
  const gray = decodePng(rawPng(3, 3, 0, 8, rows, [], 1)).data.filter((_, i) => i % 4 === 0);
  expect([...gray]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a picture with a palette is small and stays close to the original", () => {
  const original = { width: 256, height: 144, data: drawWorld(starterWorld(), { width: 256, height: 144 }) };
  const small = encodePng(original, { colors: 128 });
  expect(small.length).toBeLessThan(encodePng(original).length / 1.5);
  const { data } = decodePng(small);
  const difference =
    data.reduce((sum, value, i) => sum + Math.abs(value - (original.data[i] ?? 0)), 0) / data.length;
  expect(difference).toBeLessThan(4);
});

test("resizing crops around the center and averages without dark edges", () => {
  const wide = new Uint8Array(4 * 2 * 4);
  for (let i = 0; i < 8; i++)
    wide.set(i % 4 === 0 || i % 4 === 3 ? [255, 0, 0, 255] : [0, 0, 255, 255], i * 4);
  expect([...coverResize(wide, 4, 2, 1, 1)]).toEqual([0, 0, 255, 255]);
  const half = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]);
  expect([...coverResize(new Uint8Array([...half, ...half]), 2, 2, 1, 1)]).toEqual([255, 255, 255, 128]);
  const flat = new Uint8Array(50 * 30 * 4).fill(77);
  expect(coverResize(flat, 50, 30, 17, 9).every((value) => value === 77)).toBe(true);
});

test.each(PNG_CASES)("a PNG with $name is read as browsers show it, or refused", ({ file, colorAt }) => {
  if (!colorAt) return expect(() => decodePng(file)).toThrow(PngError);
  const { width, height, data } = decodePng(file);
  expect([width, height]).toEqual([CASE_SIDE, CASE_SIDE]);
  const wrong: string[] = [];
  for (let i = 0; i < width * height && wrong.length === 0; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const color = data.subarray(i * 4, i * 4 + 4);
    if (colorAt(x, y).some((value, channel) => value !== color[channel])) wrong.push(`${x}, ${y}: ${color}`);
  }
  expect(wrong).toEqual([]);
});
