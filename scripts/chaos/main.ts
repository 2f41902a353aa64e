import { runAreas } from "../bench/run.ts";
import { buildSite } from "../site/build.ts";
import { AREAS } from "./areas/table.ts";

// npm run chaos [area …]         kills the site while it works and holds what it kept against what it promised
// npm run chaos -- --small       fewer deaths, fewer levels
await buildSite();
await runAreas(AREAS, process.argv.slice(2));
