import { scratchWorld } from "#scripts/bench/worlds.ts";
import { startSite } from "#scripts/site/site.ts";

// The site as `npm start` runs it, on a copy of the demo world that goes when this process ends.
const site = await startSite({
  port: Number(process.env.E2E_PORT ?? 8791),
  state: await scratchWorld(),
  vars: { RATE_LIMITS: "off", LOG: "errors" },
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void site.stop().finally(() => process.exit(0));
  });
}
