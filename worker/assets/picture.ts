import decoderWasm from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import decodeJpeg, { init as initDecoder } from "@jsquash/jpeg/decode";
import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { LIMITS } from "#domain/limits.ts";
import { encodeJpeg } from "../render/jpeg/encode.ts";
import { decodePng, PngError } from "../render/png.ts";
import { coverResize } from "../render/resize.ts";
import { jpegFrame } from "./jpeg-size.ts";

const SIDE = 4096;
const PIXELS = 12_600_000;
const QUALITY = 80;
/** Progressive pictures have about ten; each costs as much as the picture is large, however few bytes it has. */
const SCANS = 40;

interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** What is wrong with somebody's file is told to them, not to the log. */
const QUIET = { print: () => undefined, printErr: () => undefined };
/** The package's own types leave out the second argument. */
type Init = (module: WebAssembly.Module, options: object) => Promise<void>;

let decoder: Promise<unknown> | undefined;

/**
 * Turns an uploaded picture into a JPEG of exactly `width` × `height`: decoded, cropped to the middle, encoded anew,
 * so that nothing of the file itself is ever served. What is no picture is a 422 at `field`.
 */
export async function reencodePicture(
  file: File,
  field: string,
  width: number,
  height: number,
): Promise<Uint8Array> {
  if (file.size > LIMITS.pictureBytes)
    throw fieldError(field, sizeProblem("The picture", file.size, LIMITS.pictureBytes));
  const pixels = await decodePicture(new Uint8Array(await file.arrayBuffer()), field);
  const data = coverResize(flatten(pixels), pixels.width, pixels.height, width, height);
  return encodeJpeg({ width, height, data }, QUALITY);
}

async function decodePicture(bytes: Uint8Array, field: string): Promise<Pixels> {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return pngPixels(bytes, field);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegPixels(bytes, field);
  throw fieldError(field, "That file is not a PNG or JPEG picture.");
}

async function pngPixels(bytes: Uint8Array, field: string): Promise<Pixels> {
  try {
    return decodePng(bytes, { maxSide: SIDE, maxPixels: PIXELS });
  } catch (error) {
    if (error instanceof PngError) throw fieldError(field, `The picture can't be read: ${error.message}`);
    throw error;
  }
}

async function jpegPixels(bytes: Uint8Array, field: string): Promise<Pixels> {
  // The decoder allocates what the header claims, so the header is read first.
  const size = jpegFrame(bytes);
  if (!size || size.scans > SCANS)
    throw fieldError(
      field,
      "The picture can't be read: its JPEG header is broken or the file ends too early.",
    );
  if (size.width > SIDE || size.height > SIDE || size.width * size.height > PIXELS) {
    throw fieldError(
      field,
      `The picture is ${size.width} × ${size.height}; use one of at most ${SIDE} × 3072.`,
    );
  }
  decoder ??= (initDecoder as Init)(decoderWasm, QUIET);
  await decoder;
  try {
    // Phones store a picture as the sensor saw it and note how it was held; nothing of the note outlives this.
    return await decodeJpeg(bytes.buffer as ArrayBuffer, { preserveOrientation: true });
  } catch {
    // A decoder that gave up keeps what it had allocated: the next picture gets a new one.
    decoder = undefined;
    // The codec reports a broken file by an exception of its own making, without a type to tell it by.
    throw fieldError(field, "The picture can't be read: its JPEG data is broken.");
  }
}

/** JPEG has no transparency: what is see-through becomes white. */
function flatten({ data }: Pixels): Uint8ClampedArray {
  const flat = new Uint8ClampedArray(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] ?? 255) / 255;
    for (let c = 0; c < 3; c++) flat[i + c] = (data[i + c] ?? 0) * alpha + 255 * (1 - alpha);
    flat[i + 3] = 255;
  }
  return flat;
}
