import { PngError } from "#domain/raster/png/error.ts";
import type { Header } from "./header.ts";

/** Expands `columns` pixels from byte `at` of `raw` to RGBA in `out`, from `start`, `step` bytes apart. */
type RowReader = (
  raw: Uint8Array,
  at: number,
  columns: number,
  out: Uint8Array,
  start: number,
  step: number,
) => void;

/**
 * The row reader for a picture's color type. `palette` is PLTE and `transparency` tRNS, each null if absent.
 */
export function rowReader(
  header: Header,
  palette: Uint8Array | null,
  transparency: Uint8Array | null,
): RowReader {
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
