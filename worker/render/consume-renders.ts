import { type Columns, Database, first, type SQL, sql, statement } from "#db/database.ts";
import { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { hasModel } from "#domain/items/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import type { World } from "#domain/world/schema.ts";
import { assetUrl, putAsset } from "../assets/store.ts";
import {
  type BopiRow,
  bopiQueries,
  buildLook,
  equippedItemsQuery,
  lookToken,
  slotColumns,
} from "../avatar/looks.ts";
import { cacheClear } from "../http/cache.ts";
import { logError } from "../http/log.ts";
import { notifyUser } from "../live/notify.ts";
import { buildStub } from "../live/stubs.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { isDeadLetterQueue } from "../send-all.ts";
import { type DirectedLevel, drawLevel, drawnShot, type PictureShot, pictureShot } from "./draw-level.ts";
import type { RenderJob } from "./job.ts";
import { loadEquippedItems, loadModel, loadTexture } from "./load-items.ts";
import { PICTURE_QUALITY, PICTURE_SIZES, type PictureSize } from "./picture-sizes.ts";
import {
  creatorLook,
  drawAvatar,
  drawHeadshot,
  drawItem,
  type ItemSource,
  lookName,
  PICTURE_SIDE,
  pictureName,
} from "./pictures.ts";
import { putPicture } from "./put-picture.ts";
import { readWorld } from "./read-world.ts";

/** The picture of a stored version of a level that is being built. */
export const versionPictureName = (save: string): string => pictureName("build", save);

/** Renders the picture of a stored version, unless the version was deleted. */
async function renderVersion(env: Env, { level_id, save }: Extract<RenderJob, { kind: "build" }>) {
  const object = await env.BUCKET.get(save);
  if (!object) return;
  const world = toWorld(new BuildDocument(JSON.parse(await object.text()) as [PartId, Part][]));
  const { thumbnail } = PICTURE_SIZES;
  const size = { width: thumbnail.width, height: thumbnail.height };
  const { files } = await drawLevel(env, world, null, size, [{ ...size, quality: PICTURE_QUALITY }]);
  await putAsset(env.BUCKET, versionPictureName(save), "jpeg", files[0] as Uint8Array);
  await buildStub(env, level_id).notePicture(save);
}

/** Twice the large size. Fine detail hides a lower quality. */
const DOUBLE = { width: 2048, height: 1152, quality: 80 } as const;

export const doublePictureName = (picture: string): string => pictureName("level 2x", picture);

/** Draws the picture at twice the size, unless it's there or was replaced. Wears what's worn by then. */
async function renderDouble(env: Env, { level_id, picture }: Extract<RenderJob, { kind: "double" }>) {
  const db = new Database(env.DB);
  const level = await db.first(
    statement<DirectedLevel>`select l.id, l.user_id, l.revision, v.asset, l.picture_view, l.picture_shot, l.picture_choice
      from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision
      where l.id = ${level_id} and l.picture = ${picture} and l.thumbnail_own = 0 and l.visibility <> 'deleted'`,
  );
  if (!level || (await env.BUCKET.head(doublePictureName(picture)))) return;
  const world = await readWorld(env, level);
  const shot = drawnShot(level, world);
  if (!shot) return;
  const { look } = await creatorLook(db, env.BUCKET, level.user_id);
  const { width, height } = DOUBLE;
  const { files } = await drawLevel(env, world, { shot, look }, { width, height }, [DOUBLE]);
  await putAsset(env.BUCKET, doublePictureName(picture), "jpeg", files[0] as Uint8Array);
}

/** The name of a rendered level picture: of a document seen by a camera, with a bopi in a look, in a size. */
const levelPictureName = (asset: string, shot: PictureShot, look: string, size: PictureSize): string =>
  pictureName("level", [DIRECTOR_VERSION, asset, shot, look, size]);

type DrawnLevel = DirectedLevel & Columns<"levels", "thumbnail">;

/** Draws a level with its creator's bopi, unless its picture is current or the job outdated. */
async function renderLevel(env: Env, job: Extract<RenderJob, { kind: "level" }>): Promise<void> {
  const db = new Database(env.DB);
  const condition = sql`l.id = ${job.level_id} and l.revision = ${job.revision} and l.visibility <> 'deleted'
    and l.thumbnail_own = 0 and (l.thumbnail is null or l.picture_version < ${DIRECTOR_VERSION})`;
  const level = await db.first(
    statement<DrawnLevel>`select l.id, l.user_id, l.revision, l.thumbnail, v.asset, l.picture_view, l.picture_shot, l.picture_choice
      from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision where ${condition}`,
  );
  if (!level) return;
  const world = await readWorld(env, level).catch((error: unknown) => {
    if (level.thumbnail === null) throw error;
    return error;
  });
  if (!isWorld(world)) {
    // Its old picture stays, and it isn't tried again with every sweep.
    logError("level not drawn again", { job }, world);
    await db.all(statement`update levels as l set picture_version = ${DIRECTOR_VERSION} where ${condition}`);
    return;
  }
  const shot = await pictureShot(env, db, level, world);
  if (!shot) return;
  await storePicture(env, db, level, world, shot, condition);
}

const isWorld = (value: unknown): value is World => !(value instanceof Error);

async function storePicture(
  env: Env,
  db: Database,
  { user_id, asset, picture_view, picture_shot }: DrawnLevel,
  world: World,
  shot: PictureShot,
  condition: SQL,
): Promise<void> {
  const { look, name } = await creatorLook(db, env.BUCKET, user_id);
  const sizes = Object.keys(PICTURE_SIZES) as PictureSize[];
  const pictures = sizes.map((size) => ({ ...PICTURE_SIZES[size], quality: PICTURE_QUALITY }));
  const { signature, files } = await drawLevel(env, world, { shot, look }, PICTURE_SIZES.large, pictures);
  const names = Object.fromEntries(
    sizes.map((size) => [size, levelPictureName(asset, shot, name, size)]),
  ) as Record<PictureSize, string>;
  for (const [i, size] of sizes.entries())
    await putAsset(env.BUCKET, names[size], "jpeg", files[i] as Uint8Array);
  await db.all(
    statement`update levels as l set thumbnail = ${names.thumbnail}, picture = ${names.large},
      thumbnail_small = ${names.small}, picture_signature = ${signature}, picture_version = ${DIRECTOR_VERSION}
      where ${condition} and l.picture_view is ${picture_view} and l.picture_shot is ${picture_shot}`,
  );
  cacheClear();
}

type Job<K extends RenderJob["kind"]> = Extract<RenderJob, { kind: K }>;

/** Renders a user's bopi and headshot and notifies them, unless the bopi has changed since. */
async function renderAvatar(env: Env, { user_id, revision }: Job<"avatar">): Promise<void> {
  const db = new Database(env.DB);
  const { bopi: row, items } = await db.batch(bopiQueries(user_id));
  if (!row || row.revision !== revision || row.drawn === revision) return;
  const look = buildLook(row, row.colors, items);
  const avatar = lookName("avatar", look.colors, look.items);
  const headshot = lookName("headshot", look.colors, look.items);
  const equipped = await loadEquippedItems(env.BUCKET, look.items);
  await putPicture(env.BUCKET, headshot, () => drawHeadshot(look.colors, equipped));
  await putPicture(env.BUCKET, avatar, () => drawAvatar(look.colors, equipped));
  await db.batch({
    users: statement`update users set avatar = ${avatar}, headshot = ${headshot} where id = ${user_id}
      and exists (select 1 from bopis b where b.user_id = ${user_id} and b.revision = ${revision})`,
    bopis: statement`update bopis set drawn = ${revision} where user_id = ${user_id} and revision = ${revision}`,
  });
  cacheClear();
  const bopi = { headshot_url: assetUrl(headshot), avatar_url: assetUrl(avatar) };
  await notifyUser(env, user_id, { event: "AvatarRendered", bopi, look: lookToken(look) });
}

/** Renders an outfit, stores its picture and notifies its owner of the first one. */
async function renderOutfit(env: Env, { outfit_id }: Job<"outfit">): Promise<void> {
  const db = new Database(env.DB);
  const { row, items } = await db.batch({
    row: first<
      BopiRow & Columns<"outfits", "name" | "thumbnail">
    >`select o.user_id, o.name, o.colors, o.thumbnail, ${slotColumns("o")} from outfits o where o.id = ${outfit_id}`,
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
    outfits: statement`update outfits set thumbnail = ${thumbnail} where id = ${outfit_id}`,
  });
  await notifyUser(env, row.user_id, { event: "OutfitRendered", outfit: { id: outfit_id, thumbnail_url } });
  await deliverNotices(env);
}

type ItemRow = Columns<"items", "user_id" | "type_id" | "uuid" | "thumbnail">;

/** Renders an item, stores its picture and notifies its creator. An item's files never change. */
async function renderItem(env: Env, { item_id }: Extract<RenderJob, { kind: "item" }>): Promise<void> {
  const db = new Database(env.DB);
  const row = await db.first(statement<ItemRow>`select user_id, type_id, uuid, thumbnail from items
    where id = ${item_id}`);
  if (!row || row.thumbnail || !row.uuid) return;
  const source = await loadSource(env.BUCKET, row);
  const thumbnail = pictureName("item", [row.type_id, row.uuid]);
  await putPicture(env.BUCKET, thumbnail, () => drawItem(source));
  await db.all(statement`update items set thumbnail = ${thumbnail} where id = ${item_id}`);
  cacheClear();
  await notifyUser(env, row.user_id, {
    event: "ItemRendered",
    item: { id: item_id, thumbnail_url: assetUrl(thumbnail) },
  });
}

async function loadSource(bucket: R2Bucket, { type_id, uuid }: ItemRow): Promise<ItemSource> {
  if (hasModel(type_id)) return { type: type_id, model: await loadModel(bucket, uuid) };
  return { type: type_id as 3 | 4 | 5 | 6, texture: await loadTexture(bucket, uuid) };
}

function render(env: Env, job: RenderJob): Promise<void> {
  switch (job.kind) {
    case "level":
      return renderLevel(env, job);
    case "double":
      return renderDouble(env, job);
    case "avatar":
      return renderAvatar(env, job);
    case "outfit":
      return renderOutfit(env, job);
    case "item":
      return renderItem(env, job);
    case "build":
      return renderVersion(env, job);
  }
}

/** Runs render jobs. A failed one is retried with growing delays, then goes to the dead letters. */
export async function consumeRenders(batch: MessageBatch<RenderJob>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    if (isDeadLetterQueue(batch.queue)) {
      console.error(JSON.stringify({ level: "error", event: "render given up", job: message.body }));
      message.ack();
      continue;
    }
    try {
      await render(env, message.body);
      message.ack();
    } catch (error) {
      logError("render failed", { job: message.body }, error);
      message.retry({ delaySeconds: 2 ** message.attempts });
    }
  }
}
