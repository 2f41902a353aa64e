import { Scene, Vector3 } from "three";
import type { BuildDocument } from "#domain/build/document.ts";
import { isPartId, type PartId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import type { FieldChanges } from "#domain/build/part.ts";
import { MATERIALS } from "#domain/world/materials.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import { levelPath } from "#web/game/world/block-instances.ts";
import { createBlockMaterials, createSharedUniforms } from "#web/game/world/block-material.ts";
import { findScenery, type LevelScene, type SceneMoment } from "#web/game/world/level-scene.ts";
import { sceneMood } from "#web/game/world/scene-mood.ts";
import { createShapes } from "#web/game/world/static-blocks.ts";
import { TIERS, type Tier } from "#web/game/world/tiers.ts";
import { EditableBlocks } from "./editable-blocks.ts";
import { EditableMood } from "./editable-mood.ts";
import { EditableProps } from "./editable-props.ts";
import { EditorOverlays } from "./editor-overlays.ts";
import type { PartGhost } from "./overlay-ghosts.ts";
import type { EditGrid } from "./overlay-grid.ts";
import { addDifference, type Highlight } from "./overlay-highlight.ts";
import type { Bounds } from "./part-bounds.ts";
import { Retired } from "./retired.ts";
import { ShownParts } from "./shown-parts.ts";

export type { EditGrid, Highlight, PartGhost };

/**
 * A level that is being built, in 3D. Call `update` before each frame: it shows what has changed since.
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
  /** Sets that haven't changed should stay the same objects: they aren't compared then. */
  setHighlight(highlight: Highlight): void;
  setGhosts(ghosts: readonly PartGhost[]): void;
  setGrid(grid: EditGrid | null): void;
  /** Shows a ring with a line down to the height `ground`, by default the grid's. */
  setCursor(point: Vec3 | null, ground?: number): void;
  /** Moves blocks by the moment's tick also without a run. */
  setMotionShown(on: boolean): void;
  /** Draws a line through points: x, y, z of each, oldest first. */
  setTrail(points: Float32Array | null): void;
  /** A box around parts, as they are shown while they are dragged. Null if none of them is anywhere. */
  boundsOf(ids: Iterable<PartId>): Bounds | null;
  /** A box around everything, spawn included. */
  levelBounds(): Bounds;
}

export interface EditableSceneOptions {
  tier: Tier;
  reducedMotion: boolean;
}

/** Distance that the focus moves before the details of far blocks are chosen again. */
const FOCUS_STEP = 12;
const NOT_TOUCHED = () => -1;

export const createEditableScene = (document: BuildDocument, options: EditableSceneOptions): EditableScene =>
  new DocumentScene(document, options);

class DocumentScene implements EditableScene {
  readonly scene = new Scene();
  readonly #document: BuildDocument;
  readonly #parts: ShownParts;
  readonly #options: EditableSceneOptions;
  readonly #retired = new Retired();
  readonly #shared: ReturnType<typeof createSharedUniforms>;
  readonly #clock = { value: 0 };
  readonly #materials: ReturnType<typeof createBlockMaterials>;
  readonly #shapes = createShapes();
  readonly #blocks: EditableBlocks;
  readonly #mood: EditableMood;
  readonly #props: EditableProps;
  readonly #overlays: EditorOverlays;
  readonly #abort = new AbortController();
  readonly #lastFocus = new Vector3(Number.POSITIVE_INFINITY);
  /** Parts that have changed since the last frame without a run. */
  readonly #stale = new Set<PartId>();
  #roundDistance = 0;
  #isMotionShown = false;
  #isResting = true;

  constructor(document: BuildDocument, options: EditableSceneOptions) {
    this.#document = document;
    this.#parts = new ShownParts(document);
    this.#options = options;
    const ambience = ambienceOf(document);
    this.#shared = createSharedUniforms(sceneMood(ambience));
    this.#materials = createBlockMaterials(this.#shared);
    const [materials, shapes] = [this.#materials, this.#shapes];
    this.#blocks = new EditableBlocks({ materials, shapes, castShadow: true, renderOrder: 0 });
    this.#mood = new EditableMood(this.scene, this.#shared, ambience, this.#retired);
    const uniforms = { time: this.#shared.time, clock: this.#clock };
    this.#props = new EditableProps(this.#blocks, uniforms, options.reducedMotion, this.#retired);
    this.#props.setGlow(this.#mood.mood.glow);
    this.#overlays = new EditorOverlays(shapes);
    this.scene.add(this.#blocks.object, this.#props.object, this.#overlays.object);
    this.setTier(options.tier);
    this.sync(null);
    this.#refresh();
    this.#blocks.flush();
  }

  get counts() {
    return this.#blocks.counts;
  }

  sync(ids: ReadonlySet<PartId> | null): void {
    if (ids) for (const id of ids) this.#stale.add(id);
    else {
      for (const [id] of this.#document.entries()) this.#stale.add(id);
      for (const id of this.#blocks.ids()) if (isPartId(id)) this.#stale.add(id);
      for (const id of this.#props.ids()) this.#stale.add(id);
    }
  }

  setDrag(overrides: ReadonlyMap<PartId, FieldChanges> | null): void {
    for (const id of this.#parts.drag.keys()) this.#stale.add(id);
    this.#parts.drag = overrides ?? new Map();
    for (const id of this.#parts.drag.keys()) this.#stale.add(id);
  }

  setHidden(ids: ReadonlySet<PartId>): void {
    addDifference(this.#stale, this.#parts.hidden, ids);
    this.#parts.hidden = ids;
  }

  setHighlight(highlight: Highlight): void {
    for (const id of this.#overlays.highlight.set(highlight))
      this.#overlays.highlight.show(id, this.#parts.get(id));
  }

  setGhosts(ghosts: readonly PartGhost[]): void {
    this.#overlays.ghosts.set(ghosts);
  }

  setGrid(grid: EditGrid | null): void {
    this.#overlays.setGrid(grid);
  }

  setCursor(point: Vec3 | null, ground?: number): void {
    this.#overlays.setCursor(point, ground);
  }

  setMotionShown(on: boolean): void {
    this.#isMotionShown = on;
  }

  setTrail(points: Float32Array | null): void {
    this.#overlays.trail.set(points);
  }

  boundsOf(ids: Iterable<PartId>): Bounds | null {
    return this.#parts.boundsOf(ids);
  }

  levelBounds(): Bounds {
    return this.#parts.levelBounds();
  }

  update({ tick, alpha, focus, stars, checkpoint, crumbleAge, seconds }: SceneMoment): void {
    this.#clock.value += seconds;
    if (!this.#options.reducedMotion) this.#shared.time.value += seconds;
    this.#retired.dispose();
    const isRunning = stars !== null;
    if (isRunning !== this.#parts.isRunning) this.#setRunning(isRunning);
    if (!isRunning) this.#refresh();
    this.#move(tick, alpha, isRunning ? crumbleAge : NOT_TOUCHED);
    this.#props.update(stars, checkpoint);
    this.#blocks.flush();
    this.#overlays.flush();
    this.#mood.setFocus(focus);
    if (!(this.#lastFocus.distanceToSquared(focus) < FOCUS_STEP ** 2)) {
      this.#lastFocus.copy(focus);
      this.#blocks.setFocus(focus, this.#roundDistance);
      this.#overlays.setFocus(focus, this.#roundDistance);
    }
  }

  setTier(tier: Tier): void {
    const { far, shadows, rich, roundDistance } = TIERS[tier];
    this.setFogReach(far * 0.97);
    this.#mood.setDetail({ hasShadows: shadows === "map", isRich: rich });
    this.#materials.setRich(rich);
    this.#roundDistance = roundDistance;
    this.#lastFocus.setX(Number.POSITIVE_INFINITY);
  }

  setFogReach(units: number): void {
    this.#mood.setReach(units);
  }

  /** Everything is built already. */
  async build(): Promise<void> {}

  async showScenery(): Promise<void> {
    const { signal } = this.#abort;
    const module = await findScenery(signal);
    if (!module || signal.aborted) return;
    // Any material can be used next.
    const texture = await module.loadTiles(MATERIALS, this.#roundDistance > 0, signal);
    if (!texture) return;
    this.#shared.tiles.value.dispose();
    this.#shared.tiles.value = texture;
    this.#mood.showSky(module.createSky);
    const bursts = new module.Bursts({ time: this.#shared.time, clock: this.#clock });
    this.#props.showLights({ create: module.createPropGlows, bursts });
  }

  dispose(): void {
    this.#abort.abort();
    this.#retired.dispose();
    this.#blocks.dispose();
    this.#props.dispose();
    this.#overlays.dispose();
    this.#mood.dispose();
    this.#materials.dispose();
    this.#shapes.dispose();
    this.#shared.tiles.value.dispose();
    this.scene.clear();
  }

  /** Begins or ends a run, in which the level is as the document had it at its start. */
  #setRunning(on: boolean): void {
    this.#parts.isRunning = on;
    this.#overlays.object.visible = !on;
    for (const id of this.#parts.hidden) this.#stale.add(id);
    for (const id of this.#parts.drag.keys()) this.#stale.add(id);
    this.#refresh();
    const order = this.#parts.blockOrder();
    if (on) this.#blocks.setOrder((id) => order.get(id) ?? 0);
  }

  /** Shows parts that have changed. */
  #refresh(): void {
    for (const id of this.#stale) this.#show(id);
    this.#stale.clear();
    const frame = this.#props.refresh();
    if (frame) this.#blocks.setPath(levelPath(frame));
  }

  #show(id: PartId): void {
    if (id === SKY_ID) {
      const ambience = ambienceOf(this.#document);
      if (ambience === this.#mood.ambience) return;
      this.#mood.set(ambience);
      this.#props.setGlow(this.#mood.mood.glow);
      return;
    }
    const part = this.#parts.get(id);
    const block = part?.kind === "block" ? part : null;
    if (block) this.#blocks.set(id, block);
    else this.#blocks.delete(id);
    this.#props.set(id, part && part.kind !== "block" ? part : null);
    if (id === SPAWN_ID) this.#overlays.ghosts.setSpawn(part);
    this.#overlays.highlight.show(id, part);
  }

  #move(tick: number, alpha: number, crumbleAge: (block: number) => number): void {
    if (this.#parts.isRunning || this.#isMotionShown) {
      this.#isResting = false;
      this.#blocks.place(tick, alpha, crumbleAge);
      this.#overlays.highlight.blocks.place(tick, alpha, NOT_TOUCHED);
    } else if (!this.#isResting) {
      this.#isResting = true;
      this.#blocks.place(0, 1, NOT_TOUCHED);
      this.#overlays.highlight.blocks.place(0, 1, NOT_TOUCHED);
    }
  }
}

const ambienceOf = (document: BuildDocument): Ambience => {
  const sky = document.get(SKY_ID);
  return (sky?.kind === "sky" && sky.ambience) || "day";
};
