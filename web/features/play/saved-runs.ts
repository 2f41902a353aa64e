import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { SAVED_RUNS_KEY } from "./saved-runs-key.ts";

export interface SavedRun {
  /** Sent with the run, so that sending it twice stores it once. */
  key: string;
  levelId: number;
  title: string;
  revision: number;
  physics: number;
  startTick: number;
  ticks: number;
  /** The packed inputs in Base64. */
  log: string;
  savedAt: number;
  /** The member who played it; null for a run of a visitor. */
  userId: number | null;
  /** The visitor has pressed the button that saves it to a new account. */
  claimed: boolean;
}

const RUNS_MAX = 20;
/** Characters of all logs together. Browsers keep 5 MB for the whole site. */
const LOGS_MAX = 1_500_000;
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

const isSavedRun = (value: unknown): value is SavedRun => {
  const run = value as SavedRun | null;
  return typeof run?.key === "string" && typeof run.log === "string" && typeof run.levelId === "number";
};

/** Whether two runs compete for one place: the same player on the same level. */
const isSamePlace = (a: SavedRun, b: SavedRun) => a.levelId === b.levelId && a.userId === b.userId;

const fastestOf = (runs: readonly SavedRun[]): SavedRun | undefined =>
  runs.toSorted((a, b) => a.ticks - b.ticks)[0];

/** Drops runs that are too old or too many, the oldest first. */
export function trimSavedRuns(runs: readonly SavedRun[], now: number): SavedRun[] {
  const newestFirst = runs
    .filter(({ savedAt }) => savedAt > now - KEEP_MS)
    .toSorted((a, b) => b.savedAt - a.savedAt);
  let characters = 0;
  return newestFirst.slice(0, RUNS_MAX).filter(({ log }) => {
    characters += log.length;
    return characters <= LOGS_MAX;
  });
}

/** Adds a run. Of a player's runs on a level only the fastest stays, and a visitor's newest. */
export function withSavedRun(runs: readonly SavedRun[], run: SavedRun): SavedRun[] {
  const others = runs.filter((one) => one.key !== run.key);
  const rival = fastestOf(others.filter((one) => isSamePlace(one, run) && one.revision === run.revision));
  if (rival && rival.ticks <= run.ticks) {
    if (run.userId !== null) return [...others];
    const remaining = others.filter((one) => one === rival || one.claimed || !isSamePlace(one, run));
    return trimSavedRuns([run, ...remaining], run.savedAt);
  }
  return trimSavedRuns([run, ...others.filter((one) => !isSamePlace(one, run))], run.savedAt);
}

/** The saved runs, newest first. Empty if the storage is blocked or broken. */
export function readSavedRuns(now = Date.now()): SavedRun[] {
  const stored = parseStored(deviceStorage.get(SAVED_RUNS_KEY));
  return Array.isArray(stored) ? trimSavedRuns(stored.filter(isSavedRun), now) : [];
}

/** Stores the runs. If they don't fit, it drops the oldest ones until they do. Returns whether the newest is stored. */
function writeSavedRuns(runs: readonly SavedRun[]): boolean {
  const isStored = deviceStorage.set(SAVED_RUNS_KEY, runs.length > 0 ? JSON.stringify(runs) : null);
  return isStored || (runs.length > 1 && writeSavedRuns(runs.slice(0, -1)));
}

/** Keeps a run on this device. Returns false if the browser can't store it. */
export const saveRun = (run: SavedRun): boolean => writeSavedRuns(withSavedRun(readSavedRuns(), run));

export const removeSavedRun = (key: string): void =>
  void writeSavedRuns(readSavedRuns().filter((run) => run.key !== key));

/** Marks a visitor's run for sending after they have signed up. */
export const claimSavedRun = (key: string): void =>
  void writeSavedRuns(readSavedRuns().map((run) => (run.key === key ? { ...run, claimed: true } : run)));

/** Characters per call: more arguments could overflow the stack. */
const SLICE = 8192;

export function encodeLog(log: Uint8Array): string {
  let text = "";
  for (let i = 0; i < log.length; i += SLICE) text += String.fromCharCode(...log.subarray(i, i + SLICE));
  return btoa(text);
}

export const decodeLog = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
