import { coloredLook, DEFAULT_LOOK, encodeLook } from "#domain/avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { SiteClient, type SiteResponse } from "../../client/site-client.ts";
import { startProgram } from "../baseline.ts";
import { benchLookFiles, filesToSend } from "../bench-look.ts";
import { bundle } from "../bundle.ts";
import { costOf, openSite, settledCounts, signInDemo } from "../open-site.ts";
import { median } from "../race.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

/** Limits of a picture's time in milliseconds. */
const LIMITS = { warm: 45, cold: 300 };
const TYPES = ["hat", "face", "shirt", "shoes"];
/** Requests of a picture at once, before it is drawn. */
const AT_ONCE = 8;

/**
 * Measures the cost of a 512 × 512 picture of a dressed bopi in workerd, and what try-on draws. That it is like WebGL's:
 * tests/e2e/edge-rendering.nightly.spec.ts.
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
  await checkTryOn(report);
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

/** Counts what trying on items draws and reads, on a running site. */
async function checkTryOn(report: BenchReport): Promise<void> {
  const site = await openSite(0, { wrap: "meter", state: await scratchWorld() });
  try {
    const visitor = new SiteClient(site.url);
    const member = await signInDemo(site.url, "bobby");
    const looks = [{}, { head: "F94144" }, { torso: "3C8DFF" }].map((colors) =>
      encodeLook(Object.keys(colors).length ? coloredLook({ ...DEFAULT_COLORS, ...colors }) : DEFAULT_LOOK),
    );
    const urls: string[] = [];
    for (const type of TYPES) {
      const { data } = await visitor.get<{ data: ItemCardData[] }>(`/api/shop?category=${type}`);
      const [item] = data;
      if (!item) throw new Error(`The shop has no ${type}.`);
      urls.push(...looks.map((look) => tryOnUrl(look, item, { size: 256 })));
    }
    await settledCounts(site.url);
    const first: SiteResponse[] = [];
    for (const url of urls)
      first.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, (_, n) => (n % 2 ? visitor : member).expect(url)),
        )),
      );
    const cached: SiteResponse[] = [];
    // The query must not miss the cache.
    for (const person of [visitor, member])
      for (const url of urls)
        cached.push(await person.expect(url), await person.expect(`${url}?n=${cached.length}`));
    const { "pictures of looks stored": drawn = 0 } = await settledCounts(site.url);
    const worst = (responses: readonly SiteResponse[]) =>
      Math.max(...responses.map((response) => costOf(response).roundTrips));
    // Without a measured figure here, those below would prove nothing.
    if (drawn === 0 || worst(first) === 0) throw new Error("No picture was drawn.");
    report.atMost("try-on: pictures drawn per look and item", drawn / urls.length, 1);
    report.atMost("try-on: D1 round trips of a new picture", worst(first), 1);
    report.atMost("try-on: D1 round trips of a cached picture", worst(cached), 0);
  } finally {
    await site.stop();
  }
}
