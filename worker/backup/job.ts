/** The progress of a backup or a restore. It's stored after each step, so a killed process goes on from there. */
interface JobProgress {
  id: string;
  startedAt: number;
  rows: number;
  objects: number;
  slowestMs: number;
  /** Steps that failed in a row. */
  failures: number;
  error: string | null;
}

export interface BackupProgress extends JobProgress {
  type: "backup";
  phase: "database" | "find" | "wait" | "objects" | "index" | "finish";
  /** The table that is being copied, the key of its last row, its page and the rows of a page. */
  table: number;
  after: string | null;
  page: number;
  pageRows: number;
  ledger: { rows: number; coins: number; xp: number };
  /** Until when no row of the ledger moves, while tables are copied. */
  heldUntil?: number;
  /** Where the search for restored objects is; null once it's done. */
  found: { source: number; after: number } | null;
  /** The kind of objects that is being exported, and the time by which they had changed. */
  kind: number;
  changedBy: number;
  /** The number of the next pack. */
  pack: number;
  failed: string[];
}

export interface RestoreProgress extends JobProgress {
  type: "restore";
  phase: "tables" | "rows" | "indexes" | "search" | "triggers" | "sums" | "index" | "objects" | "finish";
  /** The database whose phases are done: its number in the list. */
  database: number;
  /** The next file, table or entry of the phase. */
  next: number;
  after: number;
}

export type Job = BackupProgress | RestoreProgress;

/** The result of a step: whether it was the last one, and how many calls to other services it took. */
export interface StepResult {
  isDone: boolean;
  calls: number;
}
