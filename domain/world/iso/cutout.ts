import type { Vec3 } from "../schema.ts";
import type { DepthTarget } from "./depth-target.ts";
import { dot, type View } from "./view.ts";
import type { WorldMood } from "./world-mood.ts";

/** A drawn object to set into a picture, in samples: its colors, and its depth behind its foot in units (infinite where it's clear). */
export interface Cutout {
  width: number;
  height: number;
  /** The sample that stands on the ground. */
  footX: number;
  footY: number;
  /** RGBA bytes, not premultiplied. */
  rgba: Uint8Array | Uint8ClampedArray;
  depth: Float32Array;
}

/** A cutout at its place in a scene. */
export interface PlacedCutout {
  cutout: Cutout;
  left: number;
  top: number;
  /** The number of its face. */
  face: number;
  /** Factors of its colors in the world's light. */
  tint: readonly number[];
}

/** A bopi's shape, for the room that it needs, in units. */
export const BODY = { width: 2.1, height: 4.26 } as const;
/** Share of the picture's width that stays free between a bopi and the edge. */
const EDGE = 0.03;
const COLUMNS = [-0.8, -0.3, 0.3, 0.8];
const ROWS = [0.25, 1, 1.8, 2.6, 3.4, 4];

/** How much of a bopi at a place is seen, from 0 to 1, and 0 if the picture cuts it off. */
export function seenShare(target: DepthTarget, view: View, place: Vec3, scale: number): number {
  const x = view.originX + dot(view.right, place) * view.scale;
  const y = view.originY - dot(view.up, place) * view.scale;
  const half = (BODY.width / 2) * scale * view.scale;
  const tall = BODY.height * scale * view.up[1] * view.scale;
  const edge = view.width * EDGE;
  if (x - half < edge || x + half > view.width - edge || y - tall < edge || y > view.height - edge) return 0;
  const foot = dot(view.forward, place);
  let seen = 0;
  for (const row of ROWS) {
    const up = row * scale;
    const line = Math.floor(y - up * view.up[1] * view.scale) * target.width;
    const depth = foot + up * view.forward[1] - 0.4;
    for (const column of COLUMNS) {
      const at = line + Math.floor(x + column * scale * view.scale);
      if (depth < (target.depth[at] as number)) seen++;
    }
  }
  return seen / (ROWS.length * COLUMNS.length);
}

/** Sets a cutout into the opaque target where nothing is in front of it. */
export function placeCutout(
  target: DepthTarget,
  view: View,
  place: Vec3,
  cutout: Cutout,
  face: number,
  mood: WorldMood,
): PlacedCutout {
  const left = Math.round(view.originX + dot(view.right, place) * view.scale) - cutout.footX;
  const top = Math.round(view.originY - dot(view.up, place) * view.scale) - cutout.footY;
  const foot = dot(view.forward, place);
  for (let row = 0; row < cutout.height; row++) {
    const y = top + row;
    if (y < 0 || y >= target.height) continue;
    for (let column = 0; column < cutout.width; column++) {
      const x = left + column;
      if (x < 0 || x >= target.width) continue;
      const depth = (cutout.depth[row * cutout.width + column] as number) + foot;
      const at = y * target.width + x;
      if (depth >= (target.depth[at] as number)) continue;
      target.depth[at] = depth;
      if (target.face) target.face[at] = face;
    }
  }
  // Half of the world's light: a bopi fits in, but stays bright enough to be found at night.
  const tint = [0, 1, 2].map((i) => Math.min(1, 0.5 + ((mood.shade[i] ?? 0) + 0.8 * (mood.sun[i] ?? 0)) / 2));
  return { cutout, left, top, face, tint };
}

/** The color of a cutout's sample, in one channel. */
export function cutoutColor(
  { cutout, left, top, tint }: PlacedCutout,
  x: number,
  y: number,
  channel: number,
): number {
  const at = ((y - top) * cutout.width + (x - left)) * 4 + channel;
  return (cutout.rgba[at] as number) * (tint[channel] as number);
}
