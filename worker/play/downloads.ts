import type { Context } from "hono";
import { ApiError } from "#domain/errors.ts";
import { downloadsRoute, OPERATING_SYSTEMS, type OperatingSystem } from "#domain/play/api.ts";
import { BUILDS, buildKey, buildUrl } from "#domain/play/downloads.ts";
import { isoTime } from "#domain/time.ts";
import { type App, type AppEnv, handle } from "../http/handle.ts";

/** A build keeps its name when a newer one is published: what is kept of it is looked after each time. */
const ALWAYS_ASKED = "public, no-cache";

const isSystem = (text: string): text is OperatingSystem =>
  (OPERATING_SYSTEMS as readonly string[]).includes(text);

/** First and last byte that were asked for of a file's `size` bytes; null is all of it, also where that can't be read. */
function stretchOf(header: string | undefined, size: number): { first: number; last: number } | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!from && !to) return null;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? null : { first, last };
}

/** A build as a file to keep, whole or the stretch of it that was asked for; null while it is not published. */
async function sendBuild(c: Context<AppEnv>, os: OperatingSystem): Promise<Response | null> {
  const found = await c.env.BUCKET.head(buildKey(os));
  if (!found) return null;
  const { size, httpEtag, uploaded } = found;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": ALWAYS_ASKED,
    "Content-Disposition": `attachment; filename="${BUILDS[os].file}"`,
    "Content-Type": "application/octet-stream",
    ETag: httpEtag,
    "Last-Modified": uploaded.toUTCString(),
  });
  if (c.req.header("If-None-Match") === httpEtag) return new Response(null, { status: 304, headers });
  // What was begun of another build can't be gone on with.
  const isSame = (c.req.header("If-Range") ?? httpEtag) === httpEtag;
  const stretch = isSame ? stretchOf(c.req.header("Range"), size) : null;
  const length = stretch ? stretch.last - stretch.first + 1 : size;
  headers.set("Content-Length", String(length));
  if (stretch) headers.set("Content-Range", `bytes ${stretch.first}-${stretch.last}/${size}`);
  const status = stretch ? 206 : 200;
  if (c.req.method === "HEAD") return new Response(null, { status, headers });
  const range = stretch ? { offset: stretch.first, length } : undefined;
  const object = await c.env.BUCKET.get(buildKey(os), {
    // A newer one may have come in between.
    onlyIf: { etagMatches: found.etag },
    ...(range && { range }),
  });
  if (!object || !("body" in object)) throw new ApiError("conflict");
  return new Response(object.body, { status, headers });
}

/** Where people get the client: what is published, and the files. */
export function downloadRoutes(app: App): void {
  handle(app, downloadsRoute, async ({ env }) => {
    const found = await Promise.all(OPERATING_SYSTEMS.map((os) => env.BUCKET.head(buildKey(os))));
    return {
      data: OPERATING_SYSTEMS.map((os, i) => ({
        os,
        url: found[i] ? buildUrl(os) : null,
        bytes: found[i]?.size ?? null,
        updated_at: found[i] ? isoTime(found[i].uploaded.getTime()) : null,
      })),
    };
  });

  // What is not there is answered by the pages, with theirs for people who are lost.
  app.get("/download/:os", async (c, next) => {
    const os = c.req.param("os");
    const response = isSystem(os) ? await sendBuild(c, os) : null;
    return response ?? next();
  });
}
