import type { runs } from "#db/schema/play/play.ts";
import type { OutputOf } from "#domain/api/route.ts";
import type { runRoute } from "#domain/runs/api.ts";
import type { Check } from "../check.ts";

/** The call by which a browser's run is stored. The worker's own needs the runtime. */
export const callOf = ({ user, key }: { user: number; key: string }): string => `web:${user}:${key}`;

export type StoredRun = typeof runs.$inferSelect;

/** Whether a clear counts, or staff compare it first: players press nearly the same keys in a corridor. */
export const countsOrIsHeld = ({ state, reason }: StoredRun): boolean =>
  state === "counted" || (state === "flagged" && reason === "near_copy");

/** Downloads the inputs of a counted run like any visitor; null if that fails. */
async function readRecording(siteUrl: string, run: number): Promise<Uint8Array | null> {
  const response = await fetch(`${siteUrl}/api/runs/${run}`);
  if (response.status !== 200) return null;
  const { run: found } = (await response.json()) as OutputOf<typeof runRoute>;
  const file = found.log_url === null ? null : await fetch(siteUrl + found.log_url);
  return file?.status === 200 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** Compares every counted run's recording with the player's by their call, byte by byte. */
export async function checkRecordings(
  check: Check,
  siteUrl: string,
  counted: readonly { id: number; call: string }[],
  played: ReadonlyMap<string, { log: Uint8Array }>,
): Promise<void> {
  const wrong: string[] = [];
  for (const { id, call } of counted) {
    const expected = played.get(call)?.log;
    const bytes = await readRecording(siteUrl, id);
    if (!bytes || !expected || !Buffer.from(bytes).equals(expected)) wrong.push(`run ${id} (${call})`);
  }
  check("recordings of counted runs that are missing or differ by a byte", wrong, counted.length);
}
