import type { Pixels } from "./model/pixels.ts";
import { type Region, TEXTURE_SIDE } from "./model/surface.ts";
import { CLOTHING_TEMPLATES, type TemplateName } from "./model/templates.ts";

/** Only the templates' letters: rows from the top, `#` is ink, `/` ends a row; two rows for descenders. */
const GLYPHS: Record<string, string> = {
  a: "//.##./...#/.###/#..#/.###",
  b: "#/#/###./#..#/#..#/#..#/###.",
  c: "//.##/#../#../#../.##",
  d: "...#/...#/.###/#..#/#..#/#..#/.###",
  e: "//.##./#..#/####/#.../.###",
  f: ".##/#../###/#../#../#../#..",
  g: "//.###/#..#/#..#/#..#/.###/...#/.##.",
  h: "#/#/###./#..#/#..#/#..#/#..#",
  i: "#//#/#/#/#/#",
  k: "#/#/#..#/#.#./##../#.#./#..#",
  l: "#/#/#/#/#/#/#",
  m: "//####./#.#.#/#.#.#/#.#.#/#.#.#",
  n: "//###./#..#/#..#/#..#/#..#",
  o: "//.##./#..#/#..#/#..#/.##.",
  p: "//###./#..#/#..#/#..#/###./#.../#...",
  r: "//#.#/##./#../#../#..",
  s: "//.###/#.../.##./...#/###.",
  t: ".#./.#./###/.#./.#./.#./..#",
  u: "//#..#/#..#/#..#/#..#/.###",
  y: "//#..#/#..#/#..#/#..#/.###/...#/.##.",
  H: "#..#/#..#/#..#/####/#..#/#..#/#..#",
  L: "#.../#.../#.../#.../#.../#.../####",
  R: "###./#..#/#..#/###./#.#./#..#/#..#",
  T: "#####/..#../..#../..#../..#../..#../..#..",
  "=": "///####//####",
  " ": "...",
};

const TEMPLATE_FONT_HEIGHT = 7;

function rowsOf(letter: string): string[] {
  const glyph = GLYPHS[letter];
  if (glyph === undefined) throw new Error(`the template font has no "${letter}"`);
  return glyph.split("/");
}

const widthOf = (rows: readonly string[]): number => Math.max(...rows.map((row) => row.length));

/** Width of a line of text in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((width, letter) => width + widthOf(rowsOf(letter)) + 1, -1);

/** Calls `ink` for every inked pixel of a line of text, from its top left. */
export function forEachInkPixel(text: string, ink: (x: number, y: number) => void): void {
  let left = 0;
  for (const letter of text) {
    const rows = rowsOf(letter);
    for (const [y, row] of rows.entries())
      for (const [x, dot] of [...row].entries()) if (dot === "#") ink(left + x, y);
    left += widthOf(rows) + 1;
  }
}

type Color = readonly [number, number, number];

const GROUND: Color = [0x1a, 0x18, 0x16];
const WHITE: Color = [0xff, 0xff, 0xff];
const DIM: Color = [0xb9, 0xb0, 0xa3];

interface Part {
  title: string;
  color: Color;
  /** A wrap goes all the way around. The top is seen from above, the bottom from below. */
  lies: "around" | "top" | "bottom";
}

const FRONT: Color = [0xb8, 0x3f, 0x54];
const RIGHT: Color = [0x3a, 0x6f, 0xb8];
const LEFT: Color = [0x2f, 0x7f, 0x52];
const TOP: Color = [0x8a, 0x4c, 0xbd];
const BOTTOM: Color = [0x80, 0x6c, 0x28];

const PARTS: { [T in TemplateName]: Record<keyof (typeof CLOTHING_TEMPLATES)[T], Part> } = {
  shirt: {
    torso: { title: "Torso", color: FRONT, lies: "around" },
    right_arm: { title: "Right arm", color: RIGHT, lies: "around" },
    left_arm: { title: "Left arm", color: LEFT, lies: "around" },
    torso_top: { title: "Torso top", color: TOP, lies: "top" },
    torso_bottom: { title: "Torso bottom", color: BOTTOM, lies: "bottom" },
  },
  pants: {
    hips: { title: "Hips", color: FRONT, lies: "around" },
    right_leg: { title: "Right leg", color: RIGHT, lies: "around" },
    left_leg: { title: "Left leg", color: LEFT, lies: "around" },
    torso_bottom: { title: "Torso bottom", color: BOTTOM, lies: "bottom" },
  },
  shoes: {
    right_shoe: { title: "Right shoe", color: RIGHT, lies: "around" },
    left_shoe: { title: "Left shoe", color: LEFT, lies: "around" },
    right_top: { title: "Right top", color: TOP, lies: "top" },
    right_sole: { title: "Right sole", color: BOTTOM, lies: "bottom" },
    left_top: { title: "Left top", color: TOP, lies: "top" },
    left_sole: { title: "Left sole", color: BOTTOM, lies: "bottom" },
  },
};

/** Placed where no template has a region. */
const NOTES = { x: 304, y: 432, lines: ["transparent =", "body color", "as seen from outside"] };

/** Centers of the sides of a wrap, as shares of its width. */
const SIDES = [
  { text: "back", at: 0 },
  { text: "right side", at: 0.25 },
  { text: "front", at: 0.5 },
  { text: "left side", at: 0.75 },
  { text: "back", at: 1 },
] as const;

/** Regions at least this wide get larger labels. */
const WIDE = 400;
const MARGIN = 6;
const DASH = 4;

class Sheet {
  readonly pixels: Pixels = {
    width: TEXTURE_SIDE,
    height: TEXTURE_SIDE,
    data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4),
  };

  fill([x, y, width, height]: Region, [red, green, blue]: Color): void {
    const { data } = this.pixels;
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        data.set([red, green, blue, 255], (row * TEXTURE_SIDE + column) * 4);
  }

  /** Writes a line of text on a patch of `ground`, which covers anything under it. */
  write(text: string, x: number, y: number, { scale, color, ground }: Ink): void {
    const pad = scale * 2;
    const textPixels = textWidth(text) * scale;
    this.fill([x - pad, y - pad, textPixels + 2 * pad, (TEMPLATE_FONT_HEIGHT + 2) * scale + pad], ground);
    forEachInkPixel(text, (dx, dy) => this.fill([x + dx * scale, y + dy * scale, scale, scale], color));
  }
}

interface Ink {
  scale: number;
  color: Color;
  ground: Color;
}

function drawSides(sheet: Sheet, [x, y, width, height]: Region, ground: Color): void {
  for (const { at } of SIDES.slice(1, -1))
    for (let row = y + 1; row < y + height - DASH; row += 2 * DASH)
      sheet.fill([x + Math.round(width * at), row, 1, DASH], WHITE);
  const scale = width >= WIDE ? 2 : 1;
  const top = y + height - MARGIN - (TEMPLATE_FONT_HEIGHT + 2) * scale;
  for (const { text, at } of SIDES) {
    const free = width - textWidth(text) * scale;
    const middle = Math.round(width * at - (width - free) / 2);
    // The back is at both ends, so its label stays inside.
    const left = x + Math.min(free - MARGIN, Math.max(MARGIN, middle));
    sheet.write(text, left, top, { scale, color: WHITE, ground });
  }
}

function drawPart(sheet: Sheet, region: Region, { title, color, lies }: Part): void {
  const [x, y, width, height] = region;
  sheet.fill(region, WHITE);
  sheet.fill([x + 1, y + 1, width - 2, height - 2], color);
  const writeCentered = (text: string, top: number, scale: number) => {
    const left = x + Math.round((width - textWidth(text) * scale) / 2);
    sheet.write(text, left, top, { scale, color: WHITE, ground: color });
  };
  if (lies === "around") {
    drawSides(sheet, region, color);
    writeCentered(title, y + MARGIN + 2, 2);
    return;
  }
  writeCentered(title, y + Math.round(height / 2) - TEMPLATE_FONT_HEIGHT, 2);
  const [upper, lower] = lies === "top" ? ["back", "front"] : ["front", "back"];
  writeCentered(upper as string, y + MARGIN, 1);
  writeCentered(lower as string, y + height - MARGIN - TEMPLATE_FONT_HEIGHT, 1);
}

/** The template picture for a type of clothes: each body part as a labeled box. */
export function drawTemplatePicture(name: TemplateName): Pixels {
  const sheet = new Sheet();
  sheet.fill([0, 0, TEXTURE_SIDE, TEXTURE_SIDE], GROUND);
  const regions: Record<string, Region> = CLOTHING_TEMPLATES[name];
  const parts: Record<string, Part> = PARTS[name];
  for (const [key, region] of Object.entries(regions)) drawPart(sheet, region, parts[key] as Part);
  for (const [row, line] of NOTES.lines.entries())
    sheet.write(line, NOTES.x, NOTES.y + row * 24, { scale: 2, color: DIM, ground: GROUND });
  return sheet.pixels;
}
