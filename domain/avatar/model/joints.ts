/** A bopi's joints in units, when it stands: Y up, +Z its front, its left at +X. `x` and `turn` are those of the left side. */
export const JOINTS = {
  shoulder: { x: 0.72, y: 2.36, tilt: 0.26 },
  /** Below the shoulder. */
  wrist: -0.982,
  /** From the wrist. */
  thumb: { x: -0.2, y: -0.06, z: 0.2, tilt: -0.35 },
  /** The place of a toy, from the wrist. */
  grip: -0.22,
  neck: 2.6,
  /** Above the neck. */
  hat: 1.26,
  /** The torso's lower end. */
  hem: 1.04,
  hip: { x: 0.37, y: 1.2 },
  shoe: { x: 0.4, turn: 0.12 },
} as const;
