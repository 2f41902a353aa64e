import { encodeJpeg } from "./jpeg/encode.ts";
import type { Picture } from "./png.ts";
import { coverResize } from "./resize.ts";

/** Crops an opaque picture to the center and encodes it as a JPEG of exactly this size. */
export function encodePicture(
  picture: Picture,
  { width, height }: { width: number; height: number },
  quality: number,
): Uint8Array {
  const data = coverResize(picture.data, picture.width, picture.height, width, height);
  return encodeJpeg({ width, height, data }, quality);
}
