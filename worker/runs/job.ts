/** A queued check of a run, or of a clear of a level that is being built. Safe to process twice or late. */
export type RunJob = { run_id: number } | { check_id: number };
