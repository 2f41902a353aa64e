import { build, newItemRow, toStatement } from "#db/new-rows.ts";
import { inventory, items } from "#db/schema/index.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { hasModel, TEXTURE_SIDE } from "#domain/items/rules.ts";
import { modelFile, putAsset, textureFile } from "#worker/assets/store.ts";
import { encodePng } from "#worker/render/png.ts";
import { db, runSql, testEnv, unique } from "./browser.ts";
import { cubeObj } from "./obj.ts";

type ItemFields = Parameters<typeof newItemRow>[3];

/** A picture in one color with a transparent stripe, unique to `n`. */
export function texturePixels(n = 1, width: number = TEXTURE_SIDE, height: number = width): Pixels {
  const data = new Uint8Array(width * height * 4);
  const words = new Uint32Array(data.buffer);
  words.fill((0xff000000 | ((n * 2_654_435_761) & 0xffffff)) >>> 0);
  words.fill(0, (width * height) >> 1, ((width * height) >> 1) + width);
  return { width, height, data };
}

export const textureBytes = (n?: number, width?: number, height?: number) =>
  encodePng(texturePixels(n, width, height)) as Uint8Array<ArrayBuffer>;

/** Returns a texture as an upload. */
export const textureFileOf = (width?: number, height?: number, name = "texture.png"): File =>
  new File([textureBytes(unique(), width, height)], name, { type: "image/png" });

export const objFile = (text: string = cubeObj(), name = "model.obj"): File => new File([text], name);

export const cubeMesh = (): MeshData => parseModel(new TextEncoder().encode(cubeObj()), "hat");

/** Stores an item, by default with its files. Returns its id and UUID. */
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
    if (hasModel(typeId)) await putAsset(testEnv.BUCKET, modelFile(uuid), "mesh", writeMeshFile(cubeMesh()));
  }
  const row = newItemRow(n, makerId, Date.now(), { type_id: typeId, uuid, name: `Item ${n}`, ...fields });
  const stored = await db.first<{ id: number }>(
    toStatement(build.insert(items).values(row).returning({ id: items.id })),
  );
  if (!stored) throw new Error("The item wasn't stored.");
  return { id: stored.id, uuid };
}

/** Gives a user a copy. Returns the copy's id. */
export async function giveItem(
  userId: number,
  itemId: number,
  fields: { serial?: number; transaction_id?: number; created_at?: number } = {},
): Promise<number> {
  const [item] = await runSql<{ type_id: ItemTypeId }>`select type_id from items where id = ${itemId}`;
  if (!item) throw new Error("The item doesn't exist.");
  const row = { user_id: userId, item_id: itemId, type_id: item.type_id, created_at: Date.now(), ...fields };
  const stored = await db.first<{ id: number }>(
    toStatement(build.insert(inventory).values(row).returning({ id: inventory.id })),
  );
  return stored?.id ?? 0;
}

/** Stores an item and gives its creator a copy. */
export async function ownedItem(userId: number, typeId: ItemTypeId, fields?: ItemFields) {
  const item = await addWearable(userId, typeId, fields);
  return { ...item, entry: await giveItem(userId, item.id) };
}
