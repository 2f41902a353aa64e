/** Seconds from one point to another; `from` is −1 for the start. At least `UNREACHABLE` if there is no way. */
export type TourCost = (from: number, to: number) => number;

export const UNREACHABLE = 10_000;
/** The exact method's work grows with 2 to the power of the number of points. */
const MAX_EXACT = 12;

/** The quickest order of `count` points. `last` is what remains to do after the last one. */
export const shortestTour = (count: number, cost: TourCost, last: (from: number) => number): number[] =>
  count <= MAX_EXACT ? exactTour(count, cost, last) : greedyTour(count, cost, last);

/** Dynamic programming over sets of points, which are bits of a number. */
function exactTour(count: number, cost: TourCost, last: (from: number) => number): number[] {
  const all = (1 << count) - 1;
  const seconds = new Float64Array((all + 1) * count).fill(Number.POSITIVE_INFINITY);
  const previous = new Int8Array((all + 1) * count).fill(-1);
  for (let i = 0; i < count; i++) seconds[(1 << i) * count + i] = cost(-1, i);
  for (let set = 1; set <= all; set++)
    for (let i = 0; i < count; i++) {
      const here = seconds[set * count + i] ?? 0;
      if (here === Number.POSITIVE_INFINITY) continue;
      for (let k = 0; k < count; k++) {
        const next = (set | (1 << k)) * count + k;
        const total = here + cost(i, k);
        if ((set & (1 << k)) !== 0 || total >= (seconds[next] ?? 0)) continue;
        seconds[next] = total;
        previous[next] = i;
      }
    }
  const total = (i: number) => (seconds[all * count + i] ?? 0) + last(i);
  let at = 0;
  for (let i = 1; i < count; i++) if (total(i) < total(at)) at = i;
  const order: number[] = [];
  for (let set = all; at >= 0; ) {
    order.push(at);
    const before = previous[set * count + at] ?? -1;
    set &= ~(1 << at);
    at = before;
  }
  return order.reverse();
}

/** Always the nearest point that leaves the others within reach. */
function greedyTour(count: number, cost: TourCost, last: (from: number) => number): number[] {
  const left = new Set(Array.from({ length: count }, (_, i) => i));
  const order: number[] = [];
  while (left.size > 0) {
    const here = order.at(-1) ?? -1;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const i of left) {
      let total = cost(here, i) + (left.size === 1 ? last(i) : 0);
      for (const k of left) if (k !== i && cost(i, k) >= UNREACHABLE) total += UNREACHABLE;
      if (total >= least) continue;
      best = i;
      least = total;
    }
    left.delete(best);
    order.push(best);
  }
  return order;
}
