import { sql } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import { statement } from "#db/client.ts";
import { makeItem } from "#db/factories.ts";
import { inventory, items } from "#db/schema/index.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { writeMesh } from "#domain/items/model/file.ts";
import { parseModel } from "#domain/items/model/parse.ts";
import { hasModel, type ItemTypeId, TEXTURE } from "#domain/items/rules.ts";
import { modelFile, putAsset, textureFile } from "#worker/assets/store.ts";
import { encodePng } from "#worker/render/png.ts";
import { db, testEnv, unique } from "./browser.ts";
import { cubeObj } from "./obj.ts";

type ItemFields = Parameters<typeof makeItem>[3];

/** A picture in one colour with a see-through stripe, different for every `n`. */
export function texturePixels(n = 1, width: number = TEXTURE, height: number = width): Pixels {
  const data = new Uint8Array(width * height * 4);
  const words = new Uint32Array(data.buffer);
  words.fill((0xff000000 | ((n * 2_654_435_761) & 0xffffff)) >>> 0);
  words.fill(0, (width * height) >> 1, ((width * height) >> 1) + width);
  return { width, height, data };
}

export const textureBytes = (n?: number, width?: number, height?: number) =>
  encodePng(texturePixels(n, width, height)) as Uint8Array<ArrayBuffer>;

/** A texture as somebody uploads it. */
export const textureFileOf = (width?: number, height?: number, name = "texture.png"): File =>
  new File([textureBytes(unique(), width, height)], name, { type: "image/png" });

export const objFile = (text: string = cubeObj(), name = "model.obj"): File => new File([text], name);

export const cubeMesh = (): MeshData => parseModel(new TextEncoder().encode(cubeObj()), "hat");

/** Stores an item of a type, with its files unless told otherwise, and answers its id and uuid. */
export async function addWearable(
  makerId: number,
  typeId: ItemTypeId,
  fields: ItemFields = {},
  files = true,
): Promise<{ id: number; uuid: string }> {
  const n = unique();
  const uuid = crypto.randomUUID();
  if (files) {
    await putAsset(testEnv.BUCKET, textureFile(uuid), "png", textureBytes(n));
    if (hasModel(typeId)) await putAsset(testEnv.BUCKET, modelFile(uuid), "mesh", writeMesh(cubeMesh()));
  }
  const row = makeItem(n, makerId, Date.now(), { type_id: typeId, uuid, name: `Item ${n}`, ...fields });
  const made = await db.first<{ id: number }>(
    query(build.insert(items).values(row).returning({ id: items.id })),
  );
  if (!made) throw new Error("no item was made");
  return { id: made.id, uuid };
}

/** Gives somebody a copy and answers the copy's id. */
export async function giveItem(
  userId: number,
  itemId: number,
  fields: { serial?: number; transaction_id?: number; created_at?: number } = {},
): Promise<number> {
  const [item] = await db.all(
    statement<{ type_id: ItemTypeId }>(sql`select type_id from items where id = ${itemId}`),
  );
  if (!item) throw new Error("no such item");
  const row = { user_id: userId, item_id: itemId, type_id: item.type_id, created_at: Date.now(), ...fields };
  const made = await db.first<{ id: number }>(
    query(build.insert(inventory).values(row).returning({ id: inventory.id })),
  );
  return made?.id ?? 0;
}

/** Stores an item that somebody made and owns. */
export async function ownedItem(userId: number, typeId: ItemTypeId, fields?: ItemFields) {
  const item = await addWearable(userId, typeId, fields);
  return { ...item, entry: await giveItem(userId, item.id) };
}
