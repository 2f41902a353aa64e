import { parseHex, withColor } from "#domain/avatar/palette.ts";
import { createStore } from "#web/lib/store.ts";

const KEY = "bopolis-colors";

/** Reads the stored palette; empty if storage is blocked or the value is invalid. */
function readStored(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((value) => parseHex(String(value)) ?? []) : [];
  } catch {
    return [];
  }
}

/** Colors saved in this browser, newest first. */
export const ownPalette = createStore<readonly string[]>(readStored());

/** Saves a color to the user's own palette. */
export function addToPalette(color: string): void {
  ownPalette.set(withColor(ownPalette.get(), color));
  try {
    localStorage.setItem(KEY, JSON.stringify(ownPalette.get()));
  } catch {
    // Without storage the color lasts until the page is closed.
  }
}
