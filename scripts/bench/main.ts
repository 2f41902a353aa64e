import { buildSite } from "../site/build.ts";
import { BENCH_AREAS } from "./areas/bench-areas.ts";
import { runAreas } from "./run.ts";

// npm run bench [area …]              prints each figure of these areas with its limit and result
// npm run bench rows -- --small   uses 20,000 rows instead of a million, and fewer rounds
await buildSite();
await runAreas(BENCH_AREAS, process.argv.slice(2));
