import { DATABASE_NAMES } from "#domain/database-names.ts";
import { openToCheck } from "../chaos/check.ts";
import { wrongCounters } from "../chaos/wrong-counters.ts";

/** Made-up levels have numbers of plays and clears to sort by, but no rows for them. Made-up activity earns no achievements. */
const INVENTED = [
  "levels.plays_count and visitors_count",
  "levels.clears_count",
  "achievements reached but not awarded",
];

/** Takes a search per level. That each level has a row in the search table is checked as well. */
const SLOW = ["levels not found by their title"];

/** Returns the counters of a stopped site with made-up rows that aren't what their rows add up to. */
export function wrongBulkCounters(state: string, skipped: readonly string[] = []): string[] {
  return DATABASE_NAMES.flatMap((database) => {
    using db = openToCheck(state, database);
    return wrongCounters(db, database, [...INVENTED, ...skipped])
      .filter(([, wrong]) => wrong > 0)
      .map(([name, wrong]) => `${database}, ${name}: ${wrong}`);
  });
}

/** Recomputes the counters of a stopped site. Throws if some are wrong. */
export function checkBulk(state: string): void {
  const started = performance.now();
  const wrong = wrongBulkCounters(state, SLOW);
  if (wrong.length > 0) throw new Error(`Wrong counters:\n${wrong.join("\n")}`);
  console.log(`All counters are right. Checked in ${Math.round((performance.now() - started) / 1000)} s`);
}
