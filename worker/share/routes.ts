import type { Context } from "hono";
import { Database } from "#db/database.ts";
import { type Preload, preload } from "#domain/api/page.ts";
import { isValidParam } from "#domain/api/params.ts";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import { NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { ApiError } from "#domain/errors.ts";
import { eventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { type Thread, threadRoute } from "#domain/forums/api.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { readPicture } from "../assets/picture.ts";
import { type AppEnv, clientNetwork, type HonoApp } from "../http/handle.ts";
import { locationCache } from "../http/location-cache.ts";
import { checkRateLimit } from "../http/session.ts";
import { openSideDatabases, SessionGate } from "../http/session-gate.ts";
import { loadPreload } from "../pages/load-preload.ts";
import { encodeJpeg } from "../render/jpeg/encode.ts";
import { drawAvatar } from "../render/pictures.ts";
import { decodePng, type Picture } from "../render/png.ts";
import { drawShareCard, type SharePictures } from "./draw-share-card.ts";
import {
  eventShareCard,
  itemShareCard,
  levelShareCard,
  profileShareCard,
  type ShareCard,
  sharePicturePath,
  threadShareCard,
} from "./share-card.ts";
import { loadTypefaces } from "./typeface.ts";

const QUALITY = 85;
/** In the location's cache, behind the check that the picture is still public. */
const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** Everywhere else, because what it shows can become private. */
const CACHE_FIVE_MINUTES = "public, max-age=300";

/** The data that a kind of picture is read from: what its page shows to visitors. */
interface Source {
  param: string;
  preload(id: string): Preload;
  card(response: unknown, id: string): ShareCard | undefined;
}

const SOURCES: Record<ShareCard["kind"], Source> = {
  profile: {
    param: "username",
    preload: (username) => preload(profileRoute, { username }),
    card: (response) => profileShareCard((response as { user: Profile }).user),
  },
  level: {
    param: "id",
    preload: (id) => preload(levelRoute, { id: Number(id) }),
    card: (response) => levelShareCard((response as { level: Level }).level),
  },
  item: {
    param: "id",
    preload: (id) => preload(itemRoute, { id: Number(id) }),
    card: (response) => itemShareCard((response as { item: Item }).item),
  },
  thread: {
    param: "id",
    preload: (id) => preload(threadRoute, { id: Number(id) }, { page: 1 }),
    card: (response) => threadShareCard((response as { thread: Thread }).thread),
  },
  event: {
    param: "id",
    preload: () => preload(eventsRoute),
    card: (response, id) => {
      const event = (response as { events: LevelEvent[] }).events.find((one) => String(one.id) === id);
      return event && eventShareCard(event);
    },
  },
};

const isKind = (kind: string): kind is ShareCard["kind"] => Object.hasOwn(SOURCES, kind);

async function readCard(c: Context<AppEnv>, kind: string, id: string): Promise<ShareCard> {
  if (!isKind(kind) || !isValidParam(SOURCES[kind].param, id)) throw new ApiError("not_found");
  const source = SOURCES[kind];
  const now = Date.now();
  // Pictures are the same for everyone, so they show what visitors see.
  const db = new Database(c.env.DB, c.get("meter"));
  const side = openSideDatabases(c.env, c.get("meter"));
  const gate = new SessionGate(db, null, now, { rejectBanned: false }, side);
  const card = source.card(await loadPreload(c, source.preload(id), gate, now), id);
  if (!card) throw new ApiError("not_found");
  return card;
}

/** Reads a picture that is stored under its URL. Null if there is none, or it can't be read. */
async function readStored(env: Env, url: string | null): Promise<Picture | null> {
  const name = url && /^\/assets\/([\w-]+(?:\.png)?)$/.exec(url)?.[1];
  const object = name ? await env.BUCKET.get(name) : null;
  if (!object) return null;
  const bytes = new Uint8Array(await object.arrayBuffer());
  if (bytes[0] === 0x89) return decodePng(bytes);
  return readPicture(new File([bytes], "picture"), "picture");
}

/** Reads a bopi's picture, or draws a bopi that has none yet in its colors. */
async function readBopi(env: Env, url: string): Promise<Picture | null> {
  const token = /^\/looks\/([\w.-]+)\//.exec(url)?.[1];
  const look = token && decodeLook(token);
  return look ? drawAvatar(look.colors, NOTHING_EQUIPPED) : readStored(env, url);
}

async function readPictures(env: Env, card: ShareCard): Promise<SharePictures> {
  const [picture, bopi] = await Promise.all([
    "picture" in card ? readStored(env, card.picture) : null,
    "bopi" in card ? readBopi(env, card.bopi) : null,
  ]);
  return { picture, bopi };
}

const pictureResponse = (body: BodyInit | null, cache: string): Response =>
  new Response(body, { headers: { "Content-Type": "image/jpeg", "Cache-Control": cache } });

/** The pictures of link previews. Their URLs change with what they show. Each is drawn once, and shown as long as visitors see its page. */
export function shareRoutes(app: HonoApp): void {
  app.get("/share/:kind/:id/:file{[0-9a-f]{16}\\.jpg}", async (c) => {
    // The cache key has no query string, so queries can't bypass the cache.
    const key = new Request(new URL(c.req.path, c.req.url));
    const cached = await locationCache.match(key);
    if (!cached) await checkRateLimit(c.env, "write", `share:${clientNetwork(c.req.raw)}`);
    const { kind, id } = c.req.param();
    const card = await readCard(c, kind, id);
    const path = sharePicturePath(card, id);
    // Someone has an old link: the page looks different now.
    if (path !== c.req.path) return c.redirect(path, 302);
    if (cached) return pictureResponse(cached.body, CACHE_FIVE_MINUTES);
    const [fonts, pictures] = await Promise.all([loadTypefaces(c.env, c.req.url), readPictures(c.env, card)]);
    const bytes = encodeJpeg(drawShareCard(card, fonts, pictures), QUALITY) as Uint8Array<ArrayBuffer>;
    c.executionCtx.waitUntil(locationCache.put(key, pictureResponse(bytes, CACHE_FOREVER)));
    return pictureResponse(bytes, CACHE_FIVE_MINUTES);
  });
}
