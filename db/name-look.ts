import { type SQL, sql } from "drizzle-orm";

/**
 * How a username looks at a glance: the form that names share if people would mistake one for the other. It's the skeleton of
 * `domain/auth/name-rules.ts` without underscores, except that 6 stays, so that tom2006 isn't tom2009. SQLite computes
 * it, so every row has it, also those of an older version.
 */
export function nameLook(username: SQL): SQL {
  const letters = [..."_0134578l29"].map((from, i) => [from, [..."_oieastbizg"][i]] as const);
  const plain = letters.reduce(
    (text, [from, to]) =>
      sql`replace(${text}, ${sql.raw(`'${from}'`)}, ${sql.raw(from === "_" ? "''" : `'${to}'`)})`,
    sql`lower(${username})`,
  );
  return sql`replace(${plain}, 'rn', 'm')`;
}
