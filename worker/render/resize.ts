import type { Picture } from "./png.ts";
import { LAST_LINEAR_STEP, LINEAR_TO_SRGB, SRGB_TO_LINEAR } from "./raster/target.ts";

/** Crops around the center and averages by area, in linear light with alpha, so edges don't fringe. */
export function coverResize(
  rgba: Uint8Array | Uint8ClampedArray,
  w: number,
  h: number,
  outW: number,
  outH: number,
): Uint8Array {
  const scale = Math.min(w / outW, h / outH);
  const columns = spans(w, outW, scale);
  const rows = spans(h, outH, scale);
  const result = new Uint8Array(outW * outH * 4);
  const sum = new Float64Array(4);
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++) {
      average(rgba, w, columns[x] as Span, rows[y] as Span, sum);
      const at = (y * outW + x) * 4;
      const alpha = sum[3] as number;
      for (let c = 0; c < 3; c++) result[at + c] = alpha > 0 ? toByte((sum[c] as number) / alpha) : 0;
      result[at + 3] = Math.round(alpha * 255);
    }
  }
  return result;
}

/** The source pixels under a result pixel and the coverage of each; the weights sum to 1. */
interface Span {
  from: number;
  weights: number[];
}

function spans(size: number, outSize: number, scale: number): Span[] {
  const offset = (size - outSize * scale) / 2;
  return Array.from({ length: outSize }, (_, i) => {
    const start = Math.max(0, offset + i * scale);
    const end = Math.min(size, offset + (i + 1) * scale);
    const from = Math.min(size - 1, Math.floor(start));
    const count = Math.max(1, Math.ceil(end - 1e-9) - from);
    const covers = Array.from(
      { length: count },
      (_, k) => Math.min(end, from + k + 1) - Math.max(start, from + k),
    );
    const total = covers.reduce((sum, cover) => sum + cover, 0) || 1;
    return { from, weights: covers.map((cover) => cover / total) };
  });
}

/** Writes premultiplied linear red, green, blue and alpha (0–1) into `sum`. */
function average(
  rgba: Uint8Array | Uint8ClampedArray,
  w: number,
  column: Span,
  row: Span,
  sum: Float64Array,
): void {
  sum.fill(0);
  for (let j = 0; j < row.weights.length; j++) {
    for (let i = 0; i < column.weights.length; i++) {
      const at = ((row.from + j) * w + column.from + i) * 4;
      const part =
        ((row.weights[j] as number) * (column.weights[i] as number) * (rgba[at + 3] as number)) / 255;
      sum[0] = (sum[0] as number) + part * (SRGB_TO_LINEAR[rgba[at] as number] as number);
      sum[1] = (sum[1] as number) + part * (SRGB_TO_LINEAR[rgba[at + 1] as number] as number);
      sum[2] = (sum[2] as number) + part * (SRGB_TO_LINEAR[rgba[at + 2] as number] as number);
      sum[3] = (sum[3] as number) + part;
    }
  }
}

function toByte(linear: number): number {
  return LINEAR_TO_SRGB[Math.round(Math.min(1, linear) * LAST_LINEAR_STEP)] as number;
}

/** Scales a picture to fit into a square, centered on a transparent background. */
export function containResize({ width, height, data }: Picture, side: number): Picture {
  const scale = side / Math.max(width, height);
  const w = Math.max(1, Math.round(width * scale));
  const h = Math.max(1, Math.round(height * scale));
  const small = coverResize(data, width, height, w, h);
  const square = new Uint8Array(side * side * 4);
  const left = (side - w) >> 1;
  const top = (side - h) >> 1;
  for (let y = 0; y < h; y++)
    square.set(small.subarray(y * w * 4, (y + 1) * w * 4), ((top + y) * side + left) * 4);
  return { width: side, height: side, data: square };
}
