import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { withNeededChunks } from "#domain/raster/png/needed-chunks.ts";

const SIDE = 512;

/** Reads an image file's pixels, scaled to fit 512 × 512 and centered on a transparent background. */
export async function readPixels(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can't read images with a canvas.");
  const scale = SIDE / Math.max(bitmap.width, bitmap.height);
  const width = bitmap.width * scale;
  const height = bitmap.height * scale;
  context.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  bitmap.close();
  return { width: SIDE, height: SIDE, data: context.getImageData(0, 0, SIDE, SIDE).data };
}

export interface ReadUpload {
  /** The file as the server reads it, for an `<img>`. */
  shown: Blob;
  pixels: Pixels;
}

/** Reads a picked PNG as the server will. Rejects if it's broken. */
export async function readUpload(file: Blob): Promise<ReadUpload> {
  const shown = withNeededChunks(new Uint8Array(await file.arrayBuffer()));
  return { shown, pixels: await readPixels(shown) };
}
