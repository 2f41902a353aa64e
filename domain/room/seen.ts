/** Steps of a place in a unit. */
export const PLACE_STEPS = 32;

/** A player as others see them. Places are in steps, relative to the motion of a moving block that carries them. */
export interface Seen {
  x: number;
  y: number;
  z: number;
  /** The carrying block's index in the document; −1 for none. */
  block: number;
  /** 0 to 255, as in inputs. */
  heading: number;
  pose: number;
}

/** All places have one shape, which keeps the frames of a full room fast. */
export const newSeen = (): Seen => ({ x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 });

export function copySeen(from: Seen, to: Seen): void {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.block = from.block;
  to.heading = from.heading;
  to.pose = from.pose;
}
