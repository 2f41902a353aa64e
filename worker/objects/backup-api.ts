import type { ExportCursor, ObjectKind, StatePart } from "../backup/export-state.ts";

/** An object that's backed up. */
export interface BackedUpObject {
  /** Returns a part of the object's state. */
  exportState(cursor: ExportCursor | null): Promise<StatePart>;
  /** Replaces the state of an object that nothing uses yet with the parts of an export, in order. */
  importState(text: string): Promise<void>;
}

/** A running or the last backup or restore. Times are milliseconds since 1970. */
export interface BackupRun {
  type: "backup" | "restore";
  id: string;
  phase: string;
  started_at: number;
  finished_at: number | null;
  rows: number;
  objects: number;
  /** The longest that D1 took for one round trip, in milliseconds. */
  slowest_ms: number;
  /** Why it ended or why its last step has to be repeated. */
  error: string | null;
}

export interface BackupStatus {
  running: BackupRun | null;
  last: BackupRun | null;
  /** The newest complete backup. */
  newest: { id: string; finished_at: number } | null;
  /** When the site was first asked for a backup. */
  since: number | null;
}

/** Backs up and restores the site. */
export interface BackupApi extends Rpc.DurableObjectBranded {
  /** Notes that an object has changed since its last export. */
  changed(kind: ObjectKind, name: string): void;
  /** Starts a backup unless something is running. Returns its id, or that of the running one. */
  start(): string;
  startIfDue(now: number): void;
  /** Starts to restore a backup into an empty site. Returns why it can't, or null. */
  restore(id: string): Promise<string | null>;
  status(): BackupStatus;
}
