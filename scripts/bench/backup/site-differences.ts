import { DatabaseSync } from "node:sqlite";
import { DATABASES, type DatabaseSource } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { databaseFile } from "../../site/database-file.ts";

/** Tables of the present moment, which a restored site begins without. */
const LIVE_TABLES = ["presence", "playing", "host_levels", "schedule_runs", "d1_migrations"];

/** Sums that must be equal, by name. */
const SUMS: Record<DatabaseName, Record<string, string>> = {
  main: {
    balances: "select sum(coins) as coins, sum(xp) as xp from users",
    ledger: "select sum(coins) as coins, sum(xp) as xp from transactions",
    inventory: "select sum(item_id * 31 + coalesce(serial, 0)) as n from inventory",
    ratings: "select sum(ratings_count) as n, sum(rating_sum) as sum from levels",
  },
  play: {
    runs: "select count(*) as n, sum(ms) as ms from runs",
    clears: "select count(*) as n, sum(best_ms) as ms from clears",
    plays: "select sum(visits) as n, sum(seconds) as seconds from plays",
  },
  forum: {
    threads: "select sum(replies_count) as n from threads",
    bookmarks: "select sum(value) as n from bookmark_counts",
  },
};

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '%\\_search%' escape '\\'
        and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !LIVE_TABLES.includes(name));

/** Returns the numbers of rows and the sums that differ between the databases of two stopped sites. */
export const siteDifferences = (first: string, second: string): string[] =>
  DATABASES.flatMap((source) => databaseDifferences(source, first, second));

function databaseDifferences({ name: database }: DatabaseSource, first: string, second: string): string[] {
  const [a, b] = [first, second].map(
    (state) => new DatabaseSync(databaseFile(state, database), { readOnly: true }),
  );
  if (!a || !b) throw new Error("Two states are needed.");
  const queries: [string, string][] = [
    ...tablesOf(a).map((name): [string, string] => [name, `select count(*) as n from "${name}"`]),
    ...Object.entries(SUMS[database]),
  ];
  const differences = queries.flatMap(([name, sql]) => {
    const [before, after] = [a, b].map((db) => JSON.stringify(db.prepare(sql).get()));
    return before === after ? [] : [`${database} ${name}: ${before} before, ${after} after`];
  });
  a.close();
  b.close();
  return differences;
}
