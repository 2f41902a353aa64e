import { createHash } from "node:crypto";

export const DAY = 24 * 60 * 60 * 1000;

/** A uuid that is the same in every demo world: it follows from a name or a document. */
export function assetId(kind: string, what: string): string {
  const hex = createHash("sha256").update(`demo ${kind} ${what}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
