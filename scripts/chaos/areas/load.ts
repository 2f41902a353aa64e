import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { median } from "../../bench/race.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { KillableSite } from "../killable-site.ts";
import { ATTACKS, createLoadWorld, type Results } from "../load/attacks.ts";
import type { VisitPages } from "../load/visit-pages.ts";

/** A page's median while one account attacks, against the quiet one measured just before. */
const MOST_TIMES = 3;
const ATTACK_MS = { full: 20_000, small: 8_000 };
const QUIET_MS = { full: 6_000, small: 3_000 };
/** Queued work goes on after the last request. */
const SETTLE_MS = 4_000;
const QUIET_AGAIN_SECONDS = 10;
const PATIENCE_SECONDS = 120;
const SAMPLE_MS = 1_000;

/**
 * One account after the other attacks the site as fast as its limits permit, while a visitor opens pages. Prints what each attack
 * leaves behind.
 */
export const verifyLoad: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder(), { RATE_LIMITS: "on" });
  const world = await createLoadWorld(site);
  // A thread of its own, which is slowed down by the site alone and not by the attackers' own work.
  const visitor = new Worker(new URL("../load/visit-pages.ts", import.meta.url));
  const paths = ["/", "/levels", `/levels/${world.short.id}`, "/api/levels?page=1&n={n}"];
  /** Opens pages while something goes on. Returns the median time of a page in milliseconds. */
  const visitDuring = async (work: () => Promise<unknown>): Promise<number> => {
    visitor.postMessage({ url: site.url, paths } satisfies VisitPages);
    const measured = once(visitor, "message") as Promise<[number[]]>;
    await work();
    visitor.postMessage("stop");
    return median((await measured)[0]);
  };
  // The first requests of a fresh process are slow.
  await visitDuring(() => pause(QUIET_MS[size]));
  const quiet = await visitDuring(() => pause(QUIET_MS[size]));
  report.info("a visitor's page on the quiet site", quiet, { unit: "ms" });
  for (const { name, objects, bytes, run } of ATTACKS) {
    const before = readTraces(site.state);
    const end = Date.now() + ATTACK_MS[size];
    let results: Results = new Map();
    const attacked = await visitDuring(async () => {
      results = await run(world, () => Date.now() >= end);
      await pause(SETTLE_MS);
    });
    const after = readTraces(site.state);
    report.atMost(`${name}: a visitor's page`, attacked / quiet, MOST_TIMES, {
      unit: "× the quiet site's",
      notes: [[...results].map(([result, count]) => `${result}: ${count}`).join(", ")],
    });
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1_000;
    while ((await visitDuring(() => pause(SAMPLE_MS))) > quiet * 1.5 && seconds() < PATIENCE_SECONDS);
    report.atMost(`${name}: until the site is quiet again`, seconds(), QUIET_AGAIN_SECONDS, { unit: "s" });
    report.atMost(`${name}: objects made`, after.objects - before.objects, objects);
    report.atMost(`${name}: stored`, (after.bytes - before.bytes) / 1e6, bytes / 1e6, { unit: "MB" });
  }
  await visitor.terminate();
  await site.stop();
};

/** Counts a site's objects and the bytes of its files. Each object has a database file once it has stored something. */
function readTraces(state: string): { objects: number; bytes: number } {
  const traces = { objects: 0, bytes: 0 };
  for (const entry of readdirSync(join(state, "v3"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    traces.bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    traces.objects += Number(/bopolis-\w+$/.test(entry.parentPath) && entry.name.endsWith(".sqlite"));
  }
  return traces;
}
