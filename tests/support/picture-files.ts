import wasm from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import encodeJpeg, { init } from "@jsquash/jpeg/encode";
import { encodePng, type Picture } from "#worker/render/png.ts";

function pixels(width: number, height: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([(i * 7) % 256, (i * 3) % 256, i % 256, 255], i * 4);
  return data;
}

export async function pngPictureFile(width: number, height: number): Promise<File> {
  const bytes = encodePng({ width, height, data: pixels(width, height) });
  return new File([bytes as Uint8Array<ArrayBuffer>], "picture.png", { type: "image/png" });
}

export async function jpegPictureFile(width: number, height: number): Promise<File> {
  const bytes = await encodeJpegPicture({ width, height, data: pixels(width, height) });
  return new File([bytes as Uint8Array<ArrayBuffer>], "picture.jpg", { type: "image/jpeg" });
}

export async function encodeJpegPicture(picture: Picture): Promise<Uint8Array> {
  await init(wasm);
  // The codec expects the browser's ImageData, but only reads these three properties.
  return new Uint8Array(await encodeJpeg(picture as unknown as Parameters<typeof encodeJpeg>[0]));
}
