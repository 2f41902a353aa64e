import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { assetUrl } from "../assets/url.ts";
import { lookOf, slotColumns, wornItems } from "../avatar/looks.ts";
import { type BopiRow, bopiQueries } from "../avatar/queries.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import { notifyUser } from "../live/notify.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import type { RenderJob } from "./job.ts";
import { lookName } from "./key.ts";
import { drawAvatar, drawHeadshot, PICTURE_SIDE } from "./pictures.ts";
import { putPicture } from "./put.ts";
import { loadWorn } from "./wardrobe.ts";

type Job<K extends RenderJob["kind"]> = Extract<RenderJob, { kind: K }>;

/** Draws a user's bopi, whole and as a headshot, hangs both up and tells them; nothing when it has changed since. */
export async function renderAvatar(env: Env, { user_id, revision }: Job<"avatar">): Promise<void> {
  const db = new Database(env.DB);
  const [[row], items] = await db.batch(bopiQueries(user_id));
  if (!row || row.revision !== revision || row.drawn === revision) return;
  const look = lookOf(row, row.colors, items);
  const avatar = lookName("avatar", look.colors, look.items);
  const headshot = lookName("headshot", look.colors, look.items);
  const worn = await loadWorn(env.BUCKET, look.items);
  await putPicture(env.BUCKET, headshot, () => drawHeadshot(look.colors, worn));
  await putPicture(env.BUCKET, avatar, () => drawAvatar(look.colors, worn));
  await db.batch([
    statement(sql`update users set avatar = ${avatar}, headshot = ${headshot} where id = ${user_id}
      and exists (select 1 from bopis b where b.user_id = ${user_id} and b.revision = ${revision})`),
    statement(
      sql`update bopis set drawn = ${revision} where user_id = ${user_id} and revision = ${revision}`,
    ),
  ]);
  cacheClear();
  const bopi = { headshot_url: assetUrl(headshot), avatar_url: assetUrl(avatar) };
  await notifyUser(env, user_id, { event: "AvatarRendered", bopi });
}

/** Renders an outfit, stores its picture and notifies its owner of the first one. */
export async function renderOutfit(env: Env, { outfit_id }: Job<"outfit">): Promise<void> {
  const db = new Database(env.DB);
  const [[row], items] = await db.batch([
    statement<BopiRow & { name: string; thumbnail: string | null }>(
      sql`select o.user_id, o.name, o.colors, o.thumbnail, ${slotColumns("o")} from outfits o where o.id = ${outfit_id}`,
    ),
    wornItems("outfits", sql`w.id = ${outfit_id}`),
  ]);
  if (!row || row.thumbnail) return;
  const look = lookOf(row, row.colors, items);
  const thumbnail = lookName("outfit", look.colors, look.items);
  const worn = await loadWorn(env.BUCKET, look.items);
  await putPicture(env.BUCKET, thumbnail, () => drawAvatar(look.colors, worn, PICTURE_SIDE.outfit));
  const thumbnail_url = assetUrl(thumbnail);
  const notice: Notice = {
    type: "outfit",
    group: "outfits",
    actor: null,
    title: row.name,
    url: "/avatar?tab=outfits",
    picture: thumbnail_url,
  };
  // Running the job twice notifies once. A picture that replaces an earlier one is not worth a notification.
  const isFirst = sql`exists (select 1 from outfits where id = ${outfit_id} and thumbnail is null and redrawn = 0)`;
  await db.batch([
    ...queueNotices([{ user_id: row.user_id, notice }], Date.now(), isFirst),
    statement(sql`update outfits set thumbnail = ${thumbnail} where id = ${outfit_id}`),
  ]);
  await notifyUser(env, row.user_id, { event: "OutfitRendered", outfit: { id: outfit_id, thumbnail_url } });
  await deliverNotices(env);
}
