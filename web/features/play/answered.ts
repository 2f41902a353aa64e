const KEY = "bopolis-client-answered";

/** Keeps that the client has answered on this device. */
export function keepAnswered(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // A browser that keeps nothing can't tell later.
  }
}

/** Whether the client has ever answered on this device. */
export function hasAnswered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
