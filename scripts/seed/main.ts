import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../bootstrap.mjs";
import { buildSite } from "../site/build.ts";
import { startSite } from "../site/site.ts";
import { BULK_KINDS, type BulkCounts, seedBulk } from "./bulk.ts";
import { seedIfEmpty } from "./demo.ts";
import { seedTalk } from "./talk.ts";

// npm run seed                        the demo world, if the database is empty
// npm run seed -- --levels 1000000    and as many made-up levels (likewise --users, --ratings, --items, --transactions)
const options = Object.fromEntries(
  [...BULK_KINDS, "state"].map((name) => [name, { type: "string" as const }]),
);
const { values } = parseArgs({ options });
const state = values.state ?? join(root, ".bopolis");
const counts: BulkCounts = {};
for (const kind of BULK_KINDS) {
  const value = values[kind];
  if (value === undefined) continue;
  if (!/^\d{1,8}$/.test(value)) throw new Error(`--${kind} takes a whole number, not "${value}".`);
  counts[kind] = Number(value);
}

buildSite();
const site = await startSite({ port: 0, state });
if (await seedIfEmpty(site)) await seedTalk(site);
await site.stop();
seedBulk(state, counts);
