import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { type Chunk, pngFile } from "#worker/render/png/chunks.ts";
import { badPngs, concatBytes, encodeText } from "./bad-pngs.ts";

type Color = readonly [red: number, green: number, blue: number, alpha: number];

interface PngCase {
  name: string;
  file: Uint8Array;
  /** The picture's pixels. Null if the file must be refused. */
  colorAt: ((x: number, y: number) => Color) | null;
}

/** All pictures are as large as a texture, so the preview doesn't scale them. */
export const CASE_SIDE = 512;

/** Compressed rows whose quarters have these samples, of `depth` bits each. */
function quarters(samples: readonly (readonly number[])[], depth = 8): Chunk {
  const half = CASE_SIDE / 2;
  const bytesOf = (pixel: readonly number[]): number[] =>
    depth === 16
      ? pixel.flatMap((sample) => [sample >> 8, sample & 255])
      : depth === 8
        ? [...pixel]
        : [Array.from({ length: 8 / depth }).reduce<number>((byte) => (byte << depth) | (pixel[0] ?? 0), 0)];
  const row = ([left = [], right = []]: readonly (readonly number[])[]) => [
    0,
    ...[left, right].flatMap((pixel) =>
      Array.from({ length: depth < 8 ? (half * depth) / 8 : half }, () => bytesOf(pixel)).flat(),
    ),
  ];
  const [top, bottom] = [row(samples.slice(0, 2)), row(samples.slice(2))];
  const rows = Array.from({ length: CASE_SIDE }, (_, y) => (y < half ? top : bottom)).flat();
  return { type: "IDAT", data: deflateSync(new Uint8Array(rows)) };
}

function png(colorType: number, chunks: readonly Chunk[], depth = 8): Uint8Array {
  const file = pngFile(CASE_SIDE, CASE_SIDE, colorType, chunks);
  file[24] = depth;
  new DataView(file.buffer).setUint32(29, crc32(file.subarray(12, 29)));
  return file;
}

const chunk = (type: string, ...data: number[]): Chunk => ({ type, data: new Uint8Array(data) });
const text = (type: string, content: string): Chunk => ({ type, data: encodeText(content) });

/** Damages the checksum of the first chunk of a type. */
function damaged(file: Uint8Array, type: string): Uint8Array {
  const view = new DataView(file.buffer);
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    if (String.fromCharCode(...file.subarray(at + 4, at + 8)) !== type) continue;
    const end = at + 8 + view.getUint32(at);
    return file.map((byte, i) => (i === end ? byte ^ 0x55 : byte));
  }
  throw new Error(`The file has no ${type}.`);
}

const COLORS = [
  [200, 10, 20],
  [10, 200, 20],
  [10, 20, 200],
  [90, 90, 90],
] as const;
const GRAYS = [10, 100, 200, 250];
/** The colors with the given alphas, by default opaque. */
const shown = (alphas: readonly number[] = [], colors: readonly (readonly number[])[] = COLORS): Color[] =>
  colors.map(([r = 0, g = r, b = r], i) => [r, g, b, alphas[i] ?? 255]);
const shownGrays = (alphas: readonly number[] = [], grays: readonly number[] = GRAYS) =>
  shown(
    alphas,
    grays.map((gray) => [gray]),
  );

const RGB = quarters(COLORS);
const GRAY = quarters(GRAYS.map((gray) => [gray]));
const PALETTE = chunk("PLTE", ...COLORS.flat());
const INDICES = quarters([[0], [1], [2], [3]]);
const FOUR_GRAYS = quarters([[0], [1], [2], [3]], 2);
const DEEP_GRAY = quarters(
  GRAYS.map((gray) => [(gray << 8) | 127]),
  16,
);
const plain = png(2, [RGB]);

/** EXIF with only an orientation (TIFF 6, tag 0x0112), in either byte order. */
const big = (turn: number) =>
  chunk("eXIf", 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0);
const little = (turn: number) =>
  chunk("eXIf", 73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0, 0, 0, 0, 0);

/** An animation's frame of the whole picture, shown for a tenth of a second. */
const frame = (number: number) =>
  chunk(
    "fcTL",
    ...[0, 0, 0, number, 0, 0, CASE_SIDE >> 8, CASE_SIDE & 255, 0, 0, CASE_SIDE >> 8, CASE_SIDE & 255],
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0],
  );
const nextFrame = (number: number): Chunk => ({
  type: "fdAT",
  data: concatBytes([0, 0, 0, number], quarters(COLORS.map(() => [1, 1, 1])).data),
});

const ACCEPTED: readonly [name: string, file: Uint8Array, colors?: Color[]][] = [
  ["nothing special", plain],
  ["a line break after its end", concatBytes(plain, [10])],
  ["a megabyte of zeros after its end", concatBytes(plain, new Uint8Array(1 << 20))],
  ["another picture after its end", concatBytes(plain, png(0, [GRAY]))],
  ["data and a second end after its end", concatBytes(plain, plain.slice(33))],
  ["an end with data", png(2, [RGB, text("IEND", "more")])],
  ["an end with a wrong checksum", damaged(plain, "IEND")],
  ["an end without a checksum", plain.slice(0, -4)],
  ["a text with a wrong checksum", damaged(png(2, [text("tEXt", "Title\0Sun"), RGB]), "tEXt")],
  ["a text with a wrong checksum after its data", damaged(png(2, [RGB, text("tEXt", "Title\0Sun")]), "tEXt")],
  ["a gamma with a wrong checksum", damaged(png(2, [chunk("gAMA", 0, 1, 134, 160), RGB]), "gAMA")],
  ["an unknown harmless chunk with a wrong checksum", damaged(png(2, [text("abCd", "x"), RGB]), "abCd")],
  ["an orientation with a wrong checksum", damaged(png(2, [big(6), RGB]), "eXIf")],
  ["transparency with a wrong checksum", damaged(png(2, [chunk("tRNS", 0, 200, 0, 10, 0, 20), RGB]), "tRNS")],
  [
    "transparency of a palette with a wrong checksum",
    damaged(png(3, [PALETTE, chunk("tRNS", 0, 128), INDICES]), "tRNS"),
  ],
  ...[2, 3, 4, 5, 6, 7, 8].map((turn): [string, Uint8Array] => [
    `orientation ${turn}`,
    png(2, [big(turn), RGB]),
  ]),
  ["orientation 6 in the other byte order", png(2, [little(6), RGB])],
  ["orientation 6 after its data", png(2, [RGB, big(6)])],
  ["an unreadable orientation", png(2, [text("eXIf", "garbage"), RGB])],
  ["a gamma of 1", png(2, [chunk("gAMA", 0, 1, 134, 160), RGB])],
  ["the colors of Display P3", png(2, [chunk("cICP", 12, 13, 0, 1), RGB])],
  ["an unreadable color profile", png(2, [text("iCCP", "x\0\0zzzz"), RGB])],
  [
    "an animation that begins with it",
    png(2, [chunk("acTL", 0, 0, 0, 2, 0, 0, 0, 0), frame(0), RGB, frame(1), nextFrame(2)]),
  ],
  ["an animation without it", png(2, [chunk("acTL", 0, 0, 0, 1, 0, 0, 0, 0), RGB, frame(0), nextFrame(1)])],
  [
    "an animation with a wrong checksum",
    damaged(png(2, [chunk("acTL", 0, 0, 0, 2, 0, 0, 0, 0), frame(0), RGB, frame(1), nextFrame(2)]), "fcTL"),
  ],
  [
    "compressed data with a wrong checksum inside",
    png(2, [{ ...RGB, data: RGB.data.map((byte, i) => (i === RGB.data.length - 1 ? byte ^ 1 : byte)) }]),
  ],
  ["compressed data without its checksum", png(2, [{ ...RGB, data: RGB.data.slice(0, -4) }])],
  ["bytes after its compressed data", png(2, [{ ...RGB, data: concatBytes(RGB.data, [1, 2, 3, 4, 5]) }])],
  ["a palette", png(3, [PALETTE, INDICES])],
  ["a palette and its transparency", png(3, [PALETTE, chunk("tRNS", 0, 128), INDICES]), shown([0, 128])],
  [
    "more transparency than palette",
    png(3, [PALETTE, chunk("tRNS", 0, 128, 77, 88, 9, 10), INDICES]),
    shown([0, 128, 77, 88]),
  ],
  ["an empty transparency", png(3, [PALETTE, chunk("tRNS"), INDICES])],
  ["an index outside its palette", png(3, [PALETTE, quarters([[0], [1], [2], [9]])])],
  [
    "an index outside its transparent palette",
    png(3, [chunk("PLTE", ...COLORS.flat().slice(0, 9)), chunk("tRNS", 0, 128, 99), INDICES]),
    shown([0, 128, 99, 99], [COLORS[0], COLORS[1], COLORS[2], COLORS[2]]),
  ],
  [
    "a palette of 2 bits and its transparency",
    png(3, [PALETTE, chunk("tRNS", 0, 128), FOUR_GRAYS], 2),
    shown([0, 128]),
  ],
  ["a transparent color", png(2, [chunk("tRNS", 0, 200, 0, 10, 0, 20), RGB]), shown([0])],
  ["a transparent color with upper bytes", png(2, [chunk("tRNS", 1, 200, 0, 10, 0, 20), RGB]), shown([0])],
  ["half a transparent color", png(2, [chunk("tRNS", 0, 200, 0, 10), RGB])],
  ["a transparent color that it doesn't have", png(2, [chunk("tRNS", 0, 1, 0, 1, 0, 2), RGB])],
  ["a transparent gray", png(0, [chunk("tRNS", 0, 100), GRAY]), shownGrays([255, 0])],
  ["a transparent gray with an upper byte", png(0, [chunk("tRNS", 1, 100), GRAY]), shownGrays([255, 0])],
  ["a transparent gray of 1 byte", png(0, [chunk("tRNS", 100), GRAY]), shownGrays()],
  [
    "a transparent gray of 2 bits",
    png(0, [chunk("tRNS", 0, 2), FOUR_GRAYS], 2),
    shownGrays([255, 255, 0], [0, 85, 170, 255]),
  ],
  [
    "a transparent gray of 2 bits with an upper byte",
    png(0, [chunk("tRNS", 1, 2), FOUR_GRAYS], 2),
    shownGrays([255, 255, 0], [0, 85, 170, 255]),
  ],
  [
    "a transparent gray of 2 bits that doesn't exist",
    png(0, [chunk("tRNS", 0, 6), FOUR_GRAYS], 2),
    shownGrays([], [0, 85, 170, 255]),
  ],
  ["a transparent gray of 16 bits", png(0, [chunk("tRNS", 100, 127), DEEP_GRAY], 16), shownGrays([255, 0])],
  [
    "a transparent gray of 16 bits next to its own",
    png(0, [chunk("tRNS", 100, 1), DEEP_GRAY], 16),
    shownGrays(),
  ],
  [
    "an alpha channel",
    png(6, [quarters(COLORS.map((color, i) => [...color, [255, 128, 0, 40][i] ?? 0]))]),
    shown([255, 128, 0, 40]),
  ],
  [
    "an alpha channel and a transparent color",
    png(6, [
      chunk("tRNS", 0, 200, 0, 10, 0, 20),
      quarters(COLORS.map((color, i) => [...color, [255, 128, 0, 40][i] ?? 0])),
    ]),
    shown([255, 128, 0, 40]),
  ],
  [
    "gray and an alpha channel",
    png(4, [quarters(GRAYS.map((gray, i) => [gray, [255, 128, 0, 40][i] ?? 0]))]),
    shownGrays([255, 128, 0, 40]),
  ],
];

const REFUSED: readonly [name: string, file: Uint8Array][] = [
  ["an unknown chunk that must be understood", png(2, [text("ABCd", "x"), RGB])],
  ["a palette with a wrong checksum", damaged(png(3, [PALETTE, INDICES]), "PLTE")],
  ["data with a wrong checksum", damaged(plain, "IDAT")],
  ["two transparencies", png(0, [chunk("tRNS", 0, 100), chunk("tRNS", 0, 10), GRAY])],
  ["half an end", plain.slice(0, -6)],
];

/** Chromium shows this one. The server doesn't unpack far more than the header says. */
const TOO_MUCH = "100 MB compressed to 100 KB";

/** The picture in each file of `cases/png`: red over green, with blue on the left and a hole at the upper right. */
function fileColorAt(x: number, y: number): Color {
  if (x < 64) return [30, 60, 220, 255];
  if (x > 448 && y < 64) return [0, 0, 0, 0];
  return y < CASE_SIDE / 2 ? [220, 50, 40, 255] : [40, 170, 70, 255];
}
const FILES = ["09-exif-orientation-6", "12-trailing-newline", "13-trailing-zeros"];

/** PNGs with something unusual, which the preview of a texture and the server must read alike. */
export const PNG_CASES: readonly PngCase[] = [
  ...ACCEPTED.map(([name, file, colors = shown()]) => ({
    name,
    file,
    colorAt: (x: number, y: number) =>
      colors[(y < CASE_SIDE / 2 ? 0 : 2) + (x < CASE_SIDE / 2 ? 0 : 1)] as Color,
  })),
  ...FILES.map((name) => ({
    name: `the content of ${name}`,
    file: new Uint8Array(readFileSync(new URL(`cases/png/${name}.png`, import.meta.url))),
    colorAt: fileColorAt,
  })),
  ...REFUSED.map(([name, file]) => ({ name, file, colorAt: null })),
  ...badPngs(CASE_SIDE, () => plain)
    .filter(([name]) => name !== TOO_MUCH)
    .map(([name, make]) => ({ name, file: make(), colorAt: null })),
];
