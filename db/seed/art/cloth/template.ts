import { blank, bleed, SIDE, type Surface, surface } from "./canvas.ts";

/** A shirt: wraps with the front in the middle. Sleeves: column 62 = outside, 124 = front, 186 = inside. */
export interface ShirtSheets {
  /** 512 × 208; the top is the neck, the bottom the hem. */
  torso: Surface;
  /** Both 248 × 200, the left one mirrored; the top is the shoulder, the bottom the wrist. */
  arms: readonly [Surface, Surface];
  /** 140 × 88, around the neck, seen from above. */
  top: Surface;
  /** 140 × 88, seen from below. */
  bottom: Surface;
}

/** Trousers: wraps with the front in the middle. Legs: column 62 = outside, 124 = front, 186 = inside. */
export interface PantsSheets {
  /** 512 × 96, the lower 40 % of the torso. */
  hips: Surface;
  /** Both 248 × 208, the left one mirrored; hidden in the hips up to row 40 and in the shoes from row 168. */
  legs: readonly [Surface, Surface];
  /** 140 × 88, seen from below. */
  bottom: Surface;
}

/** One shoe's sheets. The left shoe's are mirrored, so that one drawing serves both. */
export interface ShoeSheets {
  /** 512 × 104 around the shoe: 0 = heel, 128 = outside, 256 = toe; the bottom row is the sole's edge. */
  side: Surface;
  /** 96 × 112, seen from above, the toe at the bottom. */
  top: Surface;
  /** 96 × 140, seen from below. */
  sole: Surface;
}

/** Bleeds all sheets and hands the picture over. */
function finish(data: Uint8ClampedArray, sheets: readonly Surface[]): Uint8ClampedArray {
  for (const sheet of sheets) bleed(sheet);
  return data;
}

/** Faces are drawn around the square's middle; the middle of a head's visible front lies this much higher. */
const FACE_LIFT = 26;

/** A face's texture: 512 × 512, projected from the front, 316 pixels to the unit. */
export function face(draw: (face: Surface) => void): () => Uint8ClampedArray {
  return () => {
    const data = blank();
    draw(surface(data, [0, -FACE_LIFT, SIDE, SIDE + FACE_LIFT]));
    return data;
  };
}

/** A shirt's texture. */
export function shirt(draw: (sheets: ShirtSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blank();
    const torso = surface(data, [0, 0, 512, 208], true);
    const right = surface(data, [0, 216, 248, 200], true);
    const left = surface(data, [264, 216, 248, 200], true, true);
    const top = surface(data, [0, 424, 140, 88]);
    const bottom = surface(data, [148, 424, 140, 88]);
    draw({ torso, arms: [right, left], top, bottom });
    return finish(data, [torso, right, left, top, bottom]);
  };
}

/** A texture for trousers. */
export function pants(draw: (sheets: PantsSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blank();
    const hips = surface(data, [0, 0, 512, 96], true);
    const right = surface(data, [0, 104, 248, 208], true);
    const left = surface(data, [264, 104, 248, 208], true, true);
    const bottom = surface(data, [0, 424, 140, 88]);
    draw({ hips, legs: [right, left], bottom });
    return finish(data, [hips, right, left, bottom]);
  };
}

/** A texture for a pair of shoes, drawn once for each foot. */
export function shoes(draw: (sheets: ShoeSheets) => void): () => Uint8ClampedArray {
  return () => {
    const data = blank();
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
