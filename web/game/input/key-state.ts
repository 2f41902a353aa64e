import {
  GAME_ACTIONS,
  type GameAction,
  type GameControl,
  HELD_CONTROLS,
  type HeldControl,
  type KeyBindings,
} from "../game-settings.ts";

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

  setBindings(bindings: KeyBindings, toggles: ReadonlySet<HeldControl>): void {
    this.#controls.clear();
    for (const [control, keys] of Object.entries(bindings))
      for (const key of keys) this.#controls.set(key, control as GameControl);
    this.#toggles = toggles;
    this.releaseAll();
  }

  /** The control that a key belongs to. Shift matters only where a control is bound with it. */
  controlOf(code: string, shift: boolean): GameControl | undefined {
    return (shift ? this.#controls.get(`Shift+${code}`) : undefined) ?? this.#controls.get(code);
  }

  /** Presses a key. Returns the action that it triggers, if any. */
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
    for (const control of HELD_CONTROLS) {
      this.#held[control] = 0;
      this.#tapped[control] = 0;
      this.#toggled[control] = 0;
    }
  }

  isHeld(control: HeldControl): boolean {
    if (this.#toggles.has(control)) return this.#toggled[control] === 1;
    return this.#held[control] > 0 || this.#tapped[control] > 0;
  }

  /** Forgets short presses, once they were read. */
  endTick(): void {
    for (const control of HELD_CONTROLS) this.#tapped[control] = 0;
  }
}

const emptyFlags = () =>
  Object.fromEntries(HELD_CONTROLS.map((control) => [control, 0])) as Record<HeldControl, number>;
