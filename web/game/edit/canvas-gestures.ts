import type { DragRunner } from "./drag-runner.ts";
import type { ScreenPoint } from "./editor-camera.ts";
import type { PointerTool, ToolPointer } from "./pointer-tool.ts";

/** Reactions to gestures. */
export interface GestureHandlers {
  isEnabled: () => boolean;
  tool: () => PointerTool;
  drags: DragRunner;
  setDevice: (device: "mouse" | "touch") => void;
  orbit: (x: number, y: number) => void;
  pan: (x: number, y: number) => void;
  /** Below 1 is closer. */
  zoom: (factor: number, at: ScreenPoint) => void;
  /** Something waits for the next frame. */
  invalidate: () => void;
}

/** The use of the pointers that are down. A `pressed` one isn't decided yet; an `ignored` one waits for its release. */
type Mode = "idle" | "pressed" | "drag" | "orbit" | "pan" | "pinch" | "ignored";

/** CSS pixels from which a press is a drag. */
const MOUSE_SLOP = 4;
const TOUCH_SLOP = 10;
const LONG_PRESS_MS = 400;
const DOUBLE_MS = 350;
const DOUBLE_SLOP = 8;
const WHEEL_ZOOM = 0.0016;
const LINE_PIXELS = 16;
/** Browsers report pinching on a touchpad as a wheel with Ctrl, in smaller steps. */
const PINCH_ZOOM = 0.01;

/**
 * Turns pointers, wheel and the space bar on the canvas into the camera's movements, and into taps and drags of a tool.
 *
 * Mouse: the left button is the tool's, the right one orbits, the middle one or Shift with the right one pans, the wheel zooms
 * towards the pointer. With the space bar held, the left button orbits.
 * Touch: a finger taps for the tool, drags what the tool can drag, and orbits otherwise. After a long press its drag is always the
 * tool's: it draws a box to select, or the size of a block. Two fingers pan and zoom.
 */
export class CanvasGestures {
  readonly #canvas: HTMLCanvasElement;
  readonly #handlers: GestureHandlers;
  readonly #abort = new AbortController();
  readonly #pointers = new Map<number, ScreenPoint>();
  #mode: Mode = "idle";
  #start: ToolPointer | null = null;
  #hovered: ToolPointer | null = null;
  #lastTap = { time: 0, x: 0, y: 0 };
  #longPress = 0;
  #isSpaceDown = false;

  constructor(canvas: HTMLCanvasElement, handlers: GestureHandlers) {
    this.#canvas = canvas;
    this.#handlers = handlers;
    canvas.style.touchAction = "none";
    const { signal } = this.#abort;
    canvas.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#release(event), { signal });
    canvas.addEventListener("pointercancel", (event) => this.#abandon(event), { signal });
    canvas.addEventListener("pointerleave", () => this.#leave(), { signal });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => this.#suppress(event), { signal });
    // The middle button scrolls pages.
    canvas.addEventListener("mousedown", (event) => event.button === 1 && this.#suppress(event), { signal });
    canvas.addEventListener("keydown", (event) => this.#holdSpace(event), { signal });
    canvas.addEventListener("keyup", (event) => this.#releaseSpace(event), { signal });
    canvas.addEventListener("blur", () => this.#setSpace(false), { signal });
  }

  /** Shows what the pointer is over, once per frame. */
  flush(): void {
    const pointer = this.#hovered;
    this.#hovered = null;
    if (pointer && this.#mode === "idle" && this.#handlers.isEnabled()) this.#handlers.tool().hover(pointer);
  }

  /** Ends what pointers are doing. Those that are down do nothing until they are released. */
  stop(): void {
    clearTimeout(this.#longPress);
    this.#hovered = null;
    this.#handlers.drags.cancel();
    this.#mode = this.#pointers.size > 0 ? "ignored" : "idle";
  }

  dispose(): void {
    clearTimeout(this.#longPress);
    this.#abort.abort();
  }

  #press(event: PointerEvent): void {
    if (!this.#handlers.isEnabled()) return;
    const pointer = this.#pointerOf(event);
    this.#canvas.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: pointer.x, y: pointer.y });
    this.#handlers.setDevice(pointer.isTouch ? "touch" : "mouse");
    if (this.#pointers.size > 1) this.#pressAnother(pointer.isTouch);
    else {
      this.#start = pointer;
      this.#mode = this.#modeOf(event);
      if (pointer.isTouch) this.#longPress = window.setTimeout(() => this.#pressLong(), LONG_PRESS_MS);
    }
    if (this.#mode !== "pressed") this.#handlers.tool().leave();
  }

  #modeOf({ button, shiftKey }: PointerEvent): Mode {
    if (button === 1) return "pan";
    if (button === 2 || this.#isSpaceDown) return shiftKey ? "pan" : "orbit";
    return button === 0 ? "pressed" : "ignored";
  }

  /** A second finger takes back what the first one did. */
  #pressAnother(isTouch: boolean): void {
    if (!isTouch) return;
    clearTimeout(this.#longPress);
    this.#handlers.drags.cancel();
    this.#mode = this.#pointers.size === 2 ? "pinch" : "ignored";
  }

  #pressLong(): void {
    if (this.#mode !== "pressed" || !this.#start) return;
    this.#startDrag(this.#start, true);
  }

  #startDrag(pointer: ToolPointer, isLong: boolean): void {
    const drag = this.#handlers.tool().drag(pointer, isLong);
    if (drag) this.#handlers.drags.start(drag);
    if (drag) this.#mode = "drag";
    else this.#mode = pointer.isTouch ? "orbit" : "ignored";
  }

  #move(event: PointerEvent): void {
    const pointer = this.#pointerOf(event);
    const last = this.#pointers.get(event.pointerId);
    if (!last) {
      if (!pointer.isTouch) this.#hover(pointer);
      return;
    }
    if (this.#mode === "pressed") this.#moveFrom(pointer);
    const [x, y] = [pointer.x - last.x, pointer.y - last.y];
    if (this.#mode === "drag") this.#handlers.drags.move(pointer);
    else if (this.#mode === "orbit") this.#handlers.orbit(x, y);
    else if (this.#mode === "pan") this.#handlers.pan(x, y);
    else if (this.#mode === "pinch") this.#pinch(event.pointerId, pointer, last);
    if (this.#mode !== "pressed") this.#pointers.set(event.pointerId, { x: pointer.x, y: pointer.y });
  }

  #moveFrom(pointer: ToolPointer): void {
    const start = this.#start;
    if (!start) return;
    const slop = pointer.isTouch ? TOUCH_SLOP : MOUSE_SLOP;
    if (Math.hypot(pointer.x - start.x, pointer.y - start.y) < slop) return;
    clearTimeout(this.#longPress);
    this.#startDrag(start, false);
  }

  #hover(pointer: ToolPointer): void {
    if (!this.#handlers.isEnabled() || this.#mode !== "idle") return;
    this.#handlers.setDevice("mouse");
    this.#hovered = pointer;
    this.#handlers.invalidate();
  }

  /** Two fingers move what is between them, and zoom there. */
  #pinch(id: number, pointer: ScreenPoint, last: ScreenPoint): void {
    const other = [...this.#pointers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const before = Math.max(1, Math.hypot(last.x - other.x, last.y - other.y));
    const after = Math.max(1, Math.hypot(pointer.x - other.x, pointer.y - other.y));
    const middle = { x: (pointer.x + other.x) / 2, y: (pointer.y + other.y) / 2 };
    this.#handlers.pan((pointer.x - last.x) / 2, (pointer.y - last.y) / 2);
    this.#handlers.zoom(before / after, middle);
  }

  #release(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#longPress);
    const pointer = this.#pointerOf(event);
    const mode = this.#mode;
    this.#mode = this.#pointers.size > 0 ? "ignored" : "idle";
    if (!this.#handlers.isEnabled()) return;
    if (mode === "pressed" && this.#start) this.#tap(this.#start, event.timeStamp);
    if (mode !== "drag") return;
    this.#handlers.drags.move(pointer);
    this.#handlers.drags.finish();
  }

  #tap(pointer: ToolPointer, time: number): void {
    const { x, y } = pointer;
    const isDouble =
      time - this.#lastTap.time < DOUBLE_MS &&
      Math.hypot(x - this.#lastTap.x, y - this.#lastTap.y) < DOUBLE_SLOP;
    // A third tap isn't another double one.
    this.#lastTap = { time: isDouble ? 0 : time, x, y };
    this.#handlers.tool().tap(pointer, isDouble);
  }

  #abandon(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.stop();
  }

  #leave(): void {
    this.#hovered = null;
    if (this.#mode === "idle") this.#handlers.tool().leave();
  }

  #wheel(event: WheelEvent): void {
    if (!this.#handlers.isEnabled()) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1);
    const power = event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM;
    const factor = Math.exp(Math.max(-400, Math.min(400, pixels)) * power);
    this.#handlers.zoom(factor, this.#pointerOf(event));
  }

  #suppress(event: Event): void {
    if (this.#handlers.isEnabled()) event.preventDefault();
  }

  #holdSpace(event: KeyboardEvent): void {
    if (event.code !== "Space" || !this.#handlers.isEnabled()) return;
    event.preventDefault();
    this.#setSpace(true);
  }

  #releaseSpace(event: KeyboardEvent): void {
    if (event.code === "Space") this.#setSpace(false);
  }

  #setSpace(isDown: boolean): void {
    this.#isSpaceDown = isDown;
  }

  #pointerOf(event: PointerEvent | WheelEvent): ToolPointer {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return toolPointer(event, { left, top });
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
