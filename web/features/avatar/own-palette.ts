import { parseHex, withColor } from "#domain/avatar/palette.ts";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";

const KEY = "bopolis-colors";

/** Reads the stored palette; empty if it is invalid. */
function readStored(): readonly string[] {
  const stored = parseStored(deviceStorage.get(KEY));
  return Array.isArray(stored) ? stored.flatMap((value) => parseHex(String(value)) ?? []) : [];
}

/** Colors saved in this browser, newest first. */
export const ownPalette = createStore<readonly string[]>(readStored());

/** Saves a color to the user's own palette. */
export function addToPalette(color: string): void {
  // Another tab may have added one.
  ownPalette.set(withColor(readStored(), color));
  deviceStorage.set(KEY, JSON.stringify(ownPalette.get()));
}
