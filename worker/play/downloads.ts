import type { Context } from "hono";
import { ApiError } from "#domain/errors.ts";
import { downloadsRoute, OPERATING_SYSTEMS, type OperatingSystem } from "#domain/play/api.ts";
import { BUILDS, downloadKey, downloadUrl } from "#domain/play/downloads.ts";
import { isoTime } from "#domain/time.ts";
import { type AppEnv, type HonoApp, handle } from "../http/handle.ts";

/** A build keeps its file name when a new one is published, so caches must revalidate. */
const REVALIDATE = "public, no-cache";

const isSystem = (text: string): text is OperatingSystem =>
  (OPERATING_SYSTEMS as readonly string[]).includes(text);

/** The byte range requested of a file with `size` bytes; null for the whole file, also if the header is invalid. */
function parseRange(header: string | undefined, size: number): { first: number; last: number } | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!from && !to) return null;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? null : { first, last };
}

/** A response with a build, complete or the requested range; null if it isn't published. */
async function sendBuild(c: Context<AppEnv>, os: OperatingSystem): Promise<Response | null> {
  const found = await c.env.BUCKET.head(downloadKey(os));
  if (!found) return null;
  const { size, httpEtag, uploaded } = found;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": REVALIDATE,
    "Content-Disposition": `attachment; filename="${BUILDS[os].file}"`,
    "Content-Type": "application/octet-stream",
    ETag: httpEtag,
    "Last-Modified": uploaded.toUTCString(),
  });
  if (c.req.header("If-None-Match") === httpEtag) return new Response(null, { status: 304, headers });
  // A partial download of another build can't be resumed.
  const isSame = (c.req.header("If-Range") ?? httpEtag) === httpEtag;
  const byteRange = isSame ? parseRange(c.req.header("Range"), size) : null;
  const length = byteRange ? byteRange.last - byteRange.first + 1 : size;
  headers.set("Content-Length", String(length));
  if (byteRange) headers.set("Content-Range", `bytes ${byteRange.first}-${byteRange.last}/${size}`);
  const status = byteRange ? 206 : 200;
  if (c.req.method === "HEAD") return new Response(null, { status, headers });
  const range = byteRange ? { offset: byteRange.first, length } : undefined;
  const object = await c.env.BUCKET.get(downloadKey(os), {
    // A newer build may have been published in between.
    onlyIf: { etagMatches: found.etag },
    ...(range && { range }),
  });
  if (!object || !("body" in object)) throw new ApiError("conflict");
  return new Response(object.body, { status, headers });
}

/** The client's published builds and their files. */
export function downloadRoutes(app: HonoApp): void {
  handle(app, downloadsRoute, async ({ env }) => {
    const found = await Promise.all(OPERATING_SYSTEMS.map((os) => env.BUCKET.head(downloadKey(os))));
    return {
      data: OPERATING_SYSTEMS.map((os, i) => ({
        os,
        url: found[i] ? downloadUrl(os) : null,
        bytes: found[i]?.size ?? null,
        updated_at: found[i] ? isoTime(found[i].uploaded.getTime()) : null,
      })),
    };
  });

  // Unknown files fall through to the pages, which return their 404.
  app.get("/download/:os", async (c, next) => {
    const os = c.req.param("os");
    const response = isSystem(os) ? await sendBuild(c, os) : null;
    return response ?? next();
  });
}
