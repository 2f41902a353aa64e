import { fieldError } from "#domain/errors.ts";
import { hasFixedSize, type ItemTypeId, TEXTURE } from "#domain/items/rules.ts";
import { textureProblem } from "#domain/items/texture.ts";
import { decodePng, encodePng, type Picture, PngError } from "../render/png.ts";
import { containResize } from "../render/resize.ts";

/** A face may come in any size up to this. */
const FACE_SIDE = 2048;

/** A texture as it will be stored, and what is on it. */
export interface Texture {
  png: Uint8Array;
  pixels: Picture;
}

/**
 * An uploaded texture: decoded, brought to 512 × 512 where it is a face of another size,
 * encoded anew. 422 at `texture` when it won't do; size is judged from the header, before anything is decoded.
 */
export async function readTexture(file: File, type: ItemTypeId): Promise<Texture> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = textureProblem(bytes, file.size, type);
  if (problem) throw fieldError("texture", problem);
  const picture = decode(bytes);
  const square = hasFixedSize(type) ? picture : containResize(picture, TEXTURE);
  bleed(square);
  return { png: encodePng(square), pixels: square };
}

function decode(bytes: Uint8Array): Picture {
  try {
    return decodePng(bytes, { maxSide: FACE_SIDE, maxPixels: FACE_SIDE * FACE_SIDE });
  } catch (error) {
    if (error instanceof PngError) throw fieldError("texture", `The texture can't be read: ${error.message}`);
    throw error;
  }
}

/** Gives what is wholly see-through the colour beside it: filtering at an edge would mix in whatever stands there. */
function bleed({ width, height, data }: Picture): void {
  const rounds = 2;
  for (let round = 0; round < rounds; round++) {
    const from = data.slice();
    for (let at = 0; at < data.length; at += 4) {
      if (from[at + 3] !== 0 || from[at] || from[at + 1] || from[at + 2]) continue;
      const pixel = at / 4;
      const neighbour = [
        pixel % width > 0 ? at - 4 : -1,
        pixel % width < width - 1 ? at + 4 : -1,
        pixel >= width ? at - width * 4 : -1,
        pixel < width * (height - 1) ? at + width * 4 : -1,
      ].find((one) => one >= 0 && (from[one + 3] || from[one] || from[one + 1] || from[one + 2]));
      if (neighbour !== undefined) data.set(from.subarray(neighbour, neighbour + 3), at);
    }
  }
}
