import type { DepthTarget } from "./depth-target.ts";

/** Directions of the samples around a pixel, each taken both ways at 2 distances. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const;

/** A pair of samples: the offset in the depth buffer and the distance in units. */
interface SamplePair {
  offset: number;
  unit: number;
}

export interface SamplePattern {
  pairs: readonly SamplePair[];
  /** Pixels at the edge of the target that count as open, because their neighbors are unknown. */
  margin: number;
}

/** The sample pattern for a target's width and scale (pixels per unit). */
export function samplePattern(width: number, scale: number): SamplePattern {
  const list: SamplePair[] = [];
  let margin = 0;
  for (const step of [1, 2]) {
    const reach = Math.min(26, Math.max(4, scale * 0.8 * step));
    margin = Math.ceil(reach);
    for (const [dx, dy] of DIRECTIONS) {
      list.push({ offset: Math.round(dy * reach) * width + Math.round(dx * reach), unit: reach / scale });
    }
  }
  return { pairs: list, margin };
}

/**
 * Ambient occlusion: how open a pixel is, from 0.6 in a corner to 1 on a plane. Opposite samples that are both nearer than a
 * plane through the pixel close it in.
 */
export function openness(
  { width, height, depth }: DepthTarget,
  x: number,
  y: number,
  { pairs: list, margin }: SamplePattern,
): number {
  if (x < margin || y < margin || x >= width - margin || y >= height - margin) return 1;
  const i = y * width + x;
  const here = depth[i] as number;
  if (here === Infinity) return 1;
  let closed = 0;
  for (let k = 0; k < list.length; k++) {
    const { offset, unit } = list[k] as SamplePair;
    const there = here - (depth[i + offset] as number);
    const opposite = here - (depth[i - offset] as number);
    const far = unit * 5;
    // Samples far in front or behind belong to another object and cast no contact shadow.
    if (there > far || there < -far || opposite > far || opposite < -far) continue;
    const bend = (there + opposite) / unit;
    if (bend > 0.15) closed += bend < 2 ? bend * 0.5 : 1;
  }
  return closed > 4.7 ? 0.6 : 1 - closed * 0.085;
}
