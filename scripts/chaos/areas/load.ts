import { setTimeout as pause } from "node:timers/promises";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { KillableSite } from "../killable-site.ts";
import { ATTACKS } from "../load/attacks.ts";
import { readTraces, tracesSince } from "../load/traces.ts";
import { Visitor } from "../load/visitor.ts";
import { createLoadWorld } from "../load/world.ts";

/** A page's median while one account attacks, against the quiet one measured just before. */
const MOST_TIMES = 3;
const ATTACK_MS = { full: 20_000, small: 8_000 };
const QUIET_MS = { full: 6_000, small: 3_000 };
/** Queued work goes on after the last request. */
const SETTLE_MS = 4_000;

const QUIET_AGAIN_SECONDS = 10;
const PATIENCE_SECONDS = 120;
const SAMPLE_MS = 1_000;

/** Waits until pages are about as fast as before. Returns the seconds. */
async function untilQuiet(visitor: Visitor, quietMs: number): Promise<number> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  while (seconds() < PATIENCE_SECONDS) {
    const { p50 } = await visitor.during(() => pause(SAMPLE_MS));
    if (p50 <= quietMs * 1.5) break;
  }
  return seconds();
}

/**
 * One account after the other attacks the site as fast as its limits permit, while a visitor opens pages. Prints what each attack
 * leaves behind.
 */
export const verifyLoad: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder(), { RATE_LIMITS: "on" });
  const world = await createLoadWorld(site);
  const visitor = new Visitor({
    url: site.url,
    paths: ["/", "/levels", `/levels/${world.short.id}`, "/api/levels?page=1&n={n}"],
  });
  // The first requests of a fresh process are slow.
  await visitor.during(() => pause(QUIET_MS[size]));
  const quiet = await visitor.during(() => pause(QUIET_MS[size]));
  report.info("a visitor's page on the quiet site", quiet.p50, { unit: "ms" });
  for (const { name, objects, bytes, run } of ATTACKS) {
    const before = readTraces(site.state);
    const end = Date.now() + ATTACK_MS[size];
    let results = new Map<string, number>();
    const attacked = await visitor.during(async () => {
      results = await run(world, () => Date.now() >= end);
      await pause(SETTLE_MS);
    });
    const left = tracesSince(before, readTraces(site.state));
    report.atMost(`${name}: a visitor's page`, attacked.p50 / quiet.p50, MOST_TIMES, {
      unit: "× the quiet site's",
      notes: [[...results].map(([result, count]) => `${result}: ${count}`).join(", ")],
    });
    const again = await untilQuiet(visitor, quiet.p50);
    report.atMost(`${name}: until the site is quiet again`, again, QUIET_AGAIN_SECONDS, { unit: "s" });
    report.atMost(`${name}: objects made`, left.objects, objects, { notes: left.notes });
    report.atMost(`${name}: stored`, left.bytes / 1e6, bytes / 1e6, { unit: "MB" });
  }
  await visitor.leave();
  await site.stop();
};
