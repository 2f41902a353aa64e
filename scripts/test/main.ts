import { join } from "node:path";
import { root } from "../bootstrap.mjs";
import { browserTests, CHECKS, runStages, vitest } from "../check/stages.ts";
import { buildSite } from "../site/build.ts";
import { findChromium } from "./chromium.ts";

await buildSite();
process.env.CHROMIUM = findChromium();
await runStages([
  ...CHECKS,
  vitest("unit"),
  vitest("worker"),
  { name: "deploy, dry run", command: [join(root, "scripts/deploy/main.ts"), "--dry-run"] },
  browserTests,
]);
