import { deviceStorage } from "#web/lib/storage.ts";

const STORAGE_KEY = "bopolis-builder-guide";

/** Whether this device has seen the first-time guide. */
export const hasSeenGuide = (): boolean => deviceStorage.get(STORAGE_KEY) !== null;

export function setGuideSeen(): void {
  deviceStorage.set(STORAGE_KEY, "1");
}
