import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#domain/limits.ts";
import { contains } from "./match.ts";

/** Every character of a username; the index ignores case. */
const CHARACTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789_"];
const NAME_PART = /^[a-z0-9_]{1,20}$/;
/** No more different words fit into a name of 20 characters. */
const MOST_WORDS = 12;

/** The index holds runs of three characters. Two characters match with any third one beside them. */
const matchPart = (part: string): string =>
  part.length > 2
    ? `"${part}"`
    : `(${CHARACTERS.flatMap((one) => [`"${part}${one}"`, `"${one}${part}"`]).join(" OR ")})`;

const newestMatches = (parts: readonly string[]): SQL =>
  sql`select rowid as id from name_search where name_search match ${parts.map(matchPart).join(" AND ")}
    order by rowid desc limit ${sql.raw(String(LIMITS.searchMatches))}`;

/** The newest accounts, with their names. */
const NEWEST = sql`select id, username from users where deleted_at is null
  order by id desc limit ${sql.raw(String(LIMITS.newestSearched))}`;

/**
 * Selects the `id`s of the newest accounts whose names contain every word of a search anywhere; null if no name can. The index
 * can't find single characters: a search for nothing else covers the newest accounts only.
 */
export function accountsNamed(search: string): SQL | null {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))];
  const isName =
    words.length > 0 && words.length <= MOST_WORDS && words.every((word) => NAME_PART.test(word));
  if (!isName) return null;
  const parts = words.filter((word) => word.length > 1);
  const characters = words.filter((word) => word.length === 1);
  if (characters.length === 0) return newestMatches(parts);
  const named = parts.length
    ? sql`select m.id, u.username from (${newestMatches(parts)}) m cross join users u on u.id = m.id`
    : NEWEST;
  const hasAll = sql.join(
    characters.map((one) => contains(sql`username`, one)),
    sql` and `,
  );
  return sql`select id from (${named}) where ${hasAll} limit ${sql.raw(String(LIMITS.searchMatches))}`;
}
