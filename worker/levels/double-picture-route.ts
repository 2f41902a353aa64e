import { type Columns, Database, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { ASSET_TYPES, assetUrl } from "../assets/store.ts";
import type { HonoApp } from "../http/handle.ts";
import { locationCache } from "../http/location-cache.ts";
import { logError } from "../http/log.ts";
import { doublePictureName } from "../render/consume-renders.ts";

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-2x\.jpg$/;
const LEVEL_ID = /^[1-9]\d{0,14}$/;
const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** Until the double is likely to be drawn. It also keeps repeated requests from queueing it again. */
const CACHE_MEANWHILE = "public, max-age=60";

export const doublePictureUrl = (levelId: number, picture: string): string =>
  `/pictures/${levelId}/${picture}-2x.jpg`;

/** The doubles of level pictures, for screens with two pixels per CSS pixel. The first request queues one and gets the picture itself. */
export function doublePictureRoute(app: HonoApp): void {
  app.get("/pictures/:id/:file", async (c) => {
    const { id, file } = c.req.param();
    const picture = FILE.exec(file)?.[1];
    if (!picture || !LEVEL_ID.test(id)) throw new ApiError("not_found");
    const { env } = c;
    // Without the query, so that it can't be used to miss the cache.
    const key = new URL(doublePictureUrl(Number(id), picture), c.req.url).href;
    const cached = await locationCache.match(key);
    if (cached) return new Response(cached.body, cached);
    const object = await env.BUCKET.get(doublePictureName(picture));
    const response = object
      ? new Response(object.body, {
          headers: { "Content-Type": ASSET_TYPES.jpeg, "Cache-Control": CACHE_FOREVER },
        })
      : new Response(null, {
          status: 302,
          headers: { Location: assetUrl(picture), "Cache-Control": CACHE_MEANWHILE },
        });
    if (!object) {
      const level = await new Database(env.DB, c.get("meter")).first(
        statement<Columns<"levels", "id">>`select id from levels
          where id = ${Number(id)} and picture = ${picture} and thumbnail_own = 0 and visibility <> 'deleted'`,
      );
      if (!level) throw new ApiError("not_found");
      try {
        await env.DRAWINGS.send({ kind: "double", level_id: level.id, picture });
      } catch (error) {
        logError("picture not queued", { level: level.id }, error);
      }
    }
    c.executionCtx.waitUntil(locationCache.put(key, response.clone()));
    return response;
  });
}
