import type { ClientOp, Presence } from "#domain/build/messages.ts";
import { readPresence } from "#domain/build/presence.ts";

/** An operation as it was sent: only its number and kind are checked. */
export type RawOp = { n: number; raw: Record<string, unknown> } & (
  | { kind: "edit" }
  | { kind: "undo"; undo: number }
  | { kind: "restore"; restore: string }
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is ClientOp["n"] =>
  Number.isSafeInteger(value) && (value as number) > 0;

/** Reads a message of a page. Returns null if it's malformed; edits are checked later. */
export function readClientMessage(text: string): RawOp | { presence: Presence } | null {
  const raw = parseObject(text);
  if (!raw) return null;
  if (Object.hasOwn(raw, "p")) {
    const presence = readPresence(raw.p);
    return presence && { presence };
  }
  const { n } = raw;
  if (!isNumber(n)) return null;
  if (Object.hasOwn(raw, "undo"))
    return isNumber(raw.undo) && raw.undo < n ? { kind: "undo", n, raw, undo: raw.undo } : null;
  if (Object.hasOwn(raw, "restore"))
    return typeof raw.restore === "string" ? { kind: "restore", n, raw, restore: raw.restore } : null;
  return { kind: "edit", n, raw };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** How many parts an operation names, before it's checked. */
export const countRawParts = ({ raw: { add, set, del } }: RawOp): number =>
  [add, set, del].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
