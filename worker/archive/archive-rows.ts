import { Database } from "#db/database.ts";
import type { Env } from "../env.ts";
import { readProgress, storeProgress } from "../read-progress.ts";
import { moveAuditEntries } from "./move-audit.ts";
import { moveCases } from "./move-cases.ts";
import { sweepArchives } from "./sweep-archives.ts";

/** Files of each kind per run of the schedule. */
const FILES_PER_RUN = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves rows that have been done for a year from the database to files. Once a day, deletes files that came of failed moves. */
export async function archiveRows(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  for (const move of [moveAuditEntries, moveCases])
    for (let file = 0; file < FILES_PER_RUN && (await move(env.BUCKET, db, now)); file++);
  const day = Math.floor(now / DAY_MS);
  if (((await readProgress(db, "archives_swept")) ?? 0) >= day) return;
  await sweepArchives(env.BUCKET, db, now);
  await storeProgress(db, "archives_swept", day);
}
