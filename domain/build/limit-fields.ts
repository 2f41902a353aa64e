import { WORLD_LIMITS } from "../world/limits.ts";
import type { Vec3 } from "../world/schema.ts";
import { wrapDegrees } from "./bounds.ts";
import type { FieldChanges } from "./part.ts";

const { coordinate, sizeMin, sizeMax, motionSecondsMin, motionSecondsMax } = WORLD_LIMITS;
/** Fractions of a unit or a degree. */
const STEPS = 1_000;

/** Rounds to 0.001. Never returns −0, which is another text than 0. */
export const roundNumber = (value: number): number => Math.round(value * STEPS) / STEPS + 0;

/** Rounds the numbers of changed fields and keeps them within the limits of a level. Rotations without an angle are removed. */
export function limitFields(fields: FieldChanges) {
  let isLimited = false;
  const within = (value: number, least: number, most: number): number => {
    const rounded = roundNumber(value);
    const limited = Math.min(most, Math.max(least, rounded));
    if (limited !== rounded) isLimited = true;
    return limited;
  };
  const vector = (v: Vec3, least: number, most: number): Vec3 => [
    within(v[0], least, most),
    within(v[1], least, most),
    within(v[2], least, most),
  ];
  const result: FieldChanges = { ...fields };
  if (fields.position) result.position = vector(fields.position as Vec3, -coordinate, coordinate);
  if (fields.size) result.size = vector(fields.size as Vec3, sizeMin, sizeMax);
  if (fields.rotation) result.rotation = roundRotation(fields.rotation as Vec3);
  if (typeof fields.yaw === "number") result.yaw = roundDegrees(fields.yaw) || null;
  if (fields.motion) {
    const { by, seconds } = fields.motion as { by: Vec3; seconds: number };
    result.motion = {
      by: vector(by, -coordinate, coordinate),
      seconds: within(seconds, motionSecondsMin, motionSecondsMax),
    };
  }
  return { fields: result, isLimited };
}

/** Wrapping leaves a rounding error, and rounding can end at −180. */
const roundDegrees = (degrees: number): number => wrapDegrees(roundNumber(wrapDegrees(degrees)));

function roundRotation(rotation: Vec3): Vec3 | null {
  const [x, y, z] = rotation.map(roundDegrees) as Vec3;
  return x === 0 && y === 0 && z === 0 ? null : [x, y, z];
}
