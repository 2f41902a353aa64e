import { setTimeout as pause } from "node:timers/promises";
import type { HealthReport } from "#domain/health/api.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { FAULTS, type Fault } from "../faults/faults.ts";
import { FaultySite } from "../faults/faulty-site.ts";
import { type ProbeResult, Visitors } from "../faults/probes.ts";

/** Seconds until a fault must be named, and until the site must be as before. */
const LIMIT_S = 60;
const POLL_MS = 1_000;
/** The checks' time limit of three seconds, and some processor time. */
const HEALTH_LIMIT_MS = 10_000;

/** The outcome of a fault. Times are in seconds, and infinite if it didn't happen within the limit. */
interface Outcome {
  fault: string;
  /** The finding of `/health`. */
  text: string;
  named: number;
  recovered: number;
  results: ProbeResult[];
  violations: string[];
}

/**
 * Breaks the surroundings of a running site, one after the other. `/health` must name each fault within a minute, while
 * the site serves what it can and refuses the rest properly. Afterwards it must be as before, without losing a write.
 * `--small` skips the variants.
 */
export const verifyFaults: BenchArea = async (report, { small }) => {
  const site = await FaultySite.start();
  const visitors = await Visitors.create(site);
  await waitForHealth(site, isOk, performance.now());
  await visitors.round();
  const outcomes: Outcome[] = [];
  for (const fault of FAULTS) {
    if (small && !fault.isMain) continue;
    const outcome = await tryFault(site, visitors, fault);
    reportOutcome(report, outcome);
    outcomes.push(outcome);
  }
  visitors.chat.close();
  await site.stop();
  showTable(outcomes);
};

const isOk = ({ status }: HealthReport): boolean => status === "ok";

async function tryFault(site: FaultySite, visitors: Visitors, fault: Fault): Promise<Outcome> {
  const violations: string[] = [];
  const started = performance.now();
  const repair = await fault.inject(site);
  const naming = waitForHealth(site, (report) => namesFault(report, fault), started);
  const results = await visitors.round();
  const { seconds: named, report, slowest } = await naming;
  results.push(...(await visitors.round()));
  violations.push(...violationsOf(fault, results));
  if (slowest > HEALTH_LIMIT_MS) violations.push(`/health took ${Math.round(slowest)} ms`);

  await repair();
  const recovery = await waitForHealth(site, isOk, performance.now());
  if (recovery.seconds === Number.POSITIVE_INFINITY)
    violations.push(`not recovered: ${problemsOf(recovery.report)}`);
  for (const { name, verdict, detail } of await visitors.round())
    if (verdict !== "served") violations.push(`afterwards, ${name}: ${detail}`);
  violations.push(...(await visitors.newWrongWrites()));
  const text =
    named === Number.POSITIVE_INFINITY
      ? problemsOf(report)
      : (report?.checks.find(({ name }) => name === fault.check)?.detail ?? "");
  return { fault: fault.name, text, named, recovered: recovery.seconds, results, violations };
}

const namesFault = ({ checks }: HealthReport, { check, detail }: Fault): boolean =>
  checks.some((one) => one.name === check && one.status !== "ok" && detail.test(one.detail));

const problemsOf = (report: HealthReport | undefined): string =>
  report?.checks
    .filter(({ status }) => status !== "ok")
    .map(({ name, status, detail }) => `${name} is ${status}: ${detail}`)
    .join(" · ") ?? "no response";

interface Wait {
  /** Since `started`. */
  seconds: number;
  report: HealthReport | undefined;
  /** The slowest response in milliseconds. */
  slowest: number;
}

/** Polls `/health` until the condition holds or the time is over. */
async function waitForHealth(
  site: FaultySite,
  condition: (report: HealthReport) => boolean,
  started: number,
): Promise<Wait> {
  const wait: Wait = { seconds: Number.POSITIVE_INFINITY, report: undefined, slowest: 0 };
  const passed = () => (performance.now() - started) / 1_000;
  while (passed() < LIMIT_S) {
    const { report, ms } = await site.health();
    wait.report = report;
    wait.slowest = Math.max(wait.slowest, ms);
    if (condition(report)) return { ...wait, seconds: passed() };
    await pause(POLL_MS);
  }
  return wait;
}

/** Compares what was served and refused during a fault with what must be. */
function violationsOf(
  { served, refused = [], missing = [] }: Fault,
  results: readonly ProbeResult[],
): string[] {
  return results
    .filter(
      ({ name, verdict }) =>
        verdict === "wrong" ||
        (verdict === "missing") !== missing.includes(name) ||
        (verdict === "refused" && served.includes(name)) ||
        (verdict === "served" && refused.includes(name)),
    )
    .map(({ name, verdict, detail }) => `${name} is ${verdict}: ${detail}`);
}

function reportOutcome(report: BenchReport, { fault, text, named, recovered, violations }: Outcome): void {
  report.atMost(`${fault}: named`, named, LIMIT_S, { unit: "s", notes: [text.slice(0, 150)] });
  report.atMost(`${fault}: as before`, recovered, LIMIT_S, { unit: "s" });
  report.atMost(`${fault}: violations`, violations.length, 0, { notes: violations.slice(0, 12) });
}

const namesOf = (results: readonly ProbeResult[], wanted: ProbeResult["verdict"]): string[] => [
  ...new Set(results.filter(({ verdict }) => verdict === wanted).map(({ name }) => name)),
];

function showTable(outcomes: readonly Outcome[]): void {
  const widths = [48, 10, 12, 8];
  const row = (...cells: string[]) =>
    console.log(`  ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" ")}`);
  console.log();
  row("fault", "named", "as before", "served", "refused");
  for (const { fault, named, recovered, results } of outcomes) {
    const served = namesOf(results, "served").length;
    const refused = namesOf(results, "refused");
    row(
      fault,
      `${Math.round(named)} s`,
      `${Math.round(recovered)} s`,
      String(served),
      refused.join(", ") || "nothing",
    );
  }
}
