import { type Columns, type Database, statement } from "#db/database.ts";

/** Reads how long a user has played a level, in seconds. */
export async function readSecondsPlayed(
  play: Database,
  { user, level }: { user: number; level: number },
): Promise<number> {
  const row = await play.first(
    statement<Columns<"plays", "seconds">>`select seconds from plays where user_id = ${user}
      and level_id = ${level}`,
  );
  return row?.seconds ?? 0;
}
