import { deflateSync } from "node:zlib";
import { type Chunk, pngFile } from "#worker/render/png/chunks.ts";

const MIB = 1024 * 1024;
const idat = (raw: Uint8Array): Chunk => ({ type: "IDAT", data: deflateSync(raw) });

/** Pictures with valid chunks in an order that the PNG specification forbids. */
function misordered(side: number): [label: string, make: () => Uint8Array][] {
  const data = idat(new Uint8Array((3 * side + 1) * side));
  const [start, end] = [data.data.slice(0, 9), data.data.slice(9)].map((part) => ({
    type: "IDAT",
    data: part,
  })) as [Chunk, Chunk];
  const note: Chunk = { type: "tEXt", data: encodeText("Title\0Sun") };
  const colors: Chunk = { type: "PLTE", data: new Uint8Array(6) };
  const clear: Chunk = { type: "tRNS", data: new Uint8Array(6) };
  const file = (...chunks: Chunk[]) => pngFile(side, side, 2, chunks);
  const header = { type: "IHDR", data: file().slice(16, 29) };
  return [
    ["another chunk inside its data", () => file(start, note, end)],
    ["a palette inside its data", () => file(start, colors, end)],
    ["two headers", () => file(header, data)],
    ["a second header after its data", () => file(data, header)],
    ["two palettes", () => file(colors, colors, data)],
    ["a palette after its data", () => file(data, colors)],
    ["a palette after its transparency", () => file(clear, colors, data)],
    ["transparency after its data", () => file(data, clear)],
    ["a chunk before its header", () => noteFirst(file(note, data))],
  ];
}

/** Swaps a picture's first two chunks, the header and a note. */
function noteFirst(file: Uint8Array): Uint8Array {
  const end = 33 + 12 + new DataView(file.buffer, file.byteOffset).getUint32(33);
  return concatBytes(file.slice(0, 8), file.slice(33, end), file.slice(8, 33), file.slice(end));
}

/** Invalid files that start like a PNG of `side` × `side` pixels. `good` makes a valid one. */
export function badPngs(side: number, good: () => Uint8Array): [label: string, make: () => Uint8Array][] {
  const rgb = (3 * side + 1) * side;
  return [
    ["only the signature", () => good().slice(0, 8)],
    ["half a header", () => good().slice(0, 20)],
    ["half its data", () => good().slice(0, good().length >> 1)],
    ["no end", () => good().slice(0, good().length - 12)],
    ["one bit flipped", () => good().map((byte, i) => (i === good().length >> 1 ? byte ^ 1 : byte))],
    // The header's checksum follows its 13 bytes.
    ["a wrong checksum of its header", () => good().map((byte, i) => (i === 29 ? byte ^ 128 : byte))],
    ["30,000 × 30,000 pixels", () => pngFile(30_000, 30_000, 2, [idat(new Uint8Array(100))])],
    ["two billion pixels per side", () => pngFile(0x80000000, 0x80000000, 2, [idat(new Uint8Array(9))])],
    ["four billion pixels per side", () => pngFile(0xffffffff, 0xffffffff, 2, [idat(new Uint8Array(9))])],
    ["no width", () => pngFile(0, side, 2, [idat(new Uint8Array(10))])],
    ["more pixels than its sides allow", () => pngFile(4096, 4096, 2, [idat(new Uint8Array(100))])],
    ["large dimensions and little data", () => pngFile(4096, 3072, 6, [idat(new Uint8Array(100))])],
    ["no data", () => pngFile(side, side, 2, [])],
    ["a missing row", () => pngFile(side, side, 2, [idat(new Uint8Array(rgb - 1))])],
    ["uncompressed data", () => pngFile(side, side, 2, [{ type: "IDAT", data: encodeText("not zlib") }])],
    ["an unknown color type", () => pngFile(side, side, 5, [idat(new Uint8Array(rgb))])],
    [
      "indexed colors without a palette",
      () => pngFile(side, side, 3, [idat(new Uint8Array(side * side + side))]),
    ],
    ["an unknown filter", () => pngFile(side, side, 2, [idat(new Uint8Array(rgb).fill(9))])],
    ["100 MB compressed to 100 KB", () => pngFile(side, side, 2, [idat(new Uint8Array(100 * MIB))])],
    [
      "a chunk longer than the file",
      () => concatBytes(good().slice(0, 33), [0xff, 0xff, 0xff, 0xff], encodeText("IDAT"), good().slice(41)),
    ],
    [
      "400,000 empty chunks",
      () =>
        pngFile(
          side,
          side,
          2,
          Array.from({ length: 400_000 }, () => ({ type: "IDAT", data: new Uint8Array(0) })),
        ),
    ],
    ...misordered(side),
  ];
}

/** Three of them, for an upload: tests of the decoder have them all. */
export const someBadPngs = (side: number, good: () => Uint8Array): ReturnType<typeof badPngs> =>
  badPngs(side, good).filter(([label]) =>
    ["half its data", "no width", "a wrong checksum of its header"].includes(label),
  );

export const encodeText = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Concatenates byte arrays. */
export function concatBytes(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const all = parts.map((part) => Uint8Array.from(part));
  const result = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
