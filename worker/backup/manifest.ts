import type { Sequences } from "#db/sequences.ts";
import type { CopiedTable } from "./copied-table.ts";
import { type BackupFile, DamagedFile, manifestPath } from "./files.ts";

export interface SchemaEntry {
  type: string;
  name: string;
  sql: string;
}

/** The sums that a restored ledger must have. */
export interface LedgerSums {
  rows: number;
  coins: number;
  xp: number;
}

/** Describes a backup. It's stored last: without it, a backup doesn't exist. */
export interface Manifest {
  version: 1;
  id: string;
  /** Milliseconds since 1970. */
  started_at: number;
  finished_at: number;
  schema: SchemaEntry[];
  /** Parents come first. */
  tables: CopiedTable[];
  sequences: Sequences;
  ledger: LedgerSums;
  /** The pages of the tables, in order. */
  pages: BackupFile[];
  /** Which file holds the newest state of each object. */
  indexes: BackupFile[];
  /** The files with the objects' states. Later backups refer to them, too. */
  packs: BackupFile[];
  /** The number of objects by kind. */
  objects: Record<string, number>;
  /** Objects that couldn't be read. An older state of theirs is used, if any. */
  failed: string[];
}

export async function putManifest(bucket: R2Bucket, manifest: Manifest): Promise<void> {
  await bucket.put(manifestPath(manifest.id), JSON.stringify(manifest), {
    httpMetadata: { contentType: "application/json" },
  });
}

/** Reads a backup's manifest. Throws `DamagedFile` if there is none. */
export async function readManifest(bucket: R2Bucket, id: string): Promise<Manifest> {
  const object = await bucket.get(manifestPath(id));
  if (!object) throw new DamagedFile(`${manifestPath(id)} is missing`);
  const manifest = await object.json<Manifest>().catch(() => null);
  if (manifest?.version !== 1) throw new DamagedFile(`${manifestPath(id)} is damaged`);
  return manifest;
}
