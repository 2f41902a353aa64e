import { PngError } from "./error.ts";
import { SIGNATURE } from "./signature.ts";

interface RawChunk {
  type: string;
  /** All of it: length, type, data and checksum, which isn't verified. */
  bytes: Uint8Array;
}

const END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
/** A picture of 8 MiB has about a thousand in practice. */
const MAX_CHUNKS = 20_000;
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT"]);
const ONCE = new Set(["IHDR", "PLTE", "tRNS"]);

/** Whether a picture can be shown without chunks of this type: its first letter is not a capital (PNG specification, 5.4). */
export const isAncillary = (type: string): boolean => (type.charCodeAt(0) & 32) !== 0;

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

/** Chunks of the picture, up to IEND; ignores the rest. Throws if truncated, misordered or unknown. */
export function* neededChunks(bytes: Uint8Array): Generator<RawChunk, undefined> {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new PngError("The file isn't a PNG picture.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checkOrder = orderCheck();
  let at = SIGNATURE.length;
  for (let count = 0; at + 8 <= bytes.length; count++) {
    if (count > MAX_CHUNKS) throw new PngError("The PNG is cut into too many parts.");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    checkOrder(type);
    if (type === "IEND") return undefined;
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    if (NEEDED.has(type)) yield { type, bytes: bytes.subarray(at, end) };
    else if (!isAncillary(type)) throw new PngError("The PNG has a part of an unknown kind.");
    at = end;
  }
  throw new PngError("The PNG ends too early; the upload may be incomplete.");
}

/** Only the picture's chunks: others turn, recolor or animate it, and uploads are stored without them. */
export function withNeededChunks(bytes: Uint8Array): Blob {
  const parts = [...neededChunks(bytes)].map((chunk) => chunk.bytes as Uint8Array<ArrayBuffer>);
  return new Blob([new Uint8Array(SIGNATURE), ...parts, new Uint8Array(END)], { type: "image/png" });
}
