import type { Context } from "hono";
import { DEFAULT_COLORS, unpackColors } from "#domain/avatar/colors.ts";
import { bopiFigure } from "#domain/avatar/figure.ts";
import { TEMPLATES, type TemplateName } from "#domain/avatar/model/templates.ts";
import { drawTemplate } from "#domain/avatar/template-picture.ts";
import { ApiError } from "#domain/errors.ts";
import { compressLocally } from "../http/compress.ts";
import type { App, AppEnv } from "../http/handle.ts";
import { encodePng } from "../render/png.ts";

/** A uuid; an item's files have an ending after theirs. */
const ASSET = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.png|\.mesh)?$/;
const isText = ({ headers }: Response) =>
  /^text\/|javascript|json|svg/.test(headers.get("Content-Type") ?? "");
const FOR_GOOD = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";

/** Templates that this process has drawn. */
const templates = new Map<TemplateName, Uint8Array>();

function templatePng(name: TemplateName): Uint8Array {
  const png = templates.get(name) ?? encodePng(drawTemplate(name));
  templates.set(name, png);
  return png;
}

export function assetRoutes(app: App): void {
  app.get("/assets/:asset", async (c) => {
    const asset = c.req.param("asset");
    // An asset never changes, so the edge's cache answers before the bucket is asked (and paid).
    const cached = await caches.default.match(c.req.raw);
    if (cached) return new Response(cached.body, cached);
    const object = ASSET.test(asset) ? await c.env.BUCKET.get(asset) : null;
    if (!object) throw new ApiError("not_found");
    const headers = new Headers({ "Cache-Control": FOR_GOOD, ETag: object.httpEtag });
    object.writeHttpMetadata(headers);
    if (c.req.header("If-None-Match") === object.httpEtag)
      return new Response(null, { status: 304, headers });
    const response = new Response(object.body, { headers });
    c.executionCtx.waitUntil(caches.default.put(c.req.raw, response.clone()));
    return response;
  });

  // A bopi's stand-in picture, drawn from the colours in its own address.
  app.get("/static/bopi/:view/:file", (c) => {
    const { view, file } = c.req.param();
    const name = /^([0-9A-Fa-f-]{1,69}|default)\.svg$/.exec(file)?.[1];
    const colors = name === "default" ? DEFAULT_COLORS : name && unpackColors(name);
    if (!colors || (view !== "headshot" && view !== "full")) throw new ApiError("not_found");
    return c.body(bopiFigure({ colors, view }), 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": FOR_GOOD,
    });
  });

  // What clothes are painted on.
  app.get("/static/templates/:file", (c) => {
    const name = /^(\w+)\.png$/.exec(c.req.param("file"))?.[1];
    if (!name || !Object.hasOwn(TEMPLATES, name)) throw new ApiError("not_found");
    return c.body(templatePng(name as TemplateName) as Uint8Array<ArrayBuffer>, 200, {
      "Content-Type": "image/png",
      "Cache-Control": FOR_A_DAY,
    });
  });

  const fromBuild = (cache: string) => async (c: Context<AppEnv>) => {
    const found = await c.env.ASSETS.fetch(c.req.raw);
    if (!found.ok) throw new ApiError("not_found");
    const response = new Response(found.body, found);
    response.headers.set("Cache-Control", cache);
    if (isText(response)) compressLocally(c, response.headers);
    return response;
  };
  app.get("/static/*", fromBuild(FOR_A_DAY));
  app.get("/build/*", fromBuild(FOR_GOOD));
}
