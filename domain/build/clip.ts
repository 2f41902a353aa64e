import type { Vec3 } from "../world/schema.ts";
import { addVectors, footOf, partsBounds, scaleVector } from "./bounds.ts";
import type { BuildDocument } from "./document.ts";
import type { Edit } from "./edit.ts";
import { groupOf } from "./group.ts";
import type { PartId } from "./ids.ts";
import { limitFields } from "./limit-fields.ts";
import {
  type BlockPart,
  type CheckpointPart,
  type HazardPart,
  type Part,
  type StarPart,
  withFields,
} from "./part.ts";

/** A part that a level can have several of. */
export type CopyablePart = BlockPart | StarPart | CheckpointPart | HazardPart;

const COPYABLE: ReadonlySet<string> = new Set(["block", "star", "checkpoint", "hazard"]);

export const isCopyable = (part: Part): part is CopyablePart => COPYABLE.has(part.kind);

export interface Clip {
  parts: CopyablePart[];
  groups: [PartId, string][];
}

/** Copies parts. The spawn, the goal and the sky are left out. */
export function copyParts(document: BuildDocument, ids: Iterable<PartId>): Clip {
  const parts: CopyablePart[] = [];
  const groups = new Map<PartId, string>();
  for (const id of ids) {
    const part = document.get(id);
    if (!part || !isCopyable(part)) continue;
    const group = groupOf(document, part);
    const found = group === null ? undefined : document.get(group);
    if (group !== null && found?.kind === "group") groups.set(group, found.name);
    parts.push(withFields(part, { locked: null, group }) as CopyablePart);
  }
  return { parts, groups: [...groups] };
}

export function clipFoot({ parts }: Pick<Clip, "parts">): Vec3 {
  const bounds = partsBounds(parts);
  return bounds ? footOf(bounds) : [0, 0, 0];
}

/** Parts around the middle of their underside, without groups, as prefabs are stored. */
export function toPrefab(clip: Clip): CopyablePart[] {
  const by = scaleVector(clipFoot(clip), -1);
  return clip.parts.map((part) => withFields(moved(part, by), { group: null }) as CopyablePart);
}

export interface Pasted {
  edit: Edit;
  ids: PartId[];
  isLimited: boolean;
}

/** Adds copies, moved. Groups become new ones; `name` puts everything else into a new group of this name. */
export function pasteEdit(
  { parts, groups }: Clip,
  { by, newId, name }: { by: Vec3; newId: () => PartId; name?: string | undefined },
): Pasted {
  const newGroups = new Map(groups.map(([id, group]) => [id, { id: newId(), name: group }]));
  const whole =
    name !== undefined && parts.some(({ group }) => !newGroups.has(group ?? ""))
      ? { id: newId(), name }
      : null;
  const copies = parts.map((part): [PartId, Part] => {
    const group = newGroups.get(part.group ?? "") ?? whole;
    return [newId(), withFields(moved(part, by), { group: group?.id ?? null })];
  });
  const added = [...newGroups.values(), ...(whole ? [whole] : [])];
  return {
    edit: {
      add: [
        ...added.map((group): [PartId, Part] => [group.id, { kind: "group", name: group.name }]),
        ...copies,
      ],
    },
    ids: copies.map(([id]) => id),
    isLimited: parts.some((part) => limitFields({ position: addVectors(part.position, by) }).isLimited),
  };
}

/** Adds `count` copies, each `by` further than the one before. */
export function repeatEdit(clip: Clip, count: number, by: Vec3, newId: () => PartId): Pasted {
  const copies = Array.from({ length: count }, (_, i) =>
    pasteEdit(clip, { by: scaleVector(by, i + 1), newId }),
  );
  return {
    edit: { add: copies.flatMap(({ edit }) => edit.add ?? []) },
    ids: copies.flatMap(({ ids }) => ids),
    isLimited: copies.some(({ isLimited }) => isLimited),
  };
}

function moved<T extends CopyablePart>(part: T, by: Vec3): T {
  return withFields(part, limitFields({ position: addVectors(part.position, by) }).fields) as T;
}

/** Reads a clip that another page has stored; null if it isn't one. What it says about each part is checked when it's pasted. */
export function parseClip(text: string | null): Clip | null {
  if (text === null) return null;
  try {
    const { parts, groups } = JSON.parse(text) as Partial<Clip>;
    if (!Array.isArray(parts) || !Array.isArray(groups)) return null;
    return parts.length > 0 && parts.every(isStoredPart) && groups.every(isStoredGroup)
      ? { parts, groups }
      : null;
  } catch {
    return null;
  }
}

const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

function isStoredPart(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { kind, position, size } = part as Record<string, unknown>;
  if (typeof kind !== "string" || !COPYABLE.has(kind) || !isVector(position)) return false;
  return (kind !== "block" && kind !== "hazard") || isVector(size);
}

const isStoredGroup = (group: unknown): boolean =>
  Array.isArray(group) && group.length === 2 && group.every((text) => typeof text === "string");
