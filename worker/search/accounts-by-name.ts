import { type SQL, sql } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import { contains } from "./match.ts";

/** Every character of a username; the index ignores case. */
const CHARACTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789_"];
const NAME_PART = /^[a-z0-9_]{1,20}$/;
/** A name of 20 characters can't contain more distinct words. */
const MAX_WORDS = 12;

/** The index holds trigrams. Two characters match with any third character before or after them. */
const matchPart = (part: string): string =>
  part.length > 2
    ? `"${part}"`
    : `(${CHARACTERS.flatMap((character) => [`"${part}${character}"`, `"${character}${part}"`]).join(" OR ")})`;

const newestMatches = (parts: readonly string[]): SQL =>
  sql`select rowid as id from name_search where name_search match ${parts.map(matchPart).join(" AND ")}
    order by rowid desc limit ${sql.raw(String(LIMITS.searchMatches))}`;

/** The newest accounts with their names. */
const NEWEST = sql`select id, username from users where deleted_at is null
  order by id desc limit ${sql.raw(String(LIMITS.newestSearched))}`;

/** Selects the newest accounts that contain every word, null if none can. Single characters have no index. */
export function accountsByName(search: string): SQL | null {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))];
  const isName = words.length > 0 && words.length <= MAX_WORDS && words.every((word) => NAME_PART.test(word));
  if (!isName) return null;
  const parts = words.filter((word) => word.length > 1);
  const characters = words.filter((word) => word.length === 1);
  if (characters.length === 0) return newestMatches(parts);
  const named = parts.length
    ? sql`select m.id, u.username from (${newestMatches(parts)}) m cross join users u on u.id = m.id`
    : NEWEST;
  const hasAll = sql.join(
    characters.map((character) => contains(sql`username`, character)),
    sql` and `,
  );
  return sql`select id from (${named}) where ${hasAll} limit ${sql.raw(String(LIMITS.searchMatches))}`;
}
