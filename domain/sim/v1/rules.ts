export const TICKS_PER_SECOND = 60;
/** Seconds per tick. */
export const TICK_SECONDS = 1 / TICKS_PER_SECOND;

/** A bopi's abilities in units, seconds and ticks. `PLAYER` (domain/world/limits.ts) follows from them. */
export const RULES = {
  /** The hull: an upright prism with eight sides. */
  height: 4.26,
  radius: 0.9,

  walkSpeed: 16,
  groundAcceleration: 200,
  airAcceleration: 70,
  iceAcceleration: 14,
  gravity: 85.4,
  jumpSpeed: 32.4,
  /** Releasing jump while rising limits the speed to this share of `jumpSpeed`. */
  shortJump: 0.45,
  maxFallSpeed: 90,
  /** Height that needs no jump, up and down. */
  stepHeight: 1.1,
  /** Floors are walkable up to 50°: the upward part of their normal. */
  walkableNormal: 0.64,
  /** Distance kept from surfaces. */
  skin: 0.01,

  /** How long after leaving the ground a jump still counts. */
  jumpGrace: 6,
  /** How long before landing a press of jump still counts. */
  jumpMemory: 6,

  bounceSpeed: 55.8,
  boostSpeed: 32,
  boostTicks: 60,
  crumbleTicks: 30,
  crumbledTicks: 180,

  swimSpeed: 10,
  /** Depth of the feet from which one swims, and the depth at which one floats. */
  swimDepth: 1.2,
  floatDepth: 2.3,

  /** Distance from the hull at which stars, checkpoints and the goal are reached. */
  reach: 1.5,
  /** Hazards are this much smaller than they look. */
  hazardMargin: 0.15,
  respawnTicks: 24,
  /** A bopi this far below the lowest block dies. */
  fallDepth: 40,

  /** Half-spaces near a bopi that are considered in one tick. Beyond that a run is refused as too expensive. */
  maxPlanes: 20_000,
} as const;
