/**
 * How coarsely a row tells its steps from one pixel to the next, for red, green, blue and alpha: in fives, threes, sevens and
 * ones. So no colour is off by more than 2, 1 and 3 of 255, as the eye weighs them (luma is .299, .587 and .114 of them by
 * Rec. ITU-R BT.601), and alpha by none. Smooth shading is mostly steps of nothing then, and half the bytes.
 */
const STEPS = [5, 3, 7, 1];

/** What a step of −255 to 255 is told as, at the step plus 255. */
const TOLD = STEPS.map((step) =>
  Int16Array.from({ length: 511 }, (_, i) => Math.round((i - 255) / step) * step),
);

/**
 * A drawing's rows as the PNG specification's filter 1 has them (each byte less the one of the pixel before it), without
 * what nobody sees: fine differences of colour, and any colour where nothing is drawn.
 * `data` is RGBA, not premultiplied; what is told counts on what was told before it, so that errors do not add up.
 */
export function stepRows(data: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const stride = width * 4;
  const rows = new Uint8Array((stride + 1) * height);
  for (let c = 0; c < 4; c++) {
    const told = TOLD[c] as Int16Array;
    for (let y = 0; y < height; y++) {
      const start = y * stride;
      let to = y * (stride + 1) + 1 + c;
      let before = 0;
      for (let at = start; at < start + stride; at += 4, to += 4) {
        if (c < 3 && data[at + 3] === 0) continue;
        const step = (data[at + c] as number) - before;
        let now = before + (told[step + 255] as number);
        if (now < 0 || now > 255) now = data[at + c] as number;
        rows[to] = now - before;
        before = now;
      }
    }
  }
  for (let y = 0; y < height; y++) rows[y * (stride + 1)] = 1;
  return rows;
}
