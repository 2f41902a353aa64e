import { setTimeout as sleep } from "node:timers/promises";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { prepareState } from "../../site/prepare.ts";
import { processesOf } from "../../start/processes.mjs";
import { busyLoop, pinned } from "../first-run/busy-loop.ts";
import { FirstRun } from "../first-run/first-run.ts";
import { Visitors } from "../first-run/visitors.ts";
import { worldProblems } from "../first-run/world.ts";

const COLD_RUNS = 20;
const KILLS = 10;

/** Simulates a busy shared machine: low priority on the first processor. */
const PREFIX = pinned(["nice", "-n", "10"]);

/**
 * Starts the site on empty folders with low priority next to a busy loop, while visitors send requests from the first second
 * on. Then kills starts at random moments and starts them again.
 */
export const verifyFirstRuns: BenchArea = async (report, { small }) => {
  const reference = emptyScratchFolder();
  await prepareState(reference);
  const busy = busyLoop();
  const problems: string[] = [];
  const visitors = new Visitors();
  const durations: number[] = [];
  let unfinished = 0;

  /** Starts the site and waits until it's ready, or kills it after `killAfter` ms. Returns the seconds until it was ready. */
  async function run(state: string, killAfter?: number): Promise<number | null> {
    const start = await FirstRun.start(state, { prefix: PREFIX });
    const stopVisits = visitors.visit(start.url);
    if (killAfter !== undefined) {
      await sleep(killAfter);
      await start.kill();
      await stopVisits();
      return null;
    }
    if (!(await start.ready())) {
      unfinished++;
      console.error(start.output);
    }
    await stopVisits();
    await start.stop();
    problems.push(...worldProblems(state, reference));
    for (const pid of processesOf(state)) problems.push(`process ${pid} was left behind`);
    return start.seconds;
  }

  try {
    for (let i = 0; i < (small ? 2 : COLD_RUNS); i++) durations.push((await run(emptyScratchFolder())) ?? 0);
    const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
    report.info("cold first run: median", median, { unit: "s" });
    for (let i = 0; i < (small ? 2 : KILLS); i++) {
      const state = emptyScratchFolder();
      await run(state, Math.random() * median * 1000);
      await run(state);
    }
  } finally {
    busy.kill();
  }
  report.atMost("starts that didn't finish", unfinished, 0);
  report.atMost("faults of a finished world", problems.length, 0, { notes: problems.slice(0, 5) });
  report.info("responses before the site was ready", visitors.held);
  report.info("sign-ups accepted", visitors.signedUp);
  report.atLeast("starts on which someone signed up", visitors.sites.size, small ? 4 : COLD_RUNS + KILLS);
  report.atMost("server errors other than 503", visitors.errors.length, 0, {
    notes: visitors.errors.slice(0, 5),
  });
  report.atMost("times the port didn't respond for over 30 s", visitors.outages, 0);
};
