import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIfEmpty } from "#scripts/seed/demo.ts";
import { startSite } from "#scripts/site/site.ts";

// The site as `npm start` runs it, on a scratch state folder; the demo world is made anew for every run.
const state = join(tmpdir(), `bopolis-e2e-${process.env.E2E_PORT}`);
rmSync(state, { recursive: true, force: true });
const site = await startSite({ port: 0, state, vars: { RATE_LIMITS: "off", LOG: "errors" } });
await seedIfEmpty(site);
await site.stop();
await startSite({ port: Number(process.env.E2E_PORT), state, vars: { RATE_LIMITS: "off", LOG: "errors" } });
