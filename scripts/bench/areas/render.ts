import { startProgram } from "../baseline.ts";
import { benchLookFiles, filesToSend } from "../bench-look.ts";
import { bundle } from "../bundle.ts";
import { median } from "../race.ts";
import type { BenchArea } from "../run.ts";

/** Limits of a picture's time in milliseconds. */
const LIMITS = { warm: 45, cold: 300 };

/**
 * Measures the cost of a 512 × 512 picture of a dressed bopi in workerd. That it is like WebGL's: tests/e2e/edge-rendering.nightly.spec.ts.
 * That a look is drawn once: tests/worker/look-pictures.test.ts.
 */
export const measureRender: BenchArea = async (report, { small }) => {
  const code = await bundle("tests/bench/render/worker.ts", "es");
  const look = JSON.stringify(filesToSend(benchLookFiles()));
  const cold: number[] = [];
  for (let i = 0; i < (small ? 2 : 5); i++) {
    const { time, stop } = await start(code);
    const baseline = await time("/hello");
    cold.push((await time("/load", look)) - Math.min(baseline, await time("/hello")));
    await stop();
  }
  report.atMost("the first picture of a fresh isolate, 6 files decoded", median(cold), LIMITS.cold, {
    unit: "ms",
    notes: [cold.map((one) => one.toFixed(0)).join(", ")],
  });
  const { time, stop } = await start(code);
  try {
    await time("/load", look);
    for (let i = 0; i < 20; i++) await time("/job");
    const jobs: number[] = [];
    for (let i = 0; i < (small ? 40 : 120); i++) jobs.push((await time("/job")) - (await time("/hello")));
    const label = "512 × 512 picture, drawn and encoded: median";
    report.atMost(label, median(jobs), LIMITS.warm, {
      unit: "ms",
      notes: [`best ${Math.min(...jobs).toFixed(1)}`],
    });
  } finally {
    await stop();
  }
};

async function start(code: string) {
  const { url, stop } = await startProgram("render", code);
  /** Requests a path. Returns the milliseconds until the response is complete. */
  const time = async (path: string, body?: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(new URL(path, url), body ? { method: "POST", body } : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return performance.now() - started;
  };
  return { time, stop };
}
