import { inflateRawSync } from "node:zlib";
import { PngError } from "#domain/raster/png/error.ts";
import { unfilterRows } from "./filters.ts";
import type { Header } from "./header.ts";
import { rowReader } from "./row.ts";

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
/**
 * Some encoders add a few bytes after the last row; a decompression bomb adds millions. workerd applies the limit to its
 * buffer, which grows by up to 40 KB at a time.
 */
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
