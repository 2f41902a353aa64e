/** 13 bits: 0 to 7 direction (0 is +Z, 64 is +X), 8 to 11 how hard, 12 whether jump is held. */
export type Input = number;

export const NO_INPUT: Input = 0;
export const JUMP: Input = 4096;
/** Dies and returns to the last checkpoint: a direction without strength, which has no other meaning. */
export const RETURN_TO_CHECKPOINT: Input = 255;

export const INPUT_MASK = 0x1fff;
const DIRECTION_MASK = 0xff;
const STRENGTH_SHIFT = 8;
const STRENGTH_MASK = 0xf;

export const MAX_STRENGTH = 15;

/** `direction` 0 to 255, `strength` 0 to 15. */
export function encodeInput(direction: number, strength: number, jump: boolean): Input {
  return toCanonicalInput(
    (direction & DIRECTION_MASK) | ((strength & STRENGTH_MASK) << STRENGTH_SHIFT) | (jump ? JUMP : 0),
  );
}

export const directionOf = (input: Input): number => input & DIRECTION_MASK;
export const strengthOf = (input: Input): number => (input >> STRENGTH_SHIFT) & STRENGTH_MASK;
export const holdsJump = (input: Input): boolean => (input & JUMP) !== 0;
export const returnsToCheckpoint = (input: Input): boolean =>
  strengthOf(input) === 0 && directionOf(input) === RETURN_TO_CHECKPOINT;

/** The one input among those with the same effect: without strength, the direction is 0. */
export function toCanonicalInput(input: Input): Input {
  const known = input & INPUT_MASK;
  if (strengthOf(known) > 0) return known;
  return returnsToCheckpoint(known) ? RETURN_TO_CHECKPOINT : known & JUMP;
}
