import { blockFieldFits, degreesFit } from "../world/block-field-fits.ts";
import { HAZARD_KINDS } from "../world/effects.ts";
import { isPartId, type PartId } from "./ids.ts";
import { BUILD_LIMITS } from "./limits.ts";
import type { Presence } from "./messages.ts";
import type { FieldChanges } from "./part.ts";

/** A cursor can't be further away. */
const MAX_COORDINATE = 100_000;

type Fits = (value: unknown) => boolean;
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);
const hazards: ReadonlySet<unknown> = new Set(HAZARD_KINDS);

/** The fields that a drag can change, each as strictly as it's stored. Null removes an optional one. */
const DRAGGED_FIELDS: ReadonlyMap<string, Fits> = new Map([
  ["shape", blockFieldFits.shape],
  ["position", blockFieldFits.position],
  ["size", blockFieldFits.size],
  ["rotation", orNull(blockFieldFits.rotation)],
  ["color", blockFieldFits.color],
  ["material", orNull(blockFieldFits.material)],
  ["effect", orNull(blockFieldFits.effect)],
  ["motion", orNull(blockFieldFits.motion)],
  ["yaw", orNull(degreesFit)],
  ["hazard", (value) => hazards.has(value)],
]);

/** Copies a presence; null if any of it is invalid. Objects and pages both check what the other one sends. */
export function readPresence(value: unknown): Presence | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { at, sel, drag } = value as Record<string, unknown>;
  if (at !== undefined && at !== null && !isPoint(at)) return null;
  if (sel !== undefined && !isSelection(sel)) return null;
  if (drag !== undefined && drag !== null && !isDrag(drag)) return null;
  return { ...(at !== undefined && { at }), ...(sel && { sel }), ...(drag !== undefined && { drag }) };
}

const isPoint = (value: unknown): value is [number, number, number] =>
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
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([field, one]) => DRAGGED_FIELDS.get(field)?.(one));
