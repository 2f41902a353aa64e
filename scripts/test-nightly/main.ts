import { BUILD, browserTests, runStages, script, vitest } from "../check/stages.ts";
import { findChromium } from "../test/chromium.ts";

// Tests that take too long for `npm test`: every invalid body and value for every route, every browser test, every page in
// every theme and both sizes, and comparisons of the pictures with WebGL and mozjpeg.
process.env.CHROMIUM = findChromium();
process.env.NIGHTLY = "1";
await runStages(
  [[BUILD]],
  [[vitest("worker", "bad-input")], [vitest("unit", ".nightly.")]],
  [[browserTests()]],
  // All endpoints, sockets and objects while the newest versions are upgraded to this one.
  [[script("upgrades", "scripts/chaos/main.ts", "upgrades")]],
  // Reads from a copy of the database that lags behind.
  [[script("copies", "scripts/chaos/main.ts", "copies")]],
  // Faults of what the site depends on.
  [[script("faults", "scripts/chaos/main.ts", "faults")]],
);
