import type { Context } from "hono";
import { CLOTHING_TEMPLATES, type TemplateName } from "#domain/avatar/model/templates.ts";
import { drawTemplatePicture } from "#domain/avatar/template-picture.ts";
import { ApiError } from "#domain/errors.ts";
import { compressLocally } from "../http/compress.ts";
import type { AppEnv, HonoApp } from "../http/handle.ts";
import { locationCache } from "../http/location-cache.ts";
import { encodePng } from "../render/png.ts";
import { guardedFor, isGuarded } from "./guarded-url.ts";

/** A UUID, with a file extension for an item's files. */
const ASSET = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.png|\.mesh)?$/;
const isText = ({ headers }: Response) =>
  /^text\/|javascript|json|svg/.test(headers.get("Content-Type") ?? "");
const CACHE_FOREVER = "public, max-age=31536000, immutable";
const EXPIRED = "This link has expired. Open the page that it was on again.";
const CACHE_ONE_DAY = "public, max-age=86400";

/** The templates rendered by this process. */
const templates = new Map<TemplateName, Uint8Array>();

function templatePng(name: TemplateName): Uint8Array {
  const png = templates.get(name) ?? encodePng(drawTemplatePicture(name));
  templates.set(name, png);
  return png;
}

export function assetRoutes(app: HonoApp): void {
  app.get("/assets/:asset", async (c) => {
    const asset = c.req.param("asset");
    const openFor = guardedFor(asset, new URL(c.req.url).searchParams, Date.now());
    const requireOpen = (response: Response): void => {
      if (openFor === 0 && isGuarded(asset, response)) throw new ApiError("not_found", { message: EXPIRED });
    };
    // Assets never change, so serve them from the edge cache before paying for a bucket read.
    const cached = await locationCache.match(c.req.raw);
    if (cached) {
      requireOpen(cached);
      c.get("meter").cacheHit = true;
      return new Response(cached.body, cached);
    }
    const object = ASSET.test(asset) ? await c.env.BUCKET.get(asset) : null;
    if (!object) throw new ApiError("not_found");
    const headers = new Headers({ "Cache-Control": CACHE_FOREVER, ETag: object.httpEtag });
    object.writeHttpMetadata(headers);
    const response = new Response(object.body, { headers });
    requireOpen(response);
    // No cache keeps it longer than its URL works.
    if (openFor > 0)
      response.headers.set("Cache-Control", `public, max-age=${Math.floor(openFor / 1000)}, immutable`);
    if (c.req.header("If-None-Match") === object.httpEtag)
      return new Response(null, { status: 304, headers: response.headers });
    c.executionCtx.waitUntil(locationCache.put(c.req.raw, response.clone()));
    return response;
  });

  // Templates for painting clothes.
  app.get("/static/templates/:file", (c) => {
    const name = /^(\w+)\.png$/.exec(c.req.param("file"))?.[1];
    if (!name || !Object.hasOwn(CLOTHING_TEMPLATES, name)) throw new ApiError("not_found");
    return c.body(templatePng(name as TemplateName) as Uint8Array<ArrayBuffer>, 200, {
      "Content-Type": "image/png",
      "Cache-Control": CACHE_ONE_DAY,
    });
  });

  const serveFromBuild = (cache: string) => async (c: Context<AppEnv>) => {
    const found = await c.env.ASSETS.fetch(c.req.raw);
    if (!found.ok) throw new ApiError("not_found");
    const response = new Response(found.body, found);
    response.headers.set("Cache-Control", cache);
    if (isText(response)) compressLocally(c, response.headers);
    return response;
  };
  app.get("/static/*", serveFromBuild(CACHE_ONE_DAY));
  app.get("/favicon.ico", serveFromBuild(CACHE_ONE_DAY));
  // Pages of the builder have no extension: /build/new, /build/7.
  app.get("/build/:file{.+\\.\\w+}", serveFromBuild(CACHE_FOREVER));
}
