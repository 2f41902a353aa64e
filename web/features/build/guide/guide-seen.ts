const STORAGE_KEY = "bopolis-builder-guide";

/** Whether this device has seen the first-time guide. Also if the browser blocks its storage. */
export function hasSeenGuide(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return true;
  }
}

export function setGuideSeen(): void {
  try {
    localStorage.setItem(STORAGE_KEY, "1");
  } catch {
    // It isn't shown at all then.
  }
}
