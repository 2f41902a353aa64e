import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import type { Tier } from "./world/tiers.ts";

/** Controls that last while a key is held, with their default keys. */
const HELD_KEYS = {
  forward: ["KeyW", "ArrowUp"],
  back: ["KeyS", "ArrowDown"],
  left: ["KeyA", "ArrowLeft"],
  right: ["KeyD", "ArrowRight"],
  jump: ["Space"],
  walk: ["KeyC"],
  turn_left: ["KeyQ"],
  turn_right: ["KeyE"],
  look_up: ["PageUp"],
  look_down: ["PageDown"],
  zoom_in: ["Equal", "NumpadAdd"],
  zoom_out: ["Minus", "NumpadSubtract"],
};
/** Things a player can trigger once, such as opening the menu. */
const ACTION_KEYS = {
  respawn: ["KeyR"],
  restart: ["Shift+KeyR"],
  menu: ["Escape"],
  fullscreen: ["KeyF"],
  sound: ["KeyM"],
  chat: ["KeyT", "Enter"],
  players: ["KeyP"],
  hide_others: ["KeyH"],
  emote_1: ["Digit1"],
  emote_2: ["Digit2"],
  emote_3: ["Digit3"],
  emote_4: ["Digit4"],
  emote_5: ["Digit5"],
  emote_6: ["Digit6"],
  emote_7: ["Digit7"],
  emote_8: ["Digit8"],
};

export type HeldControl = keyof typeof HELD_KEYS;
export type GameAction = keyof typeof ACTION_KEYS;
export type GameControl = HeldControl | GameAction;
export const HELD_CONTROLS = Object.keys(HELD_KEYS) as HeldControl[];
export const GAME_ACTIONS = Object.keys(ACTION_KEYS) as GameAction[];
export const GAME_CONTROLS: readonly GameControl[] = [...HELD_CONTROLS, ...GAME_ACTIONS];

/** `KeyboardEvent.code` of each control, with `Shift+` before it where Shift must be held. */
export type KeyBindings = Record<GameControl, string[]>;
/** Buttons of the standard gamepad of each control. */
export type PadBindings = Record<GameControl, number[]>;

/** A push of a gamepad: "b0" is the first button, "a1-" the second axis towards −1. */
export type PadPush = `b${number}` | `a${number}${"+" | "-"}`;
/** The push of a gamepad that stands for each of the standard one. */
export type PadMap = Partial<Record<PadPush, PadPush>>;

export const TEXT_SIZES = [1, 1.25, 1.5] as const;

const NO_BUTTONS = Object.fromEntries(
  GAME_CONTROLS.map((control) => [control, []]),
) as unknown as PadBindings;
/** Buttons: 0 A, 3 Y, 4 and 5 shoulders, 8 View, 9 Start, 12 to 15 the D-pad: up, down, left, right. */
const DEFAULT_PAD: PadBindings = {
  ...NO_BUTTONS,
  jump: [0],
  respawn: [3],
  zoom_out: [4],
  zoom_in: [5],
  players: [8],
  menu: [9],
  emote_1: [12],
  emote_2: [15],
  emote_3: [13],
  emote_4: [14],
};

export const DEFAULT_GAME_SETTINGS = {
  /** Factor of how fast the camera turns, 0.2 to 3. */
  sensitivity: 1,
  invertY: false,
  /** Dragging turns the camera, or a click locks the pointer and every movement does. */
  mouse: "drag" as "drag" | "lock",
  /** The camera slowly turns to where the bopi goes. */
  autoCamera: false,
  /** The walk key switches between walking and running, and need not be held. */
  toggleWalk: false,
  /** The forward key starts and stops running, and need not be held. */
  toggleForward: false,
  keys: { ...HELD_KEYS, ...ACTION_KEYS } as KeyBindings,
  pad: DEFAULT_PAD as PadBindings,
  /** Gamepads without the standard layout that the player has set up, by their ids. */
  padMaps: {} as Record<string, PadMap>,
  /** Where a stick counts as at rest, 0.05 to 0.5. */
  padDeadZone: 0.15,
  /** The side of the jump button. The stick is on the other one. */
  touchSide: "right" as "left" | "right",
  /** 0 to 1. */
  volume: 0.7,
  muted: false,
  captions: false,
  /** Factor of the text over the level. */
  textSize: 1 as (typeof TEXT_SIZES)[number],
  /** The camera shakes on hard landings. */
  shake: true,
  reducedMotion: false,
  tier: "auto" as "auto" | Tier,
  /** Vertical angle in degrees, 50 to 100. */
  fieldOfView: 65,
  /** The hints of the first visit still show. */
  hints: true,
  hideOthers: false,
};
export type GameSettings = typeof DEFAULT_GAME_SETTINGS;

/** The limits of numbers, for sliders and for stored values. */
export const SETTING_RANGES = {
  sensitivity: [0.2, 3],
  padDeadZone: [0.05, 0.5],
  volume: [0, 1],
  fieldOfView: [50, 100],
} as const satisfies Partial<Record<keyof GameSettings, readonly [number, number]>>;

const CHOICES = {
  mouse: ["drag", "lock"],
  touchSide: ["left", "right"],
  textSize: TEXT_SIZES,
  tier: ["auto", "low", "medium", "high"],
} as const satisfies Partial<{ [K in keyof GameSettings]: readonly GameSettings[K][] }>;

export const BINDINGS_MAX = 4;

export function parseGameSettings(stored: unknown, defaults = DEFAULT_GAME_SETTINGS): GameSettings {
  const source: Record<string, unknown> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const result: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(defaults)) {
    const found = source[name];
    if (name in SETTING_RANGES) {
      const [least, most] = SETTING_RANGES[name as keyof typeof SETTING_RANGES];
      if (typeof found === "number" && found >= least && found <= most) result[name] = found;
    } else if (name in CHOICES) {
      const choices: readonly unknown[] = CHOICES[name as keyof typeof CHOICES];
      if (choices.includes(found)) result[name] = found;
    } else if (typeof value === "boolean" && typeof found === "boolean") result[name] = found;
  }
  result.keys = parseBindings(source.keys, defaults.keys, isKey);
  result.pad = parseBindings(source.pad, defaults.pad, isButton);
  result.padMaps = parsePadMaps(source.padMaps);
  return result as unknown as GameSettings;
}

/** Tab leads through the page, so it's no key of the game. Older settings have it for the list of players. */
const isKey = (value: unknown): value is string =>
  typeof value === "string" && /^(Shift\+)?(?!Tab$)\w{1,24}$/.test(value);
const isButton = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 32;

/** Most gamepads that are kept. */
const PAD_MAPS_MAX = 20;
const PAD_PUSH = /^(b\d{1,2}|a\d{1,2}[+-])$/;
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function parsePadMaps(stored: unknown): Record<string, PadMap> {
  const maps = entriesOf(stored).map(([id, map]) => {
    const pushes = entriesOf(map).filter((pair) => pair.every((push) => PAD_PUSH.test(String(push))));
    return [id, Object.fromEntries(pushes) as PadMap] as const;
  });
  return Object.fromEntries(maps.filter(([, map]) => Object.keys(map).length > 0).slice(-PAD_MAPS_MAX));
}

function parseBindings<T>(
  stored: unknown,
  defaults: Record<GameControl, T[]>,
  isBinding: (value: unknown) => value is T,
): Record<GameControl, T[]> {
  const source: Record<string, unknown> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const result = { ...defaults };
  for (const control of GAME_CONTROLS) {
    const found = source[control];
    if (Array.isArray(found) && found.length <= BINDINGS_MAX && found.every(isBinding))
      result[control] = found;
  }
  return result;
}

const STORAGE_KEY = "bopolis-game-settings";

export function loadGameSettings(): GameSettings {
  const defaults = {
    ...DEFAULT_GAME_SETTINGS,
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
  };
  return parseGameSettings(parseStored(deviceStorage.get(STORAGE_KEY)), defaults);
}

export function saveGameSettings(settings: GameSettings): void {
  deviceStorage.set(STORAGE_KEY, JSON.stringify(settings));
}
