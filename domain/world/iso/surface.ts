import type { Block } from "../block.ts";
import type { Material } from "../materials.ts";
import type { Vec3 } from "../schema.ts";
import { dot, normalize, type View } from "./view.ts";
import { hexRgb, type Rgb, type WorldMood } from "./world-mood.ts";

export const STRIDE = 9;
export const PATTERNS = [
  "none",
  "grass",
  "turf",
  "planks",
  "bricks",
  "speckle",
  "sheen",
  "molten",
  "ripple",
  "tuft",
] as const;
export type Pattern = (typeof PATTERNS)[number];

const TOP_PATTERN: Partial<Record<Material, Pattern>> = {
  grass: "grass",
  wood: "planks",
  brick: "bricks",
  stone: "speckle",
  dirt: "speckle",
  sand: "speckle",
  snow: "speckle",
  metal: "sheen",
  ice: "sheen",
  lava: "molten",
  water: "ripple",
  leaves: "tuft",
};
const OPACITY: Partial<Record<Material, number>> = { glass: 0.42, water: 0.78, ice: 0.9 };
const GLOW: Partial<Record<Material, number>> = { neon: 0.85, lava: 1 };

/** The colors of every drawn face, indexed by face number; number 0 means no face. */
export const surfaces = () => ({
  count: 1,
  /** 9 numbers per face: lit r, g, b, shaded r, g, b, glow 0–1, opacity 0–1, the block's number plus 1. */
  values: new Float32Array(STRIDE * 4096),
  /** The pattern code (see pattern.ts) and the dominant axis of the normal: 0 x, 1 y, 2 z. */
  patterns: new Uint8Array(4096),
  axes: new Uint8Array(4096),
});
export type Surfaces = ReturnType<typeof surfaces>;

/** The direction to the sun: high, over the viewer's left shoulder, so the left face is always brighter. */
export function sunDirection({ right, forward }: View): Vec3 {
  return normalize([-0.55 * right[0] - 0.34 * forward[0], 0.86, -0.55 * right[2] - 0.34 * forward[2]]);
}

/** Adds a face of a block and returns its number. */
export function addFace(
  list: Surfaces,
  block: Block,
  number: number,
  normal: Vec3,
  sun: Vec3,
  mood: WorldMood,
): number {
  const material = block.material ?? "plastic";
  const up = normal[1] > 0.6;
  // Grass only covers the top: its sides are soil with a fringe.
  const pattern: Pattern = material === "grass" && !up ? "turf" : (TOP_PATTERN[material] ?? "none");
  const color = hexRgb(block.color);
  const ambient = 0.86 + 0.14 * normal[1];
  const sunlight = Math.max(0, dot(normal, sun));
  return push(list, {
    lit: [0, 1, 2].map(
      (i) => (color[i] ?? 0) * ((mood.shade[i] ?? 0) * ambient + (mood.sun[i] ?? 0) * sunlight),
    ),
    shaded: [0, 1, 2].map((i) => (color[i] ?? 0) * (mood.shade[i] ?? 0) * ambient),
    color,
    glow: GLOW[material] ?? 0,
    opacity: OPACITY[material] ?? 1,
    block: number + 1,
    pattern: PATTERNS.indexOf(pattern),
    axis: Math.abs(normal[1]) > 0.6 ? 1 : Math.abs(normal[0]) > Math.abs(normal[2]) ? 0 : 2,
  });
}

/** Adds a flat, unlit figure in its own color and returns its number. `glow` is the strength of its bloom. */
export function addGlowing(list: Surfaces, color: string, glow: number): number {
  const rgb = hexRgb(color);
  return push(list, { lit: rgb, shaded: rgb, color: rgb, glow, opacity: 1, block: 0, pattern: 0, axis: 1 });
}

interface Surface {
  lit: Rgb | number[];
  shaded: Rgb | number[];
  color: Rgb;
  glow: number;
  opacity: number;
  block: number;
  pattern: number;
  axis: number;
}

function push(list: Surfaces, face: Surface): number {
  const number = list.count++;
  if (number >= list.axes.length) grow(list);
  const { glow } = face;
  for (let i = 0; i < 3; i++) {
    const own = (face.color[i] ?? 0) * glow;
    list.values[number * STRIDE + i] = (face.lit[i] ?? 0) * (1 - glow) + own;
    list.values[number * STRIDE + 3 + i] = (face.shaded[i] ?? 0) * (1 - glow) + own;
  }
  list.values.set([glow, face.opacity, face.block], number * STRIDE + 6);
  list.patterns[number] = face.pattern;
  list.axes[number] = face.axis;
  return number;
}

function grow(list: Surfaces): void {
  const { values, patterns, axes } = list;
  list.values = new Float32Array(values.length * 2);
  list.values.set(values);
  list.patterns = new Uint8Array(patterns.length * 2);
  list.patterns.set(patterns);
  list.axes = new Uint8Array(axes.length * 2);
  list.axes.set(axes);
}
