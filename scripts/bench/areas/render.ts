import { assembleBopi } from "#domain/avatar/model/assemble-bopi.ts";
import { decodeLook, type LookFiles } from "../../seed/looks.ts";
import { startProgram } from "../baseline.ts";
import { openBrowser } from "../browser.ts";
import { median } from "../race.ts";
import { bundle } from "../render/bundle.ts";
import { compareRenderers } from "../render/compare-renderers.ts";
import { BENCH_COLORS, benchLookFiles, filesToSend } from "../render/look.ts";
import { measureTryOn } from "../render/measure-try-on.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";

/** Limits of a picture's time (ms) and of its similarity to WebGL (SSIM). */
const LIMITS = { warm: 45, cold: 300, whole: 0.9995, figure: 0.999, smoothed: 0.99 };
const RASTERS = 20;

/** Measures the cost of a 512 × 512 picture of a dressed bopi in workerd, its similarity to WebGL's, and what try-on draws. */
export const measureRender: BenchArea = async (report, { small }) => {
  const files = benchLookFiles();
  const code = await bundle("tests/bench/render/worker.ts", "es");
  await checkCold(report, code, files, small ? 2 : 5);
  await checkWarm(report, code, files, small ? 40 : 120);
  await measureTryOn(report);
  const browser = await openBrowser();
  try {
    for (const { angle, equal, smoothed } of await compareRenderers(browser, files)) {
      report.atLeast(`similarity to WebGL from the ${angle}, equal sampling`, equal.whole, LIMITS.whole, {
        unit: "SSIM",
        notes: [
          `SSIM ${equal.whole.toFixed(5)}, figure only ${equal.figure.toFixed(5)}`,
          `mean difference ${equal.mean.toFixed(3)} of 255, ${(equal.off * 100).toFixed(2)} % of the figure differs by more than 8`,
        ],
      });
      report.atLeast(`the same, figure only`, equal.figure, LIMITS.figure, { unit: "SSIM" });
      report.atLeast(`similarity to the browser's own antialiasing`, smoothed.whole, LIMITS.smoothed, {
        unit: "SSIM",
      });
    }
  } finally {
    await browser.close();
  }
};

interface Renderer {
  /** Requests a path. Returns the milliseconds until the response is complete. */
  time: (path: string, body?: string) => Promise<number>;
  stop: () => Promise<void>;
}

async function start(code: string): Promise<Renderer> {
  const { url, stop } = await startProgram("render", code);
  const time = async (path: string, body?: string) => {
    const started = performance.now();
    const response = await fetch(new URL(path, url), body ? { method: "POST", body } : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return performance.now() - started;
  };
  return { time, stop };
}

/** Checks the first picture of a new isolate, including decoding the files. */
async function checkCold(report: BenchReport, code: string, files: LookFiles, times: number): Promise<void> {
  const body = JSON.stringify(filesToSend(files));
  const durations: number[] = [];
  for (let i = 0; i < times; i++) {
    const { time, stop } = await start(code);
    const baseline = await time("/hello");
    durations.push((await time("/load", body)) - Math.min(baseline, await time("/hello")));
    await stop();
  }
  report.atMost("the first picture of a fresh isolate, 6 files decoded", median(durations), LIMITS.cold, {
    unit: "ms",
    notes: [`of ${times}: ${durations.map((one) => one.toFixed(0)).join(", ")}`],
  });
}

async function checkWarm(report: BenchReport, code: string, files: LookFiles, times: number): Promise<void> {
  const { time, stop } = await start(code);
  try {
    await time("/load", JSON.stringify(filesToSend(files)));
    for (let i = 0; i < 20; i++) await time("/job");
    const jobs: number[] = [];
    const baselines: number[] = [];
    for (let i = 0; i < times; i++) {
      jobs.push(await time("/job"));
      baselines.push(await time("/hello"));
    }
    const baseline = median(baselines);
    jobs.sort((a, b) => a - b);
    const quantile = (share: number) => (jobs[Math.floor((jobs.length - 1) * share)] ?? 0) - baseline;
    report.atMost("512 × 512 picture, drawn and encoded: median", quantile(0.5), LIMITS.warm, { unit: "ms" });
    report.info("the same, p95", quantile(0.95), { unit: "ms" });
    report.info("the same: best", quantile(0), { unit: "ms" });
    await time("/raster?times=5");
    const drawn = (await time(`/raster?times=${RASTERS}`)) - baseline;
    report.info("drawing only", drawn / RASTERS, { unit: "ms" });
    const triangles = countTriangles(files);
    report.info("triangles per second", (triangles * RASTERS * 1000) / drawn, {
      notes: [`${triangles.toLocaleString("en")} triangles per picture`],
    });
  } finally {
    await stop();
  }
}

function countTriangles(files: LookFiles): number {
  let triangles = 0;
  assembleBopi(BENCH_COLORS, decodeLook(files)).object.traverse((part) => {
    const { geometry } = part as { geometry?: { getIndex(): { count: number } | null } };
    triangles += (geometry?.getIndex()?.count ?? 0) / 3;
  });
  return triangles;
}
