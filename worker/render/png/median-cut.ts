/** A group of similar colors: its cells, their mean, and the error of using the mean. */
export interface Box {
  cells: number[];
  mean: [number, number, number];
  error: number;
  /** The channel with the largest variance. */
  axis: number;
}

/**
 * Splits weighted colors (3 numbers per cell) into at most `count` boxes: always the box with the largest error, at the mean
 * of its widest channel. Weights count by their square root, so a sky doesn't use up the colors of small bright objects.
 */
export function medianCut(colors: readonly number[], weights: readonly number[], count: number): Box[] {
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
