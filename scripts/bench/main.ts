import { buildSite } from "../site/build.ts";
import { AREAS } from "./areas/table.ts";
import { runAreas } from "./run.ts";

// npm run bench [area …]            every line of those areas with its figure, its limit and whether it holds
// npm run bench rows -- --small     20,000 rows instead of a million
// npm run bench rows -- --ledger=10000000   as many rows of the ledger instead of a million
await buildSite();
await runAreas(AREAS, process.argv.slice(2));
