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
  /** Index in `POSES`. */
  pose: number;
}
