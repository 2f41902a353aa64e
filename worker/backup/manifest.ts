import type { Sequences } from "#db/sequences.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { CopiedTable } from "./copied-table.ts";

/** A stored file of a backup. */
export interface BackupFile {
  path: string;
  /** The table or the kind of objects that it holds. */
  source: string;
  rows: number;
  /** In bytes, compressed. */
  size: number;
  sha256: string;
}

export const BACKUPS = "backups/";
export const manifestPath = (id: string): string => `${BACKUPS}${id}/manifest.json`;

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (bytes: BufferSource): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", bytes));

/** Compresses lines, stores them, and describes the file. Storing it again replaces it. */
export async function putLines(
  bucket: R2Bucket,
  about: Pick<BackupFile, "path" | "source" | "rows">,
  lines: readonly string[],
): Promise<BackupFile> {
  const stream = new Blob([lines.join("\n")]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const hash = await sha256(bytes);
  await bucket.put(about.path, bytes, { httpMetadata: { contentType: "application/gzip" } });
  return { ...about, size: bytes.byteLength, sha256: hash };
}

/** A file of a backup is missing or isn't what the manifest says. */
export class DamagedFile extends Error {
  override name = "DamagedFile";
}

/** Returns the lines of a file. Throws `DamagedFile` unless it's the one that was stored. */
export async function readLines(
  bucket: R2Bucket,
  file: Pick<BackupFile, "path" | "sha256">,
): Promise<string[]> {
  const object = await bucket.get(file.path);
  if (!object) throw new DamagedFile(`${file.path} is missing`);
  const bytes = await object.arrayBuffer();
  if ((await sha256(bytes)) !== file.sha256) throw new DamagedFile(`${file.path} is damaged`);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  return text === "" ? [] : text.split("\n");
}

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
