import { deviceStorage } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";

/** Where Play opens a level on this device. */
export type PlayChoice = "browser" | "desktop";

const KEY = "bopolis-play";

function readChoice(): PlayChoice | null {
  const stored = deviceStorage.get(KEY);
  return stored === "browser" || stored === "desktop" ? stored : null;
}

/** The choice on this device; null until the user has made one. */
export const playChoice = createStore(readChoice());

/** Stores the choice on this device. */
export function rememberPlayChoice(choice: PlayChoice): void {
  playChoice.set(choice);
  deviceStorage.set(KEY, choice);
}
