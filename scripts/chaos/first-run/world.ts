import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../site/database-file.ts";

/** What the demo world consists of, without what sign-ups add. */
const PARTS: Record<string, string> = {
  people: "select count(*) as n from users where email like '%@example.com'",
  ...Object.fromEntries(
    [
      ...[
        "levels",
        "level_revisions",
        "plays",
        "clears",
        "ratings",
        "favorites",
        "comments",
        "buddies",
        "blocks",
      ],
      ...[
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
      ],
    ].map((table) => [table, `select count(*) as n from ${table}`]),
  ),
  pictures: `select (select count(*) from levels where thumbnail is not null)
    + (select count(*) from items where thumbnail is not null)
    + (select count(*) from users where avatar is not null and email like '%@example.com') as n`,
};

const count = (state: string): Map<string, number> => {
  const database = new DatabaseSync(databaseFile(state));
  const counts = new Map(
    Object.entries(PARTS).map(([name, sql]) => [name, Number(database.prepare(sql).get()?.n)]),
  );
  database.close();
  return counts;
};

/** Where a stopped site's demo world differs from a complete one. */
export function worldProblems(state: string, reference: string): string[] {
  const wanted = count(reference);
  return [...count(state)].flatMap(([name, n]) =>
    n === wanted.get(name) && n > 0 ? [] : [`${name}: ${n} instead of ${wanted.get(name)}`],
  );
}
