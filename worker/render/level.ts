import { type Columns, Database, type SQL, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import type { World } from "#domain/world/schema.ts";
import { putAsset } from "../assets/store.ts";
import { cacheClear } from "../http/cache.ts";
import { logError } from "../http/log.ts";
import { creatorLook } from "./creator-look.ts";
import { drawLevel } from "./draw-level.ts";
import type { RenderJob } from "./job.ts";
import { pictureName } from "./picture-name.ts";
import { type DirectedLevel, type PictureShot, pictureShot } from "./picture-shot.ts";
import { PICTURE_QUALITY, PICTURE_SIZES, type PictureSize } from "./picture-sizes.ts";
import { readWorld } from "./read-world.ts";

/** The name of a rendered level picture: of a document seen by a camera, with a bopi in a look, in a size. */
export const levelPictureName = (asset: string, shot: PictureShot, look: string, size: PictureSize): string =>
  pictureName("level", [DIRECTOR_VERSION, asset, shot, look, size]);

type DrawnLevel = DirectedLevel & Columns<"levels", "thumbnail">;

/**
 * Draws a level with its creator's bopi and stores the picture in all sizes, unless the level has an up-to-date picture by now or the
 * job is outdated. An older picture stays until the new one replaces it.
 */
export async function renderLevel(env: Env, job: Extract<RenderJob, { kind: "level" }>): Promise<void> {
  const db = new Database(env.DB);
  const condition = sql`l.id = ${job.level_id} and l.revision = ${job.revision} and l.visibility <> 'deleted'
    and l.thumbnail_own = 0 and (l.thumbnail is null or l.picture_version < ${DIRECTOR_VERSION})`;
  const level = await db.first(
    statement<DrawnLevel>(sql`select l.id, l.user_id, l.revision, l.thumbnail, v.asset, l.picture_view, l.picture_shot, l.picture_choice
      from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision where ${condition}`),
  );
  if (!level) return;
  const world = await readWorld(env, level).catch((error: unknown) => {
    if (level.thumbnail === null) throw error;
    return error;
  });
  if (!isWorld(world)) {
    // Its old picture stays, and it isn't tried again with every sweep.
    logError("level not drawn again", { job }, world);
    await db.all(
      statement(sql`update levels as l set picture_version = ${DIRECTOR_VERSION} where ${condition}`),
    );
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
    statement(sql`update levels as l set thumbnail = ${names.thumbnail}, picture = ${names.large},
      thumbnail_small = ${names.small}, picture_signature = ${signature}, picture_version = ${DIRECTOR_VERSION}
      where ${condition} and l.picture_view is ${picture_view} and l.picture_shot is ${picture_shot}`),
  );
  cacheClear();
}
