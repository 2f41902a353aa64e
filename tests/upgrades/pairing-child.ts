import { setTimeout as pause } from "node:timers/promises";
import type { Pairing, PairingResult } from "#scripts/chaos/upgrade/pairing.ts";
import { startSite } from "#scripts/site/site.ts";
import { callEndpoints } from "./call-endpoints.ts";
import { Drill } from "./drill.ts";
import { hookModules } from "./module-hooks.ts";
import { modulesOf } from "./modules.ts";
import { runtime, traffic } from "./runtime.ts";

/** Numbers of factories that earlier pairings on the same state have used. */
const NUMBERS_PER_ROUND = 100_000;
const QUEUES_WITHIN_MS = 60_000;

// Runs one pairing. The argument is a Pairing as JSON; the result is sent to the parent process.
const { round, state, builds, pages, name, ...pairing } = JSON.parse(process.argv[2] ?? "") as Pairing;
const errors: string[] = [];
const wrong: string[] = [];
const site = await startSite({
  port: 0,
  state,
  builds,
  vars: { RATE_LIMITS: "off", LOG: "errors", PASSWORD_COST: "low" },
  log: {
    write(line) {
      if ((JSON.parse(line) as { level: string }).level === "error") errors.push(line);
    },
  },
});
runtime.site = site;
Object.assign(runtime.env, await site.bindings());
hookModules();

async function attempt(step: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    wrong.push(`${step}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

/** Waits until no run, export or picture is queued any more. */
async function drainQueues(): Promise<void> {
  const waiting = `select
    (select count(*) from clear_checks where state = 'waiting') +
    (select count(*) from exports where state = 'waiting') as n`;
  const until = performance.now() + QUEUES_WITHIN_MS;
  while ((await site.d1.prepare(waiting).first<number>("n")) !== 0) {
    if (performance.now() > until) throw new Error("Queued jobs are still waiting.");
    await pause(200);
  }
}

let { carried } = pairing;
for (const [at, { name: version, folder }] of pages.entries()) {
  const load = modulesOf(folder);
  await attempt(`pages of ${version}`, async () => {
    const { unique } = await load("tests/support/browser.ts");
    const first = (round * pages.length + at + 1) * NUMBERS_PER_ROUND;
    while (unique() < first);
    await attempt(`live pages of ${version}`, async () => {
      carried = await Drill.run(load, `${name} ${round}${at}`, carried);
    });
    await attempt(`endpoints of ${version}`, async () => {
      wrong.push(...(await callEndpoints(folder, load)).map((line) => `endpoints of ${version}: ${line}`));
    });
  });
}
// The endpoint tables store checks of clears without an input log, which the schedule can't find.
await site.d1.prepare("delete from clear_checks where log = 'x'").run();
await attempt("the schedule", () => site.runSchedule());
await attempt("the queues", drainQueues);
await attempt("the schedule, after the queues", () => site.runSchedule());
await site.stop();
process.send?.({ ...traffic, errors, wrong, carried } satisfies PairingResult);
process.disconnect?.();
