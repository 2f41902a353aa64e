/** Settings of the builder, per device. */
export interface BuilderSettings {
  /** Keys without Ctrl only work while the level has the focus. */
  keysOnlyInLevel: boolean;
}

const STORAGE_KEY = "bopolis-builder-settings";

export function loadBuilderSettings(): BuilderSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") as Partial<BuilderSettings> | null;
    return { keysOnlyInLevel: stored?.keysOnlyInLevel === true };
  } catch {
    return { keysOnlyInLevel: false };
  }
}

export function saveBuilderSettings(settings: BuilderSettings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page is closed.
  }
}
