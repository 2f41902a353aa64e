import type { Command } from "./commands.ts";

/** A command's keys. "Ctrl" is also ⌘. Letters are those of the keyboard's layout, digits those of its upper row. */
export interface Shortcut {
  command: Command;
  keys: readonly string[];
  /** Has another meaning on buttons and in lists, so it only works while the level has the focus. */
  inLevel?: true;
}

/** The keys of every command. */
export const SHORTCUTS: readonly Shortcut[] = [
  { command: "tool_select", keys: ["V"] },
  { command: "tool_place", keys: ["B"] },
  { command: "tool_move", keys: ["G"] },
  { command: "tool_rotate", keys: ["R"] },
  { command: "tool_scale", keys: ["S"] },
  { command: "tool_paint", keys: ["K"] },
  { command: "tool_pick", keys: ["I"] },
  { command: "grid_finer", keys: ["["] },
  { command: "grid_coarser", keys: ["]"] },
  { command: "shape_box", keys: ["1"] },
  { command: "shape_wedge", keys: ["2"] },
  { command: "shape_pyramid", keys: ["3"] },
  { command: "shape_cylinder", keys: ["4"] },
  { command: "shape_cone", keys: ["5"] },
  { command: "shape_sphere", keys: ["6"] },
  { command: "place_star", keys: ["Shift+1"] },
  { command: "place_checkpoint", keys: ["Shift+2"] },
  { command: "place_hazard", keys: ["Shift+3"] },
  { command: "place_spawn", keys: ["Shift+4"] },
  { command: "place_goal", keys: ["Shift+5"] },
  { command: "undo", keys: ["Ctrl+Z"] },
  { command: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"] },
  { command: "copy", keys: ["Ctrl+C"] },
  { command: "cut", keys: ["Ctrl+X"] },
  { command: "paste", keys: ["Ctrl+V"] },
  { command: "duplicate", keys: ["Ctrl+D"] },
  { command: "delete", keys: ["Delete", "Backspace"] },
  { command: "mirror_x", keys: ["Shift+M"] },
  { command: "mirror_z", keys: ["Ctrl+Shift+M"] },
  { command: "array", keys: ["Shift+A"] },
  { command: "group", keys: ["Ctrl+G"] },
  { command: "ungroup", keys: ["Ctrl+Shift+G"] },
  { command: "hide", keys: ["H"] },
  { command: "show_all", keys: ["Shift+H"] },
  { command: "lock", keys: ["L"] },
  { command: "effect", keys: ["E"] },
  { command: "select_all", keys: ["Ctrl+A"] },
  { command: "next_part", keys: ["."] },
  { command: "previous_part", keys: [","] },
  { command: "find", keys: ["Ctrl+F"] },
  { command: "cancel", keys: ["Escape"] },
  { command: "step_right", keys: ["ArrowRight"], inLevel: true },
  { command: "step_left", keys: ["ArrowLeft"], inLevel: true },
  { command: "step_away", keys: ["ArrowUp"], inLevel: true },
  { command: "step_near", keys: ["ArrowDown"], inLevel: true },
  { command: "step_up", keys: ["PageUp"], inLevel: true },
  { command: "step_down", keys: ["PageDown"], inLevel: true },
  { command: "apply", keys: ["Enter"], inLevel: true },
  { command: "focus", keys: ["F"] },
  { command: "orbit_left", keys: ["Shift+ArrowLeft"], inLevel: true },
  { command: "orbit_right", keys: ["Shift+ArrowRight"], inLevel: true },
  { command: "orbit_up", keys: ["Shift+ArrowUp"], inLevel: true },
  { command: "orbit_down", keys: ["Shift+ArrowDown"], inLevel: true },
  { command: "zoom_in", keys: ["+", "="] },
  { command: "zoom_out", keys: ["-"] },
  { command: "test", keys: ["P"] },
  { command: "publish", keys: ["Ctrl+Enter"] },
  { command: "shortcuts", keys: ["?"] },
];

const BY_KEY = new Map(
  SHORTCUTS.flatMap((shortcut) => shortcut.keys.map((key): [string, Shortcut] => [key, shortcut])),
);
const BY_COMMAND = new Map(SHORTCUTS.map((shortcut) => [shortcut.command, shortcut]));

/** The parts of a `KeyboardEvent` that matching reads. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> & {
  getModifierState?: (key: string) => boolean;
};

const isSymbol = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}\s]/u.test(key);

/** The main key of a press, as it's named in the table; null for one that no shortcut has. */
function mainKey({ key, code }: KeyPress): string | null {
  const digit = /^Digit(\d)$/.exec(code);
  if (digit) return digit[1] ?? null;
  if (isSymbol(key) || key.length > 1) return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  // Layouts of other alphabets have Latin letters at the same places.
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null;
}

/** Brackets where the keyboard's layout has something else on their keys. */
const BRACKETS: Record<string, string> = { BracketLeft: "[", BracketRight: "]" };

/** The shortcut that a key press stands for, or null. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  // AltGr types symbols and reports Ctrl and Alt as well.
  const isAltGraph = isSymbol(press.key) && (press.getModifierState?.("AltGraph") ?? false);
  const isCtrl = (press.ctrlKey || press.metaKey) && !isAltGraph;
  if (press.altKey && !isAltGraph) return null;
  // "?" and "+" need Shift on many keyboards and none on others. Some have symbols on the digits' keys.
  const isDigit = press.code.startsWith("Digit") && !isAltGraph;
  const symbol = isSymbol(press.key) && !isCtrl && !isDigit ? BY_KEY.get(press.key) : undefined;
  if (symbol) return symbol;
  const main = mainKey(press);
  const prefix = `${isCtrl ? "Ctrl+" : ""}${press.shiftKey ? "Shift+" : ""}`;
  const found = main === null ? undefined : BY_KEY.get(prefix + main);
  if (found) return found;
  const bracket = prefix === "" ? BRACKETS[press.code] : undefined;
  return (bracket ? BY_KEY.get(bracket) : undefined) ?? null;
}

/** A command's first key; null without one. */
export const keyOf = (command: Command): string | null => BY_COMMAND.get(command)?.keys[0] ?? null;

const NAMES: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
};

/** A key as people know it: "Ctrl+Shift+Z", and "⌘⇧Z" on Apple's keyboards. */
export function keyName(key: string, isApple: boolean): string {
  const { modifiers, main } = splitKey(key);
  const name = NAMES[main] ?? main;
  if (!isApple) return [...modifiers, name].join("+");
  return modifiers.map((modifier) => (modifier === "Ctrl" ? "⌘" : "⇧")).join("") + name;
}

/** The value of `aria-keyshortcuts`. */
export const ariaKeys = (command: Command, isApple: boolean): string | undefined =>
  BY_COMMAND.get(command)
    ?.keys.map((key) => {
      const { modifiers, main } = splitKey(key);
      const names = modifiers.map((name) => (name === "Ctrl" ? (isApple ? "Meta" : "Control") : name));
      return [...names, main === "+" ? "Plus" : main].join("+");
    })
    .join(" ");

/** The modifiers of a key and the key itself. "+" is both a key and the sign between them. */
function splitKey(key: string): { modifiers: string[]; main: string } {
  if (key === "+") return { modifiers: [], main: key };
  const parts = key.split("+");
  return { modifiers: parts.slice(0, -1), main: parts.at(-1) ?? key };
}

/** Whether the computer's main modifier is ⌘. */
export const isAppleKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Types of inputs that take no text. */
const TEXTLESS = new Set(["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"]);

/** Whether keys belong to an element because one types into it, or chooses from it. */
export function takesText(element: Element | null): boolean {
  if (!element) return false;
  if (element instanceof HTMLInputElement) return !TEXTLESS.has(element.type);
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLElement && element.isContentEditable)
  );
}
