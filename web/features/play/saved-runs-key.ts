import { deviceStorage } from "#web/lib/storage.ts";

export const SAVED_RUNS_KEY = "bopolis-runs";

export function hasSavedRuns(): boolean {
  return deviceStorage.get(SAVED_RUNS_KEY) !== null;
}
