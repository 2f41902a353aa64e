import { Database } from "#db/database.ts";
import { type BopiLook, decodeLook } from "#domain/avatar/bopi-look.ts";
import { LOOK_POSES, LOOK_SIZES, type LookPicture, lookUrl } from "#domain/avatar/look-url.ts";
import { SLOTS, slotType } from "#domain/avatar/slots.ts";
import { ApiError } from "#domain/errors.ts";
import { ITEM_TYPES } from "#domain/items/item-types.ts";
import { clientNetwork, type HonoApp } from "../http/handle.ts";
import { locationCache } from "../http/location-cache.ts";
import { checkAttempts, readClaims } from "../http/session.ts";
import { LOOK_PICTURE_TYPE, lookPicture } from "../render/look-picture.ts";
import { type Look, lookItemsQuery } from "./looks.ts";

/** Pictures that one member or IP address can have drawn in a window. Stored pictures don't count. */
const MAX_DRAWN = 240;
const WINDOW_SECONDS = 10 * 60;

/** A week: long enough to cost nothing, short enough that an item taken down disappears from caches, too. */
const CACHE_COMPLETE = "public, max-age=604800, immutable";
/** A picture without a hidden item, which can be shown again. */
const CACHE_INCOMPLETE = "public, max-age=300";

const PICTURES = new Map<string, LookPicture>(
  LOOK_POSES.flatMap((pose) => LOOK_SIZES.map((size) => [`${pose}-${size}.png`, { pose, size }])),
);

/** Pictures of any look, drawn at the first request. */
export function lookRoutes(app: HonoApp): void {
  app.get("/looks/:token/:file", async (c) => {
    const { token, file } = c.req.param();
    const picture = PICTURES.get(file);
    const wanted = picture && decodeLook(token);
    if (!wanted) throw new ApiError("not_found");
    const { env } = c;
    // Without the query, so that it can't be used to miss the cache.
    const key = new URL(lookUrl(token, picture), c.req.url).href;
    const cached = await locationCache.match(key);
    if (cached) return new Response(cached.body, cached);
    const ids = Object.values(wanted.items).filter((id) => id !== null);
    const { look, complete } = await readLook(new Database(env.DB, c.get("meter")), wanted, ids);
    const limit = () => checkAttempts(env, drawerOf(c.req.raw, env), MAX_DRAWN, WINDOW_SECONDS);
    const png = await lookPicture(env, look, picture, limit, (work) => c.executionCtx.waitUntil(work));
    const response = new Response(png as Uint8Array<ArrayBuffer>, {
      headers: {
        "Content-Type": LOOK_PICTURE_TYPE,
        "Cache-Control": complete ? CACHE_COMPLETE : CACHE_INCOMPLETE,
      },
    });
    c.executionCtx.waitUntil(locationCache.put(key, response.clone()));
    return response;
  });
}

/** The key by which drawing is limited. */
function drawerOf(request: Request, env: Env): string {
  const claims = readClaims(request, env);
  return claims ? `look:user:${claims.id}` : `look:address:${clientNetwork(request)}`;
}

/** Reads a look's items. Throws a 404 if one doesn't exist or doesn't fit its slot; leaves hidden ones out. */
async function readLook(db: Database, { colors, items }: BopiLook, ids: readonly number[]) {
  const rows = ids.length > 0 ? await db.all(lookItemsQuery(ids)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  let complete = true;
  const shown = SLOTS.map((slot) => {
    const id = items[slot];
    if (id === null) return [slot, null];
    const row = byId.get(id);
    if (!row || ITEM_TYPES[row.type_id] !== slotType(slot)) throw new ApiError("not_found");
    if (row.shown) return [slot, row];
    complete = false;
    return [slot, null];
  });
  return { look: { colors, items: Object.fromEntries(shown) as Look["items"] }, complete };
}
