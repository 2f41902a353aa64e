import { encodeJpeg } from "./jpeg/encode.ts";
import type { Picture } from "./png.ts";
import { coverResize } from "./resize.ts";

export interface EncodedSize {
  width: number;
  height: number;
  /** The most bytes that the file should have. */
  maxBytes?: number;
}

/** A JPEG that is wanted of a picture. */
export interface PictureFile extends EncodedSize {
  quality: number;
}

/** Qualities that are tried for a picture with too many bytes. With the last one it's stored however large it is. */
const LOWER_QUALITIES = [80, 74, 66, 56, 44];

/** Crops an opaque picture to the center and encodes it as a JPEG of exactly this size, at a lower quality if it needs that to fit. */
export function encodePicture(
  picture: Picture,
  { width, height, maxBytes = Number.POSITIVE_INFINITY }: EncodedSize,
  quality: number,
): Uint8Array {
  const isSized = picture.width === width && picture.height === height;
  const data = isSized
    ? picture.data
    : coverResize(picture.data, picture.width, picture.height, width, height);
  let file = encodeJpeg({ width, height, data }, quality);
  for (const lower of LOWER_QUALITIES) {
    if (file.length <= maxBytes) break;
    if (lower < quality) file = encodeJpeg({ width, height, data }, lower);
  }
  return file;
}
