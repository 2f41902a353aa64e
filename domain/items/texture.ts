import { sizeProblem } from "../file-size.ts";
import { hasFixedSize, type ItemTypeId, TEXTURE } from "./rules.ts";

/** Nobody paints a larger picture by hand. */
const MOST_BYTES = 4 * 1024 * 1024;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The bytes that `textureProblem` looks at: signature, and the first chunk with the picture's size. */
export const TEXTURE_HEAD = 24;

/**
 * What is wrong with a texture file, or null: judged from how large it is and how it begins, before anything is decoded.
 * The texts are those of spec 2 §5. Faces may be of any size.
 */
export function textureProblem(head: Uint8Array, bytes: number, type: ItemTypeId): string | null {
  if (bytes > MOST_BYTES) return sizeProblem("The texture", bytes, MOST_BYTES);
  if (!SIGNATURE.every((byte, i) => head[i] === byte)) return "Texture must be a png";
  if (hasFixedSize(type) && !hasSize(head, TEXTURE)) return "Texture dimensions must be 512x512";
  return null;
}

/** Width and height stand at the same place in every PNG: in its first chunk. */
function hasSize(head: Uint8Array, side: number): boolean {
  if (head.length < TEXTURE_HEAD) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  return view.getUint32(16) === side && view.getUint32(20) === side;
}
