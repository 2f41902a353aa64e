import type { PartId } from "#domain/build/ids.ts";
import type { Part, PartKind } from "#domain/build/part.ts";
import { partText } from "./text/builder.ts";

/** The name of a thing: "Grass box", "Lava", "Star". */
export function partName(part: Part): string {
  switch (part.kind) {
    case "block": {
      const shape = partText.shapes[part.shape];
      return part.material ? partText.withMaterial(partText.materials[part.material], shape) : shape;
    }
    case "hazard":
      return partText.hazards[part.hazard];
    case "group":
      return part.name;
    default:
      return partText.kinds[part.kind];
  }
}

const COUNTED = Object.keys(partText.counted) as PartKind[];

export function countedKinds(parts: Iterable<Part>): string {
  const counts = new Map<PartKind, number>();
  for (const { kind } of parts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return COUNTED.filter((kind) => counts.has(kind))
    .map((kind) => partText.counted[kind](counts.get(kind) ?? 0))
    .join(", ");
}

/** Names a selection: the name of one part, or a count. */
export function selectionName(ids: readonly PartId[], get: (id: PartId) => Part | undefined): string {
  const parts = ids.flatMap((id) => get(id) ?? []);
  const [only] = parts;
  return parts.length === 1 && only ? partName(only) : countedKinds(parts);
}
