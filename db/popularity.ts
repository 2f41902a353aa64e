/** The lowest counts of the ten steps. A row moves ten times in its life. */
const STEPS = Array.from({ length: 10 }, (_, i) => 4 ** i);

/** SQL for what popularity adds to a row id of a search table: 2^40 per step that a count has reached. */
export const popularity = (count: string): string =>
  `1099511627776 * (${STEPS.map((step) => `(${count} >= ${step})`).join(" + ")})`;
