import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { LIMITS } from "#domain/limits.ts";

import { decodeJpeg } from "../render/jpeg/decode.ts";
import { JpegError } from "../render/jpeg/entropy-reader.ts";
import { decodePng, PngError } from "../render/png.ts";

/** The contents of a JPEG's markers, read without decoding the picture. */
interface JpegFrame {
  width: number;
  height: number;
  /** The number of passes over the whole picture; several in a progressive JPEG. */
  scans: number;
}

/** Returns the size and scans of a complete JPEG file; null if it has no frame header or no end marker. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: JpegFrame | null = null;
  let at = 2;
  while (at + 1 < bytes.length) {
    // In scan data up to the next marker, FF is followed by 00 or a restart marker.
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return frame;
    else {
      if (at + 9 > bytes.length) return null;
      // Start-of-frame markers are C0 to CF, except C4 (tables), C8 (reserved) and CC (arithmetic tables).
      if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
        if (frame) return null;
        frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), scans: 0 };
        if (!frame.width || !frame.height) return null;
      }
      if (marker === 0xda && frame) frame.scans++;
      at += 2 + view.getUint16(at + 2);
    }
  }
  return null;
}

const MAX_SIDE = 4096;
const MAX_PIXELS = 12_600_000;
export const UPLOAD_QUALITY = 80;
/** A progressive picture has about ten scans; each costs as much as the picture is large. */
const MAX_SCANS = 40;

export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** Decodes an uploaded picture to opaque pixels. Throws a 422 at `field` if it isn't a valid picture. */
export async function readPicture(file: File, field: string): Promise<Pixels> {
  if (file.size > LIMITS.pictureBytes)
    throw fieldError(field, sizeProblem("The picture", file.size, LIMITS.pictureBytes));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return pngPixels(bytes, field);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegPixels(bytes, field);
  throw fieldError(field, "That file isn't a PNG or JPEG picture.");
}

function pngPixels(bytes: Uint8Array, field: string): Pixels {
  try {
    const pixels = decodePng(bytes, { maxSide: MAX_SIDE, maxPixels: MAX_PIXELS });
    return { ...pixels, data: flatten(pixels) };
  } catch (error) {
    if (error instanceof PngError) throw fieldError(field, `The picture can't be read: ${error.message}`);
    throw error;
  }
}

function jpegPixels(bytes: Uint8Array, field: string): Pixels {
  // The decoder allocates whatever the header claims, so check the header first.
  const size = readJpegFrame(bytes);
  if (!size || size.scans === 0 || size.scans > MAX_SCANS)
    throw fieldError(
      field,
      "The picture can't be read: its JPEG header is broken or the file ends too early.",
    );
  if (size.width > MAX_SIDE || size.height > MAX_SIDE || size.width * size.height > MAX_PIXELS) {
    throw fieldError(
      field,
      `The picture is ${size.width} × ${size.height}. Use one of at most ${MAX_SIDE} × 3072.`,
    );
  }
  try {
    return decodeJpeg(bytes);
  } catch (error) {
    if (error instanceof JpegError) throw fieldError(field, `The picture can't be read: ${error.message}`);
    throw error;
  }
}

/** JPEG has no transparency: blend transparent pixels with white. */
function flatten({ data }: Pixels): Uint8ClampedArray {
  const flat = new Uint8ClampedArray(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] ?? 255) / 255;
    for (let c = 0; c < 3; c++) flat[i + c] = (data[i + c] ?? 0) * alpha + 255 * (1 - alpha);
    flat[i + 3] = 255;
  }
  return flat;
}
