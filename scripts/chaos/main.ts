import { runAreas } from "../bench/run.ts";
import { buildSite } from "../site/build.ts";
import { CHAOS_AREAS } from "./areas/chaos-areas.ts";

// npm run chaos [area …]         kills the site while it works and checks that no acknowledged write was lost
// npm run chaos -- --small       uses fewer kills and levels
await buildSite();
await runAreas(CHAOS_AREAS, process.argv.slice(2));
