import type { Ambience } from "../schema.ts";

export type Rgb = readonly [number, number, number];

export const WORLD_MOODS: Record<Ambience, WorldMood> = {
  day: mood("40a5f0", "c4ecff", [0.6, 0.56, 0.46], [0.52, 0.57, 0.68], 0.7, "clouds", "ffffff"),
  sunset: mood("5c3e96", "ffaa68", [0.72, 0.5, 0.3], [0.5, 0.46, 0.62], 0.9, "clouds", "ffc496"),
  night: mood("0e1234", "343e80", [0.42, 0.46, 0.6], [0.4, 0.42, 0.62], 1.5, "moon", "fff0c8"),
  space: mood("0a081c", "2c1854", [0.62, 0.58, 0.66], [0.38, 0.37, 0.55], 1.4, "planet", "ff8c6e"),
  snow: mood("78aae0", "e8f4ff", [0.5, 0.5, 0.5], [0.58, 0.63, 0.74], 0.6, "flurry", "ffffff"),
  spooky: mood("1e1034", "683a78", [0.62, 0.58, 0.66], [0.54, 0.5, 0.68], 1.3, "moon", "ffb254"),
  ember: mood("260e18", "be4222", [0.66, 0.54, 0.46], [0.56, 0.46, 0.52], 0.55, "embers", "ff963c"),
  candy: mood("ff96c8", "ffe2de", [0.5, 0.48, 0.46], [0.62, 0.58, 0.66], 0.7, "clouds", "fff8fc"),
  jungle: mood("287868", "bee496", [0.62, 0.6, 0.38], [0.46, 0.54, 0.5], 0.8, "leaves", "246e54"),
  indoor: mood("402632", "a0684e", [0.58, 0.5, 0.4], [0.56, 0.48, 0.5], 1.1, "room", "ffd696"),
};

/** The sky and light of a world. Colors are sRGB 0–255; light factors multiply a block's color; `accent` is of decorations. */
export type WorldMood = ReturnType<typeof mood>;

function mood(
  top: string,
  bottom: string,
  sun: Rgb,
  shade: Rgb,
  bloom: number,
  backdrop: "clouds" | "stars" | "moon" | "planet" | "flurry" | "embers" | "leaves" | "room",
  accent: string,
) {
  return { top: hexRgb(top), bottom: hexRgb(bottom), sun, shade, bloom, backdrop, accent: hexRgb(accent) };
}

export function hexRgb(hex: string): Rgb {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
