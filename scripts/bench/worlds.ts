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
import { root } from "../bootstrap.mjs";
import { type BulkCounts, seedBulk } from "../seed/bulk.ts";
import { seedDemo } from "../seed/demo.ts";
import { type Site, type SiteOptions, startSite } from "../site/site.ts";

/** What a seeded world follows from. */
const SOURCES = [
  "migrations",
  "scripts/seed",
  "db/seed",
  "db/factories.ts",
  "domain/world",
  "domain/achievements",
  "worker/render",
  "worker/http/seal.ts",
];
const PREFIX = "bopolis-bench-world-";
const KEPT = 3 * 24 * 60 * 60 * 1000;
const QUIET = { RATE_LIMITS: "off", LOG: "errors" };

/** Starts the site on a state folder without limits and without a line of log per request. */
export function startQuietly(state: string, options: Partial<SiteOptions> = {}): Promise<Site> {
  return startSite({ port: 0, state, ...options, vars: { ...QUIET, ...options.vars } });
}

const scratches: string[] = [];
process.on("exit", () => {
  for (const folder of scratches) rmSync(folder, { recursive: true, force: true });
});

/** An empty state folder that goes when this process does. */
export function emptyScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-bench-"));
  scratches.push(folder);
  return folder;
}

/** A copy of the demo world, with made-up rows on top, that goes when this process does. */
export async function scratchWorld(counts: BulkCounts = {}): Promise<string> {
  const folder = emptyScratch();
  cpSync(await demoWorld(), folder, { recursive: true });
  seedBulk(folder, counts);
  return folder;
}

/** The demo world with made-up rows on top, kept between runs and used where it lies: a million rows take minutes to make. */
export async function keptWorld(counts: BulkCounts): Promise<string> {
  const name = Object.values(counts).join("-");
  return kept(name, async (folder) => {
    cpSync(await demoWorld(), folder, { recursive: true });
    seedBulk(folder, counts);
  });
}

/** The folder of the demo world, made if this machine has none. */
export const demoWorld = () => kept("demo", (folder) => seedDemo(folder, Date.now(), QUIET));

/** The folder of this name in the machine's place for such things, made anew when what it follows from has changed. */
async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `${PREFIX}${name}-${sourcesHash()}`);
  if (!existsSync(folder)) {
    forgetOld();
    const making = mkdtempSync(`${folder}-making-`);
    try {
      await make(making);
      // Another run may have made the same one meanwhile.
      if (!existsSync(folder)) renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function forgetOld(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && statSync(folder).mtimeMs < Date.now() - KEPT)
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
