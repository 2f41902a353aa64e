import type { Ambience } from "../schema.ts";

export type Rgb = readonly [number, number, number];

/** The sky and light of a world. Colors are sRGB 0–255; light factors multiply a block's color. */
export interface WorldMood {
  top: Rgb;
  bottom: Rgb;
  sun: Rgb;
  shade: Rgb;
  /** Strength of the bloom around glowing blocks. */
  bloom: number;
  backdrop: "clouds" | "stars" | "moon" | "planet" | "flurry" | "embers" | "leaves" | "room";
  /** The color of the backdrop's decorations. */
  accent: Rgb;
}

export const WORLD_MOODS: Record<Ambience, WorldMood> = {
  day: mood(
    [64, 165, 240],
    [196, 236, 255],
    [0.6, 0.56, 0.46],
    [0.52, 0.57, 0.68],
    0.7,
    "clouds",
    [255, 255, 255],
  ),
  sunset: mood(
    [92, 62, 150],
    [255, 170, 104],
    [0.72, 0.5, 0.3],
    [0.5, 0.46, 0.62],
    0.9,
    "clouds",
    [255, 196, 150],
  ),
  night: mood(
    [14, 18, 52],
    [52, 62, 128],
    [0.42, 0.46, 0.6],
    [0.4, 0.42, 0.62],
    1.5,
    "moon",
    [255, 240, 200],
  ),
  space: mood(
    [10, 8, 28],
    [44, 24, 84],
    [0.62, 0.58, 0.66],
    [0.38, 0.37, 0.55],
    1.4,
    "planet",
    [255, 140, 110],
  ),
  snow: mood(
    [120, 170, 224],
    [232, 244, 255],
    [0.5, 0.5, 0.5],
    [0.58, 0.63, 0.74],
    0.6,
    "flurry",
    [255, 255, 255],
  ),
  spooky: mood(
    [30, 16, 52],
    [104, 58, 120],
    [0.62, 0.58, 0.66],
    [0.54, 0.5, 0.68],
    1.3,
    "moon",
    [255, 178, 84],
  ),
  ember: mood(
    [38, 14, 24],
    [190, 66, 34],
    [0.66, 0.54, 0.46],
    [0.56, 0.46, 0.52],
    0.55,
    "embers",
    [255, 150, 60],
  ),
  candy: mood(
    [255, 150, 200],
    [255, 226, 222],
    [0.5, 0.48, 0.46],
    [0.62, 0.58, 0.66],
    0.7,
    "clouds",
    [255, 248, 252],
  ),
  jungle: mood(
    [40, 120, 104],
    [190, 228, 150],
    [0.62, 0.6, 0.38],
    [0.46, 0.54, 0.5],
    0.8,
    "leaves",
    [36, 110, 84],
  ),
  indoor: mood(
    [64, 38, 50],
    [160, 104, 78],
    [0.58, 0.5, 0.4],
    [0.56, 0.48, 0.5],
    1.1,
    "room",
    [255, 214, 150],
  ),
};

function mood(
  top: Rgb,
  bottom: Rgb,
  sun: Rgb,
  shade: Rgb,
  bloom: number,
  backdrop: WorldMood["backdrop"],
  accent: Rgb,
): WorldMood {
  return { top, bottom, sun, shade, bloom, backdrop, accent };
}
