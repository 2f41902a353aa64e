import { blankTexture, bleed, type ClothSurface, surface, TEXTURE_SIZE } from "./surface.ts";

/** A shirt: wraps with the front in the middle. Sleeves: column 62 = outside, 124 = front, 186 = inside. */
export interface ShirtSheets {
  /** 512 × 208; the top is the neck, the bottom the hem. */
  torso: ClothSurface;
  /** Both 248 × 200, the left one mirrored; the top is the shoulder, the bottom the wrist. */
  arms: readonly [ClothSurface, ClothSurface];
  /** 140 × 88, around the neck, seen from above. */
  top: ClothSurface;
  /** 140 × 88, seen from below. */
  bottom: ClothSurface;
}

/** Pants: wraps with the front in the middle. Legs: column 62 = outside, 124 = front, 186 = inside. */
export interface PantsSheets {
  /** 512 × 96, the lower 40 % of the torso. */
  hips: ClothSurface;
  /** Both 248 × 208, the left one mirrored; hidden in the hips up to row 40 and in the shoes from row 168. */
  legs: readonly [ClothSurface, ClothSurface];
  /** 140 × 88, seen from below. */
  bottom: ClothSurface;
}

/** A shoe's sheets. The left shoe's are mirrored, so one drawing works for both. */
export interface ShoeSheets {
  /** 512 × 104 around the shoe: 0 = heel, 128 = outside, 256 = toe; the bottom row is the sole's edge. */
  side: ClothSurface;
  /** 96 × 112, seen from above, the toe at the bottom. */
  top: ClothSurface;
  /** 96 × 140, seen from below. */
  sole: ClothSurface;
}

/** Bleeds all sheets and returns the texture. */
function finish(data: Uint8ClampedArray, sheets: readonly ClothSurface[]): Uint8ClampedArray {
  for (const sheet of sheets) bleed(sheet);
  return data;
}

/** Faces are drawn around the square's center; the center of a head's visible front is this much higher. */
const FACE_LIFT = 26;

/** A face's texture: 512 × 512, projected from the front, 316 pixels to the unit. */
export function faceTexture(draw: (face: ClothSurface) => void): () => Uint8ClampedArray {
  return () => {
    const data = blankTexture();
    draw(surface(data, [0, -FACE_LIFT, TEXTURE_SIZE, TEXTURE_SIZE + FACE_LIFT]));
    return data;
  };
}

/** A shirt's texture. */
export function shirtTexture(draw: (sheets: ShirtSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blankTexture();
    const torso = surface(data, [0, 0, 512, 208], true);
    const right = surface(data, [0, 216, 248, 200], true);
    const left = surface(data, [264, 216, 248, 200], true, true);
    const top = surface(data, [0, 424, 140, 88]);
    const bottom = surface(data, [148, 424, 140, 88]);
    draw({ torso, arms: [right, left], top, bottom });
    return finish(data, [torso, right, left, top, bottom]);
  };
}

/** A texture for pants. */
export function pantsTexture(draw: (sheets: PantsSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blankTexture();
    const hips = surface(data, [0, 0, 512, 96], true);
    const right = surface(data, [0, 104, 248, 208], true);
    const left = surface(data, [264, 104, 248, 208], true, true);
    const bottom = surface(data, [0, 424, 140, 88]);
    draw({ hips, legs: [right, left], bottom });
    return finish(data, [hips, right, left, bottom]);
  };
}

/** A texture for a pair of shoes, drawn once for each foot. */
export function shoesTexture(draw: (sheets: ShoeSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blankTexture();
    const foot = (y: number, x: number, mirrored: boolean): ShoeSheets => ({
      side: surface(data, [0, y, 512, 104], true, mirrored),
      top: surface(data, [x, 224, 96, 112], false, mirrored),
      sole: surface(data, [x + 104, 224, 96, 140], false, mirrored),
    });
    const feet = [foot(0, 0, false), foot(112, 264, true)];
    for (const sheets of feet) draw(sheets);
    return finish(
      data,
      feet.flatMap((sheets) => [sheets.side, sheets.top, sheets.sole]),
    );
  };
}
