import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import decode, { init } from "@jsquash/jpeg/decode.js";
import { once } from "#domain/once.ts";

const load = once(async () => {
  const path = createRequire(import.meta.url).resolve("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm");
  await init(await WebAssembly.compile(new Uint8Array(readFileSync(path))));
});

/** Decodes a JPEG to RGBA pixels. */
export async function decodeJpeg(jpeg: ArrayBuffer): Promise<Uint8ClampedArray> {
  await load();
  return (await decode(jpeg)).data;
}
