import { isPartId, type PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ClientOp, Presence } from "#domain/build/messages.ts";
import { type FieldChanges, PART_FIELDS } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** An operation as it was sent: only its number and kind are checked. */
export type RawOp = { n: number; raw: Record<string, unknown> } & (
  | { kind: "edit" }
  | { kind: "undo"; undo: number }
  | { kind: "restore"; restore: string }
);

const FIELDS: ReadonlySet<string> = new Set(Object.values(PART_FIELDS).flat());
/** Longest value of a field that is dragged, as JSON. */
const MAX_FIELD_LENGTH = 200;
/** A cursor can't be further away. */
const MAX_COORDINATE = 100_000;

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

/** Copies what is known of a presence; null if any of it is invalid. */
function readPresence(value: unknown): Presence | null {
  if (!isRecord(value)) return null;
  const { at, sel, drag } = value;
  if (at !== undefined && at !== null && !isPoint(at)) return null;
  if (sel !== undefined && !isSelection(sel)) return null;
  if (drag !== undefined && drag !== null && !isDrag(drag)) return null;
  return { ...(at !== undefined && { at }), ...(sel && { sel }), ...(drag !== undefined && { drag }) };
}

const isPoint = (value: unknown): value is Vec3 =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((axis) => typeof axis === "number" && Math.abs(axis) <= MAX_COORDINATE);

const isId = (value: unknown): value is PartId => typeof value === "string" && isPartId(value);

const isSelection = (value: unknown): value is PartId[] =>
  Array.isArray(value) && value.length <= BUILD_LIMITS.shownSelection && value.every(isId);

const isDrag = (value: unknown): value is [PartId, FieldChanges][] =>
  Array.isArray(value) &&
  value.length <= BUILD_LIMITS.shownDrag &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && isId(pair[0]) && isFields(pair[1]));

const isFields = (value: unknown): value is FieldChanges =>
  isRecord(value) &&
  Object.entries(value).every(
    ([field, one]) => FIELDS.has(field) && JSON.stringify(one).length <= MAX_FIELD_LENGTH,
  );
