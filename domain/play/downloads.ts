import type { OperatingSystem } from "./api.ts";

/**
 * The client's builds: what an operator calls each file, which is what people get. They are put into the bucket under
 * `downloads/` (docs/operating.md).
 */
export const BUILDS = {
  windows: { file: "BopolisPlayer-Setup.exe" },
  macos: { file: "BopolisPlayer.dmg" },
  linux: { file: "BopolisPlayer.AppImage" },
} as const satisfies Record<OperatingSystem, { file: string }>;

/** A build's name in the bucket. */
export const buildKey = (os: OperatingSystem): string => `downloads/${BUILDS[os].file}`;

/** Where a build is fetched. */
export const buildUrl = (os: OperatingSystem): string => `/download/${os}`;

/** What somebody sits at; the client runs on no phone. */
export type System = OperatingSystem | "phone" | null;

/**
 * What a browser runs on, by its user agent string; null where that does not tell. `touches` is how many fingers the
 * screen takes: a tablet of Apple's says that it is a Mac.
 */
export function systemOf(agent: string, touches = 0): System {
  if (/Android|iPhone|iPad|iPod|Mobile/.test(agent)) return "phone";
  if (/Macintosh|Mac OS X/.test(agent)) return touches > 1 ? "phone" : "macos";
  if (/Windows/.test(agent)) return "windows";
  if (/Linux|X11/.test(agent) && !/CrOS/.test(agent)) return "linux";
  return null;
}
