import { deviceStorage } from "./storage.ts";

/** Returns the prefix of the storage keys of a user's unsent texts. */
const unsentTextPrefix = (userId: number): string => `bopolis-unsent:${userId}:`;

/** Returns the storage key of what a user is writing to someone. It has the user, because others can sign in on this browser. */
export const unsentTextKey = (userId: number, otherId: number): string =>
  `${unsentTextPrefix(userId)}${otherId}`;

export const readUnsentText = (key: string): string => deviceStorage.get(key) ?? "";

export function writeUnsentText(key: string, text: string): void {
  deviceStorage.set(key, text || null);
}

export function clearUnsentTexts(userId: number): void {
  const prefix = unsentTextPrefix(userId);
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
}
