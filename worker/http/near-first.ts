import type { Meter, Reach } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";

/** Reads at the nearest copy; the primary decides what it refuses. `run` writes nothing before it throws. */
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
