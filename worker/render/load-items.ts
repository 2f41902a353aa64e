import type { EquippedItems, EquippedModel } from "#domain/avatar/model/assemble-bopi.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";
import { modelFile, textureFile } from "../assets/store.ts";
import { withFileCache } from "./file-cache.ts";
import { decodePng } from "./png.ts";

async function load(bucket: R2Bucket, file: string): Promise<ArrayBuffer> {
  const object = await bucket.get(file);
  if (!object) throw new Error(`the bucket has no ${file}`);
  return object.arrayBuffer();
}

/** Loads and decodes an item's texture. */
export const loadTexture = (bucket: R2Bucket, uuid: string): Promise<Pixels> =>
  withFileCache(
    textureFile(uuid),
    async () => decodePng(new Uint8Array(await load(bucket, textureFile(uuid)))),
    ({ data }) => data.byteLength,
  );

const loadMesh = (bucket: R2Bucket, uuid: string): Promise<MeshData> =>
  withFileCache(
    modelFile(uuid),
    async () => readMeshFile(await load(bucket, modelFile(uuid))),
    ({ positions, indices }) => (positions.byteLength * 8) / 3 + indices.byteLength,
  );

/** Loads a hat's or toy's model with its texture. */
export async function loadModel(bucket: R2Bucket, uuid: string): Promise<EquippedModel> {
  const [mesh, texture] = await Promise.all([loadMesh(bucket, uuid), loadTexture(bucket, uuid)]);
  return { mesh, texture };
}

/** Loads and decodes all equipped items. `items` are by slot. */
export async function loadEquippedItems(
  bucket: R2Bucket,
  items: Record<Slot, { uuid: string } | null>,
): Promise<EquippedItems> {
  const model = (item: { uuid: string } | null) => item && loadModel(bucket, item.uuid);
  const picture = (item: { uuid: string } | null) => item && loadTexture(bucket, item.uuid);
  const [hats, toy, face, shirt, pants, shoes] = await Promise.all([
    Promise.all(HAT_SLOTS.map((slot) => model(items[slot]))),
    model(items.toy),
    picture(items.face),
    picture(items.shirt),
    picture(items.pants),
    picture(items.shoes),
  ]);
  return { hats: hats.filter((hat) => hat !== null), toy, face, shirt, pants, shoes };
}
