import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { PRODUCTION_CONFIG } from "./generate-config.ts";
import { withScratchFolder } from "./scratch.ts";
import type { Wrangler } from "./wrangler.ts";

interface DeployReport {
  type: string;
  /** The worker's URLs and triggers. */
  targets?: string[];
  bundle_size?: { gzip_bytes: number };
}

/** Runs `wrangler deploy` and returns its machine-readable report. */
export async function runWranglerDeploy(
  wrangler: Wrangler,
  args: readonly string[],
): Promise<{ targets: string[]; gzipBytes: number }> {
  const ndjson = await withScratchFolder(async (folder) => {
    const file = join(folder, "report.ndjson");
    await wrangler.text(["deploy", ...args], { env: { WRANGLER_OUTPUT_FILE_PATH: file } });
    return readFileSync(file, "utf8");
  });
  const reports = ndjson
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DeployReport);
  const report = reports.find(({ type }) => type === "deploy");
  if (!report?.bundle_size) throw new Error("wrangler deploy didn't report what it did.");
  return { targets: report.targets ?? [], gzipBytes: report.bundle_size.gzip_bytes };
}

/** Deploys the worker with its new secrets. Returns its URLs. */
export async function deployWorker(wrangler: Wrangler, secrets: Record<string, string>): Promise<string[]> {
  return withScratchFolder(async (folder) => {
    const args = ["--config", PRODUCTION_CONFIG, "--message", describeCommit()];
    if (Object.keys(secrets).length) {
      const file = join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify(secrets));
      args.push("--secrets-file", file);
    }
    return (await runWranglerDeploy(wrangler, args)).targets;
  });
}

/** The message for the list of versions: the commit, and whether files have changed since. */
function describeCommit(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const id = git("rev-parse", "--short", "HEAD");
  return id ? `commit ${id}${git("status", "--porcelain") ? ", changed" : ""}` : "not from git";
}
