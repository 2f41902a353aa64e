import {
  addVectors,
  centerOf,
  columnOf,
  matrixOf,
  type PartBounds,
  scaleVector,
} from "#domain/build/bounds.ts";
import { isSized } from "#domain/build/move-fields.ts";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { ShownSelection } from "./editor-core.ts";
import type { Axis, HandleKind, Tool } from "./editor-state.ts";
import { AXES } from "./surface.ts";

export interface Handle {
  /** The same handle in each frame. */
  key: string;
  kind: HandleKind;
  axis: Axis;
  side: 1 | -1;
  /** Along the axis, of length 1. */
  direction: Vec3;
  grip: Vec3;
  /** The line or outline that is drawn for it. */
  points: readonly Vec3[];
  /** The number that it changes, for screen readers; null for those that change several. */
  value: number | null;
}

/** CSS pixels of an arrow. */
export const ARROW_PIXELS = 90;

const NAMES = ["x", "y", "z"] as const;
const INDICES = [0, 1, 2] as const;
const RING_SIDES = 48;
/** Shares of the length of an arrow. */
const PLANE_FROM = 0.26;
const PLANE_TO = 0.5;
const END_GAP = 0.28;

/** The point around which shown parts are turned: a single part's own place. */
export const shownPivot = ({ parts, bounds }: ShownSelection): Vec3 =>
  (parts.length === 1 ? parts[0]?.[1].position : undefined) ?? (bounds ? centerOf(bounds) : [0, 0, 0]);

/** The handles of a tool for parts, which are where they are shown now. `length` is that of an arrow, in units. */
export function layoutHandles(tool: Tool, { parts, bounds }: ShownSelection, length: number): Handle[] {
  if (!bounds) return [];
  // A few parts stand for many: the handles of several only depend on the box around them.
  const list = parts.slice(0, 2).map(([, part]) => part);
  const pivot = shownPivot({ parts, bounds });
  switch (tool) {
    case "move":
      return [...moveHandles(pivot, length), ...motionHandles(list)];
    case "rotate":
      return rotateHandles(list, pivot, length);
    case "scale":
      return parts.some(([, part]) => isSized(part)) ? scaleHandles(list, bounds, length) : [];
    case "select":
      return motionHandles(list);
    default:
      return [];
  }
}

/** A handle along a world axis. A selection has only one for its size and its motion. */
function handleOf(
  kind: HandleKind,
  i: 0 | 1 | 2,
  grip: Vec3,
  points: readonly Vec3[],
  value: number | null = null,
): Handle {
  const axis = NAMES[i];
  const key = kind === "size" || kind === "motion" ? kind : `${kind}-${axis}`;
  return { key, kind, axis, side: 1, direction: AXES[i], grip, points, value };
}

function moveHandles(pivot: Vec3, length: number): Handle[] {
  const at = (...terms: [number, Vec3][]) =>
    terms.reduce((sum, [share, axis]) => addVectors(sum, scaleVector(axis, share * length)), pivot);
  return INDICES.flatMap((i): Handle[] => {
    const [axis, a, b] = [AXES[i], AXES[((i + 1) % 3) as 0], AXES[((i + 2) % 3) as 0]];
    const corners = [
      at([PLANE_FROM, a], [PLANE_FROM, b]),
      at([PLANE_TO, a], [PLANE_FROM, b]),
      at([PLANE_TO, a], [PLANE_TO, b]),
      at([PLANE_FROM, a], [PLANE_TO, b]),
    ];
    const middle = (PLANE_FROM + PLANE_TO) / 2;
    return [
      handleOf("move", i, at([1, axis]), [pivot, at([1, axis])], pivot[i]),
      handleOf("plane", i, at([middle, a], [middle, b]), corners),
    ];
  });
}

function rotateHandles(parts: readonly PlacedPart[], pivot: Vec3, length: number): Handle[] {
  const [only] = parts;
  return INDICES.map((i): Handle => {
    const [a, b] = [AXES[((i + 1) % 3) as 0], AXES[((i + 2) % 3) as 0]];
    const points = Array.from({ length: RING_SIDES + 1 }, (_, side) => {
      const angle = (side / RING_SIDES) * 2 * Math.PI;
      return addVectors(
        pivot,
        addVectors(scaleVector(a, Math.cos(angle) * length), scaleVector(b, Math.sin(angle) * length)),
      );
    });
    // The grips of the three rings are apart from each other.
    const grip = points[RING_SIDES / 8] ?? pivot;
    const value = parts.length === 1 && only ? angleOf(only, i) : 0;
    return handleOf("rotate", i, grip, points, value);
  });
}

function angleOf(part: PlacedPart, axis: 0 | 1 | 2): number {
  if (part.kind === "block") return part.rotation?.[axis] ?? 0;
  return axis === 1 && "yaw" in part ? (part.yaw ?? 0) : 0;
}

function scaleHandles(parts: readonly PlacedPart[], bounds: PartBounds, length: number): Handle[] {
  const [only] = parts;
  const single = parts.length === 1 && only && isSized(only) ? only : null;
  const center = single ? single.position : centerOf(bounds);
  const matrix = matrixOf(single?.kind === "block" ? single.rotation : undefined);
  const ends = INDICES.flatMap((i) =>
    ([1, -1] as const).map((side): Handle => {
      const direction = scaleVector(columnOf(matrix, i), side);
      const size = single ? single.size[i] : bounds.high[i] - bounds.low[i];
      const foot = addVectors(center, scaleVector(direction, size / 2));
      const grip = addVectors(foot, scaleVector(direction, END_GAP * length));
      const key = `scale-${NAMES[i]}${side > 0 ? "+" : "-"}`;
      return { key, kind: "scale", axis: NAMES[i], side, direction, grip, points: [foot, grip], value: size };
    }),
  );
  return [...ends, handleOf("size", 1, center, [center])];
}

function motionHandles(parts: readonly PlacedPart[]): Handle[] {
  const [part] = parts;
  if (parts.length !== 1 || part?.kind !== "block" || !part.motion) return [];
  const end = addVectors(part.position, part.motion.by);
  return [handleOf("motion", 1, end, [part.position, end])];
}
