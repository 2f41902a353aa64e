import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { outfits } from "#db/schema/index.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { assetUrl } from "../assets/url.ts";
import { buildLook, equippedItemsQuery, lookToken, slotColumns } from "../avatar/looks.ts";
import { type BopiRow, bopiQueries } from "../avatar/queries.ts";
import { cacheClear } from "../http/cache.ts";
import { notifyUser } from "../live/notify.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import type { RenderJob } from "./job.ts";
import { loadEquippedItems } from "./load-items.ts";
import { lookName } from "./picture-name.ts";
import { drawAvatar, drawHeadshot, PICTURE_SIDE } from "./pictures.ts";
import { putPicture } from "./put-picture.ts";

type Job<K extends RenderJob["kind"]> = Extract<RenderJob, { kind: K }>;

/**
 * Renders a user's bopi and headshot, stores both pictures and notifies the user. Does nothing if the bopi
 * has changed since.
 */
export async function renderAvatar(env: Env, { user_id, revision }: Job<"avatar">): Promise<void> {
  const db = new Database(env.DB);
  const {
    bopi: [row],
    items,
  } = await db.batch(bopiQueries(user_id));
  if (!row || row.revision !== revision || row.drawn === revision) return;
  const look = buildLook(row, row.colors, items);
  const avatar = lookName("avatar", look.colors, look.items);
  const headshot = lookName("headshot", look.colors, look.items);
  const equipped = await loadEquippedItems(env.BUCKET, look.items);
  await putPicture(env.BUCKET, headshot, () => drawHeadshot(look.colors, equipped));
  await putPicture(env.BUCKET, avatar, () => drawAvatar(look.colors, equipped));
  await db.batch({
    users: statement(sql`update users set avatar = ${avatar}, headshot = ${headshot} where id = ${user_id}
      and exists (select 1 from bopis b where b.user_id = ${user_id} and b.revision = ${revision})`),
    bopis: statement(
      sql`update bopis set drawn = ${revision} where user_id = ${user_id} and revision = ${revision}`,
    ),
  });
  cacheClear();
  const bopi = { headshot_url: assetUrl(headshot), avatar_url: assetUrl(avatar) };
  await notifyUser(env, user_id, { event: "AvatarRendered", bopi, look: lookToken(look) });
}

/** Renders an outfit, stores its picture and notifies its owner of the first one. */
export async function renderOutfit(env: Env, { outfit_id }: Job<"outfit">): Promise<void> {
  const db = new Database(env.DB);
  const {
    row: [row],
    items,
  } = await db.batch({
    row: statement<BopiRow & Columns<"outfits", "name" | "thumbnail">>(
      sql`select o.user_id, o.name, o.colors, o.thumbnail, ${slotColumns("o")} from outfits o where o.id = ${outfit_id}`,
    ),
    items: equippedItemsQuery("outfits", sql`w.id = ${outfit_id}`),
  });
  if (!row || row.thumbnail) return;
  const look = buildLook(row, row.colors, items);
  const thumbnail = lookName("outfit", look.colors, look.items);
  const equipped = await loadEquippedItems(env.BUCKET, look.items);
  await putPicture(env.BUCKET, thumbnail, () => drawAvatar(look.colors, equipped, PICTURE_SIDE.outfit));
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
  await db.batch({
    notices: queueNotices([{ user_id: row.user_id, notice }], Date.now(), isFirst),
    outfits: statement(sql`update outfits set thumbnail = ${thumbnail} where id = ${outfit_id}`),
  });
  await notifyUser(env, row.user_id, { event: "OutfitRendered", outfit: { id: outfit_id, thumbnail_url } });
  await deliverNotices(env);
}
