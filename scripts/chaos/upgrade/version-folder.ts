import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../../run-script.mjs";

/** Versions by commit. On the same file system as the packages, so these can be linked. */
const VERSIONS = join(root, ".bopolis/versions");

/** A released version: its sources, its build and a state that its own code made. */
export interface VersionFolder {
  folder: string;
  /** The folder of the built worker. */
  build: string;
  /** The state folder with its demo world. Copy it before use. */
  state: string;
}

const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });

/** The newest tag of a version that upgrades are checked from: 1.0.0 or later. */
export const newestTag = (): string | undefined =>
  git("tag", "--list", "v*", "--sort=-v:refname")
    .split("\n")
    .find((tag) => /^v[1-9]\d*\.\d+\.\d+$/.test(tag));

/**
 * Checks out, builds and seeds a version with its own code, in a folder that later runs use again. Takes one to three minutes the
 * first time.
 */
export async function prepareVersion(tag: string): Promise<VersionFolder> {
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
