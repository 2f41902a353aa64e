import { type Columns, type Database, statement } from "#db/database.ts";

/** How long the name of a renamed or deleted account stays reserved, in milliseconds. */
export const RESERVED_FOR_MS = 365 * 24 * 60 * 60 * 1000;

/** Returns the current username of the account that recently had this name; null if none had it. */
export async function currentName(db: Database, former: string, now: number): Promise<string | null> {
  const row = await db.first(statement<Columns<"users", "username">>`select u.username from former_names f
    join users u on u.id = f.user_id
    where f.username = ${former} and f.reserved_until > ${now} and u.deleted_at is null`);
  return row && row.username.toLowerCase() !== former.toLowerCase() ? row.username : null;
}
