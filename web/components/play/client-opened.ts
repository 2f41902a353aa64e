const KEY = "bopolis-client-answered";

/** Stores that the client has opened on this device. */
export function rememberClientOpened(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Without storage, the hint just isn't shown later.
  }
}

/** Returns whether the client has ever opened on this device. */
export function hasClientOpened(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
