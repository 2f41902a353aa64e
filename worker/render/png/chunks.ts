import { crc32 } from "node:zlib";
import { PngError } from "#domain/raster/png/error.ts";
import { isAncillary, neededChunks, SIGNATURE } from "#domain/raster/png/needed-chunks.ts";

export interface Chunk {
  type: string;
  data: Uint8Array;
}

/**
 * Reads the needed chunks up to IEND. Throws like `neededChunks`, and for a wrong checksum, because such a file isn't what the
 * uploader intended. Transparency with a wrong checksum is skipped, as browsers do.
 */
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
