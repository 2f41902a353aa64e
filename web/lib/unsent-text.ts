/** Texts that couldn't be stored (full or blocked) last until the document is closed. */
const memoryOnly = new Map<string, string>();

/** Returns the prefix of the storage keys of a user's unsent texts. */
const unsentTextPrefix = (userId: number): string => `bopolis-unsent:${userId}:`;

/** Returns the storage key of what a user is writing to someone. It has the user, because others can sign in on this browser. */
export const unsentTextKey = (userId: number, otherId: number): string =>
  `${unsentTextPrefix(userId)}${otherId}`;

export function readUnsentText(key: string): string {
  try {
    return memoryOnly.get(key) ?? localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text; an empty one is removed. */
export function writeUnsentText(key: string, text: string): void {
  memoryOnly.delete(key);
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    if (text) memoryOnly.set(key, text);
  }
}

/** Removes all unsent texts of a user who signs out. */
export function clearUnsentTexts(userId: number): void {
  const prefix = unsentTextPrefix(userId);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Blocked storage has none.
  }
}
