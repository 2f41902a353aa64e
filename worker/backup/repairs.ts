import type { Statement } from "#db/database.ts";
import { query } from "./database-plan.ts";

/** Statements that remove traces of what was going on when a backup was made: who was online or playing. */
export const repairStatements = (): Statement[] => [
  query("update counters set value = 0 where name in ('online', 'in_game', 'playing') and value <> 0"),
  query("update levels set playing_count = 0 where playing_count <> 0"),
];
