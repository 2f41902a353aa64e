import { PLAYER } from "#domain/world/limits.ts";

/** A flat surface to land on: its center, the height of its top, and its size. */
export interface Pad {
  x: number;
  top: number;
  z: number;
  w: number;
  d: number;
}

/** Returns the widest gap a bopi can jump onto a floor that is `rise` higher (lower if negative). 0 if it is too high. */
export function jumpReach(rise: number): number {
  if (rise > PLAYER.jumpHeight) return 0;
  if (rise > 0) return PLAYER.jumpLength * (1 - (rise / PLAYER.jumpHeight) * 0.5);
  return PLAYER.jumpLength + Math.min(5, -rise * 0.4);
}

/** Returns the share of a bopi's jump range that a difficulty requires: from 0.4 (easy) to 0.85 (hardest). */
export function effortFor(difficulty: number): number {
  return 0.4 + ((Math.min(10, Math.max(1, difficulty)) - 1) / 9) * 0.45;
}

/** Returns the pad one jump from another: in direction `heading` (radians, 0 is +X, toward +Z), `gap` apart between edges. */
export function nextPad(
  from: Pad,
  heading: number,
  size: { w: number; d: number },
  gap: number,
  rise: number,
): Pad {
  const [dx, dz] = [Math.cos(heading), Math.sin(heading)];
  let near = 0;
  let far = 400;
  for (let i = 0; i < 40; i++) {
    const middle = (near + far) / 2;
    const pad = { ...size, x: from.x + dx * middle, z: from.z + dz * middle, top: from.top + rise };
    if (edgeGap(from, pad) < gap || overlaps(from, pad)) near = middle;
    else far = middle;
  }
  return { ...size, x: from.x + dx * far, z: from.z + dz * far, top: from.top + rise };
}

/** Returns the horizontal distance between the edges of two pads. */
export function edgeGap(a: Pad, b: Pad): number {
  const dx = Math.max(0, Math.abs(a.x - b.x) - (a.w + b.w) / 2);
  const dz = Math.max(0, Math.abs(a.z - b.z) - (a.d + b.d) / 2);
  return Math.hypot(dx, dz);
}

function overlaps(a: Pad, b: Pad): boolean {
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.z - b.z) < (a.d + b.d) / 2;
}
