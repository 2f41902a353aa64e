import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../run-script.mjs";
import { runWranglerDeploy } from "./deploy-worker.ts";
import { Problem } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";
import { newSecret } from "./secrets.ts";
import type { Wrangler } from "./wrangler.ts";

const TIMEOUT_MS = 120_000;
const RETRY_MS = 1_000;

/** Deletes all files of a bucket through a worker of this name, which it deploys and doesn't delete. */
export async function emptyBucket(wrangler: Wrangler, bucket: string, name: string): Promise<void> {
  const secret = newSecret();
  const targets = await withScratchFolder(async (folder) => {
    const [config, secrets] = [join(folder, "wrangler.json"), join(folder, "secrets.json")];
    writeFileSync(config, JSON.stringify(sweeperConfig(name, bucket)));
    writeFileSync(secrets, JSON.stringify({ SECRET: secret }));
    return (await runWranglerDeploy(wrangler, ["--config", config, "--secrets-file", secrets])).targets;
  });
  const url = targets.find((target) => target.startsWith("https://"));
  if (!url) throw new Problem(`✗ wrangler reported no URL for ${name}.`);
  while (await sweep(url, secret));
}

/** The configuration of the sweeper for wrangler. */
export const sweeperConfig = (name: string, bucket: string) => ({
  name,
  main: join(root, "scripts/deploy/bucket-sweeper.ts"),
  compatibility_date: "2026-10-12",
  workers_dev: true,
  r2_buckets: [{ binding: "BUCKET", bucket_name: bucket }],
});

/** Deletes some files. Returns whether others are left. */
async function sweep(url: string, secret: string): Promise<boolean> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    let reason: string;
    try {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${secret}` } });
      if (response.ok) return ((await response.json()) as { truncated: boolean }).truncated;
      reason = `it responded with ${response.status}`;
    } catch (error) {
      reason = String((error as Error).cause ?? error);
    }
    // A new worker takes some seconds to be reachable.
    if (Date.now() > deadline) throw new Problem(`✗ ${url} can't empty the bucket: ${reason}.`);
    await sleep(RETRY_MS);
  }
}
