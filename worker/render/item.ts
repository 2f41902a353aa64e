import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { items } from "#db/schema/index.ts";
import { hasModel } from "#domain/items/rules.ts";
import { assetUrl } from "../assets/url.ts";
import { cacheClear } from "../http/cache.ts";
import { notifyUser } from "../live/notify.ts";
import type { RenderJob } from "./job.ts";
import { loadModel, loadTexture } from "./load-items.ts";
import { pictureName } from "./picture-name.ts";
import { drawItem, type ItemSource } from "./pictures.ts";
import { putPicture } from "./put-picture.ts";

type ItemRow = Columns<"items", "user_id" | "type_id" | "uuid" | "thumbnail">;

/** Renders an item, stores its picture and notifies its creator. An item's files never change. */
export async function renderItem(env: Env, { item_id }: Extract<RenderJob, { kind: "item" }>): Promise<void> {
  const db = new Database(env.DB);
  const row = await db.first(
    statement<ItemRow>(sql`select user_id, type_id, uuid, thumbnail from items where id = ${item_id}`),
  );
  if (!row || row.thumbnail || !row.uuid) return;
  const source = await loadSource(env.BUCKET, row);
  const thumbnail = pictureName("item", [row.type_id, row.uuid]);
  await putPicture(env.BUCKET, thumbnail, () => drawItem(source));
  await db.all(statement(sql`update items set thumbnail = ${thumbnail} where id = ${item_id}`));
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
