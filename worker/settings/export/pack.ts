import { makeZip } from "client-zip";
import type { Database } from "#db/client.ts";
import type { Env } from "../../env.ts";
import { filesOf } from "./files.ts";
import { exportFile } from "./job.ts";

/** The bucket takes a file whose length is not known in parts of one size, of 5 MiB at least. */
const PART_BYTES = 8 * 1024 * 1024;

/** A stream in pieces of one size, the last one shorter. A piece is only good until the next one is asked for. */
export async function* pieces(
  stream: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of stream)
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + size - filled);
      piece.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield piece;
      filled = 0;
    }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Packs somebody's data into a zip in the bucket and answers its size. It is read in pages and written in parts, so that an
 * account of any size takes the same memory. What is left of a try that failed goes by itself.
 */
export async function packExport(env: Env, db: Database, id: string, userId: number): Promise<number> {
  const upload = await env.BUCKET.createMultipartUpload(exportFile(id), {
    httpMetadata: { contentType: "application/zip" },
  });
  try {
    const parts: R2UploadedPart[] = [];
    for await (const piece of pieces(makeZip(filesOf(env, db, userId)), PART_BYTES))
      parts.push(await upload.uploadPart(parts.length + 1, piece));
    return (await upload.complete(parts)).size;
  } catch (error) {
    await upload.abort();
    throw error;
  }
}
