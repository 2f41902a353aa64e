import { BUILD, browserTests, CHECKS, runStages, script, vitest } from "../check/stages.ts";
import { findChromium } from "./chromium.ts";
import { type Selection, selectTests } from "./select.ts";
import { hasSharedMemory, SHARED_MEMORY } from "./shared-memory.ts";
import { changedFeatures, changedFiles, isAffected, unaffectedTests } from "./unaffected.ts";

// npm test              what a change needs: everything except variants and what it can't affect
// npm test -- all       those tests, too (or CI_FULL=1)
// npm test -- billing   one feature: the test files with that name, otherwise the tests with the word in their titles

/** Several times the size of the databases, objects and caches of a run. */
const MIN_MEMORY_BYTES = 4e9;
// Every commit would wait for the disk.
if (hasSharedMemory(MIN_MEMORY_BYTES)) process.env.TMPDIR ??= SHARED_MEMORY;

const word = process.argv.slice(2).join(" ");

if (word && word !== "all") await runFeature(word);
else await runAll(word === "all" || Boolean(process.env.CI_FULL));

/** Keeps two processors busy: all stages leave a part of one idle, so two run at a time. */
async function runAll(isWhole: boolean): Promise<never> {
  process.env.CHROMIUM = findChromium();
  const changed = isWhole ? null : changedFiles();
  const skipped = unaffectedTests(changed);
  const hasComponents = isAffected("ui", changed);
  const inWorkerd = isAffected("worker", changed);
  const without = [...(inWorkerd ? [] : ["of the worker"]), ...(hasComponents ? [] : ["of components"])];
  if (without.length) console.log(`Nothing has changed for the tests ${without.join(" and ")}.`);
  if (skipped.length) console.log(`Nothing has changed for the browser tests ${skipped.join(", ")}.`);
  const features = changedFeatures(changed);
  // The walk over all pages visits theirs.
  if (features) process.env.PAGES_OF = features.join(" ");
  // Variants run nightly, and when their feature is selected.
  const others = ["@nightly", ...skipped.map((name) => `(?<![\\w-])${name}\\.spec`)].join("|");
  const nodeTests = vitest(hasComponents ? ["unit", "ui"] : ["unit"]);
  return runStages(CHECKS, [
    [inWorkerd ? vitest(["worker"]) : nodeTests],
    [
      ...(inWorkerd ? [nodeTests] : []),
      script("demo world", "scripts/test/world.ts"),
      browserTests("--grep-invert", others),
      script("counts of the build", "scripts/bench/counts.ts"),
      script("deploy, dry run", "scripts/deploy/main.ts", "--dry-run"),
    ],
  ]);
}

async function runFeature(feature: string): Promise<never> {
  const selection = selectTests(feature);
  if (!selection) {
    console.log(`No test file is named "${feature}", and no test title contains it.`);
    console.log("\n0 passed, 1 failed");
    process.exit(1);
  }
  const { files } = selection;
  console.log(
    selection.titles === null
      ? `Running the test files named "${feature}":`
      : `No test file is named "${feature}". Running the tests that have it in their titles, from:`,
  );
  for (const file of Object.values(files).flat()) console.log(`  ${file}`);
  if (files.browser.length) process.env.CHROMIUM = findChromium();
  return runStages(...stagesOf(selection).map((stage) => [[stage]]));
}

function stagesOf({ files: { unit, worker, browser }, titles }: Selection) {
  const matching = titles === null ? [] : ["--testNamePattern", titles];
  return [
    ...(unit.length ? [vitest(["unit", "ui"], ...unit, ...matching)] : []),
    ...(worker.length || browser.length ? [BUILD] : []),
    ...(worker.length ? [vitest(["worker"], ...worker, ...matching)] : []),
    ...(browser.length ? [browserTests(...browser, ...(titles === null ? [] : ["--grep", titles]))] : []),
  ];
}
