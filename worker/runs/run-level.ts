import { type Cell, type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { level_revisions, levels } from "#db/schema/index.ts";

/** A level with the revision that was played, as the main database has them before a run is stored. */
export interface RunLevel
  extends Columns<"levels", "id" | "user_id" | "title" | "visibility">,
    Columns<"level_revisions", "revision" | "asset" | "content" | "work" | "clear_run_id"> {
  /** The content of the newest revision. */
  current: Cell<"level_revisions", "content">;
}

/** Selects levels with their revisions: `[[level, revision], …]`. None if the level never had this revision. */
export const runLevelsQuery = (
  played: readonly (readonly [level: number, revision: number])[],
): Statement<RunLevel> =>
  statement(sql`select l.id, l.user_id, l.title, l.visibility, v.revision, v.asset, v.content, v.work,
      v.clear_run_id, n.content as current
    from json_each(${JSON.stringify(played)}) j cross join levels l on l.id = j.value ->> 0
      cross join level_revisions v on v.level_id = l.id and v.revision = j.value ->> 1
      cross join level_revisions n on n.level_id = l.id and n.revision = l.revision`);

/** A level as ranks need it. */
export interface RankedLevel extends Columns<"levels", "id" | "user_id" | "title" | "visibility"> {
  /** The content of the newest revision. */
  current: Cell<"level_revisions", "content">;
}

/** Selects levels as ranks need them. */
export const rankedLevelsQuery = (ids: readonly number[]): Statement<RankedLevel> =>
  statement(sql`select l.id, l.user_id, l.title, l.visibility, n.content as current
    from json_each(${JSON.stringify(ids)}) j cross join levels l on l.id = j.value
      cross join level_revisions n on n.level_id = l.id and n.revision = l.revision`);
