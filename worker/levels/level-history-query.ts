import { type Columns, type Nullable, type Statement, statement } from "#db/database.ts";

/** A level's record and the viewer's history with it, which play data adds. */
export interface LevelHistory
  extends Nullable<Columns<"clears", "best_ms">>,
    Nullable<{ seconds_played: Columns<"plays", "seconds">["seconds"] }> {
  cleared: 0 | 1;
}

/** Selects a level's record in its current content and a user's history with it. Always one row. */
export const levelHistoryQuery = (
  { id, content }: { id: number; content: string },
  user: number,
): Statement<LevelHistory> =>
  statement`select (select b.best_ms from clears b indexed by clears_live
      where b.level_id = ${id} and b.content = ${content} and b.best_live = 1 order by b.best_ms limit 1) as best_ms,
    exists (select 1 from clears where user_id = ${user} and level_id = ${id}) as cleared,
    (select seconds from plays where user_id = ${user} and level_id = ${id}) as seconds_played`;

const NONE: LevelHistory = { best_ms: null, cleared: 0, seconds_played: null };

export const historyOf = ([row]: readonly LevelHistory[]): LevelHistory => row ?? NONE;
