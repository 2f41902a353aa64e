import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { LevelScene } from "#web/game/world/level-scene.ts";
import type { Bounds } from "./part-bounds.ts";

/** Outlines parts in colors. A part that is in several of these is shown as hovered before selected before another builder's. */
export interface Highlight {
  selected: ReadonlySet<PartId>;
  hovered: PartId | null;
  /** What others have selected, with the index (0–7) of their color. */
  others: ReadonlyMap<PartId, number>;
}

/** A see-through copy of a part somewhere else. */
export interface PartGhost {
  part: PlacedPart;
  position: Vec3;
}

/** A grid on a level plane that fades out around its center. */
export interface EditGrid {
  y: number;
  step: number;
  center: Vec3;
}

/**
 * A level that is being built, in 3D. It is complete from the start: `build` has nothing to do.
 *
 * A moment with `stars` belongs to a run: the level is then shown as in the game, without grid, highlights, ghosts and the trail,
 * and with what is hidden. Changes of the document wait until a moment without a run. Otherwise blocks rest, unless their motion
 * is shown.
 */
export interface EditableScene extends LevelScene {
  /** Shows what changed in the document. Null stands for everything. */
  sync(ids: ReadonlySet<PartId> | null): void;
  /** Shows parts with other fields than the document's, until it is called with null. Replaces what it was called with before. */
  setDrag(overrides: ReadonlyMap<PartId, FieldChanges> | null): void;
  /** Hides parts, and shows all others. */
  setHidden(ids: ReadonlySet<PartId>): void;
  setHighlight(highlight: Highlight): void;
  setGhosts(ghosts: readonly PartGhost[]): void;
  setGrid(grid: EditGrid | null): void;
  /** A ring with a line down to what is below, or to the height of the grid. */
  setCursor(point: Vec3 | null): void;
  /** Moves blocks by the moment's tick also without a run. */
  setMotionShown(on: boolean): void;
  /** Draws a line through points: x, y, z of each. */
  setTrail(points: Float32Array | null): void;
  /** A box around parts, as they are shown while they are dragged. Null if none of them is anywhere. */
  boundsOf(ids: Iterable<PartId>): Bounds | null;
  /** A box around everything, spawn included. */
  levelBounds(): Bounds;
}

/** Colors of others' selections. */
export const OTHER_COLORS = [
  "2f9bff",
  "ff4fa3",
  "29c75f",
  "a86bff",
  "ffd02e",
  "14c9c9",
  "ff5a4a",
  "9cb4c9",
] as const;
