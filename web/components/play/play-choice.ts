import { createStore } from "#web/lib/store.ts";

/** Where Play opens a level on this device. */
export type PlayChoice = "browser" | "desktop";

const KEY = "bopolis-play";

function readChoice(): PlayChoice | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "browser" || stored === "desktop" ? stored : null;
  } catch {
    return null;
  }
}

/** The choice on this device; null until the user has made one. */
export const playChoice = createStore(readChoice());

/** Stores the choice on this device. */
export function rememberPlayChoice(choice: PlayChoice): void {
  playChoice.set(choice);
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
