import type { Vec3 } from "../world/schema.ts";
import { partBounds } from "./bounds.ts";
import type { BuildDocument } from "./document.ts";
import type { PartId } from "./ids.ts";
import { isSized } from "./move-fields.ts";
import { type BlockPart, isPlaced, type PlacedPart } from "./part.ts";

/** Something in a level that its builders probably didn't intend. The level can be published all the same. */
export interface BuildHint {
  /** A sentence for the builders. */
  text: string;
  position: Vec3;
  ids: readonly PartId[];
}

/** A block this far below everything that players stand on is probably lost. */
const LOST_DEPTH = 200;

/** Lists what builders should look at, besides what the simulation says about the level (domain/sim/world-hints.ts). */
export function buildHints(document: BuildDocument): BuildHint[] {
  const parts = [...document.entries()].filter((entry): entry is [PartId, PlacedPart] => isPlaced(entry[1]));
  return [
    ...equalParts(parts),
    ...stillMotions(parts),
    ...lostBlocks(document, parts),
    ...goalHint(document),
  ];
}

/** Parts that are exactly where an equal one is: surfaces flicker, and stars count twice. */
function equalParts(parts: readonly (readonly [PartId, PlacedPart])[]): BuildHint[] {
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
      text: `${same.length} ${kind}s are in exactly the same place, at ${placeText(position)}. Delete all but one.`,
      position,
      ids: same.slice(1).map(([id]) => id),
    };
  });
}

const extent = (part: PlacedPart): unknown[] =>
  part.kind === "block" ? [part.shape, part.rotation ?? null, part.motion ?? null] : [];

const isStill = ({ motion }: BlockPart): boolean => motion?.by.every((value) => value === 0) ?? false;

function stillMotions(parts: readonly (readonly [PartId, PlacedPart])[]): BuildHint[] {
  return parts.flatMap(([id, part]) =>
    part.kind === "block" && isStill(part)
      ? [
          {
            text: `A block at ${placeText(part.position)} has a motion that leads nowhere. Drag its end, or remove it.`,
            position: part.position,
            ids: [id],
          },
        ]
      : [],
  );
}

/** Blocks far below all others lower the height at which players die, so falls take long. */
function lostBlocks(document: BuildDocument, parts: readonly (readonly [PartId, PlacedPart])[]): BuildHint[] {
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
  return [{ text, position: first[1].position, ids: lost.map(([id]) => id) }];
}

/** Heights of everything that a player goes to. */
function* standings(parts: readonly (readonly [PartId, PlacedPart])[]): Generator<number> {
  for (const [, { kind, position }] of parts)
    if (kind === "star" || kind === "checkpoint" || kind === "goal") yield position[1];
}

function goalHint(document: BuildDocument): BuildHint[] {
  if (document.hasGoal || document.count("checkpoint") === 0 || document.count("star") > 0) return [];
  const text =
    "The level has checkpoints, but neither stars nor a goal, so it can't be cleared. Place a goal.";
  return [{ text, position: document.spawn.position, ids: [] }];
}

const placeText = ([x, y, z]: Vec3): string =>
  [x, y, z].map((value) => String(Math.round(value * 10) / 10)).join(", ");
