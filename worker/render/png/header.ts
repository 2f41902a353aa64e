import { PngError } from "#domain/raster/png/error.ts";
import type { Chunk } from "./chunks.ts";

export interface Header {
  width: number;
  height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA. */
  colorType: number;
  /** Samples per pixel. */
  channels: number;
  interlaced: boolean;
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Reads IHDR, which must be the first chunk. */
export function readHeader(chunk: Chunk | undefined): Header {
  if (chunk?.type !== "IHDR" || chunk.data.length !== 13) throw new PngError("The PNG has no valid header.");
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colorType, compression, filter, interlace] = [8, 9, 10, 11, 12].map((i) =>
    view.getUint8(i),
  ) as [number, number, number, number, number];
  if (width === 0 || height === 0) throw new PngError("The picture has no pixels.");
  const channels = CHANNELS[colorType];
  if (
    !channels ||
    !DEPTHS[colorType]?.includes(depth) ||
    compression !== 0 ||
    filter !== 0 ||
    interlace > 1
  ) {
    throw new PngError("The PNG uses a format that doesn't exist.");
  }
  return { width, height, depth, colorType, channels, interlaced: interlace === 1 };
}
