import type { Picture } from "../render/png.ts";
import { Canvas, type Color, linearGradient, mix, parseHex, radialGradient } from "./canvas.ts";
import { ellipse, polygon, roundedRect, star } from "./path.ts";
import { SHARE_SIZE, type ShareCard } from "./share-card.ts";
import type { Typeface, Typefaces } from "./typeface.ts";

const { width: W, height: H } = SHARE_SIZE;
const MARGIN = 64;
const INK: Color = [15, 15, 15];
const CREAM: Color = [251, 246, 236];
const ORANGE: Color = [249, 146, 5];
const YELLOW: Color = [255, 184, 0];
/** The colors of the site's night theme: the sky above, at the middle and at the horizon, and houses before it. */
const NIGHT = {
  top: [38, 47, 94],
  middle: [20, 23, 50],
  horizon: [74, 53, 104],
  house: [20, 23, 42],
} satisfies Record<string, Color>;

/** The pictures that a card names. */
export interface SharePictures {
  picture: Picture | null;
  bopi: Picture | null;
}

/** A drawing in progress. */
interface Sheet extends SharePictures {
  canvas: Canvas;
  fonts: Typefaces;
}

const fade = ([red, green, blue]: Color, alpha: number): Color => [red, green, blue, alpha];

const luminance = ([red, green, blue]: Color) => 0.299 * red + 0.587 * green + 0.114 * blue;

function text(
  canvas: Canvas,
  font: Typeface,
  line: string,
  size: number,
  x: number,
  y: number,
  color: Color,
) {
  canvas.fill(font.path(line, size, x, y), color);
}

/** Houses along the bottom edge, with a few lit windows. */
function skyline({ canvas }: Sheet, wall: Color, lights: Color): void {
  const houses = [92, 148, 120, 176, 110, 158, 128, 190, 104, 150, 118, 170];
  houses.forEach((height, i) => {
    const x = i * 104 - 20;
    canvas.fill(roundedRect(x, H - height, 96, height + 20, 10), wall);
    if (i % 3 === 0)
      canvas.fill(polygon(x - 6, H - height + 6, x + 48, H - height - 40, x + 102, H - height + 6), wall);
    else for (const stud of [14, 56]) canvas.fill(roundedRect(x + stud, H - height - 12, 26, 20, 4), wall);
    // Text stands on the left ones.
    if (i % 2 === 1 && i > 6)
      canvas.fill(roundedRect(x + 22 + (i % 4) * 10, H - height + 40, 16, 22, 4), lights);
  });
}

function nightSky(sheet: Sheet): void {
  dusk(sheet);
  skyline(sheet, NIGHT.house, fade(YELLOW, 0.75));
}

function dusk(sheet: Sheet): void {
  sheet.canvas.fillAll(linearGradient([0, 0, 0, H], NIGHT.top, NIGHT.middle));
  sheet.canvas.fillAll(linearGradient([0, H * 0.45, 0, H], fade(NIGHT.horizon, 0), NIGHT.horizon));
}

/** The logo: a bopi's head as a toy block. The same as /static/favicon.svg, whose view box is 64 wide. */
function logo({ canvas }: Sheet, x: number, y: number, side: number): void {
  const s = side / 64;
  const box = (left: number, top: number, width: number, height: number, radius: number) =>
    roundedRect(x + left * s, y + top * s, width * s, height * s, radius * s);
  canvas.fill(box(20, 2, 24, 14, 6), INK);
  canvas.fill(box(24, 6, 16, 8, 2), YELLOW);
  canvas.fill(box(3, 9, 58, 53, 19), INK);
  canvas.fill(box(7, 13, 50, 45, 15), ORANGE);
  for (const eye of [23, 41]) {
    canvas.fill(ellipse(x + eye * s, y + 34 * s, 4.5 * s, 7 * s), INK);
    canvas.fill(ellipse(x + (eye - 1.5) * s, y + 31 * s, 1.8 * s), [255, 255, 255]);
  }
  const smile = Array.from({ length: 13 }, (_, i) => Math.PI * (0.12 + (0.76 * i) / 12));
  const rim = (radius: number, angle: number, dip: number) => [
    x + (32 + radius * Math.cos(angle)) * s,
    y + (44 + dip * Math.sin(angle)) * s,
  ];
  canvas.fill(
    [
      [
        ...smile.flatMap((angle) => rim(9, angle, 7.5)),
        ...smile.toReversed().flatMap((angle) => rim(7.5, angle, 3.4)),
      ],
    ],
    INK,
  );
}

/** The logo and the site's name in a corner. */
function brand(sheet: Sheet, color: Color, x = MARGIN, y = 48): void {
  logo(sheet, x, y, 60);
  text(sheet.canvas, sheet.fonts.bold, "Bopolis", 42, x + 74, y + 46, color);
}

/** A bopi that stands on a shadow. `bottom` is under its feet. */
function standingBopi({ canvas, bopi }: Sheet, centerX: number, bottom: number, side: number): void {
  const shadow = [0, 0, 0] as const;
  canvas.fill(
    ellipse(centerX, bottom - side * 0.04, side * 0.36, side * 0.06),
    radialGradient(
      [centerX, bottom - side * 0.04, side * 0.36, side * 0.06],
      fade(shadow, 0.5),
      fade(shadow, 0),
    ),
  );
  if (bopi) canvas.draw(bopi, centerX - side / 2, bottom - side, side, side);
}

interface Ink {
  text: Color;
  chip: Color;
  chipText: Color;
}
const LIGHT_INK: Ink = { text: CREAM, chip: fade(CREAM, 0.16), chipText: CREAM };
const DARK_INK: Ink = { text: INK, chip: fade(INK, 0.14), chipText: INK };

/** Rounded labels in a row, as many as fit. Returns where the next one would begin. */
function drawChips(sheet: Sheet, labels: readonly string[], ink: Ink, x: number, y: number, right: number) {
  const { canvas, fonts } = sheet;
  let at = x;
  for (const label of labels) {
    const shown = fonts.regular.readable(label);
    const width = fonts.regular.measure(shown, 32) + 44;
    if (!shown || at + width > right) continue;
    canvas.fill(roundedRect(at, y, width, 58, 29), ink.chip);
    text(canvas, fonts.regular, shown, 32, at + 22, y + 40, ink.chipText);
    at += width + 14;
  }
  return at;
}

/** A big title whose last line ends at `bottom`, or whose first line begins at `top`. Returns its edges. */
function title(
  { canvas, fonts }: Sheet,
  words: string,
  color: Color,
  box: { x: number; width: number; lines: number; largest: number; bottom: number },
): number {
  const { size, lines } = fonts.bold.fit(words, box.width, box.lines, box.largest, 48);
  const step = size * 0.98;
  lines.forEach((line, i) => {
    text(canvas, fonts.bold, line, size, box.x, box.bottom - (lines.length - 1 - i) * step, color);
  });
  return box.bottom - (lines.length - 1) * step - fonts.bold.capHeight(size);
}

/** A small line in capitals above a title. */
function kicker({ canvas, fonts }: Sheet, words: string, color: Color, x: number, baseline: number): void {
  let at = x;
  for (const char of words.toUpperCase()) {
    text(canvas, fonts.bold, char, 28, at, baseline, color);
    at += fonts.bold.measure(char, 28) + 3;
  }
}

function byline(sheet: Sheet, name: string, color: Color, x: number, baseline: number): void {
  text(sheet.canvas, sheet.fonts.regular, `by ${name}`, 38, x, baseline, color);
}

function drawProfile(sheet: Sheet, card: Extract<ShareCard, { kind: "profile" }>): void {
  const { canvas, fonts } = sheet;
  const [start, end] = card.colors.map(parseHex) as [Color, Color];
  const isLight = luminance(mix(start, end, 0.5)) > 140;
  const ink = isLight ? DARK_INK : LIGHT_INK;
  canvas.fillAll(linearGradient([0, 0, 0, H], start, end));
  canvas.fillAll(
    radialGradient([880, 240, 520, 460], [255, 255, 255, isLight ? 0.5 : 0.24], [255, 255, 255, 0]),
  );
  skyline(sheet, [0, 0, 0, isLight ? 0.08 : 0.22], [255, 255, 255, 0.3]);
  standingBopi(sheet, 900, 612, 580);
  brand(sheet, ink.text);
  const name = fonts.bold.readable(card.name);
  const top = title(sheet, name, ink.text, { x: MARGIN, width: 560, lines: 1, largest: 132, bottom: 392 });
  kicker(sheet, "Meet", isLight ? mix(INK, start, 0.2) : YELLOW, MARGIN, top - 26);
  drawChips(sheet, card.chips, ink, MARGIN, 440, 650);
}

function drawLevel(sheet: Sheet, card: Extract<ShareCard, { kind: "level" }>): void {
  const { canvas, fonts, picture } = sheet;
  if (picture) canvas.draw(picture, 0, 0, W, H);
  else nightSky(sheet);
  // The text stands on the dark lower left, whatever the picture shows.
  canvas.fillAll(linearGradient([0, H * 0.28, 0, H], fade(INK, 0), fade(INK, 0.94)));
  canvas.fillAll(linearGradient([0, 0, 0, 150], fade(INK, 0.6), fade(INK, 0)));
  standingBopi(sheet, 1010, 622, 380);
  brand(sheet, CREAM);
  const width = 770;
  const words = fonts.bold.readable(card.title) || "A new level";
  title(sheet, words, CREAM, { x: MARGIN, width, lines: 2, largest: 104, bottom: 448 });
  byline(sheet, fonts.regular.readable(card.creator), YELLOW, MARGIN, 506);
  let at = MARGIN;
  if (card.stars !== null) {
    for (let i = 0; i < 5; i++) {
      canvas.fill(star(at + 20, 563, 22), fade(CREAM, 0.25));
      const share = Math.min(1, Math.max(0, card.stars - i));
      if (share > 0) canvas.fill(star(at + 20, 563, 22), share === 1 ? YELLOW : fade(YELLOW, 0.6));
      at += 48;
    }
    at += 16;
  }
  drawChips(sheet, card.chips, LIGHT_INK, at, 534, MARGIN + width);
}

/** A coin with a number, or FREE. */
function priceTag(sheet: Sheet, price: number, x: number, y: number): number {
  const { canvas, fonts } = sheet;
  const label = price === 0 ? "FREE" : price.toLocaleString("en");
  const coin = price === 0 ? 0 : 62;
  const width = fonts.bold.measure(label, 54) + coin + 56;
  canvas.fill(roundedRect(x, y + 6, width, 84, 24), [169, 95, 0]);
  canvas.fill(roundedRect(x, y, width, 84, 24), ORANGE);
  if (coin) {
    canvas.fill(ellipse(x + 50, y + 42, 25), [122, 66, 0]);
    canvas.fill(ellipse(x + 50, y + 42, 21), YELLOW);
    canvas.fill(ellipse(x + 50, y + 42, 14), [255, 214, 92]);
  }
  text(canvas, fonts.bold, label, 54, x + 28 + coin, y + 61, INK);
  return x + width + 18;
}

function drawItem(sheet: Sheet, card: Extract<ShareCard, { kind: "item" }>): void {
  const { canvas, fonts, picture } = sheet;
  nightSky(sheet);
  const [cx, cy] = [884, 300];
  canvas.fill(ellipse(cx, cy, 330), radialGradient([cx, cy, 330, 330], fade(YELLOW, 0.5), fade(ORANGE, 0)));
  // A round stage.
  canvas.fill(ellipse(cx, 552, 268, 50), [122, 66, 0]);
  canvas.fill(ellipse(cx, 536, 268, 50), ORANGE);
  canvas.fill(ellipse(cx, 533, 236, 40), [255, 171, 53]);
  if (picture) canvas.draw(picture, cx - 235, 74, 470, 470);
  brand(sheet, CREAM);
  const words = fonts.bold.readable(card.title) || "A new item";
  title(sheet, words, CREAM, { x: MARGIN, width: 520, lines: 3, largest: 92, bottom: 386 });
  byline(sheet, fonts.regular.readable(card.creator), [201, 188, 168], MARGIN, 442);
  const at = card.price === null ? MARGIN : priceTag(sheet, card.price, MARGIN, 484);
  drawChips(sheet, card.chips, LIGHT_INK, at, 497, 640);
}

function drawThread(sheet: Sheet, card: Extract<ShareCard, { kind: "thread" }>): void {
  const { canvas, fonts } = sheet;
  nightSky(sheet);
  standingBopi(sheet, 1000, 618, 430);
  brand(sheet, CREAM);
  // A speech bubble.
  canvas.fill(polygon(800, 330, 884, 372, 800, 424), CREAM);
  canvas.fill(roundedRect(MARGIN, 142, 752, 330, 36), CREAM);
  const words = fonts.bold.readable(card.title) || "A new thread";
  const { size, lines } = fonts.bold.fit(words, 672, 3, 92, 48);
  const step = size * 0.98;
  const first = 307 - ((lines.length - 1) * step) / 2 + fonts.bold.capHeight(size) / 2;
  lines.forEach((line, i) => {
    text(canvas, fonts.bold, line, size, MARGIN + 40, first + i * step, INK);
  });
  const name = fonts.regular.readable(card.author);
  byline(sheet, name, YELLOW, MARGIN, 562);
  const at = MARGIN + fonts.regular.measure(`by ${name}`, 38) + 26;
  drawChips(sheet, card.chips, LIGHT_INK, at, 522, 800);
}

function drawEvent(sheet: Sheet, card: Extract<ShareCard, { kind: "event" }>): void {
  const { canvas, fonts, picture } = sheet;
  const color = parseHex(card.color);
  const ink = luminance(color) > 140 ? DARK_INK : LIGHT_INK;
  canvas.fillAll(linearGradient([0, 0, W, H], mix(color, [255, 255, 255], 0.12), mix(color, INK, 0.28)));
  // Rays behind the picture.
  for (let i = 0; i < 12; i++) {
    const [a, b] = [(i * Math.PI) / 6, ((i + 0.5) * Math.PI) / 6];
    const far = (angle: number) => [900 + 1200 * Math.cos(angle), 300 + 1200 * Math.sin(angle)] as const;
    canvas.fill(polygon(900, 300, ...far(a), ...far(b)), [255, 255, 255, 0.07]);
  }
  skyline(sheet, [0, 0, 0, 0.2], fade(YELLOW, 0.5));
  if (picture) {
    canvas.fill(roundedRect(640, 172, 512, 300, 34), [0, 0, 0, 0.35]);
    canvas.fill(roundedRect(632, 158, 512, 300, 34), CREAM);
    canvas.draw(picture, 644, 170, 488, 276, roundedRect(644, 170, 488, 276, 24));
  }
  brand(sheet, ink.text);
  const words = fonts.bold.readable(card.title) || "An event";
  const width = picture ? 530 : 1040;
  const top = title(sheet, words, ink.text, { x: MARGIN, width, lines: 2, largest: 108, bottom: 388 });
  kicker(sheet, "Event", ink.text, MARGIN, top - 24);
  text(canvas, fonts.regular, card.goal, 38, MARGIN, 448, ink.text);
  drawChips(sheet, card.chips, { ...ink, chip: INK, chipText: YELLOW }, MARGIN, 492, W - MARGIN);
}

export function drawShareCard(card: ShareCard, fonts: Typefaces, pictures: SharePictures): Picture {
  const sheet: Sheet = { ...pictures, canvas: new Canvas(W, H), fonts };
  switch (card.kind) {
    case "profile":
      drawProfile(sheet, card);
      break;
    case "level":
      drawLevel(sheet, card);
      break;
    case "item":
      drawItem(sheet, card);
      break;
    case "thread":
      drawThread(sheet, card);
      break;
    case "event":
      drawEvent(sheet, card);
  }
  return sheet.canvas;
}
