/** A group of alike colours: the cells in it, their mean, and how badly the mean stands for them. */
export interface Box {
  cells: number[];
  mean: [number, number, number];
  error: number;
  /** The channel that varies most. */
  axis: number;
}

/**
 * Splits weighted colours (three numbers a cell) into at most `count` boxes, the worst box first, each at the mean of
 * its widest channel. The weight counts by its root, so that a sky doesn't eat the colours of small bright things.
 */
export function cutBoxes(colors: readonly number[], weights: readonly number[], count: number): Box[] {
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

/** Channels as the eye weighs them. */
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
