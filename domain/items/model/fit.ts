import type { MeshData } from "#domain/avatar/model/mesh.ts";

/** The room a slot has, in units around its anchor: lowest and highest x, y, z. */
interface Room {
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  /** A model that has to be fitted is made this large at its largest side; it stands on `floor`, or hangs around it. */
  size: number;
  floor: number | null;
}

/** Smaller than this at its largest side, a model was made in other units. */
const SMALLEST = 0.25;

/** The hat's anchor is inside the head, 1.26 above the chin; the toy's is the middle of the right hand. */
const ROOMS: Record<"hat" | "toy", Room> = {
  hat: { low: [-1.7, -1.3, -1.7], high: [1.7, 2.3, 1.7], size: 2.1, floor: 0.1 },
  toy: { low: [-1.3, -1.3, -1.3], high: [1.3, 1.3, 1.3], size: 1.4, floor: null },
};

/**
 * Puts a model into its slot. One that was made on the bopi stays as it is; one that is elsewhere, too large or tiny is
 * moved to the slot's middle and scaled evenly to a good size.
 */
export function fitModel(mesh: MeshData, slot: "hat" | "toy"): MeshData {
  const room = ROOMS[slot];
  const { low, high } = bounds(mesh.positions);
  const largest = Math.max(...high.map((value, axis) => value - (low[axis] as number)));
  const fits =
    largest >= SMALLEST &&
    low.every((value, axis) => value >= (room.low[axis] as number)) &&
    high.every((value, axis) => value <= (room.high[axis] as number));
  if (fits) return mesh;
  const scale = room.size / largest;
  const middle = low.map((value, axis) => (value + (high[axis] as number)) / 2);
  const lift =
    room.floor === null ? 0 : room.floor + (((high[1] as number) - (low[1] as number)) * scale) / 2;
  const positions = mesh.positions.map((value, i) => {
    const axis = i % 3;
    return (value - (middle[axis] as number)) * scale + (axis === 1 ? lift : 0);
  });
  return { ...mesh, positions };
}

function bounds(positions: Float32Array): { low: number[]; high: number[] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const [i, value] of positions.entries()) {
    const axis = i % 3;
    if (value < (low[axis] as number)) low[axis] = value;
    if (value > (high[axis] as number)) high[axis] = value;
  }
  return { low, high };
}
