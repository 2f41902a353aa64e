import { Vector3 } from "three";
import { GameRenderer } from "#web/game/game-renderer.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import { NO_RUN } from "#web/game/world/level-scene.ts";
import { EditableScene } from "./editable-scene.ts";
import { EditorCamera } from "./editor-camera.ts";
import type { EditModel } from "./editor-state.ts";

export interface EditorStageOptions {
  canvas: HTMLCanvasElement;
  model: EditModel;
  settings: GameSettings;
  onFrame: () => void;
  onDrawn: () => void;
  onCanvas: (canvas: "ready" | "lost") => void;
}

/** Vertical angle of the editor's view, in degrees. */
const FIELD_OF_VIEW = 50;
/** As close as the player's camera sees. */
const PLAYER_NEAR = 0.1;
const TICKS_PER_SECOND = 60;
/** Longest step of anything that is animated by time, in seconds. */
const MAX_SECONDS = 0.1;

/** Draws the level while it is built, only when something has changed. Lends the canvas to tests. */
export class EditorStage {
  readonly renderer: GameRenderer;
  readonly level: EditableScene;
  readonly camera: EditorCamera;
  isMotionShown = false;
  readonly #canvas: HTMLCanvasElement;
  readonly #options: EditorStageOptions;
  readonly #observer: ResizeObserver;
  readonly #focus = new Vector3();
  #settings: GameSettings;
  #ticks = 0;
  #frame = 0;
  #lastTime = 0;
  #isDrawing = false;
  #isLent = false;
  #isDisposed = false;

  /** Throws a `NoWebGlError`. */
  constructor(options: EditorStageOptions) {
    const { canvas, model, settings, onCanvas } = options;
    this.#options = options;
    this.#canvas = canvas;
    this.#settings = settings;
    this.renderer = new GameRenderer({
      canvas,
      tier: settings.tier === "auto" ? null : settings.tier,
      fieldOfView: FIELD_OF_VIEW,
      onLost: () => onCanvas("lost"),
      onRestored: () => {
        onCanvas("ready");
        this.invalidate();
      },
    });
    const { reducedMotion } = settings;
    this.level = new EditableScene(model.document, { tier: this.renderer.tier, reducedMotion });
    this.camera = new EditorCamera(this.renderer.camera, reducedMotion);
    this.#observer = new ResizeObserver(() => this.invalidate());
    this.#observer.observe(canvas);
  }

  measure(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.renderer.resize();
    this.camera.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight));
  }

  /** Draws for the first time. Sky and textures follow. */
  start(): void {
    this.#draw(performance.now());
    void this.level.showScenery().then(() => this.invalidate());
  }

  setSettings(settings: GameSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    this.camera.isStill = settings.reducedMotion;
    // While a test is played, its game follows the settings.
    if (this.#isLent || settings.tier === before.tier || settings.tier === "auto") return;
    this.renderer.setTier(settings.tier);
    this.level.setTier(settings.tier);
    this.invalidate();
  }

  readonly invalidate = (): void => {
    if (this.#frame !== 0 || this.#isDrawing || this.#isLent || this.#isDisposed) return;
    this.#frame = requestAnimationFrame(this.#draw);
  };

  /** Lets a game draw. */
  lend(): void {
    this.#isLent = true;
    this.#cancel();
    const { renderer, level } = this;
    renderer.fieldOfView = this.#settings.fieldOfView;
    renderer.camera.near = PLAYER_NEAR;
    renderer.setTier(renderer.tier);
    level.setTier(renderer.tier);
  }

  takeBack(): void {
    this.#isLent = false;
    this.renderer.fieldOfView = FIELD_OF_VIEW;
    this.renderer.setTier(this.renderer.tier);
    this.level.setTier(this.renderer.tier);
    this.invalidate();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancel();
    this.#observer.disconnect();
    this.level.dispose();
    this.renderer.dispose();
  }

  #cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  readonly #draw = (time: number): void => {
    this.#frame = 0;
    // The first frame after a rest isn't as long as the rest.
    const seconds = this.#lastTime > 0 ? Math.min(MAX_SECONDS, Math.max(0, time - this.#lastTime) / 1000) : 0;
    this.#isDrawing = true;
    this.#options.onFrame();
    const { camera, level, renderer } = this;
    camera.setSize(Math.max(1, this.#canvas.clientWidth), Math.max(1, this.#canvas.clientHeight));
    camera.update(seconds);
    level.setFogReach(renderer.camera.far * 3);
    if (this.isMotionShown) this.#ticks += seconds * TICKS_PER_SECOND;
    const tick = Math.ceil(this.#ticks);
    this.#focus.set(...camera.target);
    level.update({ ...NO_RUN, tick, alpha: this.#ticks - tick + 1, focus: this.#focus, seconds });
    renderer.draw(level.scene);
    this.#options.onDrawn();
    this.#isDrawing = false;
    const isMoving = camera.isGliding || this.isMotionShown;
    this.#lastTime = isMoving ? time : 0;
    if (isMoving) this.invalidate();
  };
}
