import { sizeProblem } from "../file-size.ts";
import { SIGNATURE } from "../raster/png/signature.ts";
import type { ItemTypeId } from "./item-types.ts";
import { hasFixedSize, TEXTURE_SIDE } from "./rules.ts";

/** Larger than any hand-drawn texture. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The bytes that `textureProblem` needs: the signature and the first chunk with the size. */
export const TEXTURE_HEADER_BYTES = 24;

/** The error of a texture file (spec 2 §5), or null, by its size and header. Faces can have any size. */
export function textureProblem(head: Uint8Array, bytes: number, type: ItemTypeId): string | null {
  if (bytes > MAX_BYTES) return sizeProblem("The texture", bytes, MAX_BYTES);
  if (!SIGNATURE.every((byte, i) => head[i] === byte)) return "Texture must be a png";
  if (hasFixedSize(type) && !hasSize(head, TEXTURE_SIDE)) return "Texture dimensions must be 512x512";
  return null;
}

/** Every PNG has its width and height at the same offset in the first chunk. */
function hasSize(head: Uint8Array, side: number): boolean {
  if (head.length < TEXTURE_HEADER_BYTES) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  return view.getUint32(16) === side && view.getUint32(20) === side;
}
