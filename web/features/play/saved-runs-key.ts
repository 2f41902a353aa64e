/** The storage key of runs that aren't sent yet. */
export const SAVED_RUNS_KEY = "bopolis-runs";

/** Whether runs are waiting on this device. */
export function hasSavedRuns(): boolean {
  try {
    return localStorage.getItem(SAVED_RUNS_KEY) !== null;
  } catch {
    // Storage is blocked.
    return false;
  }
}
