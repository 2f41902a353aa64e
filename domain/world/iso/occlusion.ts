import type { DepthTarget } from "./raster.ts";

/** Directions of the looks around a pixel; each is taken both ways, at two distances. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const;

/** One pair of looks: how far in the depth buffer, and the distance in units. */
interface Look {
  offset: number;
  unit: number;
}

export interface Looks {
  list: readonly Look[];
  /** Pixels at the edge of the target that are left open, as their neighbours are unknown. */
  margin: number;
}

/** The looks for a target of a given width and scale (pixels per unit). */
export function looksFor(width: number, scale: number): Looks {
  const list: Look[] = [];
  let margin = 0;
  for (const step of [1, 2]) {
    const reach = Math.min(26, Math.max(4, scale * 0.8 * step));
    margin = Math.ceil(reach);
    for (const [dx, dy] of DIRECTIONS) {
      list.push({ offset: Math.round(dy * reach) * width + Math.round(dx * reach), unit: reach / scale });
    }
  }
  return { list, margin };
}

/**
 * How open a pixel is, from 0.6 in a corner to 1 on a plain: opposite neighbours that are both nearer than a plane
 * through the pixel would be close it in.
 */
export function occlusion(
  { width, height, depth }: DepthTarget,
  x: number,
  y: number,
  { list, margin }: Looks,
): number {
  if (x < margin || y < margin || x >= width - margin || y >= height - margin) return 1;
  const i = y * width + x;
  const here = depth[i] as number;
  if (here === Infinity) return 1;
  let closed = 0;
  for (let k = 0; k < list.length; k++) {
    const { offset, unit } = list[k] as Look;
    const there = here - (depth[i + offset] as number);
    const opposite = here - (depth[i - offset] as number);
    const far = unit * 5;
    // What is far in front or behind belongs to something else and casts no contact shadow.
    if (there > far || there < -far || opposite > far || opposite < -far) continue;
    const bend = (there + opposite) / unit;
    if (bend > 0.15) closed += bend < 2 ? bend * 0.5 : 1;
  }
  return closed > 4.7 ? 0.6 : 1 - closed * 0.085;
}
