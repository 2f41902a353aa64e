import type { Pixels } from "../avatar/model/pixels.ts";
import type { Region } from "../avatar/model/surface.ts";
import { TEMPLATES } from "../avatar/model/templates.ts";
import { drawTemplate } from "../avatar/template-picture.ts";
import { once } from "../once.ts";
import { ITEM_TYPES, type ItemTypeId } from "./rules.ts";

/** One painted part: which edges of an 8 × 8 grid grow darker, across and down (32 hex digits), and 4 × 4 mean colours. */
interface PartPrint {
  bits: string;
  colors: string;
  /** How many edges there are at all. */
  detail: number;
}

/** What a picture of clothes looks like: a print for each part that has something on it, by the part's number. */
export type Print = Record<number, PartPrint>;

const GRID = 8;
const EDGES = 2 * GRID * GRID;
const BAND_DIGITS = 4;
/** Brightness (of 255) that two neighbours differ by at least, where there is an edge. */
const STEP = 5;
/** A part with fewer edges than this is as good as empty: one colour, a hem, a single stripe. */
const LEAST_DETAIL = 20;
/** Of so many parts of a hundred the edges and the colours are the same where a part is thought to be copied. */
const ALIKE = 90;
/** Whose copied parts hold this share of all its detail, looks like the other. */
const SHARE = 0.5;

/** The large parts, from the front; the halves of the back of a torso are looked at each for itself. */
const PARTS: Partial<Record<ItemTypeId, readonly Region[]>> = {
  4: [
    [128, 0, 256, 208],
    [0, 0, 128, 208],
    [384, 0, 128, 208],
    TEMPLATES.shirt.right_arm,
    TEMPLATES.shirt.left_arm,
  ],
  5: [TEMPLATES.pants.hips, TEMPLATES.pants.right_leg, TEMPLATES.pants.left_leg],
  6: [TEMPLATES.shoes.right_shoe, TEMPLATES.shoes.left_shoe],
};

/** Mean colour and brightness of the cells of a grid; what is see-through counts as the body's middle grey. */
function means(pixels: Pixels, [left, top, width, height]: Region, columns: number, rows: number) {
  const sums = new Float64Array(columns * rows * 4);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x++) {
      const at = ((top + y) * pixels.width + left + x) * 4;
      const cell = (row + Math.floor((x * columns) / width)) * 4;
      const alpha = (pixels.data[at + 3] as number) / 255;
      for (let i = 0; i < 3; i++)
        sums[cell + i] =
          (sums[cell + i] as number) + (pixels.data[at + i] as number) * alpha + 128 * (1 - alpha);
      sums[cell + 3] = (sums[cell + 3] as number) + 1;
    }
  }
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [red = 0, green = 0, blue = 0, count = 1] = sums.subarray(cell * 4, cell * 4 + 4);
    return {
      rgb: [red / count, green / count, blue / count] as const,
      bright: (red * 0.3 + green * 0.59 + blue * 0.11) / count,
    };
  });
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

function printPart(pixels: Pixels, region: Region): PartPrint {
  const across = means(pixels, region, GRID + 1, GRID);
  const down = means(pixels, region, GRID, GRID + 1);
  let detail = 0;
  const nibbles: number[] = [];
  const look = (grid: typeof across, from: number, to: number, at: number) => {
    const fall = (grid[from]?.bright ?? 0) - (grid[to]?.bright ?? 0);
    if (Math.abs(fall) > STEP) detail++;
    if (fall > STEP) nibbles[at >> 2] = (nibbles[at >> 2] ?? 0) | (1 << (at & 3));
    else nibbles[at >> 2] ??= 0;
  };
  for (let y = 0; y < GRID; y++)
    for (let x = 0; x < GRID; x++) {
      look(across, y * (GRID + 1) + x, y * (GRID + 1) + x + 1, y * GRID + x);
      look(down, y * GRID + x, (y + 1) * GRID + x, GRID * GRID + y * GRID + x);
    }
  const colors = means(pixels, region, 4, 4).flatMap(({ rgb }) =>
    rgb.map((value) => hex(Math.round(value), 2)),
  );
  return { bits: nibbles.map((nibble) => hex(nibble, 1)).join(""), colors: colors.join(""), detail };
}

const ONES = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** Of a hundred: how much of two parts is the same, by their edges or their colours, whichever is less. */
function partLikeness(a: PartPrint, b: PartPrint): number {
  let flips = 0;
  for (let i = 0; i < a.bits.length; i++)
    flips += ONES[
      Number.parseInt(a.bits[i] as string, 16) ^ Number.parseInt(b.bits[i] as string, 16)
    ] as number;
  let apart = 0;
  const colors = a.colors.length / 2;
  for (let i = 0; i < colors; i++) apart += Math.abs(byteAt(a.colors, i) - byteAt(b.colors, i));
  return Math.floor(Math.min(100 * (1 - flips / EDGES), 100 * (1 - apart / colors / 192)));
}

const byteAt = (text: string, at: number) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);

const rawPrint = (pixels: Pixels, type: ItemTypeId): Print =>
  Object.fromEntries(
    (PARTS[type] ?? []).flatMap((region, part) => {
      const print = printPart(pixels, region);
      return print.detail >= LEAST_DETAIL ? [[part, print]] : [];
    }),
  );

const empty = once(() => ({
  4: rawPrint(drawTemplate("shirt"), 4),
  5: rawPrint(drawTemplate("pants"), 5),
  6: rawPrint(drawTemplate("shoes"), 6),
}));

/**
 * What a texture looks like. Parts without much on them, and parts on which the template still stands as it was handed out,
 * have no print: two of those are no copies of each other.
 */
export function printOf(pixels: Pixels, type: ItemTypeId): Print {
  const template: Print = type >= 4 ? empty()[type as 4 | 5 | 6] : {};
  return Object.fromEntries(
    Object.entries(rawPrint(pixels, type)).filter(([part, print]) => {
      const blank = template[Number(part)];
      return !blank || partLikeness(print, blank) < ALIKE;
    }),
  );
}

/** Texts by which likely doubles are looked up: a copied part shares at least one of its eight with the original. */
export const marksOf = (print: Print, type: ItemTypeId): string[] =>
  Object.entries(print).flatMap(([part, { bits }]) =>
    Array.from({ length: bits.length / BAND_DIGITS }, (_, band) => {
      const value = bits.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS);
      return /^0*$/.test(value) ? [] : [`${ITEM_TYPES[type]}:${part}:${band}:${value}`];
    }).flat(),
  );

/** Of a hundred: how much a texture looks like another; 0 where it does not hold enough of it to be called a copy. */
export function likeness(print: Print, other: Print): number {
  let all = 0;
  let copied = 0;
  let most = 0;
  for (const [part, own] of Object.entries(print)) {
    const theirs = other[Number(part)];
    const percent = theirs ? partLikeness(own, theirs) : 0;
    all += own.detail;
    if (percent < ALIKE) continue;
    copied += own.detail;
    most = Math.max(most, percent);
  }
  return all > 0 && copied / all >= SHARE ? most : 0;
}
