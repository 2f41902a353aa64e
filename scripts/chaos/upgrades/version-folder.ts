import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { node, root } from "../../run-script.mjs";
import type { Version } from "./versions.ts";

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

/**
 * Checks out, builds and seeds a version with its own code, in a folder that later runs use again. Takes one to three minutes the
 * first time.
 */
export async function prepareVersion({ name, commit }: Version): Promise<VersionFolder> {
  const folder = join(VERSIONS, commit.slice(0, 12));
  const state = join(folder, ".bopolis");
  if (!existsSync(folder)) {
    const draft = `${folder}-making`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", draft], { input: archive });
    await installPackages(draft);
    renameSync(draft, folder);
  }
  const complete = join(folder, ".seeded");
  if (!existsSync(complete)) {
    console.log(`  ${name}: building and seeding it with its own code …`);
    rmSync(state, { recursive: true, force: true });
    await run(folder, node, "scripts/seed/main.ts", "--state", state);
    writeFileSync(complete, "");
  }
  return { folder, build: join(folder, "dist/bopolis"), state };
}

/** Links this checkout's packages if they include what the version locks, and installs the version's own otherwise. */
async function installPackages(folder: string): Promise<void> {
  const packages = join(folder, "node_modules");
  if (hasLocked(join(folder, "package-lock.json"))) linkFiles(join(root, "node_modules"), packages);
  else await run(folder, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
}

interface LockFile {
  packages: Record<string, { version?: string }>;
}

/** Whether this checkout locks every package of another lock file in the same version. */
function hasLocked(lockFile: string): boolean {
  const read = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as LockFile).packages;
  const own = read(join(root, "package-lock.json"));
  return Object.entries(read(lockFile)).every(
    ([path, { version }]) => !path || own[path]?.version === version,
  );
}

/** Copies a folder with hard links. Not symbolic ones: builds look at the real paths of packages. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Caches of tools, which they change in place.
    if (entry.name.startsWith(".vite") || entry.name === ".cache") continue;
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // Another file system, or one without hard links.
    if (!["EXDEV", "EPERM", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    copyFileSync(source, target);
  }
}

async function run(cwd: string, command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
    shell: command === "npm" && process.platform === "win32",
  });
  const stop = () => child.kill();
  process.on("exit", stop);
  const [code] = await once(child, "exit");
  process.off("exit", stop);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd} (${code}).`);
}
