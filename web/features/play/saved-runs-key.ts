import { deviceStorage } from "#web/lib/storage.ts";

/** The storage key of runs that aren't sent yet. */
export const SAVED_RUNS_KEY = "bopolis-runs";

export function hasSavedRuns(): boolean {
  return deviceStorage.get(SAVED_RUNS_KEY) !== null;
}
