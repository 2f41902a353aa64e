import { encodeInput, type Input } from "#domain/sim/input.ts";
import { FLAG } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";

/** The direction of an input that leads along a vector. */
export const directionTo = (dx: number, dz: number): number =>
  Math.round((Math.atan2(dx, dz) * 256) / (2 * Math.PI)) & 255;

/** The input that brings a runner to a point and stops it there. */
export function steerTo(runner: Runner, x: number, z: number, isJumping: boolean): Input {
  const dx = x - runner.x;
  const dz = z - runner.z;
  const distance = Math.hypot(dx, dz);
  const fastest = runner.swimming
    ? RULES.swimSpeed
    : runner.boostTicks > 0
      ? RULES.boostSpeed
      : RULES.walkSpeed;
  // The speed from which it can still stop in time.
  const speed = 0.9 * Math.sqrt(2 * accelerationOf(runner) * Math.max(0, distance - 0.1));
  const strength = Math.min(15, Math.round((15 * speed) / fastest));
  return encodeInput(strength === 0 ? 0 : directionTo(dx, dz), strength, isJumping);
}

function accelerationOf(runner: Runner): number {
  if (runner.ground < 0 && !runner.swimming) return RULES.airAcceleration;
  const isIce = runner.ground >= 0 && ((runner.course.flags[runner.ground] ?? 0) & FLAG.ice) !== 0;
  return isIce ? RULES.iceAcceleration : RULES.groundAcceleration;
}
