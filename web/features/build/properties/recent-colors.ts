import { deviceStorage, parseStored } from "#web/lib/storage.ts";

/** The colors that are offered, 6 hex digits each: a row of grays, then the rainbow in three tones. */
export const BLOCK_PALETTE = [
  "ffffff",
  "d9d9d9",
  "a6a6a6",
  "6b6b6b",
  "3d3d3d",
  "161616",
  "e23b2e",
  "f99205",
  "ffd23f",
  "5fbf3f",
  "1e8f5a",
  "2fc4c4",
  "2f7fe0",
  "2d3f8f",
  "7b4fd6",
  "d64fb5",
  "ff8fb3",
  "8a5a34",
  "f4b5a6",
  "ffe3a8",
  "c9e8a8",
  "a8e0f0",
  "c7b8f5",
  "5a3a20",
] as const;

const STORAGE_KEY = "bopolis-builder-colors";
const MOST = 8;

/** Puts a color in front of the recent ones. Colors of the palette are always there. */
export function withRecentColor(recent: readonly string[], color: string): readonly string[] {
  if ((BLOCK_PALETTE as readonly string[]).includes(color)) return recent;
  return [color, ...recent.filter((one) => one !== color)].slice(0, MOST);
}

/** The colors that this device used last, newest first. */
export function loadRecentColors(): readonly string[] {
  const stored = parseStored(deviceStorage.get(STORAGE_KEY));
  if (!Array.isArray(stored)) return [];
  return stored.filter((one): one is string => /^[0-9a-f]{6}$/.test(String(one))).slice(0, MOST);
}

export function saveRecentColors(recent: readonly string[]): void {
  deviceStorage.set(STORAGE_KEY, JSON.stringify(recent));
}
