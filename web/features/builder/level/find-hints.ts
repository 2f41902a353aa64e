import type { BuildDocument } from "#domain/build/document.ts";
import { buildHints } from "#domain/build/hints.ts";
import type { PartId } from "#domain/build/ids.ts";
import { toWorld } from "#domain/build/world.ts";
import { worldHints } from "#domain/sim/world-hints.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** Something in the level that its builders probably didn't intend, and where it is. */
export interface LevelHint {
  text: string;
  position: Vec3;
  ids: readonly PartId[];
}

/** Lists what the builders should look at. Each sentence is there once. */
export function findHints(document: BuildDocument): LevelHint[] {
  const all: LevelHint[] = [
    ...worldHints(toWorld(document)).map(
      ({ text, position: [x, y, z] }): LevelHint => ({ text, position: [x, y, z], ids: [] }),
    ),
    ...buildHints(document),
  ];
  const byText = new Map(all.map((hint) => [hint.text, hint]));
  return [...byText.values()];
}
