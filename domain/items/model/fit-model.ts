import type { MeshData } from "#domain/avatar/model/mesh.ts";

/** A mesh before its positions are rounded: far from the center, 32 bits are too few for its shape. */
export interface PreciseMesh extends Omit<MeshData, "positions"> {
  positions: Float64Array;
}

/** The space of a slot, in units around its anchor: lowest and highest x, y, z. */
interface SlotSpace {
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  /** Size that a fitted model's longest side gets. The model stands on `floor`, or is centered without one. */
  size: number;
  floor: number | null;
}

/** Models with a shorter longest side were made in other units. */
const SMALLEST = 0.25;

/** The hat's anchor is inside the head, 1.26 above the chin; the toy's is the center of the right hand. */
const SLOT_SPACES: Record<"hat" | "toy", SlotSpace> = {
  hat: { low: [-1.7, -1.3, -1.7], high: [1.7, 2.3, 1.7], size: 2.1, floor: 0.1 },
  toy: { low: [-1.3, -1.3, -1.3], high: [1.3, 1.3, 1.3], size: 1.4, floor: null },
};

/**
 * Fits a model into its slot. A model that was made for the bopi stays as it is. A misplaced, too large or
 * tiny one is centered in the slot and scaled uniformly.
 */
export function fitModel<Mesh extends MeshData | PreciseMesh>(mesh: Mesh, slot: "hat" | "toy"): Mesh {
  const space = SLOT_SPACES[slot];
  const { low, high } = bounds(mesh.positions);
  const largest = Math.max(...high.map((value, axis) => value - (low[axis] as number)));
  const fits =
    largest >= SMALLEST &&
    low.every((value, axis) => Math.fround(value) >= (space.low[axis] as number)) &&
    high.every((value, axis) => Math.fround(value) <= (space.high[axis] as number));
  if (fits) return mesh;
  const scale = space.size / largest;
  const middle = low.map((value, axis) => (value + (high[axis] as number)) / 2);
  const lift =
    space.floor === null ? 0 : space.floor + (((high[1] as number) - (low[1] as number)) * scale) / 2;
  const positions = mesh.positions.map((value, i) => {
    const axis = i % 3;
    return (value - (middle[axis] as number)) * scale + (axis === 1 ? lift : 0);
  });
  return { ...mesh, positions };
}

function bounds(positions: Float32Array | Float64Array): { low: number[]; high: number[] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const [i, value] of positions.entries()) {
    const axis = i % 3;
    if (value < (low[axis] as number)) low[axis] = value;
    if (value > (high[axis] as number)) high[axis] = value;
  }
  return { low, high };
}
