import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bootstrap.mjs";
import { PRODUCTION_CONFIG } from "./paths.ts";
import { withScratch } from "./scratch.ts";
import type { Wrangler } from "./wrangler.ts";

interface Report {
  type: string;
  /** Addresses and triggers that lead to the worker now. */
  targets?: string[];
  bundle_size?: { gzip_bytes: number };
}

/** Runs `wrangler deploy` and answers the report it writes for programs. */
export async function wranglerDeploy(
  wrangler: Wrangler,
  args: readonly string[],
): Promise<{ targets: string[]; gzipBytes: number }> {
  const told = await withScratch(async (folder) => {
    const file = join(folder, "report.ndjson");
    await wrangler.text(["deploy", ...args], { env: { WRANGLER_OUTPUT_FILE_PATH: file } });
    return readFileSync(file, "utf8");
  });
  const reports = told
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Report);
  const report = reports.find(({ type }) => type === "deploy");
  if (!report?.bundle_size) throw new Error("wrangler deploy did not report what it did.");
  return { targets: report.targets ?? [], gzipBytes: report.bundle_size.gzip_bytes };
}

/** Sends the worker with those of its secrets that are new; answers where it is now. */
export async function sendWorker(wrangler: Wrangler, secrets: Record<string, string>): Promise<string[]> {
  return withScratch(async (folder) => {
    const args = ["--config", PRODUCTION_CONFIG, "--message", commit()];
    if (Object.keys(secrets).length) {
      const file = join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify(secrets));
      args.push("--secrets-file", file);
    }
    return (await wranglerDeploy(wrangler, args)).targets;
  });
}

/** What the list of versions shows: the commit, and whether the files were changed since. */
function commit(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const id = git("rev-parse", "--short", "HEAD");
  return id ? `commit ${id}${git("status", "--porcelain") ? ", changed" : ""}` : "not from git";
}
