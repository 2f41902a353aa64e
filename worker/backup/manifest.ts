import type { Sequences } from "#db/sequences.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { CopiedTable } from "./copied-table.ts";
import { type BackupFile, DamagedFile, manifestPath, sha256 } from "./files.ts";

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
  version: 2;
  id: string;
  /** Milliseconds since 1970. */
  started_at: number;
  finished_at: number;
  schema: SchemaEntry[];
  /** Parents come first. */
  tables: CopiedTable[];
  sequences: Sequences;
  /** The databases besides the main one. */
  others: Partial<Record<DatabaseName, Pick<Manifest, "schema" | "tables" | "sequences">>>;
  ledger: LedgerSums;
  /** The pages of the tables of all databases, in order. */
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

/** The key of the manifest's own hash, beside it in the bucket. */
const HASH_KEY = "sha256";

export async function putManifest(bucket: R2Bucket, manifest: Manifest): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  await bucket.put(manifestPath(manifest.id), bytes, {
    httpMetadata: { contentType: "application/json" },
    customMetadata: { [HASH_KEY]: await sha256(bytes) },
  });
}

/** Reads a backup's manifest. Throws `DamagedFile` unless it's the one that was stored. */
export async function readManifest(bucket: R2Bucket, id: string): Promise<Manifest> {
  const path = manifestPath(id);
  const object = await bucket.get(path);
  if (!object) throw new DamagedFile(`${path} is missing`);
  const bytes = await object.arrayBuffer();
  const hash = object.customMetadata?.[HASH_KEY];
  if ((await sha256(bytes)) !== hash) throw new DamagedFile(`${path} is damaged`);
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Omit<Manifest, "version"> & {
    version: 1 | 2;
  };
  if (manifest.version === 1)
    throw new DamagedFile(`${path} was written by a version before 1.0, which this one can't read`);
  return { ...manifest, version: 2 };
}
