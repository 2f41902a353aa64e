import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { node, root } from "../../run-script.mjs";
import { startSite } from "../../site/site.ts";
import { type CarriedState, runPairing } from "../upgrade/pairing.ts";

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
    report.info(`${name}: requests`, result.requests);
    const lines = {
      "responses ≥ 500": result.failures,
      "error lines in the log": result.errors,
      "steps and calls that went wrong": result.wrong,
    };
    for (const [label, list] of Object.entries(lines))
      report.atMost(`${name}: ${label}`, list.length, 0, { notes: list.slice(0, MAX_NOTES) });
  }
};

/** Versions by commit. On the same file system as the packages, so these can be linked. */
const VERSIONS = join(root, ".bopolis/versions");

/** A released version: its sources, its build and a state that its own code made. */
interface VersionFolder {
  folder: string;
  /** The folder of the built worker. */
  build: string;
  /** The state folder with its demo world. Copy it before use. */
  state: string;
}

const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });

/** The newest tag of a version that upgrades are checked from: 1.0.0 or later. */
const newestTag = (): string | undefined =>
  git("tag", "--list", "v*", "--sort=-v:refname")
    .split("\n")
    .find((tag) => /^v[1-9]\d*\.\d+\.\d+$/.test(tag));

/**
 * Checks out, builds and seeds a version with its own code, in a folder that later runs use again. Takes one to three minutes the
 * first time.
 */
async function prepareVersion(tag: string): Promise<VersionFolder> {
  const folder = join(VERSIONS, git("rev-parse", `${tag}^{commit}`).slice(0, 12));
  const state = join(folder, ".bopolis");
  if (!existsSync(folder)) {
    const draft = `${folder}-making`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    const archive = execFileSync("git", ["archive", tag], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", draft], { input: archive });
    // Hard links, because builds look at the real paths of packages.
    if (hasLocked(join(draft, "package-lock.json")))
      execFileSync("cp", ["-al", join(root, "node_modules"), join(draft, "node_modules")]);
    else await run(draft, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
    renameSync(draft, folder);
  }
  const complete = join(folder, ".seeded");
  if (!existsSync(complete)) {
    console.log(`  ${tag}: building and seeding it with its own code …`);
    rmSync(state, { recursive: true, force: true });
    await run(folder, node, "scripts/seed/main.ts", "--state", state);
    writeFileSync(complete, "");
  }
  return { folder, build: join(folder, "dist/bopolis"), state };
}

/** Whether this checkout locks every package of another lock file in the same version. */
function hasLocked(lockFile: string): boolean {
  const read = (file: string) =>
    (JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, { version?: string }> }).packages;
  const own = read(join(root, "package-lock.json"));
  return Object.entries(read(lockFile)).every(
    ([path, { version }]) => !path || own[path]?.version === version,
  );
}

async function run(cwd: string, command: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  const child = spawn(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"], env });
  const stop = () => child.kill();
  process.on("exit", stop);
  const [code] = await once(child, "exit");
  process.off("exit", stop);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd} (${code}).`);
}
