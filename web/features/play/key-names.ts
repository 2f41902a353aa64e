import type { KeyBindings } from "#web/game/game-settings.ts";

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

/** The name of a bound key, as it's written on most keyboards: `Shift+KeyR` is "Shift R". */
export function keyName(binding: string): string {
  const [code = "", prefix] = binding.split("+").reverse();
  const plain = code.replace(/^(?:Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
  const name = NAMES[code] ?? plain;
  return prefix ? `${prefix} ${name}` : name;
}

const BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "View", "Start", "Left stick", "Right stick"];
const D_PAD = ["D-pad ↑", "D-pad ↓", "D-pad ←", "D-pad →"];

/** The name of a button of the standard gamepad. */
export const buttonName = (button: number): string =>
  [...BUTTONS, ...D_PAD, "Home"][button] ?? `Button ${button + 1}`;

/** The keys that move, in one short text: "WASD" or "↑ ← ↓ →". */
export function movementKeys({ forward, left, back, right }: KeyBindings): string {
  const names = [forward, left, back, right].map(([first = ""]) => keyName(first));
  return names.join(names.every((name) => name.length === 1 && /\w/.test(name)) ? "" : " ");
}

/** The binding that a key press makes. A modifier alone is a key, too. */
export const bindingOf = ({ code, shiftKey }: Pick<KeyboardEvent, "code" | "shiftKey">): string =>
  shiftKey && !code.startsWith("Shift") ? `Shift+${code}` : code;
