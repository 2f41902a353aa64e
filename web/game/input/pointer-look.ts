import type { GameSettings } from "#web/game/game-settings.ts";

/** Distance from the middle of the stick at which it is fully pushed, in pixels. */
export const STICK_RADIUS = 52;
/** Pushes below this are a resting thumb. */
const STICK_REST = 6;

/** A stick that appears under the thumb. Follows a thumb that goes beyond its edge. */
export class TouchStick {
  centerX = 0;
  centerY = 0;
  /** The push: −1 to 1 to the right and up. */
  x = 0;
  y = 0;

  start(x: number, y: number): void {
    this.centerX = x;
    this.centerY = y;
    this.x = this.y = 0;
  }

  move(x: number, y: number): void {
    let dx = x - this.centerX;
    let dy = y - this.centerY;
    const distance = Math.hypot(dx, dy);
    if (distance > STICK_RADIUS) {
      const share = STICK_RADIUS / distance;
      this.centerX = x - dx * share;
      this.centerY = y - dy * share;
      dx *= share;
      dy *= share;
    }
    const isResting = distance < STICK_REST;
    this.x = isResting ? 0 : dx / STICK_RADIUS;
    this.y = isResting ? 0 : -dy / STICK_RADIUS;
  }

  end(): void {
    this.x = this.y = 0;
  }
}

export interface Look {
  yaw: number;
  pitch: number;
  zoom: number;
}

/** Radians per pixel. */
const MOUSE_TURN = 0.0042;
const TOUCH_TURN = 0.0075;
/** Units per pixel of a wheel, and of two fingers that move apart. */
const WHEEL_ZOOM = 0.014;
const PINCH_ZOOM = 0.06;
/** A wheel that counts lines or pages, in pixels. */
const WHEEL_UNITS = [1, 18, 400];

export interface PointerLookOptions {
  canvas: HTMLCanvasElement;
  settings: GameSettings;
  onUse(device: "keys" | "touch"): void;
  /** The touch stick moved; null when it was let go. */
  onStick(stick: TouchStick | null): void;
  /** The browser took the pointer back, usually because of Escape. */
  onUnlock(): void;
}

/** Reads mouse and fingers on the canvas: one half moves the stick, the other turns the camera, two fingers zoom. */
export class PointerLook {
  readonly stick = new TouchStick();
  /** The changes since the last call. The caller sets them back to 0. */
  readonly look: Look = { yaw: 0, pitch: 0, zoom: 0 };
  readonly #options: PointerLookOptions;
  readonly #abort = new AbortController();
  #settings: GameSettings;
  #isEnabled = true;
  #mouse: number | null = null;
  #stickPointer: number | null = null;
  #fingers: { id: number; x: number; y: number }[] = [];
  #isReleasing = false;

  constructor(options: PointerLookOptions) {
    this.#options = options;
    this.#settings = options.settings;
    const { canvas } = options;
    const { signal } = this.#abort;
    canvas.addEventListener("pointerdown", (event) => this.#handleDown(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#handleMove(event), { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      canvas.addEventListener(name, (event) => this.#handleUp(event), { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("wheel", (event) => this.#handleWheel(event), { signal, passive: false });
    document.addEventListener("pointerlockchange", () => this.#handleLock(), { signal });
  }

  get isLocked(): boolean {
    return document.pointerLockElement === this.#options.canvas;
  }

  setSettings(settings: GameSettings): void {
    this.#settings = settings;
    if (settings.mouse === "drag") this.#unlock();
  }

  setEnabled(on: boolean): void {
    this.#isEnabled = on;
    if (on) return;
    this.releaseAll();
    this.#unlock();
  }

  releaseAll(): void {
    this.#mouse = null;
    this.#fingers = [];
    if (this.#stickPointer !== null) this.#endStick();
  }

  dispose(): void {
    this.#unlock();
    this.#abort.abort();
  }

  #unlock(): void {
    if (!this.isLocked) return;
    this.#isReleasing = true;
    document.exitPointerLock();
  }

  #handleLock(): void {
    if (!this.isLocked && !this.#isReleasing) this.#options.onUnlock();
    this.#isReleasing = false;
  }

  #handleDown(event: PointerEvent): void {
    if (!this.#isEnabled) return;
    const { canvas, onUse } = this.#options;
    canvas.focus({ preventScroll: true });
    event.preventDefault();
    if (event.pointerType === "touch") {
      onUse("touch");
      capture(canvas, event.pointerId);
      this.#addFinger(event, canvas.getBoundingClientRect());
      return;
    }
    onUse("keys");
    if (this.#settings.mouse === "lock" && event.button === 0 && !this.isLocked)
      // The browser can refuse, right after the player left the lock. Dragging still works.
      void Promise.resolve(canvas.requestPointerLock()).catch(() => {});
    if (this.#mouse !== null) return;
    this.#mouse = event.pointerId;
    capture(canvas, event.pointerId);
  }

  #addFinger({ pointerId, clientX, clientY }: PointerEvent, box: DOMRect): void {
    const isLeft = clientX < box.left + box.width / 2;
    if (isLeft === (this.#settings.touchSide === "right") && this.#stickPointer === null) {
      this.#stickPointer = pointerId;
      this.stick.start(clientX - box.left, clientY - box.top);
      this.#options.onStick(this.stick);
    } else this.#fingers.push({ id: pointerId, x: clientX, y: clientY });
  }

  #handleMove(event: PointerEvent): void {
    if (!this.#isEnabled) return;
    if (event.pointerId === this.#stickPointer) {
      const box = this.#options.canvas.getBoundingClientRect();
      this.stick.move(event.clientX - box.left, event.clientY - box.top);
      this.#options.onStick(this.stick);
    } else if (this.isLocked || event.pointerId === this.#mouse)
      this.#turn(event.movementX, event.movementY, MOUSE_TURN);
    else this.#moveFinger(event);
  }

  #moveFinger({ pointerId, clientX, clientY }: PointerEvent): void {
    const finger = this.#fingers.find(({ id }) => id === pointerId);
    if (!finger) return;
    const other = this.#fingers.find(({ id }) => id !== pointerId);
    if (other) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      this.look.zoom -= (Math.hypot(clientX - other.x, clientY - other.y) - before) * PINCH_ZOOM;
    } else this.#turn(clientX - finger.x, clientY - finger.y, TOUCH_TURN);
    finger.x = clientX;
    finger.y = clientY;
  }

  #turn(dx: number, dy: number, rate: number): void {
    const turn = rate * this.#settings.sensitivity;
    this.look.yaw -= dx * turn;
    this.look.pitch += dy * turn * (this.#settings.invertY ? -1 : 1);
  }

  #handleUp({ pointerId }: PointerEvent): void {
    if (pointerId === this.#mouse) this.#mouse = null;
    if (pointerId === this.#stickPointer) this.#endStick();
    else this.#fingers = this.#fingers.filter(({ id }) => id !== pointerId);
  }

  #endStick(): void {
    this.#stickPointer = null;
    this.stick.end();
    this.#options.onStick(null);
  }

  #handleWheel(event: WheelEvent): void {
    // Ctrl and the wheel zoom the page.
    if (!this.#isEnabled || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.look.zoom += event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1) * WHEEL_ZOOM;
  }
}

function capture(canvas: HTMLCanvasElement, pointer: number): void {
  try {
    canvas.setPointerCapture(pointer);
  } catch {
    // The pointer is gone already.
  }
}
