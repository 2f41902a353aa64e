/** A group of similar colors: its cells, their mean, and the error of using the mean. */
interface Box {
  cells: number[];
  mean: [number, number, number];
  error: number;
  /** The channel with the largest variance. */
  axis: number;
}

/** At most `count` boxes: splits the worst at its widest channel's mean, weighted by square roots. */
function medianCut(colors: readonly number[], weights: readonly number[], count: number): Box[] {
  const boxes = [
    measure(
      weights.map((_, cell) => cell),
      colors,
      weights,
    ),
  ];
  while (boxes.length < count) {
    let worst = 0;
    for (let i = 1; i < boxes.length; i++)
      if ((boxes[i] as Box).error > (boxes[worst] as Box).error) worst = i;
    const { cells, axis, mean, error } = boxes[worst] as Box;
    if (error < 1) break;
    const below = cells.filter((cell) => (colors[cell * 3 + axis] as number) < (mean[axis] as number));
    const above = cells.filter((cell) => (colors[cell * 3 + axis] as number) >= (mean[axis] as number));
    if (below.length === 0 || above.length === 0) break;
    boxes[worst] = measure(below, colors, weights);
    boxes.push(measure(above, colors, weights));
  }
  return boxes;
}

/** Perceptual weights of the channels. */
const IMPORTANCE = [0.8, 1.2, 0.6] as const;

function measure(cells: number[], colors: readonly number[], weights: readonly number[]): Box {
  const mean: [number, number, number] = [0, 0, 0];
  const spread = [0, 0, 0];
  let total = 0;
  for (const cell of cells) {
    const weight = Math.sqrt(weights[cell] as number);
    total += weight;
    for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) + weight * (colors[cell * 3 + c] as number);
  }
  for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) / total;
  for (const cell of cells) {
    for (let c = 0; c < 3; c++) {
      const off = (colors[cell * 3 + c] as number) - (mean[c] as number);
      spread[c] =
        (spread[c] as number) + Math.sqrt(weights[cell] as number) * off * off * (IMPORTANCE[c] as number);
    }
  }
  const [r = 0, g = 0, b = 0] = spread;
  return {
    cells,
    mean,
    error: cells.length > 1 ? r + g + b : 0,
    axis: g >= r && g >= b ? 1 : r >= b ? 0 : 2,
  };
}

/** `colors` are RGBA, 4 bytes each; `indices` has an entry per pixel. */
export interface Palette {
  colors: Uint8Array;
  indices: Uint8Array;
}

/** The picture's own colors if there are at most 256, else null. */
export function exactPalette(data: Uint8Array | Uint8ClampedArray): Palette | null {
  const known = new Map<number, number>();
  const indices = new Uint8Array(data.length / 4);
  let last = -1;
  let lastIndex = 0;
  for (let i = 0; i < indices.length; i++) {
    const at = i * 4;
    const key =
      (((data[at] as number) << 24) |
        ((data[at + 1] as number) << 16) |
        ((data[at + 2] as number) << 8) |
        (data[at + 3] as number)) >>>
      0;
    if (key !== last) {
      let index = known.get(key);
      if (index === undefined) {
        if (known.size === 256) return null;
        index = known.size;
        known.set(key, index);
      }
      last = key;
      lastIndex = index;
    }
    indices[i] = lastIndex;
  }
  const colors = new Uint8Array(known.size * 4);
  for (const [key, index] of known)
    colors.set([key >>> 24, (key >> 16) & 255, (key >> 8) & 255, key & 255], index * 4);
  return { colors, indices };
}

/** Reduces an opaque picture to `count` colors (2–256) by median cut on a grid of 64³ cells. Ignores alpha. */
export function quantize(data: Uint8Array | Uint8ClampedArray, count: number): Palette {
  const cellOf = new Int32Array(1 << 18).fill(-1);
  const cells = gatherCells(data, cellOf);
  const boxes = medianCut(cells.colors, cells.weights, count);
  const colors = new Uint8Array(boxes.length * 4);
  const boxOfCell = new Uint8Array(cells.weights.length);
  boxes.forEach((box: Box, index) => {
    colors.set([...box.mean.map(Math.round), 255], index * 4);
    for (const cell of box.cells) boxOfCell[cell] = index;
  });
  const indices = new Uint8Array(data.length / 4);
  for (let i = 0, at = 0; i < indices.length; i++, at += 4) {
    indices[i] = boxOfCell[cellOf[cellKey(data, at)] as number] as number;
  }
  return { colors, indices };
}

function gatherCells(data: Uint8Array | Uint8ClampedArray, cellOf: Int32Array) {
  const sums: number[] = [];
  const weights: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const key = cellKey(data, at);
    let cell = cellOf[key] as number;
    if (cell < 0) {
      cell = weights.length;
      cellOf[key] = cell;
      weights.push(0);
      sums.push(0, 0, 0);
    }
    weights[cell] = (weights[cell] as number) + 1;
    for (let c = 0; c < 3; c++)
      sums[cell * 3 + c] = (sums[cell * 3 + c] as number) + (data[at + c] as number);
  }
  return { weights, colors: sums.map((sum, i) => sum / (weights[Math.floor(i / 3)] as number)) };
}

function cellKey(data: Uint8Array | Uint8ClampedArray, at: number): number {
  return (
    (((data[at] as number) >> 2) << 12) |
    (((data[at + 1] as number) >> 2) << 6) |
    ((data[at + 2] as number) >> 2)
  );
}

/**
 * Quantization of the differences between adjacent pixels, for red, green, blue and alpha. Colors are off by at most 2, 1 and
 * 3 of 255, by their weight in luma (.299, .587 and .114 in Rec. ITU-R BT.601), and alpha is exact. Smooth shading is then
 * mostly zeros, which halves the bytes.
 */
const [QUANTIZED_RED, QUANTIZED_GREEN, QUANTIZED_BLUE] = [5, 3, 7].map((step) =>
  // By the difference (−255 to 255) plus 255.
  Int16Array.from({ length: 511 }, (_, i) => Math.round((i - 255) / step) * step),
) as [Int16Array, Int16Array, Int16Array];

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
  for (let y = 0; y < height; y++) {
    rows[y * (stride + 1)] = 1;
    quantizeRow(rows, y * (stride + 1) + 1, data, y * stride, stride);
  }
  return rows;
}

function quantizeRow(
  rows: Uint8Array,
  to: number,
  data: Uint8Array | Uint8ClampedArray,
  from: number,
  stride: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let i = 0; i < stride; i += 4) {
    const at = from + i;
    const visible = data[at + 3] as number;
    if (visible !== alpha) {
      rows[to + i + 3] = visible - alpha;
      alpha = visible;
    }
    if (visible === 0) continue;
    const r = quantizeStep(QUANTIZED_RED, red, data[at] as number);
    const g = quantizeStep(QUANTIZED_GREEN, green, data[at + 1] as number);
    const b = quantizeStep(QUANTIZED_BLUE, blue, data[at + 2] as number);
    rows[to + i] = r - red;
    rows[to + i + 1] = g - green;
    rows[to + i + 2] = b - blue;
    red = r;
    green = g;
    blue = b;
  }
}

/** The quantized color after `before`, for a color `exact`. */
function quantizeStep(quantized: Int16Array, before: number, exact: number): number {
  const now = before + (quantized[exact - before + 255] as number);
  return now < 0 || now > 255 ? exact : now;
}
