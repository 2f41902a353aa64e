import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import { putAsset } from "../assets/store.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import type { RenderJob } from "./job.ts";
import { pictureName } from "./picture-name.ts";
import { PICTURE_SIZES } from "./picture-sizes.ts";
import { encodePng } from "./png.ts";

/**
 * Renders a level's document and stores the picture, unless it has a picture by now or the document is
 * outdated.
 */
export async function renderLevel(env: Env, job: Extract<RenderJob, { kind: "level" }>): Promise<void> {
  const db = new Database(env.DB);
  const condition = sql`l.id = ${job.level_id} and l.revision = ${job.revision} and l.thumbnail is null and l.visibility <> 'deleted'`;
  const level = await db.first(
    statement<{ asset: string }>(sql`select v.asset from levels l
      join level_revisions v on v.level_id = l.id and v.revision = l.revision where ${condition}`),
  );
  if (!level) return;
  const object = await env.BUCKET.get(level.asset);
  if (!object) throw new Error(`level ${job.level_id} has lost its document ${level.asset}`);
  const parsed = parseWorld(await object.text());
  if (!parsed.ok) throw new Error(`level ${job.level_id} has a broken document: ${parsed.message}`);
  const asset = pictureName("level", level.asset);
  const data = drawWorld(parsed.world, PICTURE_SIZES.thumbnail);
  await putAsset(env.BUCKET, asset, "png", encodePng({ ...PICTURE_SIZES.thumbnail, data }, { colors: 96 }));
  await db.all(statement(sql`update levels as l set thumbnail = ${asset} where ${condition}`));
  cacheClear();
}
