import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { hasFixedSize, hasModel, TEXTURE_SIDE } from "#domain/items/rules.ts";
import { textureProblem } from "#domain/items/texture-problem.ts";
import { decodePng, encodePng, type Picture, PngError } from "../render/png.ts";
import { containResize } from "../render/resize.ts";

/** Largest side of an uploaded face. */
const FACE_SIDE = 2048;

/** A texture as stored, and its pixels. */
export interface ItemTexture {
  png: Uint8Array;
  pixels: Picture;
}

/** Decodes a texture, resizes a face to 512 × 512 and re-encodes it. Throws a 422 at `texture`. */
export async function readTexture(file: File, type: ItemTypeId): Promise<ItemTexture> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = textureProblem(bytes, file.size, type);
  if (problem) throw fieldError("texture", problem);
  const picture = decode(bytes);
  const square = hasFixedSize(type) ? picture : containResize(picture, TEXTURE_SIDE);
  bleedEdges(square);
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

/** Fills fully transparent pixels with the color of a neighbor, because filtering at an edge mixes it in. */
function bleedEdges({ width, height, data }: Picture): void {
  const rounds = 2;
  for (let round = 0; round < rounds; round++) {
    const source = data.slice();
    for (let offset = 0; offset < data.length; offset += 4) {
      if (source[offset + 3] !== 0 || source[offset] || source[offset + 1] || source[offset + 2]) continue;
      const pixel = offset / 4;
      const neighbor = [
        pixel % width > 0 ? offset - 4 : -1,
        pixel % width < width - 1 ? offset + 4 : -1,
        pixel >= width ? offset - width * 4 : -1,
        pixel < width * (height - 1) ? offset + width * 4 : -1,
      ].find(
        (candidate) =>
          candidate >= 0 &&
          (source[candidate + 3] || source[candidate] || source[candidate + 1] || source[candidate + 2]),
      );
      if (neighbor !== undefined) data.set(source.subarray(neighbor, neighbor + 3), offset);
    }
  }
}

/** Converts a model to its mesh file; null for types without one. Throws a 422 at `obj`. */
export async function readModel(file: File | undefined, type: ItemTypeId): Promise<Uint8Array | null> {
  if (!hasModel(type)) {
    if (file) throw fieldError("obj", "Only hats and toys have a model.");
    return null;
  }
  if (!file) throw fieldError("obj", "A hat or toy needs a model.");
  if (!/\.obj$/i.test(file.name)) throw fieldError("obj", "Model must be an obj");
  if (file.size > MODEL_LIMITS.bytes)
    throw fieldError("obj", sizeProblem("The model", file.size, MODEL_LIMITS.bytes));
  try {
    return writeMeshFile(parseModel(new Uint8Array(await file.arrayBuffer()), type === 1 ? "hat" : "toy"));
  } catch (error) {
    if (error instanceof ModelError) throw fieldError("obj", error.message);
    throw error;
  }
}
