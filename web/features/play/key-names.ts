import type { KeyBindings } from "#web/game/game-settings.ts";
import type { KeyboardLayout } from "#web/lib/keyboard-layout.ts";

const NAMES: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  ControlLeft: "Left Ctrl",
  ControlRight: "Right Ctrl",
  ShiftLeft: "Left Shift",
  ShiftRight: "Right Shift",
  AltLeft: "Left Alt",
  AltRight: "Right Alt",
  PageUp: "Page Up",
  PageDown: "Page Down",
  CapsLock: "Caps Lock",
  Minus: "-",
  Equal: "+",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  BracketLeft: "[",
  BracketRight: "]",
};

/** Keys whose sign depends on the layout. The digits' keys have their digit on every one. */
const BY_LAYOUT =
  /^(Key[A-Z]|Minus|Equal|Comma|Period|Slash|Backslash|Semicolon|Quote|Backquote|Bracket(Left|Right)|Intl\w+)$/;

/** The sign that a key types on a layout, as it's written on the key; undefined if that's unknown or no single sign. */
function signOn(layout: KeyboardLayout, code: string): string | undefined {
  const typed = BY_LAYOUT.test(code) ? layout.get(code) : undefined;
  // "ß" has no capital of one letter.
  const sign = [typed?.toUpperCase(), typed].find((one) => one !== undefined && [...one].length === 1);
  // The key with the plus.
  return sign === "=" ? "+" : sign;
}

/** The name of a bound key, as it's written on the keyboard: `Shift+KeyR` is "Shift R". */
export function keyName(binding: string, layout: KeyboardLayout): string {
  const [code = "", prefix] = binding.split("+").reverse();
  const plain = code.replace(/^(?:Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
  const name = signOn(layout, code) ?? NAMES[code] ?? plain;
  return prefix ? `${prefix} ${name}` : name;
}

const BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "View", "Start", "Left stick", "Right stick"];
const D_PAD = ["D-pad ↑", "D-pad ↓", "D-pad ←", "D-pad →"];

export const buttonName = (button: number): string =>
  [...BUTTONS, ...D_PAD, "Home"][button] ?? `Button ${button + 1}`;

/** The keys that move, in one short text: "WASD" or "↑ ← ↓ →". */
export function movementKeys({ forward, left, back, right }: KeyBindings, layout: KeyboardLayout): string {
  const names = [forward, left, back, right].map(([first = ""]) => keyName(first, layout));
  return names.join(names.every((name) => /^[\p{L}\d]$/u.test(name)) ? "" : " ");
}

/** The binding that a key press makes. A modifier alone is a key, too. */
export const bindingOf = ({ code, shiftKey }: Pick<KeyboardEvent, "code" | "shiftKey">): string =>
  shiftKey && !code.startsWith("Shift") ? `Shift+${code}` : code;
