import wasm from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import encodeJpeg, { init } from "@jsquash/jpeg/encode";
import { encodePng } from "#worker/render/png.ts";

function pixels(width: number, height: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([(i * 7) % 256, (i * 3) % 256, i % 256, 255], i * 4);
  return data;
}

export async function pngFile(width: number, height: number): Promise<File> {
  const bytes = encodePng({ width, height, data: pixels(width, height) });
  return new File([bytes as Uint8Array<ArrayBuffer>], "picture.png", { type: "image/png" });
}

export async function jpegFile(width: number, height: number): Promise<File> {
  await init(wasm);
  const image = { width, height, data: pixels(width, height) } as unknown as Parameters<typeof encodeJpeg>[0];
  return new File([await encodeJpeg(image)], "picture.jpg", { type: "image/jpeg" });
}
