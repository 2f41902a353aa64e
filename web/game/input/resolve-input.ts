import { encodeInput, type Input, MAX_STRENGTH } from "#domain/sim/input.ts";

const DIRECTIONS = 256;

/**
 * The input of a tick: a push `right` and `ahead` (−1 to 1 each) as seen by a camera that looks towards `cameraYaw`
 * (radians, 0 is +Z, grows towards +X).
 */
export function resolveInput(right: number, ahead: number, jump: boolean, cameraYaw: number): Input {
  const push = Math.min(1, Math.sqrt(right * right + ahead * ahead));
  const strength = Math.round(push * MAX_STRENGTH);
  if (strength === 0) return encodeInput(0, 0, jump);
  const angle = cameraYaw + Math.atan2(-right, ahead);
  return encodeInput(Math.round((angle * DIRECTIONS) / (2 * Math.PI)), strength, jump);
}
