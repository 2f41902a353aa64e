const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows that have been done for so long move from the database to files. */
export const ARCHIVE_AGE_MS = 365 * DAY_MS;

/** A file that isn't full is written when its oldest row has waited for so long, so a small site has a file a month. */
export const MAX_ARCHIVE_WAIT_MS = 30 * DAY_MS;

/**
 * Returns how many of the first rows go into one file: at least one, and no more than `maxBytes` together unless a single one is
 * larger.
 */
export function rowsPerFile(sizes: readonly number[], maxBytes: number): number {
  let bytes = 0;
  const rest = sizes.findIndex((size, i) => {
    bytes += size;
    return i > 0 && bytes > maxBytes;
  });
  return rest < 0 ? sizes.length : rest;
}

/**
 * Whether to write a file with rows that are old enough, the oldest first. `hasMore` says that more rows wait than fit into
 * it.
 */
export const isFileDue = (times: readonly number[], hasMore: boolean, now: number): boolean =>
  hasMore || (times[0] !== undefined && times[0] < now - ARCHIVE_AGE_MS - MAX_ARCHIVE_WAIT_MS);
