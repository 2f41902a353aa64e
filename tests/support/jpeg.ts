import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import decode, { init as initDecoder } from "@jsquash/jpeg/decode";
import { expect } from "vitest";
import type { Picture } from "#worker/render/png.ts";

export type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number];

export function paint(width: number, height: number, at: Paint): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([...at(i % width, Math.floor(i / width)), 255], i * 4);
  return { width, height, data };
}

/** Even noise, the same every time. */
export const noise: Paint = (x, y) => {
  const bits = Math.imul(x + 1, 2_654_435_761) ^ Math.imul(y + 1, 2_246_822_519);
  const mixed = Math.imul(bits ^ (bits >>> 13), 3_266_489_917);
  return [mixed >>> 24, (mixed >>> 16) & 255, (mixed >>> 8) & 255];
};
export const gradient: Paint = (x, y) => [x * 2, y * 2, 255 - x - y];
export const photo: Paint = (x, y) => {
  const light = 128 + 60 * Math.sin(x / 19 + Math.cos(y / 11)) + 40 * Math.sin((x * y) / 900);
  const [grain] = noise(x, y);
  return [light + grain / 16, light * 0.8 + grain / 20, light * 0.5 + y / 4];
};

export async function loadWasm(file: string): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve(`@jsquash/jpeg/codec/${file}.wasm`);
  return WebAssembly.compile(new Uint8Array(readFileSync(path)));
}

/** Loads the decoder, which every reading test needs first. */
export const loadDecoder = async (): Promise<void> => initDecoder(await loadWasm("dec/mozjpeg_dec"));

export const read = (jpeg: Uint8Array): Promise<Picture> => decode(jpeg.slice().buffer);

/** How near what is read is to what was painted, in decibels. */
export async function likeness(jpeg: Uint8Array, { width, height, data }: Picture): Promise<number> {
  const shown = await read(jpeg);
  expect([shown.width, shown.height]).toEqual([width, height]);
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += ((data[i] as number) - (shown.data[i] as number)) ** 2;
  // Alpha is always right: three of four bytes count.
  return 10 * Math.log10(255 ** 2 / Math.max(1e-4, sum / (data.length * 0.75)));
}
