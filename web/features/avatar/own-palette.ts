import { readHex, withColor } from "#domain/avatar/palette.ts";
import { makeStore } from "#web/lib/store.ts";

const KEY = "bopolis-colors";

/** What the browser has kept; nothing where it keeps nothing or something else stands there. */
function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((one) => readHex(String(one)) ?? []) : [];
  } catch {
    return [];
  }
}

/** Colours that this browser's owner has mixed, newest first. */
export const ownPalette = makeStore<readonly string[]>(read());

/** Puts a colour into one's own palette. */
export function keepColor(color: string): void {
  ownPalette.set(withColor(ownPalette.get(), color));
  try {
    localStorage.setItem(KEY, JSON.stringify(ownPalette.get()));
  } catch {
    // A browser that keeps nothing still has it until the page is left.
  }
}
