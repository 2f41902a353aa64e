import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { BACKUPS, manifestPath } from "#worker/backup/files.ts";
import type { BackupRun } from "#worker/objects/backup-api.ts";
import { localSecrets } from "../site/secrets.ts";
import { type Site, startSite } from "../site/site.ts";
import { OperatorClient, OperatorError } from "./operator-client.ts";

/** Stands for the id of the newest backup. */
const NEWEST = "newest";

type OnProgress = (run: BackupRun) => void;

const QUIET = { LOG: "errors" };

/** Returns the operator's client of a local site. */
export const localOperator = (url: string, state: string): OperatorClient =>
  new OperatorClient({ url, secret: localSecrets(state).OPERATOR_SECRET });

/** Backs up the stopped site in a state folder, into its own bucket. */
export async function backUpLocally(state: string, onProgress?: OnProgress): Promise<BackupRun> {
  const site = await startSite({ port: 0, state, vars: QUIET });
  try {
    return await localOperator(site.url, state).backUp(onProgress);
  } finally {
    await site.stop();
  }
}

/**
 * Restores a backup of the stopped site in `from` into the empty state folder `to`: copies the bucket and the secrets, and lets the
 * new site restore itself. The id can be `newest`. An interrupted restore goes on.
 */
export async function restoreLocally(
  { from, to, id }: { from: string; to: string; id: string },
  onProgress?: OnProgress,
): Promise<BackupRun> {
  copyBucket(from, to);
  const site = await startSite({ port: 0, state: to, vars: { ...QUIET, RESTORING: "on" } });
  try {
    const newest = id === NEWEST ? await newestBackup(site) : id;
    if (!newest) throw new OperatorError(`${from} has no backup.`);
    return await localOperator(site.url, to).restore(newest, onProgress);
  } finally {
    await site.stop();
  }
}

/** Copies the bucket and the secrets of a stopped site, from which another site can restore itself. */
export function copyBucket(from: string, to: string): void {
  if (!existsSync(join(from, "v3/r2"))) throw new OperatorError(`${from} holds no site.`);
  cpSync(join(from, "v3/r2"), join(to, "v3/r2"), { recursive: true });
  cpSync(join(from, "secrets.json"), join(to, "secrets.json"));
}

/** Returns the id of the newest complete backup in a site's bucket. */
export async function newestBackup({ bucket }: Pick<Site, "bucket">): Promise<string | undefined> {
  const { delimitedPrefixes } = await bucket.list({ prefix: BACKUPS, delimiter: "/" });
  const ids = delimitedPrefixes.map((prefix) => prefix.slice(BACKUPS.length, -1)).sort();
  for (const id of ids.reverse()) if (await bucket.head(manifestPath(id))) return id;
  return undefined;
}
