import type { DragRunner } from "./drag-runner.ts";
import type { ScreenPoint } from "./editor-camera.ts";
import type { PointerTool, ToolPointer } from "./pointer-tool.ts";

interface GestureHandlers {
  isEnabled: () => boolean;
  tool: () => PointerTool;
  drags: DragRunner;
  setDevice: (device: "mouse" | "touch") => void;
  orbit: (x: number, y: number) => void;
  pan: (x: number, y: number) => void;
  /** Below 1 is closer. */
  zoom: (factor: number, at: ScreenPoint) => void;
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

/**
 * Decides what pointers mean: movements of the camera, taps or drags of a tool.
 *
 * Mouse: the left button is the tool's, the right one orbits, the middle one or Shift with the right one pans. With the space bar
 * held, the left button orbits.
 * Touch: a finger taps for the tool, drags what the tool can drag, and orbits otherwise. After a long press its drag is always the
 * tool's: it draws a box to select, or the size of a block. Two fingers pan and zoom.
 */
export class GestureState {
  isSpaceDown = false;
  readonly #handlers: GestureHandlers;
  readonly #pointers = new Map<number, ScreenPoint>();
  #mode: Mode = "idle";
  #start: ToolPointer | null = null;
  #hovered: ToolPointer | null = null;
  #lastTap = { time: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  #longPress: ReturnType<typeof setTimeout> | undefined;
  #pressedAt = 0;
  /** The long press has begun a drag that hasn't moved yet. */
  #isHeld = false;

  constructor(handlers: GestureHandlers) {
    this.#handlers = handlers;
  }

  /** `time` is in milliseconds, of the press itself: it may be handled later. */
  press(id: number, pointer: ToolPointer, button: number, time: number): void {
    this.#pressedAt = time;
    this.#isHeld = false;
    this.#pointers.set(id, { x: pointer.x, y: pointer.y });
    this.#handlers.setDevice(pointer.isTouch ? "touch" : "mouse");
    if (this.#pointers.size > 1) this.#pressAnother(pointer.isTouch);
    else {
      this.#start = pointer;
      this.#mode = this.#modeOf(button, pointer.shift);
      if (pointer.isTouch) this.#longPress = setTimeout(() => this.#pressLong(), LONG_PRESS_MS);
    }
    if (this.#mode !== "pressed") this.#handlers.tool().leave();
  }

  move(id: number, pointer: ToolPointer): void {
    const last = this.#pointers.get(id);
    if (!last) {
      if (!pointer.isTouch) this.#hover(pointer);
      return;
    }
    if (this.#mode === "pressed") this.#moveFrom(pointer);
    else if (this.#isHeld && this.#isBeyondSlop(pointer)) this.#isHeld = false;
    const [x, y] = [pointer.x - last.x, pointer.y - last.y];
    if (this.#mode === "drag") this.#handlers.drags.move(pointer);
    else if (this.#mode === "orbit") this.#handlers.orbit(x, y);
    else if (this.#mode === "pan") this.#handlers.pan(x, y);
    else if (this.#mode === "pinch") this.#pinch(id, pointer, last);
    if (this.#mode !== "pressed") this.#pointers.set(id, { x: pointer.x, y: pointer.y });
  }

  /** `time` is in milliseconds. */
  release(id: number, pointer: ToolPointer, time: number): void {
    if (!this.#pointers.delete(id)) return;
    clearTimeout(this.#longPress);
    const mode = this.#mode;
    this.#mode = this.#pointers.size > 0 ? "ignored" : "idle";
    const start = this.#start;
    // A busy page handles both after the timer of the long press.
    const isLateTap = this.#isHeld && time - this.#pressedAt < LONG_PRESS_MS;
    if (isLateTap) this.#handlers.drags.cancel();
    if (start && (mode === "pressed" || isLateTap)) this.#tap(start, time);
    if (mode !== "drag" || isLateTap) return;
    this.#handlers.drags.move(pointer);
    this.#handlers.drags.finish();
  }

  abandon(id: number): void {
    if (this.#pointers.delete(id)) this.stop();
  }

  leave(): void {
    this.#hovered = null;
    if (this.#mode === "idle") this.#handlers.tool().leave();
  }

  flush(): void {
    const pointer = this.#hovered;
    this.#hovered = null;
    if (pointer && this.#mode === "idle") this.#handlers.tool().hover(pointer);
  }

  stop(): void {
    clearTimeout(this.#longPress);
    this.#hovered = null;
    this.#handlers.drags.cancel();
    this.#mode = this.#pointers.size > 0 ? "ignored" : "idle";
  }

  #modeOf(button: number, shift: boolean): Mode {
    if (button === 1) return "pan";
    if (button === 2 || this.isSpaceDown) return shift ? "pan" : "orbit";
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
    this.#isHeld = true;
    this.#startDrag(this.#start, true);
  }

  #startDrag(pointer: ToolPointer, isLong: boolean): void {
    const drag = this.#handlers.tool().drag(pointer, isLong);
    if (drag) this.#handlers.drags.start(drag);
    if (drag) this.#mode = "drag";
    else this.#mode = pointer.isTouch ? "orbit" : "ignored";
  }

  #moveFrom(pointer: ToolPointer): void {
    const start = this.#start;
    if (!start || !this.#isBeyondSlop(pointer)) return;
    clearTimeout(this.#longPress);
    this.#startDrag(start, false);
  }

  #isBeyondSlop({ x, y, isTouch }: ToolPointer): boolean {
    const start = this.#start;
    return start !== null && Math.hypot(x - start.x, y - start.y) >= (isTouch ? TOUCH_SLOP : MOUSE_SLOP);
  }

  #hover(pointer: ToolPointer): void {
    if (this.#mode !== "idle" || !this.#handlers.isEnabled()) return;
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

  #tap(pointer: ToolPointer, time: number): void {
    const { x, y } = pointer;
    const isDouble =
      time - this.#lastTap.time < DOUBLE_MS &&
      Math.hypot(x - this.#lastTap.x, y - this.#lastTap.y) < DOUBLE_SLOP;
    // A third tap isn't another double one.
    this.#lastTap = { time: isDouble ? Number.NEGATIVE_INFINITY : time, x, y };
    this.#handlers.tool().tap(pointer, isDouble);
  }
}

const WHEEL_ZOOM = 0.0016;
/** Browsers report pinching on a touchpad as a wheel with Ctrl, in smaller steps. */
const PINCH_ZOOM = 0.01;
const LINE_PIXELS = 16;
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
export function toolPointer(event: PointerEvent | WheelEvent, { left, top }: { left: number; top: number }) {
  return {
    x: event.clientX - left,
    y: event.clientY - top,
    isTouch: "pointerType" in event && event.pointerType === "touch",
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  };
}
