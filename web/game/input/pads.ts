import type { PadMap, PadPush } from "../game-settings.ts";

/** The part of a `Gamepad` that is read. */
export interface PadSnapshot {
  readonly id: string;
  readonly index: number;
  readonly connected: boolean;
  readonly mapping: string;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

export const PAD_AXES = 4;
export const PAD_BUTTONS = 32;
/** Nearer to its middle, an axis counts as at rest. */
const REST = 0.25;
/** Beyond this, an axis counts as a pressed button. */
const PRESSED = 0.5;

/** A push of a device, ready to be read. */
interface Source {
  isAxis: boolean;
  index: number;
  sign: 1 | -1;
}

const parsePush = (push: PadPush): Source => ({
  isAxis: push.startsWith("a"),
  index: Number.parseInt(push.slice(1), 10),
  sign: push.endsWith("-") ? -1 : 1,
});

const pushesOf = (map: PadMap) => Object.entries(map) as [target: PadPush, source: PadPush][];

function pushOf({ axes, buttons }: PadSnapshot, { isAxis, index, sign }: Source): number {
  if (isAxis) return Math.max(0, sign * (axes[index] ?? 0));
  return buttons[index]?.pressed ? 1 : 0;
}

/** A device with the standard layout: the left stick, the right stick, and buttons by position. */
export class StandardPad {
  readonly axes = new Float32Array(PAD_AXES);
  readonly down = new Uint8Array(PAD_BUTTONS);
  /** Grows with each new push. The pad with the newest one is in use. */
  pushedAt = 0;
  readonly id: string;
  readonly index: number;
  /** The axes that have been seen at rest. One that is pushed from the start may be stuck. */
  readonly #isFree = new Uint8Array(PAD_AXES);
  #map: PadMap | null = null;
  #sources: readonly (readonly [target: Source, source: Source])[] = [];

  constructor({ id, index }: PadSnapshot) {
    this.id = id;
    this.index = index;
  }

  /** Reads the device, by its positions if `map` is null. Returns whether something was pushed that wasn't before. */
  read(pad: PadSnapshot, map: PadMap | null): boolean {
    if (map !== this.#map) {
      this.#map = map;
      this.#sources = pushesOf(map ?? {}).map(([target, source]) => [parsePush(target), parsePush(source)]);
    }
    let isPushed = false;
    for (let i = 0; i < PAD_AXES; i++) isPushed = this.#setAxis(i, this.#axisOf(pad, i)) || isPushed;
    for (let i = 0; i < PAD_BUTTONS; i++) isPushed = this.#setButton(i, this.#isDown(pad, i)) || isPushed;
    return isPushed;
  }

  #axisOf(pad: PadSnapshot, index: number): number {
    if (this.#map === null) return pad.axes[index] ?? 0;
    let value = 0;
    for (const [target, source] of this.#sources)
      if (target.isAxis && target.index === index) value += target.sign * pushOf(pad, source);
    return value;
  }

  #isDown(pad: PadSnapshot, index: number): boolean {
    if (this.#map === null) return pad.buttons[index]?.pressed ?? false;
    for (const [target, source] of this.#sources)
      if (!target.isAxis && target.index === index && pushOf(pad, source) > PRESSED) return true;
    return false;
  }

  #setAxis(index: number, value: number): boolean {
    if (Math.abs(value) < REST) this.#isFree[index] = 1;
    const before = Math.abs(this.axes[index] ?? 0);
    this.axes[index] = this.#isFree[index] === 1 ? value : 0;
    return before < PRESSED && Math.abs(this.axes[index] ?? 0) >= PRESSED;
  }

  #setButton(index: number, isDown: boolean): boolean {
    const before = this.down[index];
    this.down[index] = isDown ? 1 : 0;
    return before === 0 && isDown;
  }
}

/** The connected pads that can be read. Reading them allocates nothing. */
export class Pads {
  readonly #pads: (StandardPad | null)[] = [];
  #maps: Readonly<Record<string, PadMap>> = {};
  #pushes = 0;

  setMaps(maps: Readonly<Record<string, PadMap>>): void {
    this.#maps = maps;
  }

  /** Reads all devices. One without the standard layout is null until it has a map. */
  read(devices: readonly (PadSnapshot | null)[]): readonly (StandardPad | null)[] {
    const pads = this.#pads;
    pads.length = devices.length;
    for (let i = 0; i < devices.length; i++) {
      const device = devices[i];
      const map = device ? (this.#maps[device.id] ?? null) : null;
      if (!device?.connected || (device.mapping !== "standard" && map === null)) {
        pads[i] = null;
        continue;
      }
      let pad = pads[i] ?? null;
      if (pad?.id !== device.id) {
        pad = new StandardPad(device);
        pads[i] = pad;
      }
      if (pad.read(device, device.mapping === "standard" ? null : map)) pad.pushedAt = ++this.#pushes;
    }
    return pads;
  }
}

/** The page's pads: a stick that was at rest in the level is free in its menus, too. */
export const pagePads = new Pads();

/** Reads the page's pads. Some browsers refuse in embedded pages. */
export function readPads(): readonly (StandardPad | null)[] {
  return pagePads.read(gamepads());
}

export function gamepads(): readonly (PadSnapshot | null)[] {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    return [];
  }
}
