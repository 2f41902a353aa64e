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

export const sha256 = async (bytes: BufferSource): Promise<string> =>
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
