import { liveVersions, WORKER_ARGS } from "./deploy-worker.ts";
import { type DeployLock, LockLost } from "./lock.ts";
import { logStep } from "./log.ts";
import type { Probe } from "./probe.ts";
import { probeHealth, probePages } from "./probe.ts";
import { Problem } from "./problem.ts";
import type { Wrangler } from "./wrangler.ts";

/** Time for a deployment to reach the location that the probe uses. */
const ARRIVAL_MS = 60_000;
/** Time until a queue that hasn't delivered a heartbeat counts as stuck, and some more. */
const QUEUE_MS = 30_000;
const PROBE_INTERVAL_MS = 10_000;
/** Failures that stop a step: one alone can be the network's. */
const MAX_FAILURES = 2;

export interface RollOutOptions {
  wrangler: Wrangler;
  probe: Probe;
  /** The version ids: the new one, and the one that has all traffic. */
  version: string;
  previous: string;
  /** Percentages of the traffic, rising. The last one is 100. */
  steps: readonly number[];
  waitSeconds: number;
  /** Only its holder changes the traffic. */
  lock: Pick<DeployLock, "extend" | "keep" | "retake">;
  sleep(ms: number): Promise<void>;
}

/**
 * Gives a new version the traffic step by step. A failed check gives all of it back to the previous version and throws a
 * Problem with the reasons. Without the lock the traffic stays as it is: it's the other deployment's.
 */
export async function rollOut(options: RollOutOptions): Promise<void> {
  const { version, steps, waitSeconds, lock } = options;
  try {
    await lock.extend();
    await setTraffic(options, 0);
    await smokeTest(options);
    logStep("smoke test", `passed by ${version}`);
    for (const percentage of steps) {
      await lock.extend();
      await setTraffic(options, percentage);
      await watchStep(options);
      logStep(`${percentage} % of the traffic`, waitSeconds ? `no errors for ${waitSeconds} s` : "no errors");
    }
  } catch (error) {
    await giveBack(options, error as Error);
  }
}

/** Gives the new version this share of the traffic. */
async function setTraffic(
  { wrangler, version, previous }: Pick<RollOutOptions, "wrangler" | "version" | "previous">,
  percentage: number,
): Promise<void> {
  await deployVersions(wrangler, sharesOf({ version, previous }, percentage));
}

const sharesOf = (
  { version, previous }: { version: string; previous: string },
  percentage: number,
): [string, number][] => [
  [version, percentage],
  ...(percentage < 100 ? [[previous, 100 - percentage] as [string, number]] : []),
];

async function deployVersions(
  wrangler: Wrangler,
  shares: readonly (readonly [string, number])[],
): Promise<void> {
  const specs = shares.map(([version, percentage]) => `${version}@${percentage}%`);
  const message = `npm run deploy: ${specs.join(", ")}`;
  await wrangler.text(["versions", "deploy", ...specs, "--yes", ...WORKER_ARGS, "--message", message]);
}

/** Checks the new version before it has traffic: its database, files, objects, queues and pages. */
async function smokeTest(options: RollOutOptions): Promise<void> {
  const { probe, version, lock, sleep } = options;
  let waited = 0;
  let finding = await probeHealth(probe, version);
  for (; !finding.isVersion && waited < ARRIVAL_MS; waited += PROBE_INTERVAL_MS / 2) {
    await sleep(PROBE_INTERVAL_MS / 2);
    await lock.keep();
    finding = await probeHealth(probe, version);
  }
  const problems = [...finding.problems, ...(finding.isVersion ? await probePages(probe, version) : [])];
  if (problems.length === 0) {
    // The first call sent a heartbeat through each queue. By now they must have been delivered.
    await sleep(QUEUE_MS);
    problems.push(...(await probeHealth(probe, version)).problems);
  }
  if (problems.length) throw new Problem("✗ The smoke test failed:", ...problems.map((each) => `  ${each}`));
}

/** Watches the new version during a step, with its own requests and with the share of failed ones that it reports. */
async function watchStep(options: RollOutOptions): Promise<void> {
  const { probe, version, waitSeconds, lock, sleep } = options;
  const failures: string[] = [];
  for (let waited = 0; ; waited += PROBE_INTERVAL_MS) {
    const { problems } = await probeHealth(probe, version);
    failures.push(...problems, ...(await probePages(probe, version)));
    if (failures.length > MAX_FAILURES) break;
    if (waited >= waitSeconds * 1_000) return;
    await sleep(Math.min(PROBE_INTERVAL_MS, waitSeconds * 1_000 - waited));
    await lock.keep();
  }
  throw new Problem("✗ The new version fails:", ...[...new Set(failures)].map((each) => `  ${each}`));
}

/** Gives the previous version all traffic, unless another deployment may have changed it, and throws the reason. */
async function giveBack(options: RollOutOptions, reason: Error): Promise<never> {
  const { wrangler, version, previous } = options;
  const problem = await findRival(options, reason);
  if (problem !== null)
    throw new Problem(
      ...new Set([reason.message, problem]),
      "→ The traffic stays as it is: it's for the other deployment to change. To see it:",
      "  npx wrangler deployments status --config .bopolis/deploy/wrangler.json",
    );
  try {
    await deployVersions(wrangler, [[previous, 100]]);
  } catch (error) {
    throw new Problem(
      reason.message,
      `✗ Going back to the previous version failed, too: ${(error as Error).message}`,
      "  The new version may still have traffic. Run this as soon as you can:",
      `  npx wrangler versions deploy ${previous}@100% --yes --config .bopolis/deploy/wrangler.json`,
    );
  }
  throw new Problem(
    reason.message,
    `→ Version ${previous} has all traffic again. Version ${version} is uploaded, but not used.`,
    "  Migrations stay applied: the previous version works with them.",
  );
}

/** Returns why the traffic belongs to another deployment by now; null if it doesn't. */
async function findRival(
  { wrangler, lock, version, previous }: RollOutOptions,
  reason: Error,
): Promise<string | null> {
  try {
    await lock.retake();
    // Another deployment can have taken the lock, and finished, while this process was suspended.
    const live = await liveVersions(wrangler).catch((error: unknown) => {
      if (reason instanceof LockLost) throw error;
      return [];
    });
    const others = live.filter((id) => id !== version && id !== previous);
    return others.length > 0 ? `✗ Another deployment has released ${others.join(", ")}.` : null;
  } catch (error) {
    return (error as Error).message;
  }
}
