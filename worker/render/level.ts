import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import { putAsset } from "../assets/store.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import { encodePicture } from "./encode-picture.ts";
import type { RenderJob } from "./job.ts";
import { encodeJpeg } from "./jpeg/encode.ts";
import { pictureName } from "./picture-name.ts";
import { PICTURE_QUALITY, PICTURE_SIZES, type PictureSize } from "./picture-sizes.ts";

/** The name of a rendered level picture: of a document seen by a camera, in a size. */
export const levelPictureName = (asset: string, view: PictureView | null, size: PictureSize): string =>
  pictureName("level", [asset, view, size]);

/**
 * Renders a level's document with the camera that its creator chose, and stores the picture in all sizes, unless the level has a
 * picture by now or the job is outdated.
 */
export async function renderLevel(env: Env, job: Extract<RenderJob, { kind: "level" }>): Promise<void> {
  const db = new Database(env.DB);
  const condition = sql`l.id = ${job.level_id} and l.revision = ${job.revision} and l.thumbnail is null and l.visibility <> 'deleted'`;
  const level = await db.first(
    statement<{ asset: string; picture_view: string | null }>(sql`select v.asset, l.picture_view from levels l
      join level_revisions v on v.level_id = l.id and v.revision = l.revision where ${condition}`),
  );
  if (!level) return;
  const object = await env.BUCKET.get(level.asset);
  if (!object) throw new Error(`level ${job.level_id} has lost its document ${level.asset}`);
  const parsed = parseWorld(await object.text());
  if (!parsed.ok) throw new Error(`level ${job.level_id} has a broken document: ${parsed.message}`);
  const view = level.picture_view === null ? null : (JSON.parse(level.picture_view) as PictureView);
  const { large, thumbnail, small } = PICTURE_SIZES;
  const drawn = { ...large, data: drawWorld(parsed.world, { ...large, view }) };
  const names = {
    large: levelPictureName(level.asset, view, "large"),
    thumbnail: levelPictureName(level.asset, view, "thumbnail"),
    small: levelPictureName(level.asset, view, "small"),
  };
  await putAsset(env.BUCKET, names.large, "jpeg", encodeJpeg(drawn, PICTURE_QUALITY));
  await putAsset(env.BUCKET, names.thumbnail, "jpeg", encodePicture(drawn, thumbnail, PICTURE_QUALITY));
  await putAsset(env.BUCKET, names.small, "jpeg", encodePicture(drawn, small, PICTURE_QUALITY));
  await db.all(
    statement(sql`update levels as l set thumbnail = ${names.thumbnail}, picture = ${names.large},
      thumbnail_small = ${names.small} where ${condition} and l.picture_view is ${level.picture_view}`),
  );
  cacheClear();
}
