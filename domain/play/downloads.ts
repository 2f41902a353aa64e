import type { OperatingSystem } from "./api.ts";

/** The client's builds. The operator's file is in the bucket under `downloads/` with this name (docs/operations.md). */
export const BUILDS = {
  windows: { file: "BopolisPlayer-Setup.exe" },
  macos: { file: "BopolisPlayer.dmg" },
  linux: { file: "BopolisPlayer.AppImage" },
} as const satisfies Record<OperatingSystem, { file: string }>;

export const downloadKey = (os: OperatingSystem): string => `downloads/${BUILDS[os].file}`;

export const downloadUrl = (os: OperatingSystem): string => `/download/${os}`;

/** A user's system. The client doesn't run on phones. */
export type ClientSystem = OperatingSystem | "phone" | null;

/** Detects the system from a User-Agent; null if it is unknown. iPads claim to be Macs, but have `touches`. */
export function detectSystem(agent: string, touches = 0): ClientSystem {
  if (/Android|iPhone|iPad|iPod|Mobile/.test(agent)) return "phone";
  if (/Macintosh|Mac OS X/.test(agent)) return touches > 1 ? "phone" : "macos";
  if (/Windows/.test(agent)) return "windows";
  if (/Linux|X11/.test(agent) && !/CrOS/.test(agent)) return "linux";
  return null;
}
