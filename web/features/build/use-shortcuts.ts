import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Command } from "./commands.ts";
import { shortcutOf, takesText } from "./shortcuts.ts";

/** Elements that handle keys themselves. */
const OWN_KEYS = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="tree"]';

export interface ShortcutsOptions {
  canvas: RefObject<HTMLCanvasElement | null>;
  isTesting: boolean;
  /** Keys without Ctrl only work while the level has the focus. */
  onlyInLevel: boolean;
  run: (command: Command) => void;
}

/** The command of a key press on the page; null while the user types, in menus and modals, and for keys of other controls. */
function commandOf(event: KeyboardEvent, options: ShortcutsOptions): Command | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || takesText(target) || document.querySelector("[data-modal]")) return null;
  const shortcut = shortcutOf(event);
  if (!shortcut) return null;
  const { command } = shortcut;
  if (options.isTesting) return command === "test" ? command : null;
  const inLevel = target === options.canvas.current || target === document.body || target?.id === "main";
  if (inLevel) return command;
  if (shortcut.inLevel || target?.closest(OWN_KEYS)) return null;
  const isSingle = !event.ctrlKey && !event.metaKey && command !== "cancel";
  return options.onlyInLevel && isSingle ? null : command;
}

/** Handles the builder's keys. */
export function useShortcuts(options: ShortcutsOptions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event, options);
    if (!command || (event.repeat && command === "test")) return;
    event.preventDefault();
    // From a button or the panel, Escape leads back to the level first.
    const isOutside =
      document.activeElement !== options.canvas.current && document.activeElement !== document.body;
    if (command === "cancel" && isOutside) options.canvas.current?.focus();
    else options.run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
