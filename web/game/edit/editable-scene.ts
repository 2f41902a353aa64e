import { Fog, Scene, Vector3 } from "three";
import type { BuildDocument } from "#domain/build/document.ts";
import { isPartId, type PartId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { type FieldChanges, isPlaced, type PlacedPart, withFields } from "#domain/build/part.ts";
import { MATERIALS } from "#domain/world/materials.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import { levelPath } from "#web/game/world/block-instances.ts";
import {
  createBlockMaterials,
  createSharedUniforms,
  type SharedUniforms,
  srgbColor,
} from "#web/game/world/block-material.ts";
import {
  createSunLight,
  findScenery,
  NO_RUN,
  type SceneMoment,
  type SunLight,
} from "#web/game/world/level-scene.ts";
import { type SceneMood, sceneMood } from "#web/game/world/scene-mood.ts";
import type { createSky } from "#web/game/world/scenery.ts";
import { createShapes } from "#web/game/world/static-blocks.ts";
import { TIERS, type Tier } from "#web/game/world/tiers.ts";
import { EditableBlocks } from "./editable-blocks.ts";
import { EditableProps, Retired } from "./editable-props.ts";
import { EditorOverlays } from "./editor-overlays.ts";
import type { PartGhost } from "./overlay-ghosts.ts";
import type { EditGrid } from "./overlay-grid.ts";
import { addDifference, type Highlight } from "./overlay-highlight.ts";
import { type Bounds, boundsOfPart, uniteBounds } from "./part-bounds.ts";

/** The parts of a level as they are shown: some are hidden or dragged, except in a run. */
class ShownParts {
  hidden: ReadonlySet<PartId> = new Set();
  drag: ReadonlyMap<PartId, FieldChanges> = new Map();
  isRunning = false;
  readonly #document: BuildDocument;

  constructor(document: BuildDocument) {
    this.#document = document;
  }

  /** Null if it's hidden or nowhere. */
  get(id: PartId): PlacedPart | null {
    if (this.isRunning) return this.#placed(id);
    return this.hidden.has(id) ? null : this.#dragged(id);
  }

  boundsOf(ids: Iterable<PartId>): Bounds | null {
    let bounds: Bounds | null = null;
    for (const id of ids) {
      const part = this.#dragged(id);
      if (part) bounds = uniteBounds(bounds, boundsOfPart(part));
    }
    return bounds;
  }

  levelBounds(): Bounds {
    const spawn = boundsOfPart({ kind: "spawn", ...this.#document.spawn });
    const ids = [...this.#document.entries()].map(([id]) => id);
    return uniteBounds(this.boundsOf(ids), spawn);
  }

  blockOrder(): Map<PartId, number> {
    const order = new Map<PartId, number>();
    for (const [id, part] of this.#document.entries()) if (part.kind === "block") order.set(id, order.size);
    return order;
  }

  #dragged(id: PartId): PlacedPart | null {
    const part = this.#placed(id);
    const changes = this.drag.get(id);
    if (!part || !changes) return part;
    const { position } = changes;
    // Thousands of parts are dragged at a time, and most only move.
    if (position && Object.keys(changes).length === 1) return { ...part, position: position as Vec3 };
    return withFields(part, changes) as PlacedPart;
  }

  #placed(id: PartId): PlacedPart | null {
    const part = this.#document.get(id);
    return part && isPlaced(part) ? part : null;
  }
}

type Sky = ReturnType<typeof createSky>;

/** Sky, fog and light of a scene, which change with its ambience. */
class EditableMood {
  ambience: Ambience;
  mood: SceneMood;
  readonly #scene: Scene;
  readonly #shared: SharedUniforms;
  readonly #retired: Retired;
  readonly #fog: Fog;
  #light: SunLight;
  #hasShadows = false;
  #isRich = false;
  #reach = 0;
  #createSky: typeof createSky | null = null;
  #sky: Sky | null = null;

  constructor(scene: Scene, shared: SharedUniforms, ambience: Ambience, retired: Retired) {
    this.#scene = scene;
    this.#shared = shared;
    this.#retired = retired;
    this.ambience = ambience;
    this.mood = sceneMood(ambience);
    this.#fog = new Fog(srgbColor(this.mood.horizon));
    scene.fog = this.#fog;
    scene.background = this.#fog.color;
    this.#light = createSunLight(this.mood);
    scene.add(...this.#light.objects);
  }

  set(ambience: Ambience): void {
    this.ambience = ambience;
    this.mood = sceneMood(ambience);
    this.#shared.zenith.value.copy(srgbColor(this.mood.zenith));
    this.#shared.horizon.value.copy(srgbColor(this.mood.horizon));
    this.#fog.color.copy(srgbColor(this.mood.horizon));
    this.setReach(this.#reach);
    this.#scene.remove(...this.#light.objects);
    this.#light.dispose();
    this.#light = createSunLight(this.mood);
    this.#light.setShadows(this.#hasShadows);
    this.#scene.add(...this.#light.objects);
    if (this.#createSky) this.showSky(this.#createSky);
  }

  showSky(create: typeof createSky): void {
    this.#createSky = create;
    if (this.#sky) {
      this.#scene.remove(...this.#sky.objects);
      this.#retired.add(this.#sky);
    }
    this.#sky = create(this.mood, this.#shared);
    this.#sky.setRich(this.#isRich);
    this.#scene.add(...this.#sky.objects);
    this.#scene.background = null;
  }

  /** Sets the distance at which fog hides everything. */
  setReach(units: number): void {
    this.#reach = units;
    this.#fog.near = units * this.mood.fogStart;
    this.#fog.far = units;
  }

  setDetail({ hasShadows, isRich }: { hasShadows: boolean; isRich: boolean }): void {
    this.#hasShadows = hasShadows;
    this.#isRich = isRich;
    this.#light.setShadows(hasShadows);
    this.#sky?.setRich(isRich);
  }

  setFocus(focus: Vector3): void {
    this.#light.setFocus(focus);
  }

  dispose(): void {
    this.#sky?.dispose();
    this.#light.dispose();
  }
}

export type { EditGrid, Highlight, PartGhost };

export interface EditableSceneOptions {
  tier: Tier;
  reducedMotion: boolean;
}

/** Distance that the focus moves before the details of far blocks are chosen again. */
const FOCUS_STEP = 12;

/**
 * A level that is being built, in 3D. Call `update` before each frame: it shows what has changed since.
 *
 * A moment with `stars` belongs to a run: the level is then shown as in the game, without grid, highlights, ghosts and the trail,
 * and with what is hidden. Changes of the document wait until a moment without a run. Otherwise blocks rest, unless their motion
 * is shown.
 */
export class EditableScene {
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

  /** Shows what changed in the document. Null stands for everything. */
  sync(ids: ReadonlySet<PartId> | null): void {
    if (ids) for (const id of ids) this.#stale.add(id);
    else {
      for (const [id] of this.#document.entries()) this.#stale.add(id);
      for (const id of this.#blocks.ids()) if (isPartId(id)) this.#stale.add(id);
      for (const id of this.#props.ids()) this.#stale.add(id);
    }
  }

  /** Shows parts with other fields than the document's, until it is called with null. Replaces what it was called with before. */
  setDrag(overrides: ReadonlyMap<PartId, FieldChanges> | null): void {
    for (const id of this.#parts.drag.keys()) this.#stale.add(id);
    this.#parts.drag = overrides ?? new Map();
    for (const id of this.#parts.drag.keys()) this.#stale.add(id);
  }

  setHidden(ids: ReadonlySet<PartId>): void {
    addDifference(this.#stale, this.#parts.hidden, ids);
    this.#parts.hidden = ids;
  }

  /** Sets that haven't changed should stay the same objects: they aren't compared then. */
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

  /** Shows a ring with a line down to the height `ground`, by default the grid's. */
  setCursor(point: Vec3 | null, ground?: number): void {
    this.#overlays.setCursor(point, ground);
  }

  /** Moves blocks by the moment's tick also without a run. */
  setMotionShown(on: boolean): void {
    this.#isMotionShown = on;
  }

  /** Draws a line through points: x, y, z of each, oldest first. */
  setTrail(points: Float32Array | null): void {
    this.#overlays.trail.set(points);
  }

  /** A box around parts, as they are shown while they are dragged. Null if none of them is anywhere. */
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
    this.#move(tick, alpha, isRunning ? crumbleAge : NO_RUN.crumbleAge);
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
      this.#overlays.highlight.blocks.place(tick, alpha, NO_RUN.crumbleAge);
    } else if (!this.#isResting) {
      this.#isResting = true;
      this.#blocks.place(0, 1, NO_RUN.crumbleAge);
      this.#overlays.highlight.blocks.place(0, 1, NO_RUN.crumbleAge);
    }
  }
}

const ambienceOf = (document: BuildDocument): Ambience => {
  const sky = document.get(SKY_ID);
  return (sky?.kind === "sky" && sky.ambience) || "day";
};
