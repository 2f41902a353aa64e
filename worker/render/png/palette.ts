import { type Box, medianCut } from "./median-cut.ts";

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
