import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../site/database-file.ts";

/** Queries that count the demo world's contents, without new sign-ups. */
const COUNTS: Record<string, string> = {
  people: "select count(*) as n from users where email like '%@example.com'",
  ...Object.fromEntries(
    [
      "levels",
      "level_revisions",
      "plays",
      "clears",
      "ratings",
      "favorites",
      "comments",
      "buddies",
      "blocks",
      "items",
      "inventory",
      "outfits",
      "wishes",
      "threads",
      "replies",
      "cases",
      "appeals",
      "events",
      "achievements",
    ].map((table) => [table, `select count(*) as n from ${table}`]),
  ),
  pictures: `select (select count(*) from levels where thumbnail is not null)
    + (select count(*) from items where thumbnail is not null)
    + (select count(*) from users where avatar is not null and email like '%@example.com') as n`,
};

const count = (state: string): Map<string, number> => {
  const database = new DatabaseSync(databaseFile(state));
  const counts = new Map(
    Object.entries(COUNTS).map(([name, sql]) => [name, Number(database.prepare(sql).get()?.n)]),
  );
  database.close();
  return counts;
};

/** Returns the differences between a stopped site's demo world and a complete one. */
export function worldProblems(state: string, reference: string): string[] {
  const expected = count(reference);
  return [...count(state)].flatMap(([name, n]) =>
    n === expected.get(name) && n > 0 ? [] : [`${name}: ${n} instead of ${expected.get(name)}`],
  );
}
