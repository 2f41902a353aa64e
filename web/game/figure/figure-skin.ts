import {
  ClampToEdgeWrapping,
  DataArrayTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { BopiColors } from "#domain/avatar/colors.ts";
import type { EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { composeHead, composeLegs, composeShoes, composeUpper } from "#domain/avatar/model/compose.ts";
import { defaultFace, sleepingFace } from "#domain/avatar/model/default-face.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { type Region, TEXTURE_SIDE } from "#domain/avatar/model/surface.ts";
import { once } from "#domain/once.ts";

/** The layers of a figure's skin: the layouts of the body, and the head with closed eyes. */
export const SKIN_LAYERS = { head: 0, upper: 1, legs: 2, shoes: 3, closedEyes: 4 } as const;

/** Hands have one color each, in an unused part of the upper layout. */
export const HAND_REGIONS = {
  left: [320, 440, 60, 60],
  right: [420, 440, 60, 60],
} as const satisfies Record<string, Region>;

const clear = once(
  (): Pixels => ({
    width: TEXTURE_SIDE,
    height: TEXTURE_SIDE,
    data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4),
  }),
);

/** A bopi's body texture with clothes, `side` pixels wide: one layer per layout, so mipmaps never mix layouts. */
export function makeFigureSkin(colors: BopiColors, equipped: EquippedItems, side: number): DataArrayTexture {
  const upper = composeUpper(colors, equipped.shirt ?? clear(), equipped.pants);
  const layers = [
    composeHead(colors, equipped.face ?? defaultFace()),
    upper,
    composeLegs(colors, equipped.pants ?? clear()),
    composeShoes(colors, equipped.shoes ?? clear()),
    // Other faces are pictures whose eyes are unknown.
    ...(equipped.face ? [] : [composeHead(colors, sleepingFace())]),
  ];
  if (upper) {
    fillRegion(upper, HAND_REGIONS.left, colors.left_hand);
    fillRegion(upper, HAND_REGIONS.right, colors.right_hand);
  }
  const data = new Uint8Array(side * side * 4 * layers.length);
  for (const [i, layer] of layers.entries()) {
    if (!layer) continue;
    fillGaps(layer);
    data.set(shrink(layer, side).data, i * side * side * 4);
  }
  const skin = new DataArrayTexture(data, side, side, layers.length);
  return filtered(skin, ClampToEdgeWrapping);
}

export function makeModelTexture(pixels: Pixels, side: number): Texture {
  const { data, width, height } = shrink(pixels, side);
  return filtered(new DataTexture(data as Uint8Array<ArrayBuffer>, width, height), RepeatWrapping);
}

function filtered<T extends DataTexture | DataArrayTexture>(
  texture: T,
  wrapping: typeof ClampToEdgeWrapping | typeof RepeatWrapping,
): T {
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = wrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

const wordsOf = ({ data }: Pixels) => new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);

function fillRegion(pixels: Pixels, [x, y, width, height]: Region, color: string): void {
  const rgb = Number.parseInt(color, 16);
  const word = 0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16);
  const words = wordsOf(pixels);
  for (let row = y; row < y + height; row++)
    words.fill(word, row * pixels.width + x, row * pixels.width + x + width);
}

/** Extends regions into the gaps beside them, so that mipmaps don't darken their edges. */
function fillGaps(pixels: Pixels): void {
  const { width, height } = pixels;
  const words = wordsOf(pixels);
  let above = -1;
  for (let row = 0; row <= height; row++) {
    const isEnd = row === height;
    if (!isEnd && !fillRow(words.subarray(row * width, (row + 1) * width))) continue;
    // The rows between this one and the last filled one are empty.
    for (let gap = above + 1; gap < row; gap++) {
      const nearest = isEnd || (above >= 0 && gap - above < row - gap) ? above : row;
      words.copyWithin(gap * width, nearest * width, (nearest + 1) * width);
    }
    above = row;
  }
}

/** Fills each gap of a row from both sides up to its middle. Returns false for an empty row. */
function fillRow(row: Uint32Array): boolean {
  let last = -1;
  for (let x = 0; x <= row.length; x++) {
    const isEnd = x === row.length;
    if (!isEnd && !row[x]) continue;
    if (isEnd && last < 0) return false;
    if (x > last + 1) {
      const middle = last < 0 ? 0 : isEnd ? x : (last + 1 + x) >> 1;
      row.fill(row[last] ?? 0, last + 1, middle);
      row.fill(row[x] ?? 0, Math.max(middle, last + 1), x);
    }
    last = x;
  }
  return true;
}

function shrink(pixels: Pixels, side: number): Pixels {
  const step = Math.ceil(pixels.width / side);
  if (step <= 1) return pixels;
  const width = Math.floor(pixels.width / step);
  const height = Math.max(1, Math.floor(pixels.height / step));
  const data = new Uint8Array(width * height * 4);
  const from = pixels.data;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      for (let row = y * step; row < (y + 1) * step; row++) {
        for (let column = x * step; column < (x + 1) * step; column++) {
          const at = (row * pixels.width + column) * 4;
          const weight = from[at + 3] ?? 0;
          red += (from[at] ?? 0) * weight;
          green += (from[at + 1] ?? 0) * weight;
          blue += (from[at + 2] ?? 0) * weight;
          alpha += weight;
        }
      }
      if (alpha === 0) continue;
      const at = (y * width + x) * 4;
      data[at] = red / alpha;
      data[at + 1] = green / alpha;
      data[at + 2] = blue / alpha;
      data[at + 3] = alpha / (step * step);
    }
  }
  return { width, height, data };
}
