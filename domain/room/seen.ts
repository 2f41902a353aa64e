/** Steps of a place in a unit. */
export const PLACE_STEPS = 32;

/** A player as others see them, relative to moving block `block` (−1: none). One shape keeps frames fast. */
export const newSeen = () => ({ x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 });
export type Seen = ReturnType<typeof newSeen>;

export function copySeen(from: Seen, to: Seen): void {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.block = from.block;
  to.heading = from.heading;
  to.pose = from.pose;
}
