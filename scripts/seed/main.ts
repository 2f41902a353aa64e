import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../bootstrap.mjs";
import { buildSite } from "../site/build.ts";
import { prepareState } from "../site/prepare.ts";
import { keepAssets } from "./assets.ts";
import { BULK_KINDS, type BulkCounts, seedBulk } from "./bulk.ts";
import { demoAssets } from "./demo.ts";

// npm run seed                        the demo world, if the database is empty
// npm run seed -- --levels 1000000    and as many made-up levels (likewise --users, --ratings, --items, --transactions)
// npm run seed -- --draw              draws all of db/seed/assets again
const options = Object.fromEntries(
  [...BULK_KINDS, "state"].map((name) => [name, { type: "string" as const }]),
);
const draw = process.argv.includes("--draw");
const { values } = parseArgs({ options, args: process.argv.slice(2).filter((arg) => arg !== "--draw") });
const state = values.state ?? join(root, ".bopolis");
const counts: BulkCounts = {};
for (const kind of BULK_KINDS) {
  const value = values[kind];
  if (value === undefined) continue;
  if (!/^\d{1,8}$/.test(value)) throw new Error(`--${kind} takes a whole number, not "${value}".`);
  counts[kind] = Number(value);
}

if (draw) keepAssets(await demoAssets({ fresh: true }));
else {
  await buildSite();
  await prepareState(state);
  seedBulk(state, counts);
}
