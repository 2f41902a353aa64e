import { type GestureHandlers, GestureState } from "./gesture-state.ts";
import type { ToolPointer } from "./pointer-tool.ts";

const WHEEL_ZOOM = 0.0016;
/** Browsers report pinching on a touchpad as a wheel with Ctrl, in smaller steps. */
const PINCH_ZOOM = 0.01;
const LINE_PIXELS = 16;
/** Most pixels of one event. */
const WHEEL_MAX = 400;

/** Reads pointers, wheel and the space bar on the canvas. `GestureState` decides what they mean. */
export class CanvasGestures {
  readonly #canvas: HTMLCanvasElement;
  readonly #handlers: GestureHandlers;
  readonly #state: GestureState;
  readonly #abort = new AbortController();

  constructor(canvas: HTMLCanvasElement, handlers: GestureHandlers) {
    this.#canvas = canvas;
    this.#handlers = handlers;
    this.#state = new GestureState(handlers);
    canvas.style.touchAction = "none";
    const { signal } = this.#abort;
    canvas.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#release(event), { signal });
    canvas.addEventListener("pointercancel", ({ pointerId }) => this.#state.abandon(pointerId), { signal });
    canvas.addEventListener("pointerleave", () => this.#state.leave(), { signal });
    canvas.addEventListener("wheel", (event) => this.#zoom(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => this.#suppress(event), { signal });
    // The middle button scrolls pages.
    canvas.addEventListener("mousedown", (event) => event.button === 1 && this.#suppress(event), { signal });
    canvas.addEventListener("keydown", (event) => this.#holdSpace(event), { signal });
    canvas.addEventListener("keyup", (event) => this.#releaseSpace(event), { signal });
    canvas.addEventListener("blur", () => this.#releaseSpace(null), { signal });
  }

  flush(): void {
    if (this.#handlers.isEnabled()) this.#state.flush();
  }

  /** Ends what pointers are doing. */
  stop(): void {
    this.#state.stop();
  }

  dispose(): void {
    this.#state.stop();
    this.#abort.abort();
  }

  #press(event: PointerEvent): void {
    if (!this.#handlers.isEnabled()) return;
    this.#canvas.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    this.#state.press(event.pointerId, this.#pointerOf(event), event.button, event.timeStamp);
  }

  #move(event: PointerEvent): void {
    this.#state.move(event.pointerId, this.#pointerOf(event));
  }

  #release(event: PointerEvent): void {
    // A press that began before a test ends without an effect.
    if (!this.#handlers.isEnabled()) this.#state.abandon(event.pointerId);
    else this.#state.release(event.pointerId, this.#pointerOf(event), event.timeStamp);
  }

  #zoom(event: WheelEvent): void {
    if (!this.#handlers.isEnabled()) return;
    event.preventDefault();
    const isLines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    const pixels = event.deltaY * (isLines ? LINE_PIXELS : 1);
    const power = event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM;
    const factor = Math.exp(Math.max(-WHEEL_MAX, Math.min(WHEEL_MAX, pixels)) * power);
    this.#handlers.zoom(factor, this.#pointerOf(event));
  }

  #suppress(event: Event): void {
    if (this.#handlers.isEnabled()) event.preventDefault();
  }

  #holdSpace(event: KeyboardEvent): void {
    if (event.code !== "Space" || !this.#handlers.isEnabled()) return;
    event.preventDefault();
    this.#state.isSpaceDown = true;
  }

  #releaseSpace(event: KeyboardEvent | null): void {
    if (event === null || event.code === "Space") this.#state.isSpaceDown = false;
  }

  #pointerOf(event: PointerEvent | WheelEvent): ToolPointer {
    return toolPointer(event, this.#canvas.getBoundingClientRect());
  }
}

/** A pointer event as tools read it, from the upper left of the canvas. */
export function toolPointer(
  event: PointerEvent | WheelEvent,
  { left, top }: { left: number; top: number },
): ToolPointer {
  return {
    x: event.clientX - left,
    y: event.clientY - top,
    isTouch: "pointerType" in event && event.pointerType === "touch",
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  };
}
