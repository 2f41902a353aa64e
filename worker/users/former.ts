import { sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/client.ts";

/** For how long a name that staff took away is nobody else's, in milliseconds. */
export const RESERVED_FOR = 365 * 24 * 60 * 60 * 1000;

const currentNameQuery = (former: string, now: number): Statement<{ username: string }> =>
  statement(sql`select u.username from former_names f join users u on u.id = f.user_id
    where f.username = ${former} and f.reserved_until > ${now} and u.deleted_at is null`);

/** The username that an account has now, by one it had until lately; null where no account had it. */
export async function currentName(db: Database, former: string, now: number): Promise<string | null> {
  const row = await db.first(currentNameQuery(former, now));
  return row && row.username.toLowerCase() !== former.toLowerCase() ? row.username : null;
}
