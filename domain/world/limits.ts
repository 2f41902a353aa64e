/** Limits of a level document. Lengths are in units: a bopi is 4.26 units tall, and Y is up. */
export const WORLD_LIMITS = {
  /** Largest accepted document, in bytes of UTF-8. */
  bytes: 4 * 1024 * 1024,
  /** Deepest nesting of a version 1 document: blocks → block → motion → by. */
  depth: 6,
  blocks: 20_000,
  stars: 500,
  checkpoints: 200,
  hazards: 2_000,
  coordinate: 4096,
  sizeMin: 0.05,
  sizeMax: 2048,
  motionSecondsMin: 0.5,
  motionSecondsMax: 120,
} as const;

/** The abilities of a bopi. Level generators and path estimates rely on these alone. */
export const PLAYER = {
  height: 4.26,
  walkSpeed: 16,
  /** Highest ledge reachable by a jump from the ground. */
  jumpHeight: 6,
  /** Widest gap, edge to edge, between two ledges of equal height. */
  jumpLength: 12,
  /** Steps up to this height need no jump. */
  stepHeight: 1.1,
  /** On a boosting block, and for a second after. */
  boostedSpeed: 32,
  /** How high a bouncing block throws. */
  bounceHeight: 18,
  swimSpeed: 10,
  gravity: 85.4,
  /** Speed upwards at the start of a jump. */
  jumpSpeed: 32.4,
} as const;
