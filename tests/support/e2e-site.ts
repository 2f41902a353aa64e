import { scratchWorld } from "#scripts/bench/worlds.ts";
import { startSite } from "#scripts/site/site.ts";

// The site as `npm start` runs it, on a copy of the demo world that goes when this process ends.
const state = await scratchWorld();
const vars = { RATE_LIMITS: "off", LOG: "errors" };

// What the schedule sees to (achievements are defined, the day's coins paid) is done before the first visitor comes.
const before = await startSite({ port: 0, state, vars });
await before.runSchedule();
await before.stop();

const site = await startSite({ port: Number(process.env.E2E_PORT ?? 8791), state, vars });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void site.stop().finally(() => process.exit(0));
  });
}
