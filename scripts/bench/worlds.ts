import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { type BulkCounts, seedBulk } from "../seed/bulk.ts";
import { seedDemo } from "../seed/demo.ts";
import { type SiteOptions, startSite } from "../site/site.ts";

/** Sources that determine a seeded world. */
const SOURCES = [
  "migrations",
  "scripts/seed",
  "scripts/site/database-file.ts",
  "db/databases.ts",
  "db/new-rows.ts",
  "domain/world",
  "domain/achievements",
  "worker/render",
  "worker/http/seal.ts",
];
const PREFIX = "bopolis-bench-world-";
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;
const QUIET = { RATE_LIMITS: "off", LOG: "errors" };

/** Starts the site on a state folder, without rate limits and request logs. `await using` stops it. */
export async function startQuietSite(state: string, options: Partial<SiteOptions> = {}) {
  const site = await startSite({ port: 0, state, ...options, vars: { ...QUIET, ...options.vars } });
  return { ...site, [Symbol.asyncDispose]: site.stop };
}

const scratchFolders: string[] = [];
process.on("exit", () => {
  for (const folder of scratchFolders) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty state folder that's deleted when this process ends. */
export function emptyScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-bench-"));
  scratchFolders.push(folder);
  return folder;
}

/** Copies the demo world and adds made-up rows. The copy is deleted when this process ends. */
export async function scratchWorld(counts: BulkCounts = {}): Promise<string> {
  const folder = emptyScratchFolder();
  await fillWorld(folder, counts);
  return folder;
}

/** Returns a demo world with made-up rows that's reused between runs, because a million rows take minutes to create. */
export async function cachedWorld(counts: BulkCounts): Promise<string> {
  return cachedFolder(Object.values(counts).join("-"), (folder) => fillWorld(folder, counts));
}

async function fillWorld(folder: string, counts: BulkCounts): Promise<void> {
  cpSync(await demoWorld(), folder, { recursive: true });
  seedBulk(folder, counts);
}

/** Returns the demo world's folder. Creates it if it's missing. */
export const demoWorld = () => cachedFolder("demo", (folder) => seedDemo(folder, Date.now(), QUIET));

/** Returns a cached folder in the system's temporary folder. Creates it again if the sources have changed. */
async function cachedFolder(name: string, create: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `${PREFIX}${name}-${sourcesHash()}`);
  if (!existsSync(folder)) {
    deleteOldWorlds();
    const draft = mkdtempSync(`${folder}-making-`);
    try {
      await create(draft);
      // Another run may have created the same one in the meantime.
      if (!existsSync(folder)) renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function deleteOldWorlds(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && statSync(folder).mtimeMs < Date.now() - MAX_AGE_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const path = join(root, source);
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: "utf8" }).sort()
      : [""];
    for (const name of names) {
      const file = join(path, name);
      if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
