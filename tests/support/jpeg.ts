import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import decode, { init as initDecoder } from "@jsquash/jpeg/decode";
import encode, { init as initEncoder } from "@jsquash/jpeg/encode";
import { expect } from "vitest";
import type { Picture } from "#worker/render/png.ts";

export type PixelPainter = (x: number, y: number) => readonly [red: number, green: number, blue: number];

export function paintPicture(width: number, height: number, at: PixelPainter): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([...at(i % width, Math.floor(i / width)), 255], i * 4);
  return { width, height, data };
}

/** Uniform noise, the same every time. */
export const paintNoise: PixelPainter = (x, y) => {
  const bits = Math.imul(x + 1, 2_654_435_761) ^ Math.imul(y + 1, 2_246_822_519);
  const mixed = Math.imul(bits ^ (bits >>> 13), 3_266_489_917);
  return [mixed >>> 24, (mixed >>> 16) & 255, (mixed >>> 8) & 255];
};
export const paintGradient: PixelPainter = (x, y) => [x * 2, y * 2, 255 - x - y];
export const paintPhoto: PixelPainter = (x, y) => {
  const light = 128 + 60 * Math.sin(x / 19 + Math.cos(y / 11)) + 40 * Math.sin((x * y) / 900);
  const [grain] = paintNoise(x, y);
  return [light + grain / 16, light * 0.8 + grain / 20, light * 0.5 + y / 4];
};

async function loadWasm(file: string): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve(`@jsquash/jpeg/codec/${file}.wasm`);
  return WebAssembly.compile(new Uint8Array(readFileSync(path)));
}

/** Loads the decoder. Required before `decodeJpeg`. */
export const loadDecoder = async (): Promise<void> => initDecoder(await loadWasm("dec/mozjpeg_dec"));

/** Loads the encoder. Required before `mozjpeg`. */
export const loadEncoder = async (): Promise<void> => initEncoder(await loadWasm("enc/mozjpeg_enc"));

/** Encodes a picture as mozjpeg does. */
export async function mozjpeg(picture: Picture, options: Parameters<typeof encode>[1]): Promise<Uint8Array> {
  // The codec takes the browser's ImageData, but only reads these 3 properties.
  return new Uint8Array(await encode(picture as unknown as Parameters<typeof encode>[0], options));
}

export const decodeJpeg = (jpeg: Uint8Array): Promise<Picture> =>
  decode(jpeg.slice().buffer, { preserveOrientation: true });

/** Returns the peak signal-to-noise ratio of a decoded JPEG in dB. */
export async function jpegPsnr(jpeg: Uint8Array, { width, height, data }: Picture): Promise<number> {
  const decoded = await decodeJpeg(jpeg);
  expect([decoded.width, decoded.height]).toEqual([width, height]);
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += ((data[i] as number) - (decoded.data[i] as number)) ** 2;
  // Alpha is always the same, so only three of four bytes count.
  return 10 * Math.log10(255 ** 2 / Math.max(1e-4, sum / (data.length * 0.75)));
}

/** Adds an EXIF segment with only the camera's orientation (TIFF 6, tag 0x0112) to a JPEG. */
export const withOrientation = (jpeg: Uint8Array, orientation: number): Uint8Array =>
  Uint8Array.of(
    ...jpeg.subarray(0, 2),
    ...[0xff, 0xe1, 0, 34],
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
    ...jpeg.subarray(2),
  );
