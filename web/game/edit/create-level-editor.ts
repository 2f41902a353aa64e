import { centerOf, scaleVector } from "#domain/build/bounds.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { createGame, type Game } from "#web/game/game.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { Store } from "#web/lib/store.ts";
import { BoxDrag, createSelectionBox } from "./box-drag.ts";
import { BuilderTags } from "./builder-tags.ts";
import { CanvasGestures } from "./canvas-gestures.ts";
import { DragRunner } from "./drag-runner.ts";
import { AXIS_INDEX, createEditorCommands, type EditorCommands } from "./editor-commands.ts";
import { EditorCore } from "./editor-core.ts";
import { EditorStage } from "./editor-stage.ts";
import type {
  Brush,
  EditorOptions,
  EditorState,
  Place,
  Placing,
  Snap,
  TestPlay,
  Tool,
} from "./editor-state.ts";
import { HandleLayer, type HandleStep } from "./handle-layer.ts";
import type { Handle } from "./handle-layout.ts";
import { KeyboardCursor, stepsAlong } from "./keyboard-cursor.ts";
import { PaintTool, PickTool, SelectTool } from "./paint-tools.ts";
import { PartPicker } from "./part-picker.ts";
import { PlaceTool } from "./place-tool.ts";
import type { PointerTool } from "./pointer-tool.ts";
import { AXES, GROUND_Y, zoomPoint } from "./surface.ts";
import { partsUnder, recordTrail, Trail, testWorld } from "./trail.ts";

/** Writes what the editor shows to the canvas, for browser tests. */
function writeEditorData({ dataset }: HTMLCanvasElement, core: EditorCore): void {
  const { camera } = core;
  const { cursor, selection } = core.state.get();
  dataset.camera = numbers([camera.yaw, camera.pitch, camera.distance, ...camera.target]);
  dataset.selection = String(selection.length);
  dataset.cursor = cursor ? numbers(cursor) : "";
  dataset.parts = String(core.document.size);
  const { bounds } = core.shownSelection();
  const at = bounds ? camera.project(centerOf(bounds)) : null;
  dataset.selectionAt = at ? numbers([at.x, at.y]) : "";
}

const numbers = (values: readonly number[] | Vec3): string =>
  values.map((value) => value.toFixed(2)).join(",");

/** Throws a `NoWebGlError` where the browser has no WebGL 2. */
export const createLevelEditor = (options: EditorOptions): LevelEditor => new LevelEditor(options);

/** Levels wider than this begin at their spawn, not as a whole. */
const WIDE = 240;
/** Radians; between two axes, so three sides of each block are seen. */
const START_YAW = 0.7;
/** Half the width of what is seen around the spawn. */
const AROUND_SPAWN = 30;
/** The distance from which a hint's place is looked at. */
const HINT_DISTANCE = 60;

/** Edits a level in 3D: draws it, moves the camera, handles pointer and keys on the canvas, and shows handles in the overlay. */
export class LevelEditor {
  readonly state: Store<EditorState>;
  readonly commands: EditorCommands;
  readonly #options: EditorOptions;
  readonly #stage: EditorStage;
  readonly #core: EditorCore;
  readonly #cursor: KeyboardCursor;
  readonly #drags: DragRunner;
  readonly #gestures: CanvasGestures;
  readonly #handles: HandleLayer;
  readonly #tags: BuilderTags;
  readonly #box: ReturnType<typeof createSelectionBox>;
  readonly #place: PlaceTool;
  readonly #tools: Record<Tool, PointerTool>;
  readonly #abort = new AbortController();
  readonly #unsubscribe: (() => void)[];
  #settings: GameSettings;
  #game: Game | null = null;
  #trail = new Trail();

  constructor(options: EditorOptions) {
    const { canvas, overlay, model, settings, labels } = options;
    this.#options = options;
    this.#settings = settings;
    canvas.tabIndex = 0;
    this.#stage = new EditorStage({
      canvas,
      model,
      settings,
      onFrame: () => this.#handleFrame(),
      onDrawn: () => this.#handleDrawn(),
      onCanvas: (state) => this.#core.patch({ canvas: state }),
    });
    const { camera, level, invalidate } = this.#stage;
    const picker = new PartPicker(model.document);
    this.#core = new EditorCore({
      model,
      camera,
      picker,
      view: level,
      messages: labels.messages,
      invalidate,
    });
    this.state = this.#core.state;
    this.commands = createEditorCommands(this.#core);
    this.#cursor = new KeyboardCursor(this.#core);
    this.#drags = new DragRunner(invalidate);
    this.#tags = new BuilderTags(overlay);
    this.#box = createSelectionBox(overlay);
    this.#place = new PlaceTool(this.#core);
    const size = () => ({ width: canvas.clientWidth, height: canvas.clientHeight });
    const select = new SelectTool(
      this.#core,
      (pointer) => new BoxDrag(this.#core, pointer, { show: this.#box.show, size }),
    );
    this.#tools = {
      select,
      move: select,
      rotate: select,
      scale: select,
      place: this.#place,
      paint: new PaintTool(this.#core),
      pick: new PickTool(this.#core),
    };
    this.#gestures = this.#createGestures();
    this.#handles = new HandleLayer({
      overlay,
      canvas,
      core: this.#core,
      drags: this.#drags,
      labels,
      onStep: (handle, step) => this.#stepHandle(handle, step),
    });
    this.#unsubscribe = [
      model.onChange((ids) => this.#handleChange(ids)),
      model.others.subscribe(() => this.#handleOthers()),
    ];
    // Before the page's own shortcuts, which would deselect.
    const { signal } = this.#abort;
    window.addEventListener("keydown", (event) => this.#cancelDrag(event), { signal, capture: true });
    // The cursor stays for pasting and testing; others no longer see it.
    canvas.addEventListener("pointerleave", () => model.showPresence({ at: null }), { signal });
    this.#handleOthers();
  }

  /** Resolves when the level is drawn for the first time. */
  async start(): Promise<void> {
    const { camera, level } = this.#stage;
    const [x, y, z] = this.#core.document.spawn.position;
    const all = level.levelBounds();
    const isWide = Math.max(...all.high.map((value, i) => value - all.low[i as 0])) > WIDE;
    const around = (value: number, by: number) => value + by * AROUND_SPAWN;
    const near = {
      low: [around(x, -1), y, around(z, -1)] as Vec3,
      high: [around(x, 1), y, around(z, 1)] as Vec3,
    };
    this.#stage.measure();
    camera.jumpTo(isWide ? near : all, START_YAW);
    this.#stage.start();
  }

  setTool(tool: Tool): void {
    if (tool === this.state.get().tool) return;
    this.#endPointer();
    this.#core.patch({ tool });
    this.#stage.invalidate();
  }

  /** Chooses what is placed, and the Place tool. */
  setPlacing(placing: Placing): void {
    this.#endPointer();
    this.#core.patch({ placing, tool: "place" });
    this.#stage.invalidate();
  }

  setBrush(brush: Partial<Brush>): void {
    this.#core.patch({ brush: { ...this.state.get().brush, ...brush } });
  }

  setSnap(snap: Partial<Snap>): void {
    this.#core.patch({ snap: { ...this.state.get().snap, ...snap } });
    this.#stage.invalidate();
  }

  setMotionShown(on: boolean): void {
    this.#stage.isMotionShown = on;
    this.#stage.level.setMotionShown(on);
    this.#core.patch({ isMotionShown: on });
    this.#stage.invalidate();
  }

  /** Parts of a group are selected together. Locked and hidden ones are skipped unless `isExact`. */
  select(ids: Iterable<PartId>, how?: "replace" | "add" | "toggle", isExact?: boolean): void {
    this.#core.select(ids, how, isExact);
  }

  selectAll(): void {
    this.#core.setSelection(this.#core.selectableIds());
  }

  selectNext(step: 1 | -1): void {
    this.#core.setDevice("keys");
    this.#cursor.selectNext(step);
  }

  /** Places what is chosen at the cursor, or in view if there is none. With any other tool it selects the part at the cursor. */
  placeAtCursor(): void {
    this.#core.setDevice("keys");
    if (this.state.get().tool !== "place") this.#cursor.select();
    else this.#place.placeOn(this.#cursor.surface);
  }

  /** Moves the selection by grid steps as seen from the camera: right, up, away. Without one, and with the Place tool, moves the cursor. */
  nudge(right: number, up: number, away: number): void {
    const by = stepsAlong(this.#core.camera.yaw, [right, up, away], this.#core.step);
    if (this.#core.selection.length > 0 && this.state.get().tool !== "place") this.commands.move(by);
    else this.#cursor.move(by);
  }

  paste(): void {
    this.commands.paste(this.#cursor.point);
  }

  focus(): void {
    const { camera, level } = this.#stage;
    camera.focus(level.boundsOf(this.#core.selection) ?? level.levelBounds());
    this.#stage.invalidate();
  }

  lookAt({ position, ids = [] }: Place): void {
    if (ids.length > 0) this.#core.select(ids, "replace", true);
    const { camera } = this.#stage;
    camera.glideTo(position, Math.min(camera.distance, HINT_DISTANCE));
    this.#stage.invalidate();
  }

  /** By keys: radians around and above, and a factor of distance. */
  orbit(yaw: number, pitch: number): void {
    this.#stage.camera.orbit(yaw, pitch);
    this.#stage.invalidate();
  }

  zoom(factor: number): void {
    this.#stage.camera.zoom(factor);
    this.#stage.invalidate();
  }

  test(from: "cursor" | "spawn"): TestPlay {
    this.stopTest();
    this.#endPointer();
    const { canvas, overlay, look, labels } = this.#options;
    const world = testWorld(this.#core, from);
    this.#trail = new Trail();
    this.#stage.level.setTrail(null);
    this.#core.patch({ isTesting: true, hasTrail: false });
    this.#handles.place();
    this.#tags.setVisible(false);
    this.#stage.lend();
    const game = createGame({
      canvas,
      overlay,
      world,
      look,
      settings: this.#settings,
      labels,
      stage: { renderer: this.#stage.renderer, level: recordTrail(this.#stage.level, this.#trail) },
    });
    this.#game = game;
    void game.start();
    canvas.focus({ preventScroll: true });
    return { game, world, isFromSpawn: from === "spawn" };
  }

  /** Back to building, with the camera as it was. The trail of the last 10 seconds stays until the next test. */
  stopTest(): void {
    if (!this.#game) return;
    this.#game.dispose();
    this.#game = null;
    const line = this.#trail.line();
    this.#stage.level.setTrail(line);
    this.#core.patch({ isTesting: false, hasTrail: line !== null });
    this.#tags.setVisible(true);
    this.#stage.takeBack();
  }

  selectTrail() {
    const { messages } = this.#options.labels;
    if (!this.state.get().hasTrail) return this.#core.message(messages.noTrail);
    const ids = partsUnder(this.#core, this.#trail);
    if (ids.length === 0) this.#core.message(messages.nothingUnderTrail);
    else this.#core.select(ids, "replace", true);
  }

  /** A camera for the level's picture that looks as the editor's does now. */
  pictureView(): PictureView {
    return this.#stage.camera.pictureView();
  }

  setSettings(settings: GameSettings): void {
    this.#settings = settings;
    this.#stage.setSettings(settings);
    this.#game?.setSettings(settings);
  }

  /** Says a sentence after a command that did nothing, or about what was done ("3 blocks copied"). */
  onMessage(listener: (message: string) => void): () => void {
    return this.#core.onMessage(listener);
  }

  dispose(): void {
    this.#game?.dispose();
    this.#game = null;
    this.#abort.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#drags.cancel();
    this.#gestures.dispose();
    this.#handles.dispose();
    this.#tags.dispose();
    this.#box.dispose();
    this.#stage.dispose();
    this.#options.model.showPresence({ at: null, sel: [] });
  }

  #createGestures(): CanvasGestures {
    const { camera, invalidate } = this.#stage;
    const andDraw =
      <T extends unknown[]>(change: (...values: T) => void) =>
      (...values: T) => {
        change(...values);
        invalidate();
      };
    return new CanvasGestures(this.#options.canvas, {
      isEnabled: () => this.#game === null,
      tool: () => this.#tools[this.state.get().tool],
      drags: this.#drags,
      setDevice: (device) => this.#core.setDevice(device),
      orbit: andDraw((x, y) => camera.orbitPixels(x, y)),
      pan: andDraw((x, y) => camera.panPixels(x, y)),
      zoom: andDraw((factor, at) => camera.zoom(factor, zoomPoint(this.#core, camera.rayAt(at)))),
      invalidate,
    });
  }

  #endPointer(): void {
    this.#gestures.stop();
    this.#tools[this.state.get().tool].leave();
  }

  #cancelDrag(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.#drags.isRunning) return;
    event.preventDefault();
    event.stopPropagation();
    this.#gestures.stop();
  }

  #stepHandle({ kind, axis, side }: Handle, { right, up, away }: HandleStep): void {
    const steps = right + up + away;
    const { step } = this.#core;
    if (kind === "move") this.commands.move(scaleVector(AXES[AXIS_INDEX[axis]], steps * step));
    else if (kind === "rotate") this.commands.turn(axis, steps);
    else if (kind === "scale") this.commands.resize(axis, steps, side);
    else if (kind === "size") this.commands.resizeEvenly(steps);
    else {
      const by = stepsAlong(this.#core.camera.yaw, [right, up, away], step);
      if (kind === "motion") this.commands.moveMotion(by);
      else this.commands.move(by);
    }
  }

  #handleFrame(): void {
    this.#gestures.flush();
    this.#drags.flush();
    const { snap, isDragging } = this.state.get();
    const { level, camera } = this.#stage;
    const dragged = isDragging ? level.boundsOf(this.#core.selection) : null;
    level.setGrid(
      snap.isOn ? { y: dragged?.low[1] ?? GROUND_Y, step: snap.grid, center: camera.target } : null,
    );
  }

  #handleDrawn(): void {
    this.#handles.place();
    this.#tags.place(this.#stage.camera);
    writeEditorData(this.#options.canvas, this.#core);
  }

  #handleChange(ids: ReadonlySet<PartId> | null): void {
    this.#stage.level.sync(ids);
    this.#core.picker.sync(ids);
    this.#core.handleChange();
  }

  #handleOthers(): void {
    this.#tags.set(this.#options.model.others.get());
    this.#core.display.showOthers();
  }
}
