import { crc32 } from "node:zlib";
import { PngError } from "#domain/raster/png/error.ts";
import { isAncillary, neededChunks } from "#domain/raster/png/needed-chunks.ts";
import { SIGNATURE } from "#domain/raster/png/signature.ts";

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

export interface Chunk {
  type: string;
  data: Uint8Array;
}

/** Chunks up to IEND. Throws for wrong checksums; skips transparency with one, as browsers do. */
export function* readChunks(bytes: Uint8Array): Generator<Chunk, undefined> {
  for (const { type, bytes: raw } of neededChunks(bytes)) {
    const end = raw.length - 4;
    const checksum = new DataView(raw.buffer, raw.byteOffset).getUint32(end);
    if (crc32(raw.subarray(4, end)) === checksum) yield { type, data: raw.subarray(8, end) };
    else if (!isAncillary(type)) throw new PngError(`The PNG is damaged in its ${type} part.`);
  }
}

/** Builds a file with 8 bits per sample from the given chunks. */
export function pngFile(
  width: number,
  height: number,
  colorType: number,
  chunks: readonly Chunk[],
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, colorType, 0, 0, 0], 8);
  const all = [{ type: "IHDR", data: header }, ...chunks, { type: "IEND", data: new Uint8Array(0) }];
  const file = new Uint8Array(all.reduce((sum, { data }) => sum + data.length + 12, SIGNATURE.length));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  const out = new DataView(file.buffer);
  for (const { type, data } of all) {
    out.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) file[at + 4 + i] = type.charCodeAt(i);
    file.set(data, at + 8);
    out.setUint32(at + 8 + data.length, crc32(file.subarray(at + 4, at + 8 + data.length)));
    at += data.length + 12;
  }
  return file;
}
