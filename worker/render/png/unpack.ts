import { inflateRawSync } from "node:zlib";
import { PngError } from "#domain/raster/png/error.ts";
import type { Header } from "./chunks.ts";
import { unfilterRows } from "./filters.ts";

/** Expands `columns` pixels from byte `at` of `raw` to RGBA in `out`, from `start`, `step` bytes apart. */
type RowReader = (
  raw: Uint8Array,
  at: number,
  columns: number,
  out: Uint8Array,
  start: number,
  step: number,
) => void;

/** `palette` is PLTE and `transparency` tRNS, each null if absent. */
function rowReader(header: Header, palette: Uint8Array | null, transparency: Uint8Array | null): RowReader {
  if (header.colorType === 3) return paletteReader(header.depth, palette, transparency);
  const { depth, channels } = header;
  const gray = channels < 3;
  const alpha = channels % 2 === 0;
  const top = 2 ** depth - 1;
  const clear = transparency && !alpha ? clearColor(transparency, gray ? 1 : 3, depth) : null;
  return (raw, at, columns, out, start, step) => {
    for (let i = 0, to = start; i < columns; i++, to += step) {
      const first = i * channels;
      const r = sampleAt(raw, at, first, depth);
      const g = gray ? r : sampleAt(raw, at, first + 1, depth);
      const b = gray ? r : sampleAt(raw, at, first + 2, depth);
      const a = alpha ? sampleAt(raw, at, first + channels - 1, depth) : top;
      const hidden = clear !== null && r === clear[0] && g === (clear[1] ?? r) && b === (clear[2] ?? r);
      out[to] = toByte(r, depth);
      out[to + 1] = toByte(g, depth);
      out[to + 2] = toByte(b, depth);
      out[to + 3] = hidden ? 0 : toByte(a, depth);
    }
  };
}

function paletteReader(
  depth: number,
  palette: Uint8Array | null,
  transparency: Uint8Array | null,
): RowReader {
  if (!palette || palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768) {
    throw new PngError("The PNG has no valid palette.");
  }
  const last = palette.length / 3 - 1;
  return (raw, at, columns, out, start, step) => {
    for (let i = 0, to = start; i < columns; i++, to += step) {
      // Chromium shows an index outside the palette as the palette's last color.
      const index = Math.min(sampleAt(raw, at, i, depth), last);
      for (let c = 0; c < 3; c++) out[to + c] = palette[index * 3 + c] as number;
      out[to + 3] = transparency?.[index] ?? 255;
    }
  };
}

function sampleAt(raw: Uint8Array, at: number, index: number, depth: number): number {
  if (depth === 8) return raw[at + index] as number;
  if (depth === 16) return ((raw[at + index * 2] as number) << 8) | (raw[at + index * 2 + 1] as number);
  const bit = index * depth;
  return ((raw[at + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

function toByte(sample: number, depth: number): number {
  return depth === 8 ? sample : depth === 16 ? sample >> 8 : (sample * 255) / (2 ** depth - 1);
}

/** The color that is transparent. Each of its samples takes two bytes, of which only deep pictures use the upper one. */
function clearColor(transparency: Uint8Array, samples: number, depth: number): number[] | null {
  if (transparency.length < samples * 2) return null;
  return Array.from({ length: samples }, (_, i) => {
    const [upper = 0, lower = 0] = transparency.subarray(i * 2, i * 2 + 2);
    return depth === 16 ? (upper << 8) | lower : lower;
  });
}

/** The start and the spacing of an Adam7 pass, or of the only pass of a picture without interlacing. */
interface Pass {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
}

const PLAIN: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];
/** Some encoders add bytes after the last row, bombs millions. workerd's buffer grows by 40 KB. */
const SLACK = 65_536;

/** Inflates and unfilters the picture data and expands it to RGBA. */
export function unpackPixels(
  header: Header,
  parts: readonly Uint8Array[],
  palette: Uint8Array | null,
  transparency: Uint8Array | null,
): Uint8Array {
  const bits = header.depth * header.channels;
  const passes = (header.interlaced ? ADAM7 : PLAIN)
    .map((pass) => ({
      ...pass,
      columns: Math.ceil((header.width - pass.x) / pass.stepX),
      rows: Math.ceil((header.height - pass.y) / pass.stepY),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const size = passes.reduce(
    (sum, { columns, rows }) => sum + rows * (1 + Math.ceil((columns * bits) / 8)),
    0,
  );
  const raw = inflate(parts, size);
  const result = new Uint8Array(header.width * header.height * 4);
  const read = rowReader(header, palette, transparency);
  let at = 0;
  for (const pass of passes) {
    const stride = Math.ceil((pass.columns * bits) / 8);
    unfilterRows(raw, at, stride, pass.rows, Math.max(1, bits >> 3));
    for (let row = 0; row < pass.rows; row++) {
      const start = ((pass.y + row * pass.stepY) * header.width + pass.x) * 4;
      read(raw, at + 1, pass.columns, result, start, pass.stepX * 4);
      at += stride + 1;
    }
  }
  return result;
}

function inflate(parts: readonly Uint8Array[], size: number): Uint8Array {
  const compressed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    compressed.set(part, at);
    at += part.length;
  }
  let raw: Uint8Array;
  try {
    checkZlibHeader(compressed);
    // Without the zlib checksum at the end, which browsers ignore: each chunk has one of its own.
    raw = inflateRawSync(compressed.subarray(2), { maxOutputLength: size + SLACK });
  } catch {
    throw new PngError("The PNG's picture data can't be unpacked.");
  }
  if (raw.length < size) throw new PngError("The PNG's picture data ends too early.");
  return raw;
}

/** Throws unless the data is compressed as PNG requires: with "deflate", without a preset dictionary (RFC 1950, 2.2). */
function checkZlibHeader([method = 0, flags = 0]: Uint8Array): void {
  if ((method & 15) !== 8 || ((method << 8) | flags) % 31 !== 0 || flags & 32) throw new Error("not zlib");
}
