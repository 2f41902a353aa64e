import type { Meter, Reach } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";

/**
 * Runs a request with its reads at the nearest copy of the database. A copy can be seconds behind, so what it refuses (a
 * session that it doesn't have yet, a level that was private a moment ago) is decided by the primary. `run` must write nothing
 * before it throws.
 */
export async function nearFirst<T>(
  wanted: Reach,
  meter: Meter,
  run: (reach: Reach) => Promise<T>,
): Promise<T> {
  if (wanted === "primary") return run("primary");
  try {
    return await run("near");
  } catch (error) {
    if (!(error instanceof ApiError) || meter.copyRoundTrips === 0) throw error;
    return run("primary");
  }
}
