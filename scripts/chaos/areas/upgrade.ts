import { cpSync } from "node:fs";
import { join } from "node:path";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { root } from "../../run-script.mjs";
import { startSite } from "../../site/site.ts";
import { type CarriedState, runPairing } from "../upgrade/pairing.ts";
import { newestTag, prepareVersion } from "../upgrade/version-folder.ts";

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
 * Upgrades the state of the newest tagged version to this one, and runs all endpoints, sockets and objects in the four pairings
 * of an upgrade: old or new worker with old or new objects. Pages that were opened before it stay open after it.
 */
export const verifyUpgrade: BenchArea = async (report) => {
  const tag = newestTag();
  if (!tag) {
    report.info("versions from 1.0.0 on to upgrade from: there is no tag", 0);
    return;
  }
  const old = await prepareVersion(tag);
  const state = emptyScratchFolder();
  cpSync(old.state, state, { recursive: true });
  const started = performance.now();
  const site = await startSite({ port: 0, state, vars: { LOG: "errors" } });
  await site.stop();
  report.info(`${tag}: its state starts with this version after`, (performance.now() - started) / 1000, {
    unit: "s",
  });
  const builds = { old: old.build, new: join(root, "dist/bopolis") };
  const pages = { old: { name: tag, folder: old.folder }, new: { name: "this version", folder: root } };
  let carried: CarriedState | null = null;
  for (const [round, { worker, objects }] of PAIRINGS.entries()) {
    const result = await runPairing({
      // Without dots, which look like links in chats.
      name: `${worker} worker and ${objects} objects`,
      round,
      state,
      builds: { worker: builds[worker], objects: builds[objects] },
      pages: worker === "new" ? [pages.new, pages.old] : [pages.old],
      carried,
    });
    ({ carried } = result);
    const name = `${tag}: ${worker} worker, ${objects} objects${round === PAIRINGS.length - 1 ? ", again" : ""}`;
    const { requests, routes, framesIn, framesOut } = result;
    report.info(`${name}: requests`, requests, {
      notes: [`${routes} endpoints; ${framesOut} frames sent, ${framesIn} received`],
    });
    const lines = {
      "responses ≥ 500": result.failures,
      "error lines in the log": result.errors,
      "steps and calls that went wrong": result.wrong,
    };
    for (const [label, list] of Object.entries(lines))
      report.atMost(`${name}: ${label}`, list.length, 0, { notes: list.slice(0, MAX_NOTES) });
  }
};
