import type { KeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { COMMAND_GROUPS, type Command } from "./commands.ts";

/** Commands whose keys have another meaning on buttons and in lists, so they only work while the level has the focus. */
const IN_LEVEL = /^(step_|orbit_|apply)/;

export interface Shortcut {
  command: Command;
  keys: readonly string[];
  /** Works only while the level has the focus. */
  inLevel: boolean;
}

export const SHORTCUTS = Object.values(COMMAND_GROUPS)
  .flatMap((group) => Object.entries(group) as [Command, string][])
  .map(([command, keys]): Shortcut => ({ command, keys: keys.split(" "), inLevel: IN_LEVEL.test(command) }));

const BY_KEY = new Map(
  SHORTCUTS.flatMap((shortcut) => shortcut.keys.map((key): [string, Shortcut] => [key, shortcut])),
);
const BY_COMMAND = new Map(SHORTCUTS.map((shortcut) => [shortcut.command, shortcut]));

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

/** The sign on a bracket's key where no key of the layout types the bracket; the key itself otherwise. */
function signOn(layout: KeyboardLayout, main: string): string {
  const place = Object.keys(BRACKETS).find((code) => BRACKETS[code] === main);
  if (place === undefined || [...layout.values()].includes(main)) return main;
  return layout.get(place)?.toUpperCase() ?? main;
}

/** A key as people know it: "Ctrl+Shift+Z", and "⌘⇧Z" on Apple's keyboards. */
export function shortcutName(key: string, isApple: boolean, layout: KeyboardLayout): string {
  const { modifiers, main } = splitKey(key);
  const name = NAMES[main] ?? signOn(layout, main);
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
