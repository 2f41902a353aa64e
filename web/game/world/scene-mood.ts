import { WORLD_MOODS, type WorldMood } from "#domain/world/iso/world-mood.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";

/** Light and colors of a 3D world. Colors are sRGB 0–1, light factors multiply a block's color in linear light. */
export interface SceneMood {
  ambience: Ambience;
  zenith: Vec3;
  horizon: Vec3;
  nadir: Vec3;
  accent: Vec3;
  sun: Vec3;
  skyLight: Vec3;
  groundLight: Vec3;
  sunDirection: Vec3;
  /** Part of the far distance at which fog begins. */
  fogStart: number;
  glow: number;
  backdrop: WorldMood["backdrop"];
}

const LIGHTS: Record<Ambience, [sunDirection: Vec3, fogStart: number]> = {
  day: [[-0.5, 0.8, 0.42], 0.35],
  sunset: [[-0.62, 0.6, 0.5], 0.3],
  night: [[-0.45, 0.75, 0.5], 0.3],
  space: [[-0.5, 0.7, 0.5], 0.55],
  snow: [[-0.5, 0.72, 0.45], 0.22],
  spooky: [[-0.45, 0.72, 0.52], 0.2],
  ember: [[-0.5, 0.74, 0.45], 0.22],
  candy: [[-0.5, 0.78, 0.42], 0.32],
  jungle: [[-0.5, 0.76, 0.45], 0.2],
  indoor: [[-0.4, 0.85, 0.4], 0.45],
};

/** The 3D mood of an ambience: colors and light as in the level pictures. */
export function sceneMood(ambience: Ambience): SceneMood {
  const mood = WORLD_MOODS[ambience];
  const [sunDirection, fogStart] = LIGHTS[ambience];
  const zenith = scale(mood.top, 1 / 255);
  const horizon = scale(mood.bottom, 1 / 255);
  const lit: Vec3 = [0, 1, 2].map((i) => linear((mood.shade[i] ?? 0) + (mood.sun[i] ?? 0) * 0.86)) as Vec3;
  const shade: Vec3 = mood.shade.map(linear) as Vec3;
  return {
    ambience,
    sunDirection,
    fogStart,
    zenith,
    horizon,
    nadir: mix(horizon, zenith, 0.55),
    accent: scale(mood.accent, 1 / 255),
    sun: [0, 1, 2].map((i) => ((lit[i] ?? 0) - (shade[i] ?? 0)) / 0.8) as Vec3,
    skyLight: scale(shade, 1.3),
    groundLight: scale(shade, 0.85),
    glow: mood.bloom,
    backdrop: mood.backdrop,
  };
}

const linear = (value: number) => value ** 2.2;
const scale = (v: readonly [number, number, number], by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];
const mix = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
