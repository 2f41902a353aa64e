import type { Database } from "#db/database.ts";
import { pairKey } from "#domain/conversations/ids.ts";
import type { ObjectKind } from "./export-state.ts";
import { query } from "./manifest.ts";

interface FindSource {
  kind: ObjectKind;
  /** Selects ids after `?1`, at most `?2`. */
  sql: string;
}

/** Where names of restored objects are; conversations are in hubs. Without a password, none signed in. */
export const FIND_SOURCES: readonly FindSource[] = [
  {
    kind: "hub",
    sql: "select id from users where id > ?1 and (password_hash <> '' or exists (select 1 from sessions where user_id = users.id)) order by id limit ?2",
  },
  { kind: "host", sql: "select id from hosts where id > ?1 order by id limit ?2" },
  {
    kind: "build",
    sql: `select l.id from levels l join users u on u.id = l.user_id where l.id > ?1 and u.password_hash <> '' order by l.id limit ?2`,
  },
];

const FOUND_AT_ONCE = 2_000;

/** Returns ids of a source, and the last one if there are more. */
export async function findNames(
  db: Database,
  { sql }: FindSource,
  after: number,
): Promise<{ ids: number[]; last: number | null }> {
  const found = await db.all(query<{ id: number }>(sql, after, FOUND_AT_ONCE));
  const ids = found.map(({ id }) => id);
  return { ids, last: ids.length < FOUND_AT_ONCE ? null : (ids.at(-1) ?? null) };
}

/** Returns the names of the conversations in a hub's export. */
export function partnersIn(text: string, user: string): string[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith('{"table":"conversations"'));
  if (start < 0) return [];
  const rows = lines.slice(start + 1);
  const end = rows.findIndex((line) => !line.startsWith("["));
  return rows.slice(0, end).map((line) => pairKey(Number(user), (JSON.parse(line) as [number])[0]));
}
