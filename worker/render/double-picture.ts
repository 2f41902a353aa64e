import { Database, statement } from "#db/database.ts";
import { putAsset } from "../assets/store.ts";
import { creatorLook } from "./creator-look.ts";
import { drawLevel } from "./draw-level.ts";
import type { RenderJob } from "./job.ts";
import { type DirectedLevel, drawnShot } from "./picture-shot.ts";
import { pictureName } from "./pictures.ts";
import { readWorld } from "./read-world.ts";

/** Twice the large size. Fine detail hides a lower quality. */
const DOUBLE = { width: 2048, height: 1152, quality: 80 } as const;

/** The name of the double of a level's rendered picture. */
export const doublePictureName = (picture: string): string => pictureName("level 2x", picture);

/**
 * Draws a level's picture again in twice the size and stores it, unless it's there or the level has another picture by now. The bopi
 * wears what its creator wears by then.
 */
export async function renderDouble(
  env: Env,
  { level_id, picture }: Extract<RenderJob, { kind: "double" }>,
): Promise<void> {
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
