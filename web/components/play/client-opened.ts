import { deviceStorage } from "#web/lib/storage.ts";

const KEY = "bopolis-client-answered";

/** Stores that the client has opened on this device. */
export function rememberClientOpened(): void {
  deviceStorage.set(KEY, "1");
}

/** Returns whether the client has ever opened on this device. */
export function hasClientOpened(): boolean {
  return deviceStorage.get(KEY) !== null;
}
