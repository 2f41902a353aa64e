import { cpSync } from "node:fs";
import { join } from "node:path";
import { formatFigure } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { root } from "../../run-script.mjs";
import { startSite } from "../../site/site.ts";
import { type CarriedState, type PairingResult, runPairing } from "../upgrades/pairing.ts";
import { prepareVersion } from "../upgrades/version-folder.ts";
import { findVersion, newestVersions } from "../upgrades/versions.ts";

const NEWEST = 3;
const MAX_NOTES = 12;

/** In this order, objects of each version read what the other one wrote, as in an upgrade and in a roll back. */
const PAIRINGS = [
  { worker: "old", objects: "old" },
  { worker: "old", objects: "new" },
  { worker: "new", objects: "new" },
  { worker: "new", objects: "old" },
  // Now the new objects write what the old ones couldn't.
  { worker: "new", objects: "new" },
] as const;

/**
 * Upgrades the state of each of the newest versions to this one, and runs all endpoints, sockets and objects in the four pairings
 * of an upgrade: old or new worker with old or new objects. At the end, all is new again.
 */
export const verifyUpgrades: BenchArea = async (report, { versions: names }) => {
  const versions = names.length ? names.map(findVersion) : newestVersions(NEWEST);
  report.atLeast("versions to upgrade from", versions.length, 1);
  const newest = { folder: root, build: join(root, "dist/bopolis") };
  for (const version of versions) {
    const old = await prepareVersion(version);
    const state = emptyScratchFolder();
    cpSync(old.state, state, { recursive: true });
    const start = performance.now();
    const site = await startSite({ port: 0, state, vars: { LOG: "errors" } });
    await site.stop();
    report.info(
      `${version.name}: its state starts with this version after`,
      (performance.now() - start) / 1000,
      { unit: "s" },
    );
    let carried: CarriedState | null = null;
    for (const [round, { worker, objects }] of PAIRINGS.entries()) {
      const sides = { old, new: newest };
      const pages = {
        old: { name: version.name, folder: old.folder },
        new: { name: "this version", folder: root },
      };
      const again = PAIRINGS.findIndex((one) => one.worker === worker && one.objects === objects) < round;
      const name = `${version.name}: ${worker} worker, ${objects} objects${again ? ", again" : ""}`;
      const result: PairingResult = await runPairing({
        name: `${worker} worker and ${objects} objects`,
        round,
        state,
        builds: { worker: sides[worker].build, objects: sides[objects].build },
        // Pages that were opened before an upgrade stay open after it.
        pages: worker === "new" ? [pages.new, pages.old] : [pages.old],
        carried,
      });
      ({ carried } = result);
      reportPairing(report, name, result);
    }
  }
};

function reportPairing(report: Parameters<BenchArea>[0], name: string, result: PairingResult): void {
  const { requests, statuses, framesIn, framesOut, routes, failures, errors, wrong } = result;
  const byClass: Record<string, number> = {};
  for (const [status, count] of Object.entries(statuses)) {
    const group = status === "none" ? "none" : `${status[0]}xx`;
    byClass[group] = (byClass[group] ?? 0) + count;
  }
  report.info(`${name}: requests`, requests, {
    notes: [
      Object.entries(byClass)
        .map(([group, count]) => `${group}: ${formatFigure(count)}`)
        .join(", "),
      `${routes} endpoints; ${formatFigure(framesOut)} frames sent, ${formatFigure(framesIn)} received`,
    ],
  });
  const count = (label: string, lines: readonly string[]) =>
    report.atMost(`${name}: ${label}`, lines.length, 0, { notes: lines.slice(0, MAX_NOTES) });
  count("responses ≥ 500", failures);
  count("error lines in the log", errors);
  count("steps and calls that went wrong", wrong);
}
