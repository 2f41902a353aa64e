import { encodeInput, type Input, MAX_STRENGTH, NO_INPUT } from "#domain/sim/input.ts";
import {
  GAME_ACTIONS,
  type GameAction,
  type GameControl,
  type GameSettings,
  HELD_CONTROLS,
  type HeldControl,
  type KeyBindings,
} from "#web/game/game-settings.ts";
import type { InputDevice } from "#web/game/game-state.ts";
import type { TouchControls } from "#web/game/touch-controls.ts";
import { isAppleKeyboard } from "#web/lib/is-apple-keyboard.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import type { PadState } from "./pad-state.ts";
import { type Look, PointerLook } from "./pointer-look.ts";

const DIRECTIONS = 256;

/** The input of a tick: a push (−1 to 1 each) as seen by a camera that looks towards `cameraYaw` (0 is +Z, grows to +X). */
export function resolveInput(right: number, ahead: number, jump: boolean, cameraYaw: number): Input {
  const push = Math.min(1, Math.sqrt(right * right + ahead * ahead));
  const strength = Math.round(push * MAX_STRENGTH);
  if (strength === 0) return encodeInput(0, 0, jump);
  const angle = cameraYaw + Math.atan2(-right, ahead);
  return encodeInput(Math.round((angle * DIRECTIONS) / (2 * Math.PI)), strength, jump);
}

const ACTIONS: ReadonlySet<string> = new Set(GAME_ACTIONS);

/** Which controls are held by keys. A press shorter than a tick counts until it is read. */
export class KeyState {
  readonly #controls = new Map<string, GameControl>();
  /** The keys that hold a control down. */
  readonly #keys = new Map<string, HeldControl>();
  readonly #held = emptyFlags();
  readonly #tapped = emptyFlags();
  readonly #toggled = emptyFlags();
  #toggles: ReadonlySet<HeldControl> = new Set();

  /** Releases the keys that get another meaning. A room that is joined while someone runs must not stop them. */
  setBindings(bindings: KeyBindings, toggles: ReadonlySet<HeldControl>): void {
    this.#controls.clear();
    for (const [control, keys] of Object.entries(bindings))
      for (const key of keys) this.#controls.set(key, control as GameControl);
    for (const [code, control] of [...this.#keys])
      if (![false, true].some((shift) => this.controlOf(code, shift) === control)) this.release(code);
    this.#toggles = toggles;
    for (const control of HELD_CONTROLS) if (!toggles.has(control)) this.#toggled[control] = 0;
  }

  /** The control that a key belongs to. Shift matters only where a control is bound with it. */
  controlOf(code: string, shift: boolean): GameControl | undefined {
    return (shift ? this.#controls.get(`Shift+${code}`) : undefined) ?? this.#controls.get(code);
  }

  press(code: string, shift: boolean): GameAction | null {
    const control = this.controlOf(code, shift);
    if (control === undefined) return null;
    if (ACTIONS.has(control)) return control as GameAction;
    const held = control as HeldControl;
    if (this.#keys.has(code)) return null;
    this.#keys.set(code, held);
    this.#held[held]++;
    this.#tapped[held] = 1;
    if (this.#toggles.has(held)) this.#toggled[held] ^= 1;
    // Going back ends a run that goes on by itself.
    if (held === "back") this.#toggled.forward = 0;
    return null;
  }

  release(code: string): void {
    const control = this.#keys.get(code);
    if (control === undefined) return;
    this.#keys.delete(code);
    this.#held[control]--;
  }

  releaseAll(): void {
    this.#keys.clear();
    for (const control of HELD_CONTROLS)
      this.#held[control] = this.#tapped[control] = this.#toggled[control] = 0;
  }

  isHeld(control: HeldControl): boolean {
    if (this.#toggles.has(control)) return this.#toggled[control] === 1;
    return this.#held[control] > 0 || this.#tapped[control] > 0;
  }

  endTick(): void {
    for (const control of HELD_CONTROLS) this.#tapped[control] = 0;
  }
}

const emptyFlags = () =>
  Object.fromEntries(HELD_CONTROLS.map((control) => [control, 0])) as Record<HeldControl, number>;

/** A push of a camera that flies freely: to the right, up and ahead, −1 to 1 each. */
export interface Flight {
  right: number;
  up: number;
  ahead: number;
}

export interface GameInputOptions {
  canvas: HTMLCanvasElement;
  overlay: HTMLElement;
  settings: GameSettings;
  jumpLabel?: string | undefined;
}

/** Radians per second of turning keys and of a stick that is fully pushed. */
const KEY_TURN = 2.2;
const KEY_PITCH = 1.4;
const PAD_TURN = 3;
const PAD_PITCH = 2;
/** Units per second. */
const KEY_ZOOM = 14;
/** Time until the code for gamepads is requested again. */
const PAD_RETRY_MS = 4_000;
const WALK = 0.45;
const FIELDS =
  "input, textarea, select, [contenteditable], [role=dialog], dialog, [role=menu], [role=listbox]";
const PRESSABLE = "button:focus-visible, a:focus-visible, summary:focus-visible";

const importPad = () => import("./pad-state.ts");
type PadModule = Awaited<ReturnType<typeof importPad>>;
const importTouch = () => import("../touch-controls.ts");

export class GameInput {
  device: InputDevice = matchMedia("(pointer: coarse)").matches ? "touch" : "keys";
  readonly flight: Flight = { right: 0, up: 0, ahead: 0 };
  readonly #keys = new KeyState();
  readonly #options: GameInputOptions;
  /** Null until a gamepad is connected. */
  #pad: PadState | null = null;
  #padModule: PadModule | null = null;
  #isPadLoading = false;
  readonly #pointer: PointerLook;
  /** Null until a touch screen is found or used. */
  #touch: TouchControls | null = null;
  #isTouchLoading = false;
  readonly #listeners = new Set<(action: GameAction) => void>();
  readonly #look: Look = { yaw: 0, pitch: 0, zoom: 0 };
  readonly #abort = new AbortController();
  #settings: GameSettings;
  #isEnabled = true;

  constructor(options: GameInputOptions) {
    const { canvas, settings } = options;
    this.#settings = settings;
    this.#options = options;
    this.#pointer = new PointerLook({
      canvas,
      settings,
      onUse: (device) => this.#use(device),
      onStick: (stick) => this.#touch?.showStick(stick),
      onUnlock: () => this.#emit("menu"),
    });
    const { signal } = this.#abort;
    window.addEventListener("keydown", (event) => this.#handleKeyDown(event), { signal });
    window.addEventListener("keyup", (event) => this.#handleKeyUp(event), { signal });
    window.addEventListener("blur", () => this.#releaseAll(), { signal });
    document.addEventListener("visibilitychange", () => this.#releaseAll(), { signal });
    this.setSettings(settings);
    this.#use(this.device);
    if (matchMedia("(any-pointer: coarse)").matches) void this.#loadTouch();
  }

  get isPointerLocked(): boolean {
    return this.#pointer.isLocked;
  }

  /** The input of one tick. `cameraYaw` in radians: 0 looks towards +Z, and it grows towards +X. */
  sample(cameraYaw: number): Input {
    if (!this.#isEnabled) return NO_INPUT;
    const tapped = this.#touch?.takeJump() ?? false;
    const jump = this.#isHeld("jump") || this.#isJumpTouched || tapped;
    this.#readPush();
    const input = resolveInput(this.flight.right, this.flight.ahead, jump, cameraYaw);
    this.#keys.endTick();
    this.#pad?.endTick();
    return input;
  }

  /** How the view changed since the last call, `seconds` ago. The result is reused. Reads the gamepad: call it once per frame. */
  takeLook(seconds: number): Look {
    const look = this.#look;
    this.#readPad();
    const { look: pointer } = this.#pointer;
    look.yaw = pointer.yaw;
    look.pitch = pointer.pitch;
    look.zoom = pointer.zoom;
    pointer.yaw = pointer.pitch = pointer.zoom = 0;
    if (!this.#isEnabled) {
      look.yaw = look.pitch = look.zoom = 0;
      return look;
    }
    const { sensitivity, invertY } = this.#settings;
    const rate = seconds * sensitivity;
    const up = invertY ? -1 : 1;
    look.yaw +=
      (this.#axis("turn_left", "turn_right") * KEY_TURN - (this.#pad?.lookX ?? 0) * PAD_TURN) * rate;
    look.pitch += this.#axis("look_down", "look_up") * KEY_PITCH * rate;
    look.pitch += (this.#pad?.lookY ?? 0) * PAD_PITCH * rate * up;
    look.zoom += this.#axis("zoom_out", "zoom_in") * KEY_ZOOM * seconds;
    return look;
  }

  onAction(listener: (action: GameAction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setSettings(settings: GameSettings): void {
    this.#settings = settings;
    const toggles = new Set<HeldControl>();
    if (settings.toggleWalk) toggles.add("walk");
    if (settings.toggleForward) toggles.add("forward");
    this.#keys.setBindings(settings.keys, toggles);
    this.#pad?.setBindings(settings.pad, settings.padDeadZone);
    this.#padModule?.pagePads.setMaps(settings.padMaps);
    this.#pointer.setSettings(settings);
    this.#touch?.setSide(settings.touchSide);
  }

  /** Releases everything and ignores input, while a menu is open. A gamepad can still send `menu`. */
  setEnabled(on: boolean): void {
    this.#isEnabled = on;
    this.#releaseAll();
    this.#pad?.ignoreHeld();
    this.#pointer.setEnabled(on);
    this.#touch?.setVisible(on && this.device === "touch");
  }

  dispose(): void {
    this.#abort.abort();
    this.#pointer.dispose();
    this.#touch?.dispose();
    this.#listeners.clear();
  }

  #readPush(): void {
    const { flight } = this;
    let right = this.#axis("right", "left");
    let ahead = this.#axis("forward", "back");
    const length = Math.hypot(right, ahead);
    if (length > 0) {
      const speed = (this.#isHeld("walk") ? WALK : 1) / length;
      right *= speed;
      ahead *= speed;
    }
    let strongest = right * right + ahead * ahead;
    const pad = this.#pad;
    if (pad && pad.moveX * pad.moveX + pad.moveY * pad.moveY > strongest) {
      right = pad.moveX;
      ahead = pad.moveY;
      strongest = right * right + ahead * ahead;
    }
    const { stick } = this.#pointer;
    if (stick.x * stick.x + stick.y * stick.y > strongest) {
      right = stick.x;
      ahead = stick.y;
    }
    flight.right = right;
    flight.ahead = ahead;
    const rises = this.#isHeld("jump") || this.#isJumpTouched;
    flight.up = (rises ? 1 : 0) - (this.#isHeld("walk") ? 1 : 0);
  }

  #isHeld(control: HeldControl): boolean {
    return this.#keys.isHeld(control) || (this.#pad?.isHeld(control) ?? false);
  }

  #axis(positive: HeldControl, negative: HeldControl): number {
    return (this.#isHeld(positive) ? 1 : 0) - (this.#isHeld(negative) ? 1 : 0);
  }

  #readPad(): void {
    const pad = this.#pad;
    if (!pad || !this.#padModule) {
      for (const one of navigator.getGamepads?.() ?? []) if (one) void this.#loadPad();
      return;
    }
    pad.read(this.#padModule.readPads());
    if (!pad.isActive) return;
    this.#use("pad");
    pad.forEachAction(this.#emitFromPad);
  }

  async #loadPad(): Promise<void> {
    if (this.#isPadLoading) return;
    this.#isPadLoading = true;
    const module = await loadChunk(importPad).catch(() => null);
    const { pad, padDeadZone, padMaps } = this.#settings;
    if (module) {
      this.#padModule = module;
      this.#pad = new module.PadState(pad, padDeadZone);
      module.pagePads.setMaps(padMaps);
    } else
      setTimeout(() => {
        this.#isPadLoading = false;
      }, PAD_RETRY_MS);
  }

  readonly #emitFromPad = (action: GameAction): void => {
    if (this.#isEnabled || action === "menu") this.#emit(action);
  };

  #handleKeyDown(event: KeyboardEvent): void {
    // macOS sends no `keyup` for keys that are held together with Command.
    if (event.metaKey && isAppleKeyboard()) this.#keys.releaseAll();
    // The press that closes a dialog isn't for the level behind it.
    if (event.defaultPrevented || this.#isShortcut(event)) return;
    if (!this.#isEnabled || isComposing(event) || isForElement(event)) return;
    if (this.#keys.controlOf(event.code, event.shiftKey) === undefined) return;
    event.preventDefault();
    if (event.repeat) return;
    this.#use("keys");
    const action = this.#keys.press(event.code, event.shiftKey);
    if (action) this.#emit(action);
  }

  /** Whether a modifier makes the press a shortcut of the browser. One that the player has bound is a key like any other. */
  #isShortcut(event: KeyboardEvent): boolean {
    const isFree = (name: string) =>
      !["Left", "Right"].some((side) => this.#keys.controlOf(name + side, false));
    return (
      (event.ctrlKey && isFree("Control")) ||
      (event.altKey && isFree("Alt")) ||
      (event.metaKey && isFree("Meta"))
    );
  }

  #handleKeyUp(event: KeyboardEvent): void {
    this.#keys.release(event.code);
    // A focused button would be pressed when Space is released.
    if (this.#isEnabled && event.code === "Space" && !isForElement(event)) event.preventDefault();
  }

  get #isJumpTouched(): boolean {
    return this.#touch?.isJumpHeld ?? false;
  }

  /** The stick and the jump button, where there is a touch screen. Fingers on the canvas work without them. */
  async #loadTouch(): Promise<void> {
    if (this.#isTouchLoading) return;
    this.#isTouchLoading = true;
    const module = await loadChunk(importTouch).catch(() => null);
    this.#isTouchLoading = module !== null;
    if (!module || this.#abort.signal.aborted) return;
    const { overlay, jumpLabel } = this.#options;
    this.#touch = module.createTouchControls(overlay, { jumpLabel, onUse: () => this.#use("touch") });
    this.#touch.setSide(this.#settings.touchSide);
    this.#use(this.device);
  }

  #use(device: InputDevice): void {
    this.device = device;
    if (device === "touch") void this.#loadTouch();
    this.#touch?.setVisible(this.#isEnabled && device === "touch");
  }

  #emit(action: GameAction): void {
    for (const listener of this.#listeners) listener(action);
  }

  #releaseAll(): void {
    this.#keys.releaseAll();
    this.#pad?.endTick();
    this.#pointer.releaseAll();
    this.#touch?.release();
  }
}

/** Whether a key belongs to a field, a dialog, or a button that the keyboard has focused. */
function isForElement({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(FIELDS) !== null ||
    ((code === "Space" || code === "Enter") && target.closest(PRESSABLE) !== null)
  );
}
