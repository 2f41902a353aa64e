import { type BackupStore, PACKS } from "./backup-store.ts";
import { BACKUPS, DamagedFile, manifestPath, readManifest } from "./manifest.ts";

const DAY_MS = 24 * 3_600_000;
/** Backups that are stored: all of the last day, and the newest of each of the last days and weeks. */
const DAYS = 7;
const WEEKS = 4;
const DELETED_AT_ONCE = 1_000;

/** Returns the ids of the backups to keep, given those that exist: their ids begin with their date. */
export function backupsToKeep(ids: readonly string[], now: number): Set<string> {
  const timeOf = (id: string) => Date.parse(`${id.slice(0, 10)}T${id.slice(11).replaceAll("-", ":")}Z`);
  const newest = new Map<string, string>();
  for (const id of ids.toSorted()) {
    const age = now - timeOf(id);
    if (age < DAY_MS) newest.set(id, id);
    if (age < DAYS * DAY_MS) newest.set(`day ${id.slice(0, 10)}`, id);
    if (age < WEEKS * 7 * DAY_MS) newest.set(`week ${Math.floor(timeOf(id) / (7 * DAY_MS))}`, id);
  }
  const last = ids.toSorted().at(-1);
  return new Set([...newest.values(), ...(last ? [last] : [])]);
}

async function listKeys(bucket: R2Bucket, prefix: string, delimiter?: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(delimiter && { delimiter }), ...(cursor && { cursor }) });
    keys.push(...(delimiter ? page.delimitedPrefixes : page.objects.map(({ key }) => key)));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return keys;
}

/** Deletes old backups, and packs without one if all manifests are readable. Returns the number of calls. */
export async function prune(
  bucket: R2Bucket,
  store: BackupStore,
  current: string,
  now: number,
): Promise<number> {
  const ids = (await listKeys(bucket, BACKUPS, "/"))
    .filter((prefix) => prefix !== PACKS)
    .map((prefix) => prefix.slice(BACKUPS.length, -1));
  const complete: string[] = [];
  for (const id of ids) if (await bucket.head(manifestPath(id))) complete.push(id);
  const keep = backupsToKeep(complete, now).add(current);
  const needed = new Set<string>();
  let isUnknown = false;
  for (const id of keep) {
    try {
      for (const { path } of (await readManifest(bucket, id)).packs) needed.add(path);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      isUnknown = true;
    }
  }
  const newest = [...keep].sort().at(-1) ?? "";
  const stale: string[] = [];
  // An unfinished backup is older than the one that has finished now.
  for (const id of ids)
    if (!keep.has(id) && id <= newest) stale.push(...(await listKeys(bucket, `${BACKUPS}${id}/`)));
  const packs = isUnknown ? [] : await listKeys(bucket, PACKS);
  const unneeded = packs.filter((path) => !needed.has(path));
  const all = [...stale, ...unneeded];
  for (let i = 0; i < all.length; i += DELETED_AT_ONCE)
    await bucket.delete(all.slice(i, i + DELETED_AT_ONCE));
  store.forgetFiles(unneeded);
  return ids.length * 2 + 4 + Math.ceil(all.length / DELETED_AT_ONCE);
}
