import { assembleBopi } from "#domain/avatar/model/assemble.ts";
import { decodeLook, type LookFiles } from "../../seed/looks.ts";
import { startProgram } from "../bare.ts";
import { openBrowser } from "../browser.ts";
import { median } from "../race.ts";
import { bundle } from "../render/bundle.ts";
import { compareRenderers } from "../render/likeness.ts";
import { COLORS, dressedFiles, filesToSend } from "../render/look.ts";
import type { Report } from "../report.ts";
import type { Area } from "../run.ts";

/** Lines of RENDERER.md. */
const LINES = { warm: 45, cold: 300, whole: 0.9995, figure: 0.999, smoothed: 0.99 };
const RASTERS = 20;

/** What a 512 × 512 picture of a dressed bopi costs in workerd, and how much it looks like WebGL's. */
export const measureRender: Area = async (report, { small }) => {
  const files = dressedFiles();
  const code = await bundle("tests/bench/render/worker.ts", "es");
  await judgeCold(report, code, files, small ? 2 : 5);
  await judgeWarm(report, code, files, small ? 40 : 120);
  const browser = await openBrowser();
  try {
    for (const { angle, equal, smoothed } of await compareRenderers(browser, files)) {
      report.least(`likeness to WebGL from the ${angle}, equal sampling`, equal.whole, LINES.whole, {
        unit: "SSIM",
        notes: [
          `SSIM ${equal.whole.toFixed(5)}, of the figure alone ${equal.figure.toFixed(5)}`,
          `mean difference ${equal.mean.toFixed(3)} of 255, ${(equal.off * 100).toFixed(2)} % of the figure off by more than 8`,
        ],
      });
      report.least(`the same, the figure alone`, equal.figure, LINES.figure, { unit: "SSIM" });
      report.least(`against the browser's own smoothing`, smoothed.whole, LINES.smoothed, { unit: "SSIM" });
    }
  } finally {
    await browser.close();
  }
};

interface Renderer {
  /** Milliseconds until the whole answer of a path is here. */
  ask: (path: string, body?: string) => Promise<number>;
  stop: () => Promise<void>;
}

async function start(code: string): Promise<Renderer> {
  const { url, stop } = await startProgram("render", code);
  const ask = async (path: string, body?: string) => {
    const started = performance.now();
    const response = await fetch(new URL(path, url), body ? { method: "POST", body } : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return performance.now() - started;
  };
  return { ask, stop };
}

/** The first picture of a fresh isolate, files decoded and all. */
async function judgeCold(report: Report, code: string, files: LookFiles, times: number): Promise<void> {
  const body = JSON.stringify(filesToSend(files));
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const { ask, stop } = await start(code);
    const bare = await ask("/hello");
    taken.push((await ask("/load", body)) - Math.min(bare, await ask("/hello")));
    await stop();
  }
  report.most("the first picture of a fresh isolate, six files decoded", median(taken), LINES.cold, {
    unit: "ms",
    notes: [`of ${times}: ${taken.map((one) => one.toFixed(0)).join(", ")}`],
  });
}

async function judgeWarm(report: Report, code: string, files: LookFiles, times: number): Promise<void> {
  const { ask, stop } = await start(code);
  try {
    await ask("/load", JSON.stringify(filesToSend(files)));
    for (let i = 0; i < 20; i++) await ask("/job");
    const jobs: number[] = [];
    const hellos: number[] = [];
    for (let i = 0; i < times; i++) {
      jobs.push(await ask("/job"));
      hellos.push(await ask("/hello"));
    }
    const bare = median(hellos);
    jobs.sort((a, b) => a - b);
    const quantile = (share: number) => (jobs[Math.floor((jobs.length - 1) * share)] ?? 0) - bare;
    report.most("a picture 512 × 512, drawn and encoded, median", quantile(0.5), LINES.warm, { unit: "ms" });
    report.told("the same, 95 of 100 within", quantile(0.95), { unit: "ms" });
    report.told("the same, best", quantile(0), { unit: "ms" });
    await ask("/raster?times=5");
    const drawn = (await ask(`/raster?times=${RASTERS}`)) - bare;
    report.told("drawing alone", drawn / RASTERS, { unit: "ms" });
    const triangles = countTriangles(files);
    report.told("triangles a second", (triangles * RASTERS * 1000) / drawn, {
      notes: [`${triangles.toLocaleString("en")} triangles a picture`],
    });
  } finally {
    await stop();
  }
}

function countTriangles(files: LookFiles): number {
  let triangles = 0;
  assembleBopi(COLORS, decodeLook(files)).object.traverse((part) => {
    const { geometry } = part as { geometry?: { getIndex(): { count: number } | null } };
    triangles += (geometry?.getIndex()?.count ?? 0) / 3;
  });
  return triangles;
}
