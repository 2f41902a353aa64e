import { deviceStorage, parseStored } from "#web/lib/storage.ts";

export interface BuilderSettings {
  /** Keys without Ctrl only work while the level has the focus. */
  keysOnlyInLevel: boolean;
}

const STORAGE_KEY = "bopolis-builder-settings";

export function loadBuilderSettings(): BuilderSettings {
  const stored = parseStored(deviceStorage.get(STORAGE_KEY)) as Partial<BuilderSettings> | null | undefined;
  return { keysOnlyInLevel: stored?.keysOnlyInLevel === true };
}

export function saveBuilderSettings(settings: BuilderSettings): void {
  deviceStorage.set(STORAGE_KEY, JSON.stringify(settings));
}
