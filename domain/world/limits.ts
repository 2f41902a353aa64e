/** Bounds of a level document. Lengths are in units; a bopi is 4.26 units tall and Y is up. */
export const WORLD_LIMITS = {
  /** Longest accepted document, in bytes of UTF-8. */
  bytes: 4 * 1024 * 1024,
  /** The deepest nesting a version 1 document can have is blocks → block → motion → by. */
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

/** What a bopi can do; level generators and path estimates count on these and nothing else. */
export const PLAYER = {
  height: 4.26,
  walkSpeed: 16,
  /** The highest ledge reached by a jump from the ground. */
  jumpHeight: 6,
  /** The widest gap cleared, edge to edge, between two ledges of equal height. */
  jumpLength: 12,
  /** Anything lower than this is walked up without a jump. */
  stepHeight: 1.1,
} as const;
