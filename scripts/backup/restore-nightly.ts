import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { BACKUPS, manifestPath } from "#worker/backup/manifest.ts";
import type { BackupRun } from "#worker/objects/backup-api.ts";
import { Problem } from "../deploy/problem.ts";
import { localOperator } from "../site/operator-client.ts";
import { missingSecretsMessage, secretsFile } from "../site/secrets.ts";
import { type Site, startSite } from "../site/site.ts";
import { StateLock } from "../site/state-lock.ts";
import { markAsProduction } from "../start/production-state.mjs";

/** Stands for the id of the newest backup. */
const NEWEST = "newest";
const BUCKET_FOLDER = "v3/r2";

/**
 * Restores a backup of the stopped site in `from` into the empty state folder `to`: copies the bucket and the secrets, and lets the
 * new site restore itself. The id can be `newest`. An interrupted restore goes on.
 */
export async function restoreNightly(
  { from, to, id }: { from: string; to: string; id: string },
  onProgress?: (run: BackupRun) => void,
): Promise<BackupRun> {
  if (!existsSync(join(from, BUCKET_FOLDER))) throw new Problem(`✗ No site has its data in ${from}.`);
  const locks = [from, to].map((state) => new StateLock(state, { command: "npm run restore" }));
  try {
    copyBucket(from, to);
    markAsProduction(to);
    const vars = { LOG: "errors", ENVIRONMENT: "production", RESTORING: "on" };
    const site = await startSite({ port: 0, state: to, vars });
    try {
      const newest = id === NEWEST ? await newestBackup(site) : id;
      if (!newest) throw new Problem(`✗ ${from} has no backup.`);
      return await localOperator(site.url, to).restore(newest, onProgress);
    } finally {
      await site.stop();
    }
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** Copies the bucket and the secrets of a stopped site, from which another site can restore itself. */
export function copyBucket(from: string, to: string): void {
  if (!existsSync(secretsFile(from))) throw new Problem(`✗ ${missingSecretsMessage(from)}`);
  cpSync(join(from, BUCKET_FOLDER), join(to, BUCKET_FOLDER), { recursive: true });
  cpSync(secretsFile(from), secretsFile(to));
}

/** Returns the id of the newest complete backup in a site's bucket. */
async function newestBackup({ bucket }: Pick<Site, "bucket">): Promise<string | undefined> {
  const { delimitedPrefixes } = await bucket.list({ prefix: BACKUPS, delimiter: "/" });
  const ids = delimitedPrefixes.map((prefix) => prefix.slice(BACKUPS.length, -1)).sort();
  for (const id of ids.reverse()) if (await bucket.head(manifestPath(id))) return id;
  return undefined;
}
