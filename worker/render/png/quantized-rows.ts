/**
 * Quantization of the differences between adjacent pixels, for red, green, blue and alpha. Colors are off by at most 2, 1 and
 * 3 of 255, by their weight in luma (.299, .587 and .114 in Rec. ITU-R BT.601), and alpha is exact. Smooth shading is then
 * mostly zeros, which halves the bytes.
 */
const STEPS = [5, 3, 7, 1];

/** Quantized differences, indexed by the difference (−255 to 255) plus 255. */
const QUANTIZED = STEPS.map((step) =>
  Int16Array.from({ length: 511 }, (_, i) => Math.round((i - 255) / step) * step),
);

/**
 * Filters a drawing's rows with PNG filter 1 (each byte minus that of the pixel before it), and drops invisible data: fine
 * differences of color, and the color of transparent pixels. `data` is RGBA, not premultiplied. Each difference is to the
 * quantized pixel before it, so errors don't accumulate.
 */
export function quantizedRows(
  data: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
): Uint8Array {
  const stride = width * 4;
  const rows = new Uint8Array((stride + 1) * height);
  for (let c = 0; c < 4; c++) {
    const quantized = QUANTIZED[c] as Int16Array;
    for (let y = 0; y < height; y++) {
      const start = y * stride;
      let to = y * (stride + 1) + 1 + c;
      let before = 0;
      for (let at = start; at < start + stride; at += 4, to += 4) {
        if (c < 3 && data[at + 3] === 0) continue;
        const step = (data[at + c] as number) - before;
        let now = before + (quantized[step + 255] as number);
        if (now < 0 || now > 255) now = data[at + c] as number;
        rows[to] = now - before;
        before = now;
      }
    }
  }
  for (let y = 0; y < height; y++) rows[y * (stride + 1)] = 1;
  return rows;
}
