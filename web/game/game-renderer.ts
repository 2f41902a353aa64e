import { PerspectiveCamera, type Scene, type WebGLRenderer } from "three";
import type { GameCamera } from "./camera.ts";
import { createLevelRenderer, guessTier, setRendererTier } from "./world/level-renderer.ts";
import { TIERS, type Tier } from "./world/tiers.ts";

/** The browser has no WebGL 2. */
export class NoWebGlError extends Error {}

/** Closer than the camera keeps to walls. */
const NEAR = 0.1;
/** Narrowest view in degrees, so that portrait shows enough to both sides. */
const MIN_ACROSS = 48;
/** Widest vertical view in degrees. */
const MAX_UP = 95;
const RADIANS = Math.PI / 180;

export interface GameRendererOptions {
  canvas: HTMLCanvasElement;
  tier: Tier | null;
  fieldOfView: number;
  onLost: () => void;
  onRestored: () => void;
}

/** Draws a scene on a canvas, in its size, with as many pixels as the tier allows. */
export class GameRenderer {
  readonly camera = new PerspectiveCamera(60, 1, NEAR, 500);
  tier: Tier;
  fieldOfView: number;
  isLost = false;
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #observer: ResizeObserver;
  readonly #abort = new AbortController();
  #scene: Scene | null = null;

  /** Throws a `NoWebGlError`. */
  constructor({ canvas, tier, fieldOfView, onLost, onRestored }: GameRendererOptions) {
    this.#canvas = canvas;
    this.fieldOfView = fieldOfView;
    const { signal } = this.#abort;
    // Before three's own listeners, so the state is known to all.
    canvas.addEventListener(
      "webglcontextlost",
      (event) => {
        event.preventDefault();
        this.isLost = true;
        onLost();
      },
      { signal },
    );
    // The first request for the canvas's context decides how it is.
    const context = canvas.getContext("webgl2", {
      alpha: false,
      antialias: tier !== "low",
      powerPreference: "high-performance",
    });
    if (!context) throw new NoWebGlError();
    this.tier = tier ?? guessTier(context);
    this.#renderer = createLevelRenderer(canvas, this.tier);
    canvas.addEventListener(
      "webglcontextrestored",
      () => {
        this.isLost = false;
        this.setTier(this.tier);
        onRestored();
      },
      { signal },
    );
    this.camera.rotation.order = "YXZ";
    this.setTier(this.tier);
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(canvas);
  }

  setTier(tier: Tier): void {
    this.tier = tier;
    this.camera.far = TIERS[tier].far;
    this.resize();
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    // The screen's pixel ratio can change, too.
    setRendererTier(this.#renderer, this.tier);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    const aspect = clientWidth / clientHeight;
    const least = 2 * Math.atan(Math.tan((MIN_ACROSS * RADIANS) / 2) / aspect);
    this.camera.fov = Math.min(MAX_UP, Math.max(this.fieldOfView, least / RADIANS));
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    // A new size clears the canvas, after this frame was drawn.
    if (this.#scene) this.draw(this.#scene);
  }

  look({ position, yaw, shownPitch }: GameCamera): void {
    this.camera.position.set(position[0], position[1], position[2]);
    // A camera of three looks towards −Z.
    this.camera.rotation.set(-shownPitch, yaw + Math.PI, 0);
  }

  draw(scene: Scene): void {
    this.#scene = scene;
    if (!this.isLost) this.#renderer.render(scene, this.camera);
  }

  dispose(): void {
    this.#abort.abort();
    this.#observer.disconnect();
    this.#renderer.dispose();
    // Browsers drop contexts if a page has many.
    this.#renderer.forceContextLoss();
  }
}
