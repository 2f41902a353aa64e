import { benchLookFiles } from "#scripts/bench/bench-look.ts";
import { compareRenderers } from "#tests/support/edge-rendering/compare-renderers.ts";
import { expect, test } from "./test.ts";

test("the edge draws a bopi as WebGL does, from the front, the back and above", async ({ browser }) => {
  // WebGL draws in software, which takes a third of the time limit on an idle machine.
  test.slow();
  for (const { angle, equal, smoothed } of await compareRenderers(browser, benchLookFiles())) {
    expect(equal.whole, `from the ${angle}, with as many samples`).toBeGreaterThanOrEqual(0.9995);
    expect(equal.figure, `the figure from the ${angle}`).toBeGreaterThanOrEqual(0.999);
    expect(smoothed.whole, `from the ${angle}, smoothed by the browser`).toBeGreaterThanOrEqual(0.99);
  }
});
