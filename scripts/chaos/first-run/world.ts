import { DatabaseSync } from "node:sqlite";
import { DATABASE_NAMES, type DatabaseName } from "#domain/database-names.ts";
import { databaseFile } from "../../site/database-file.ts";

const countRows = (tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, `select count(*) as n from ${table}`]));

/** Queries that count the demo world's contents by database, without new sign-ups. */
const COUNTS: Record<DatabaseName, Record<string, string>> = {
  main: {
    people: "select count(*) as n from users where email like '%@example.com'",
    ...countRows([
      "levels",
      "level_revisions",
      "ratings",
      "favorites",
      "comments",
      "buddies",
      "blocks",
      "items",
      "inventory",
      "outfits",
      "wishes",
      "cases",
      "appeals",
      "events",
      "achievements",
    ]),
    pictures: `select (select count(*) from levels where thumbnail is not null)
    + (select count(*) from items where thumbnail is not null)
    + (select count(*) from users where avatar is not null and email like '%@example.com') as n`,
  },
  forum: countRows(["threads", "replies"]),
  play: countRows(["plays", "clears", "runs"]),
};

const count = (state: string): Map<string, number> =>
  new Map(
    DATABASE_NAMES.flatMap((name) => {
      const database = new DatabaseSync(databaseFile(state, name));
      const counts = Object.entries(COUNTS[name]).map(
        ([what, sql]) => [what, Number(database.prepare(sql).get()?.n)] as const,
      );
      database.close();
      return counts;
    }),
  );

/** Returns the differences between a stopped site's demo world and a complete one. */
export function worldProblems(state: string, reference: string): string[] {
  const expected = count(reference);
  return [...count(state)].flatMap(([name, n]) =>
    n === expected.get(name) && n > 0 ? [] : [`${name}: ${n} instead of ${expected.get(name)}`],
  );
}
