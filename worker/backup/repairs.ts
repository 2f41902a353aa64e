import type { Statement } from "#db/database.ts";
import { repairArchives } from "../archive/repair-archives.ts";
import { query } from "./database-plan.ts";
import type { Manifest } from "./manifest.ts";

/** Statements that remove traces of what was going on when a backup was made: who was online or playing, and what moved. */
export const repairStatements = ({
  started_at,
  tables,
}: Pick<Manifest, "started_at" | "tables">): Statement[] => [
  query("update counters set value = 0 where name in ('online', 'in_game', 'playing') and value <> 0"),
  query("update levels set playing_count = 0 where playing_count <> 0"),
  // A backup from before version 0.5 has none.
  ...(tables.some(({ name }) => name === "archives") ? repairArchives(started_at) : []),
];
