import { makeZip } from "client-zip";
import type { Databases } from "../../outbox/relay.ts";
import { exportFiles } from "./files.ts";
import { exportKey } from "./job.ts";

/** The bucket requires parts of equal size, at least 5 MiB, for files of unknown length. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Splits a stream into parts of one size; the last one can be shorter. Each part's buffer is reused for the
 * next one.
 */
export async function* splitIntoParts(
  stream: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of stream)
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + size - filled);
      part.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield part;
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}

/**
 * Writes a user's data to a zip in the bucket and returns its size. Reads in pages and writes in parts, so
 * memory use doesn't depend on the account's size. Failed uploads expire by themselves.
 */
export async function packExport(
  env: Env,
  databases: Databases,
  id: string,
  userId: number,
): Promise<number> {
  const upload = await env.BUCKET.createMultipartUpload(exportKey(id), {
    httpMetadata: { contentType: "application/zip" },
  });
  try {
    const parts: R2UploadedPart[] = [];
    for await (const part of splitIntoParts(makeZip(exportFiles(env, databases, userId)), PART_BYTES))
      parts.push(await upload.uploadPart(parts.length + 1, part));
    return (await upload.complete(parts)).size;
  } catch (error) {
    await upload.abort();
    throw error;
  }
}
