import { join } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { prepareState } from "../site/prepare.ts";
import { StateLock } from "../site/state-lock.ts";
import { runCommand } from "../start/explain.ts";
import { BULK_KINDS, type BulkCounts, seedBulk } from "./bulk.ts";
import { checkBulk } from "./check-bulk.ts";
import { drawDemoPictures } from "./demo.ts";
import { parseCount } from "./parse-count.ts";
import { recordRuns } from "./recorded-runs.ts";

// npm run seed                        creates the demo world if the database is empty
// npm run seed -- --levels 1M         also adds that many made-up levels (likewise --users, --ratings, --items, --transactions)
// npm run seed -- --levels 1M --check recomputes all counters afterwards
// npm run seed -- --draw              redraws all of scripts/seed/content/pictures and chooses the shots of scripts/seed/content/level-shots.json
// npm run seed -- --record-runs       lets the bot play one level of each theme and stores its runs in scripts/seed/content/runs.json
await runCommand(async () => {
  const options = Object.fromEntries(
    [...BULK_KINDS, "state"].map((name) => [name, { type: "string" as const }]),
  );
  const tasks = ["--draw", "--record-runs"].filter((task) => process.argv.includes(task));
  const flags = [...tasks, "--check"];
  const { values } = parseArgs({
    options,
    args: process.argv.slice(2).filter((arg) => !flags.includes(arg)),
  });
  const state = values.state ?? join(root, ".bopolis");
  const counts: BulkCounts = {};
  for (const kind of BULK_KINDS) {
    const value = values[kind];
    if (value === undefined) continue;
    const count = parseCount(value);
    if (count === null) throw new Problem(`✗ --${kind} needs a number like 500, 20k or 10M, not "${value}".`);
    counts[kind] = count;
  }

  if (tasks.includes("--record-runs")) recordRuns();
  if (tasks.includes("--draw")) await drawDemoPictures();
  if (tasks.length === 0) {
    // The lock is released when this process ends.
    StateLock.forDevelopment(state, { command: "npm run seed" });
    await buildSite();
    await prepareState(state);
    seedBulk(state, counts);
    if (process.argv.includes("--check")) checkBulk(state);
  }
});
