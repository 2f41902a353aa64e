import type { Pixels } from "../avatar/model/pixels.ts";
import type { Region } from "../avatar/model/surface.ts";
import { CLOTHING_TEMPLATES } from "../avatar/model/templates.ts";
import { drawTemplatePicture } from "../avatar/template-picture.ts";
import { once } from "../once.ts";
import { ITEM_TYPES, type ItemTypeId } from "./item-types.ts";

/** Which edges of an 8 × 8 grid of a body part get darker, across and down (32 hex digits), and 4 × 4 mean colors. */
interface PartFingerprint {
  bits: string;
  colors: string;
  detail: number;
}

/** The fingerprint of a clothing texture: one entry per part with enough detail, by the part's number. */
export type Fingerprint = Record<number, PartFingerprint>;

const GRID = 8;
const EDGES = 2 * GRID * GRID;
const BAND_DIGITS = 4;
/** Brightness difference (of 255) between adjacent cells that counts as an edge. */
const EDGE_CONTRAST = 5;
/** Parts with fewer edges are as good as empty: a single color, a hem, a single stripe. */
const MIN_DETAIL = 20;
/** A part counts as copied if its edges and colors match at least this percentage. */
const SIMILAR_PERCENT = 90;
/** A texture is a copy if its copied parts hold at least this share of its detail. */
const COPIED_SHARE = 0.5;

/** The large parts as seen from the front. The halves of a torso's back are separate parts. */
const PARTS: Partial<Record<ItemTypeId, readonly Region[]>> = {
  4: [
    [128, 0, 256, 208],
    [0, 0, 128, 208],
    [384, 0, 128, 208],
    CLOTHING_TEMPLATES.shirt.right_arm,
    CLOTHING_TEMPLATES.shirt.left_arm,
  ],
  5: [CLOTHING_TEMPLATES.pants.hips, CLOTHING_TEMPLATES.pants.right_leg, CLOTHING_TEMPLATES.pants.left_leg],
  6: [CLOTHING_TEMPLATES.shoes.right_shoe, CLOTHING_TEMPLATES.shoes.left_shoe],
};

/** Mean color and brightness of a grid's cells. Transparent pixels count as the body's medium gray. */
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

function fingerprintPart(pixels: Pixels, region: Region): PartFingerprint {
  const across = means(pixels, region, GRID + 1, GRID);
  const down = means(pixels, region, GRID, GRID + 1);
  let detail = 0;
  const nibbles: number[] = [];
  const addEdge = (grid: typeof across, from: number, to: number, at: number) => {
    const fall = (grid[from]?.bright ?? 0) - (grid[to]?.bright ?? 0);
    if (Math.abs(fall) > EDGE_CONTRAST) detail++;
    if (fall > EDGE_CONTRAST) nibbles[at >> 2] = (nibbles[at >> 2] ?? 0) | (1 << (at & 3));
    else nibbles[at >> 2] ??= 0;
  };
  for (let y = 0; y < GRID; y++)
    for (let x = 0; x < GRID; x++) {
      addEdge(across, y * (GRID + 1) + x, y * (GRID + 1) + x + 1, y * GRID + x);
      addEdge(down, y * GRID + x, (y + 1) * GRID + x, GRID * GRID + y * GRID + x);
    }
  const colors = means(pixels, region, 4, 4).flatMap(({ rgb }) =>
    rgb.map((value) => hex(Math.round(value), 2)),
  );
  return { bits: nibbles.map((nibble) => hex(nibble, 1)).join(""), colors: colors.join(""), detail };
}

const BIT_COUNTS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** How much two parts match in percent: the lower of their edges' and their colors' match. */
function partSimilarity(a: PartFingerprint, b: PartFingerprint): number {
  let flips = 0;
  for (let i = 0; i < a.bits.length; i++)
    flips += BIT_COUNTS[
      Number.parseInt(a.bits[i] as string, 16) ^ Number.parseInt(b.bits[i] as string, 16)
    ] as number;
  let apart = 0;
  const colors = a.colors.length / 2;
  for (let i = 0; i < colors; i++) apart += Math.abs(byteAt(a.colors, i) - byteAt(b.colors, i));
  return Math.floor(Math.min(100 * (1 - flips / EDGES), 100 * (1 - apart / colors / 192)));
}

const byteAt = (text: string, at: number) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);

const rawFingerprint = (pixels: Pixels, type: ItemTypeId): Fingerprint =>
  Object.fromEntries(
    (PARTS[type] ?? []).flatMap((region, part) => {
      const fingerprint = fingerprintPart(pixels, region);
      return fingerprint.detail >= MIN_DETAIL ? [[part, fingerprint]] : [];
    }),
  );

const empty = once(() => ({
  4: rawFingerprint(drawTemplatePicture("shirt"), 4),
  5: rawFingerprint(drawTemplatePicture("pants"), 5),
  6: rawFingerprint(drawTemplatePicture("shoes"), 6),
}));

/** The fingerprint of a texture, without parts that have little detail or still show the unchanged template. */
export function fingerprintOf(pixels: Pixels, type: ItemTypeId): Fingerprint {
  const template: Fingerprint = type >= 4 ? empty()[type as 4 | 5 | 6] : {};
  return Object.fromEntries(
    Object.entries(rawFingerprint(pixels, type)).filter(([part, fingerprint]) => {
      const blank = template[Number(part)];
      return !blank || partSimilarity(fingerprint, blank) < SIMILAR_PERCENT;
    }),
  );
}

/** Keys for looking up likely copies: a copied part shares at least 1 of its 8 bands with the original. */
export const fingerprintBands = (fingerprint: Fingerprint, type: ItemTypeId): string[] =>
  Object.entries(fingerprint).flatMap(([part, { bits }]) =>
    Array.from({ length: bits.length / BAND_DIGITS }, (_, band) => {
      const value = bits.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS);
      return /^0*$/.test(value) ? [] : [`${ITEM_TYPES[type]}:${part}:${band}:${value}`];
    }).flat(),
  );

/** How similar a texture is to another in percent; 0 if too little of it matches to call it a copy. */
export function similarity(fingerprint: Fingerprint, other: Fingerprint): number {
  let total = 0;
  let copied = 0;
  let best = 0;
  for (const [part, own] of Object.entries(fingerprint)) {
    const theirs = other[Number(part)];
    const percent = theirs ? partSimilarity(own, theirs) : 0;
    total += own.detail;
    if (percent < SIMILAR_PERCENT) continue;
    copied += own.detail;
    best = Math.max(best, percent);
  }
  return total > 0 && copied / total >= COPIED_SHARE ? best : 0;
}
