import { GAME_ACTIONS, type GameAction, type HeldControl, type PadBindings } from "../game-settings.ts";
import { PAD_BUTTONS, type StandardPad } from "./pads.ts";

export { pagePads, readPads } from "./pads.ts";

/** The state of the gamepad in use. Reading it allocates nothing. */
export class PadState {
  /** −1 to 1, outside the dead zone: left stick to the right and up, right stick to the right and down. */
  moveX = 0;
  moveY = 0;
  lookX = 0;
  lookY = 0;
  /** Whether anything is pushed or pressed. */
  isActive = false;
  #bindings: PadBindings;
  #deadZone: number;
  readonly #down = new Uint8Array(PAD_BUTTONS);
  readonly #wasDown = new Uint8Array(PAD_BUTTONS);
  readonly #tapped = new Uint8Array(PAD_BUTTONS);
  /** Buttons that don't count until they are released. */
  readonly #ignored = new Uint8Array(PAD_BUTTONS);

  constructor(bindings: PadBindings, deadZone: number) {
    this.#bindings = bindings;
    this.#deadZone = deadZone;
  }

  setBindings(bindings: PadBindings, deadZone: number): void {
    this.#bindings = bindings;
    this.#deadZone = deadZone;
  }

  /** Takes the gamepad with the newest push, so one that is stuck never hides another. */
  read(pads: readonly (StandardPad | null)[]): void {
    let pad: StandardPad | null = null;
    for (const one of pads) if (one && (!pad || one.pushedAt > pad.pushedAt)) pad = one;
    this.#wasDown.set(this.#down);
    this.#down.fill(0);
    this.isActive = false;
    this.moveX = this.moveY = this.lookX = this.lookY = 0;
    if (!pad) return;
    this.#readSticks(pad.axes);
    for (let i = 0; i < PAD_BUTTONS; i++) {
      if (pad.down[i] === 0) this.#ignored[i] = 0;
      if (pad.down[i] === 0 || this.#ignored[i] === 1) continue;
      this.#down[i] = 1;
      if (this.#wasDown[i] === 0) this.#tapped[i] = 1;
      this.isActive = true;
    }
  }

  isHeld(control: HeldControl): boolean {
    for (const button of this.#bindings[control])
      if (this.#down[button] === 1 || this.#tapped[button] === 1) return true;
    return false;
  }

  /** Calls the listener with each action whose button went down in the last read. */
  forEachAction(listener: (action: GameAction) => void): void {
    for (const action of GAME_ACTIONS)
      for (const button of this.#bindings[action]) if (this.isPressed(button)) listener(action);
  }

  isPressed(button: number): boolean {
    return this.#down[button] === 1 && this.#wasDown[button] === 0;
  }

  /** Ignores what is held now until it is released: the button that closed a menu isn't a jump. */
  ignoreHeld(): void {
    for (let i = 0; i < PAD_BUTTONS; i++) if (this.#down[i] === 1) this.#ignored[i] = 1;
    this.#tapped.fill(0);
  }

  endTick(): void {
    this.#tapped.fill(0);
  }

  #readSticks(axes: Float32Array): void {
    const move = this.#scale(axes[0] ?? 0, axes[1] ?? 0);
    this.moveX = (axes[0] ?? 0) * move;
    this.moveY = -(axes[1] ?? 0) * move;
    const look = this.#scale(axes[2] ?? 0, axes[3] ?? 0);
    this.lookX = (axes[2] ?? 0) * look;
    this.lookY = (axes[3] ?? 0) * look;
    this.isActive = move > 0 || look > 0;
  }

  /** The factor that stretches what is outside the dead zone to the whole range. */
  #scale(x: number, y: number): number {
    const push = Math.sqrt(x * x + y * y);
    if (push <= this.#deadZone) return 0;
    return Math.min(1, (push - this.#deadZone) / (1 - this.#deadZone)) / push;
  }
}
