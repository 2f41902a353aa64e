import type { ClothSurface } from "./surface.ts";
import {
  faceTexture,
  type PantsSheets,
  pantsTexture,
  type ShirtSheets,
  type ShoeSheets,
  shirtTexture,
  shoesTexture,
} from "./textures.ts";

/** An official face or clothing item. */
export interface SeedClothing {
  /** 3 face, 4 shirt, 5 pants, 6 shoes. */
  type_id: 3 | 4 | 5 | 6;
  name: string;
  description: string;
  /** 512 × 512 RGBA, row by row from the top, not premultiplied. */
  texture: () => Uint8ClampedArray;
}

/** Returns a face, drawn by `draw`. */
export const seedFace = (
  name: string,
  description: string,
  draw: (to: ClothSurface) => void,
): SeedClothing => ({
  type_id: 3,
  name,
  description,
  texture: faceTexture(draw),
});

/** Returns a shirt, drawn by `draw`. */
export const seedShirt = (
  name: string,
  description: string,
  draw: (to: ShirtSheets) => void,
): SeedClothing => ({
  type_id: 4,
  name,
  description,
  texture: shirtTexture(draw),
});

/** Returns pants, drawn by `draw`. */
export const seedPants = (
  name: string,
  description: string,
  draw: (to: PantsSheets) => void,
): SeedClothing => ({
  type_id: 5,
  name,
  description,
  texture: pantsTexture(draw),
});

/** Returns a pair of shoes. `draw` is called for each foot. */
export const seedShoes = (
  name: string,
  description: string,
  draw: (to: ShoeSheets) => void,
): SeedClothing => ({
  type_id: 6,
  name,
  description,
  texture: shoesTexture(draw),
});
