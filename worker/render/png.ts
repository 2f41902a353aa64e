import { deflateSync } from "node:zlib";
import { PngError } from "#domain/raster/png/error.ts";
import { type Chunk, type Header, pngFile, readChunks, readHeader } from "./png/chunks.ts";
import { filterRows } from "./png/filters.ts";
import { exactPalette, type Palette, quantize, quantizedRows } from "./png/palette.ts";
import { unpackPixels } from "./png/unpack.ts";

export { PngError } from "#domain/raster/png/error.ts";

/** RGBA bytes, row by row, not premultiplied. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

export interface PngLimits {
  maxSide: number;
  maxPixels: number;
}

/** 4,096 per side and 12.6 megapixels: 50 MB decoded, which fits into a worker's 128 MB. */
const DEFAULT_LIMITS: PngLimits = { maxSide: 4096, maxPixels: 12_600_000 };

/** Lossless: palette up to 256 colors, else RGB(A). `colors` reduces an opaque picture first. */
export function encodePng(picture: Picture, options: { colors?: number } = {}): Uint8Array {
  const { width, height, data } = picture;
  if (data.length !== width * height * 4) throw new PngError("The picture's data doesn't match its size.");
  const opaque = isOpaque(data);
  const palette = exactPalette(data) ?? (options.colors && opaque ? quantize(data, options.colors) : null);
  if (palette) return encodeIndexed(width, height, palette);
  const channels = opaque ? 3 : 4;
  const bytes = channels === 4 ? data : dropAlpha(data);
  return pngFile(width, height, opaque ? 2 : 6, [
    { type: "IDAT", data: deflateSync(filterRows(bytes, width * channels, height, channels), { level: 5 }) },
  ]);
}

/** Faster and smaller than `encodePng`, with no color off by more than 3 of 255 (`quantizedRows`). */
export function encodeDrawing({ width, height, data }: Picture): Uint8Array {
  const rows = quantizedRows(data, width, height);
  return pngFile(width, height, 6, [{ type: "IDAT", data: deflateSync(rows, { level: 5 }) }]);
}

/** Decodes any PNG to 8-bit RGBA, its size checked first. Only throws `PngError`, for users. */
export function decodePng(
  bytes: Uint8Array,
  limits: Partial<PngLimits> = {},
): Picture & { data: Uint8Array } {
  const chunks = readChunks(bytes);
  const header = checkSize(readHeader(chunks.next().value), { ...DEFAULT_LIMITS, ...limits });
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  for (const { type, data } of chunks) {
    if (type === "IDAT") parts.push(data);
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") transparency = data;
  }
  if (parts.length === 0) throw new PngError("The PNG has no picture in it.");
  return {
    width: header.width,
    height: header.height,
    data: unpackPixels(header, parts, palette, transparency),
  };
}

function checkSize(header: Header, { maxSide, maxPixels }: PngLimits): Header {
  const { width, height } = header;
  if (width > maxSide || height > maxSide) {
    throw new PngError(`The picture is ${width} × ${height} pixels. A side can have at most ${maxSide}.`);
  }
  if (width * height > maxPixels) {
    throw new PngError(
      `The picture has ${(width * height).toLocaleString("en")} pixels. The limit is ${maxPixels.toLocaleString("en")}.`,
    );
  }
  return header;
}

function encodeIndexed(width: number, height: number, { colors, indices }: Palette): Uint8Array {
  // Filters don't help with palette indices, so every row uses filter 0.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const chunks: Chunk[] = [{ type: "PLTE", data: colors.filter((_, i) => i % 4 !== 3) }];
  const alphas = colors.filter((_, i) => i % 4 === 3);
  if (alphas.some((alpha) => alpha < 255)) chunks.push({ type: "tRNS", data: alphas });
  chunks.push({ type: "IDAT", data: deflateSync(rows, { level: 9, memLevel: 9 }) });
  return pngFile(width, height, 3, chunks);
}

function isOpaque(data: Picture["data"]): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

function dropAlpha(data: Picture["data"]): Uint8Array {
  const bytes = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    bytes[to] = data[from] as number;
    bytes[to + 1] = data[from + 1] as number;
    bytes[to + 2] = data[from + 2] as number;
  }
  return bytes;
}
