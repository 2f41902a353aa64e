import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { PRODUCTION_CONFIG } from "./generate-config.ts";
import { withScratchFolder } from "./scratch.ts";
import type { Wrangler } from "./wrangler.ts";

interface DeployReport {
  type: string;
  version_id?: string | null;
  /** The worker's URLs and triggers. */
  targets?: string[];
  bundle_size?: { gzip_bytes: number };
}

/** Runs a command of wrangler and returns the entry of this type in its machine-readable report. */
async function runWithReport(
  wrangler: Wrangler,
  args: readonly string[],
  reportType: string,
): Promise<DeployReport> {
  const ndjson = await withScratchFolder(async (folder) => {
    const file = join(folder, "report.ndjson");
    await wrangler.text(args, { env: { WRANGLER_OUTPUT_FILE_PATH: file } });
    return readFileSync(file, "utf8");
  });
  const reports = ndjson
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DeployReport);
  const report = reports.find(({ type }) => type === reportType);
  if (!report) throw new Error(`wrangler ${args[0]} didn't report what it did.`);
  return report;
}

/** Runs `wrangler deploy` and returns its URLs, triggers and size. */
export async function runWranglerDeploy(
  wrangler: Wrangler,
  args: readonly string[],
): Promise<{ targets: string[]; gzipBytes: number }> {
  const { targets = [], bundle_size } = await runWithReport(wrangler, ["deploy", ...args], "deploy");
  if (!bundle_size) throw new Error("wrangler deploy didn't report the worker's size.");
  return { targets, gzipBytes: bundle_size.gzip_bytes };
}

/** Calls `work` with the arguments for a new version: configuration, message and new secrets. */
function withVersionArgs<Result>(
  secrets: Record<string, string>,
  work: (args: string[]) => Promise<Result>,
): Promise<Result> {
  return withScratchFolder(async (folder) => {
    const args = [...WORKER_ARGS, "--message", describeCommit()];
    if (Object.keys(secrets).length) {
      const file = join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify(secrets));
      args.push("--secrets-file", file);
    }
    return work(args);
  });
}

/** Deploys the worker with its new secrets to all traffic. Returns its URLs. */
export const deployWorker = (wrangler: Wrangler, secrets: Record<string, string>): Promise<string[]> =>
  withVersionArgs(secrets, async (args) => (await runWranglerDeploy(wrangler, args)).targets);

/** Uploads the worker with its new secrets as a version without traffic. Returns its id. */
export const uploadVersion = (wrangler: Wrangler, secrets: Record<string, string>): Promise<string> =>
  withVersionArgs(secrets, async (args) => {
    const report = await runWithReport(wrangler, ["versions", "upload", ...args], "version-upload");
    if (!report.version_id) throw new Error("wrangler versions upload didn't report the version's id.");
    return report.version_id;
  });

/** The arguments that name the site's worker for a command. */
export const WORKER_ARGS = ["--config", PRODUCTION_CONFIG] as const;

/** Returns the versions that have traffic, the largest share first. */
export async function liveVersions(wrangler: Wrangler): Promise<string[]> {
  const args = ["deployments", "status", "--json", ...WORKER_ARGS];
  const { versions } = await wrangler.json<{ versions: { version_id: string; percentage: number }[] }>(args);
  return versions.toSorted((a, b) => b.percentage - a.percentage).map(({ version_id }) => version_id);
}

/** Applies the configuration's domains, cron triggers and queue consumers, which aren't part of a version. */
export async function deployTriggers(wrangler: Wrangler): Promise<void> {
  await wrangler.text(["triggers", "deploy", "--config", PRODUCTION_CONFIG]);
}

/** The message for the list of versions: the commit, and whether files have changed since. */
function describeCommit(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const id = git("rev-parse", "--short", "HEAD");
  return id ? `commit ${id}${git("status", "--porcelain") ? ", changed" : ""}` : "not from git";
}
