import { BUILD, browserTests, type CheckStage, runStages, script, vitest } from "../check/stages.ts";
import { findChromium } from "../test/chromium.ts";

// Tests that take too long for `npm test`: every invalid body and value for every route, every browser test, every page in
// every theme and both sizes, and comparisons of the pictures with WebGL and mozjpeg.
process.env.CHROMIUM = findChromium();
process.env.NIGHTLY = "1";
/** Reads come from copies of the databases that follow them every 0 to 5 seconds. */
const lagging = (stage: CheckStage): CheckStage => ({
  ...stage,
  name: `${stage.name} on lagging copies`,
  env: { ...stage.env, LAGGING_COPY: "on" },
});

await runStages(
  [[BUILD]],
  [[vitest(["worker"], "bad-input")], [vitest(["unit"], ".nightly.")]],
  [[browserTests()]],
  // All endpoints, sockets and objects while the newest version is upgraded to this one.
  [[script("upgrade", "scripts/chaos/main.ts", "upgrade")]],
  // Reads from a copy of the database that lags behind.
  [[lagging(vitest(["worker"])), lagging(browserTests("journey.spec"))]],
  // Faults of what the site depends on.
  [[script("faults", "scripts/chaos/main.ts", "faults")]],
  // Ratios of CPU time, on their own: other work on the machine changes them.
  [[script("benches", "scripts/bench/main.ts", "--small")]],
);
