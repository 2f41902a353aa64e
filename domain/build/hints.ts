import { BoxTree } from "../sim/v1/box-tree.ts";
import { makeCourse } from "../sim/v1/course.ts";
import { courseHints, type WorldHintKind } from "../sim/world-hints.ts";
import type { Vec3, World } from "../world/schema.ts";
import { type PartBounds, partBounds } from "./bounds.ts";
import type { BuildDocument } from "./document.ts";
import { type PartId, SPAWN_ID } from "./ids.ts";
import { isSized } from "./move-fields.ts";
import { type BlockPart, isPlaced, type PlacedPart } from "./part.ts";
import { unreachableTargets } from "./unreachable-targets.ts";
import { toWorld } from "./world.ts";

export type BuildHintKind =
  | WorldHintKind
  | "equal_parts"
  | "still_motion"
  | "lost_blocks"
  | "far_away"
  | "no_way_to_clear"
  | "no_way_to_reach";

/** Something in a level that its builders probably didn't intend. The level can be published all the same. */
export interface BuildHint {
  kind: BuildHintKind;
  text: string;
  position: Vec3;
  ids: readonly PartId[];
}

type Placed = readonly (readonly [PartId, PlacedPart])[];

/** A block this far below everything that players stand on is probably lost. */
const LOST_DEPTH = 200;
/** A block this far from everything else, too. */
const FAR_AWAY = 400;

export function buildHints(document: BuildDocument): BuildHint[] {
  const parts = [...document.entries()].filter((entry): entry is [PartId, PlacedPart] => isPlaced(entry[1]));
  return [
    ...simulationHints(toWorld(document), parts),
    ...equalParts(parts),
    ...stillMotions(parts),
    ...lostBlocks(document, parts),
    ...farBlocks(parts),
    ...clearHint(document),
  ];
}

function simulationHints(world: World, parts: Placed): BuildHint[] {
  // A world has its parts' own positions.
  const idAt = new Map<unknown, PartId>(parts.map(([id, { position }]) => [position, id]));
  const hintAt = (kind: BuildHintKind, text: string, position: World["spawn"]["position"]): BuildHint => {
    const id = idAt.get(position);
    return { kind, text, position, ids: id === undefined ? [] : [id] };
  };
  const course = makeCourse(world);
  const hints = courseHints(course).map(({ kind, text, position }) => hintAt(kind, text, position as Vec3));
  const doubted = new Set(hints.map(({ position }) => position));
  const unreachable = unreachableTargets(course).filter(({ position }) => !doubted.has(position as Vec3));
  return [
    ...hints,
    ...unreachable.map(({ kind, index, position }) => {
      const name = kind === "goal" ? "The goal" : `Star ${index + 1}`;
      const text = `${name} may be out of reach: no jump, bounce or moving block leads there. Try it in a test.`;
      return hintAt("no_way_to_reach", text, position as Vec3);
    }),
  ];
}

/** Parts that are exactly where an equal one is: surfaces flicker, and stars count twice. */
function equalParts(parts: Placed): BuildHint[] {
  const byPlace = new Map<string, [PartId, PlacedPart][]>();
  for (const [id, part] of parts) {
    const key = JSON.stringify([
      part.kind,
      part.position,
      ...(isSized(part) ? [part.size] : []),
      ...extent(part),
    ]);
    const found = byPlace.get(key);
    if (found) found.push([id, part]);
    else byPlace.set(key, [[id, part]]);
  }
  const all = [...byPlace.values()].filter((same) => same.length > 1);
  return all.map((same) => {
    const [, { kind, position }] = same[0] as [PartId, PlacedPart];
    return {
      kind: "equal_parts",
      text: `${same.length} ${kind}s are in exactly the same place, at ${placeText(position)}. Delete all but one.`,
      position,
      ids: same.slice(1).map(([id]) => id),
    };
  });
}

const extent = (part: PlacedPart): unknown[] =>
  part.kind === "block" ? [part.shape, part.rotation ?? null, part.motion ?? null] : [];

const isStill = ({ motion }: BlockPart): boolean => motion?.by.every((value) => value === 0) ?? false;

function stillMotions(parts: Placed): BuildHint[] {
  return parts.flatMap(([id, part]) =>
    part.kind === "block" && isStill(part)
      ? [
          {
            kind: "still_motion" as const,
            text: `A block at ${placeText(part.position)} has a motion that leads nowhere. Drag its end, or remove it.`,
            position: part.position,
            ids: [id],
          },
        ]
      : [],
  );
}

/** Blocks far below all others lower the height at which players die, so falls take long. */
function lostBlocks(document: BuildDocument, parts: Placed): BuildHint[] {
  const spawn = document.spawn.position;
  const lowest = Math.min(spawn[1], ...standings(parts));
  const lost = parts.filter(
    ([, part]) => part.kind === "block" && partBounds(part).high[1] < lowest - LOST_DEPTH,
  );
  const [first] = lost;
  if (!first) return [];
  const text =
    lost.length === 1
      ? `A block is far below the rest, at ${placeText(first[1].position)}. Players who fall die only below it.`
      : `${lost.length} blocks are far below the rest. Players who fall die only below them.`;
  return [{ kind: "lost_blocks", text, position: first[1].position, ids: lost.map(([id]) => id) }];
}

function farBlocks(parts: Placed): BuildHint[] {
  const bounds = parts.map(([, part]) => sweptBounds(part));
  const tree = new BoxTree(Float64Array.from(bounds.flatMap(({ low, high }) => [...low, ...high])));
  const found = new Int32Array(2);
  const far = parts.filter(([, { kind }], i) => {
    const box = bounds[i];
    if (kind !== "block" || !box) return false;
    const [minX, minY, minZ] = box.low.map((value) => value - FAR_AWAY) as Vec3;
    const [maxX, maxY, maxZ] = box.high.map((value) => value + FAR_AWAY) as Vec3;
    return tree.find(found, minX, minY, minZ, maxX, maxY, maxZ) < 2;
  });
  const [first] = far;
  if (!first) return [];
  const text =
    far.length === 1
      ? `A block is more than ${FAR_AWAY} units away from everything else, at ${placeText(first[1].position)}.`
      : `${far.length} blocks are more than ${FAR_AWAY} units away from everything else.`;
  return [{ kind: "far_away", text, position: first[1].position, ids: far.map(([id]) => id) }];
}

function sweptBounds(part: PlacedPart): PartBounds {
  const { low, high } = partBounds(part);
  if (part.kind !== "block" || !part.motion) return { low, high };
  const { by } = part.motion;
  return {
    low: low.map((value, axis) => value + Math.min(0, by[axis] ?? 0)) as Vec3,
    high: high.map((value, axis) => value + Math.max(0, by[axis] ?? 0)) as Vec3,
  };
}

function* standings(parts: Placed): Generator<number> {
  for (const [, { kind, position }] of parts)
    if (kind === "star" || kind === "checkpoint" || kind === "goal") yield position[1];
}

function clearHint(document: BuildDocument): BuildHint[] {
  if (document.hasGoal || document.count("star") > 0) return [];
  const text =
    document.count("checkpoint") > 0
      ? "The level has checkpoints, but neither stars nor a goal, so it can't be cleared. Place a goal."
      : "The level has neither stars nor a goal, so it can't be cleared. That's fine if it's only for walking around.";
  return [{ kind: "no_way_to_clear", text, position: document.spawn.position, ids: [SPAWN_ID] }];
}

const placeText = ([x, y, z]: Vec3): string =>
  [x, y, z].map((value) => String(Math.round(value * 10) / 10)).join(", ");
