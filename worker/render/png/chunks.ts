import { crc32 } from "node:zlib";
import { PngError } from "./error.ts";

export interface Chunk {
  type: string;
  data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A picture of 8 MiB has about a thousand in practice. */
const MAX_CHUNKS = 20_000;
const KNOWN = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const ONCE = new Set(["IHDR", "PLTE", "tRNS"]);

/** Returns a check of the chunk order (PNG specification, 5.6), to call with each chunk's type in turn. */
function orderCheck(): (type: string) => void {
  const seen = new Set<string>();
  let previous = "";
  return (type) => {
    const isOutOfOrder =
      (previous === "" && type !== "IHDR") ||
      (ONCE.has(type) && (seen.has(type) || seen.has("IDAT"))) ||
      (type === "PLTE" && seen.has("tRNS")) ||
      (type === "IDAT" && seen.has(type) && previous !== type);
    if (isOutOfOrder) throw new PngError("The PNG's parts are in the wrong order.");
    seen.add(type);
    previous = type;
  };
}

/**
 * Reads the needed chunks up to IEND. Throws for a truncated file, a wrong order of chunks, or a wrong checksum in a needed
 * chunk, because such a file isn't what the uploader intended.
 */
export function* readChunks(bytes: Uint8Array): Generator<Chunk, undefined> {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new PngError("The file isn't a PNG picture.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checkOrder = orderCheck();
  let at = SIGNATURE.length;
  for (let count = 0; at + 12 <= bytes.length; count++) {
    if (count > MAX_CHUNKS) throw new PngError("The PNG is cut into too many parts.");
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    checkOrder(type);
    if (KNOWN.has(type)) {
      if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end))
        throw new PngError(`The PNG is damaged in its ${type} part.`);
      if (type === "IEND") {
        if (end + 4 < bytes.length) throw new PngError("The PNG has more data after its end.");
        return undefined;
      }
      yield { type, data: bytes.subarray(at + 8, end) };
    }
    at = end + 4;
  }
  throw new PngError("The PNG ends too early; the upload may be incomplete.");
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
