import { createHash } from "node:crypto";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A UUID derived from a name or a document, so it's the same in every demo world. */
export function assetId(kind: string, content: string): string {
  const hex = createHash("sha256").update(`demo ${kind} ${content}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
