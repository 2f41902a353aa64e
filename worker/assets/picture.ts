import decoderWasm from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import decodeJpeg, { init as initDecoder } from "@jsquash/jpeg/decode";
import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { LIMITS } from "#domain/limits.ts";
import { encodePicture } from "../render/encode-picture.ts";
import { decodePng, PngError } from "../render/png.ts";
import { readJpegFrame } from "./jpeg-frame.ts";

const MAX_SIDE = 4096;
const MAX_PIXELS = 12_600_000;
/** Quality of the JPEGs of uploaded pictures. */
export const UPLOAD_QUALITY = 80;
/**
 * A progressive picture has about ten scans; each costs as much as the picture is large, even if it has few
 * bytes.
 */
const MAX_SCANS = 40;

export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** Problems with a user's file are reported to the user, not logged. */
const QUIET = Object.fromEntries(["print", "printErr"].map((name) => [name, () => undefined]));
/** The package's own types omit the second argument. */
type Init = (module: WebAssembly.Module, options: object) => Promise<void>;

let decoder: Promise<unknown> | undefined;

/**
 * Converts an uploaded picture to a JPEG of exactly `width` × `height`: decodes it, crops it to the center
 * and encodes it again, so the file itself is never served. Throws a 422 at `field` if it isn't a valid
 * picture.
 */
export async function reencodePicture(
  file: File,
  field: string,
  width: number,
  height: number,
): Promise<Uint8Array> {
  return encodePicture(await readPicture(file, field), { width, height }, UPLOAD_QUALITY);
}

/** Decodes an uploaded picture to opaque pixels. Throws a 422 at `field` if it isn't a valid picture. */
export async function readPicture(file: File, field: string): Promise<Pixels> {
  if (file.size > LIMITS.pictureBytes)
    throw fieldError(field, sizeProblem("The picture", file.size, LIMITS.pictureBytes));
  const pixels = await decodePicture(new Uint8Array(await file.arrayBuffer()), field);
  return { ...pixels, data: flatten(pixels) };
}

async function decodePicture(bytes: Uint8Array, field: string): Promise<Pixels> {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return pngPixels(bytes, field);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegPixels(bytes, field);
  throw fieldError(field, "That file isn't a PNG or JPEG picture.");
}

async function pngPixels(bytes: Uint8Array, field: string): Promise<Pixels> {
  try {
    return decodePng(bytes, { maxSide: MAX_SIDE, maxPixels: MAX_PIXELS });
  } catch (error) {
    if (error instanceof PngError) throw fieldError(field, `The picture can't be read: ${error.message}`);
    throw error;
  }
}

async function jpegPixels(bytes: Uint8Array, field: string): Promise<Pixels> {
  // The decoder allocates whatever the header claims, so check the header first.
  const size = readJpegFrame(bytes);
  if (!size || size.scans > MAX_SCANS)
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
  decoder ??= (initDecoder as Init)(decoderWasm, QUIET);
  await decoder;
  try {
    // Phones store the picture as the sensor saw it, with its orientation as metadata; apply it, because the
    // metadata is dropped.
    return await decodeJpeg(bytes.buffer as ArrayBuffer, { preserveOrientation: true });
  } catch {
    // A failed decoder doesn't free its memory: use a new one for the next picture.
    decoder = undefined;
    // The codec throws an untyped exception of its own for broken files.
    throw fieldError(field, "The picture can't be read: its JPEG data is broken.");
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
