/** A queued check of a run. Safe to process twice or late. */
export interface RunJob {
  run_id: number;
}
