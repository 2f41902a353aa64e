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
    await using program = await start(code);
    const { time } = program;
    const baseline = await time("/hello");
    cold.push((await time("/load", look)) - Math.min(baseline, await time("/hello")));
  }
  const label = "the first picture of a fresh isolate, 6 files decoded";
  report.atMost(label, median(cold), LIMITS.cold, { unit: "ms" });
  await using program = await start(code);
  const { time } = program;
  await time("/load", look);
  for (let i = 0; i < 20; i++) await time("/job");
  const jobs: number[] = [];
  for (let i = 0; i < (small ? 40 : 120); i++) jobs.push((await time("/job")) - (await time("/hello")));
  report.atMost("512 × 512 picture, drawn and encoded: median", median(jobs), LIMITS.warm, { unit: "ms" });
};

async function start(code: string) {
  const program = await startProgram("render", code);
  /** Requests a path. Returns the milliseconds until the response is complete. */
  const time = async (path: string, body?: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(new URL(path, program.url), body ? { method: "POST", body } : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return performance.now() - started;
  };
  return { ...program, time };
}
