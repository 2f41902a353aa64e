/** Steps of a place in a unit. */
export const PLACE_STEPS = 32;

/**
 * A player as others see them. Places are in steps, relative to the motion of the moving block that carries them: `block` is its
 * index in the document, −1 for none. `heading` is 0 to 255, as in inputs. One shape for all keeps a full room's frames fast.
 */
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
