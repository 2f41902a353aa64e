import { setTimeout as sleep } from "node:timers/promises";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { prepareState } from "../../site/prepare.ts";
import { processesOf } from "../../start/processes.mjs";
import { busyLoop, pinned } from "../first-run/busy-loop.ts";
import { FirstRun } from "../first-run/first-run.ts";
import { Visitors } from "../first-run/visitors.ts";
import { worldProblems } from "../first-run/world.ts";

const COLD_RUNS = 20;
const KILLS = 10;

/** As little of the first processor as a shared machine may leave. */
const PREFIX = pinned(["nice", "-n", "10"]);

/**
 * Starts the site on empty folders, on one low-priority processor next to a busy loop, while visitors knock from the
 * first second on; then kills starts at random moments and starts them again.
 */
export const judgeFirstRuns: Area = async (report, { small }) => {
  const reference = emptyScratch();
  await prepareState(reference);
  const busy = busyLoop();
  const problems: string[] = [];
  const visitors = new Visitors();
  const durations: number[] = [];
  let unfinished = 0;

  /** Starts the site, waits until it is ready or, with `killAfter` (ms), kills it; returns the seconds until it was ready. */
  async function run(state: string, killAfter?: number): Promise<number | null> {
    const start = await FirstRun.start(state, { prefix: PREFIX });
    const leave = visitors.visit(start.url);
    if (killAfter !== undefined) {
      await sleep(killAfter);
      await start.kill();
      await leave();
      return null;
    }
    if (!(await start.ready())) {
      unfinished++;
      console.error(start.output);
    }
    await leave();
    await start.stop();
    problems.push(...worldProblems(state, reference));
    for (const pid of processesOf(state)) problems.push(`process ${pid} was left behind`);
    return start.seconds;
  }

  try {
    for (let i = 0; i < (small ? 2 : COLD_RUNS); i++) durations.push((await run(emptyScratch())) ?? 0);
    const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
    report.told("median of a cold first run", median, { unit: "s" });
    for (let i = 0; i < (small ? 2 : KILLS); i++) {
      const state = emptyScratch();
      await run(state, Math.random() * median * 1000);
      await run(state);
    }
  } finally {
    busy.kill();
  }
  report.most("starts that did not finish", unfinished, 0);
  report.most("faults of a finished world", problems.length, 0, { notes: problems.slice(0, 5) });
  report.told("responses before the site was ready", visitors.held);
  report.told("sign-ups accepted", visitors.signedUp);
  report.least("starts on which someone signed up", visitors.sites.size, small ? 4 : COLD_RUNS + KILLS);
  report.most("responses of 500 and more but 503", visitors.errors.length, 0, {
    notes: visitors.errors.slice(0, 5),
  });
  report.most("times the port did not answer for over 30 s", visitors.silences, 0);
};
