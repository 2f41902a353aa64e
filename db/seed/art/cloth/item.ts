import type { Surface } from "./canvas.ts";
import {
  face,
  type PantsSheets,
  pants,
  type ShirtSheets,
  type ShoeSheets,
  shirt,
  shoes,
} from "./template.ts";

/** A piece of clothing (or a face) that the site itself offers. */
export interface SeedCloth {
  /** 3 a face, 4 a shirt, 5 trousers, 6 shoes. */
  type_id: 3 | 4 | 5 | 6;
  name: string;
  description: string;
  /** 512 × 512 RGBA, row by row from the top, not premultiplied. */
  texture: () => Uint8ClampedArray;
}

/** A face with its name, its description and how it is drawn. */
export const aFace = (name: string, description: string, draw: (to: Surface) => void): SeedCloth => ({
  type_id: 3,
  name,
  description,
  texture: face(draw),
});

/** The same for a shirt. */
export const aShirt = (name: string, description: string, draw: (to: ShirtSheets) => void): SeedCloth => ({
  type_id: 4,
  name,
  description,
  texture: shirt(draw),
});

/** The same for trousers. */
export const somePants = (name: string, description: string, draw: (to: PantsSheets) => void): SeedCloth => ({
  type_id: 5,
  name,
  description,
  texture: pants(draw),
});

/** The same for a pair of shoes; `draw` is called for each foot. */
export const someShoes = (name: string, description: string, draw: (to: ShoeSheets) => void): SeedCloth => ({
  type_id: 6,
  name,
  description,
  texture: shoes(draw),
});
