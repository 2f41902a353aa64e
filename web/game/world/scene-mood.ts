import { WORLD_MOODS, type WorldMood } from "#domain/world/iso/world-mood.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";

/** Light, sky and air of a 3D world. Colors are sRGB 0–1, light factors multiply a block's color in linear light. */
export interface SceneMood {
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
  clouds: number;
  stars: number;
  /** Radius of the sun, moon or planet in radians; 0 for none. */
  disc: number;
  backdrop: WorldMood["backdrop"];
  /** Silhouettes on the horizon: their height in radians, and their color. */
  hills: number;
  hillColor: Vec3;
  air: "none" | "flakes" | "sparks" | "fireflies" | "dust";
}

const PLAIN = { clouds: 0, stars: 0, disc: 0, hills: 0, air: "none" } as const;

const EXTRAS: Record<Ambience, Pick<SceneMood, "sunDirection" | "fogStart"> & Partial<SceneMood>> = {
  day: { sunDirection: [-0.5, 0.8, 0.42], fogStart: 0.35, clouds: 1, disc: 0.06 },
  sunset: { sunDirection: [-0.62, 0.6, 0.5], fogStart: 0.3, clouds: 0.85, stars: 0.1, disc: 0.11 },
  night: {
    sunDirection: [-0.45, 0.75, 0.5],
    fogStart: 0.3,
    clouds: 0.25,
    stars: 1,
    disc: 0.085,
    hills: 0.06,
    hillColor: [0.1, 0.12, 0.27],
    air: "fireflies",
  },
  space: { sunDirection: [-0.5, 0.7, 0.5], fogStart: 0.55, stars: 1.6, disc: 0.24 },
  snow: {
    sunDirection: [-0.5, 0.72, 0.45],
    fogStart: 0.22,
    clouds: 0.5,
    disc: 0.05,
    hills: 0.16,
    hillColor: [0.86, 0.93, 1],
    air: "flakes",
  },
  spooky: {
    sunDirection: [-0.45, 0.72, 0.52],
    fogStart: 0.2,
    clouds: 0.45,
    stars: 0.6,
    disc: 0.1,
    hills: 0.1,
    hillColor: [0.17, 0.09, 0.25],
    air: "fireflies",
  },
  ember: {
    sunDirection: [-0.5, 0.74, 0.45],
    fogStart: 0.22,
    clouds: 0.4,
    stars: 0.2,
    hills: 0.14,
    hillColor: [0.17, 0.06, 0.1],
    air: "sparks",
  },
  candy: {
    sunDirection: [-0.5, 0.78, 0.42],
    fogStart: 0.32,
    clouds: 1,
    disc: 0.06,
    hills: 0.1,
    hillColor: [1, 0.72, 0.84],
  },
  jungle: {
    sunDirection: [-0.5, 0.76, 0.45],
    fogStart: 0.2,
    clouds: 0.4,
    disc: 0.08,
    hills: 0.13,
    hillColor: [0.24, 0.55, 0.4],
    air: "fireflies",
  },
  indoor: { sunDirection: [-0.4, 0.85, 0.4], fogStart: 0.45, air: "dust" },
};

/** The 3D mood of an ambience: colors and light as in the level pictures. */
export function sceneMood(ambience: Ambience): SceneMood {
  const mood = WORLD_MOODS[ambience];
  const extra = { ...PLAIN, ...EXTRAS[ambience] };
  const zenith = scale(mood.top, 1 / 255);
  const horizon = scale(mood.bottom, 1 / 255);
  const lit: Vec3 = [0, 1, 2].map((i) => linear((mood.shade[i] ?? 0) + (mood.sun[i] ?? 0) * 0.86)) as Vec3;
  const shade: Vec3 = mood.shade.map(linear) as Vec3;
  return {
    ...extra,
    zenith,
    horizon,
    nadir: mix(horizon, zenith, 0.55),
    accent: scale(mood.accent, 1 / 255),
    sun: [0, 1, 2].map((i) => ((lit[i] ?? 0) - (shade[i] ?? 0)) / 0.8) as Vec3,
    skyLight: scale(shade, 1.3),
    groundLight: scale(shade, 0.85),
    glow: mood.bloom,
    backdrop: mood.backdrop,
    hillColor: extra.hillColor ?? horizon,
  };
}

const linear = (value: number) => value ** 2.2;
const scale = (v: readonly [number, number, number], by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];
const mix = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
