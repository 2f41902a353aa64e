import { bundle } from "#scripts/bench/bundle.ts";
import { SIM_HASHES } from "#tests/support/sim/sim-hashes.ts";
import { expect, test } from "./test.ts";

test("The simulation leads to the stored states in Chromium", async ({ page }) => {
  await page.goto("about:blank");
  await page.addScriptTag({ content: await bundle("tests/bench/sim/page.ts", "iife") });
  expect(await page.evaluate("program.simHashes()")).toEqual(SIM_HASHES);
});
