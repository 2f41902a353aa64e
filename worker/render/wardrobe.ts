import type { Worn, WornModel } from "#domain/avatar/model/assemble.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMesh } from "#domain/items/model/file.ts";
import { modelFile, textureFile } from "../assets/store.ts";
import { remember } from "./cache.ts";
import { decodePng } from "./png.ts";

async function load(bucket: R2Bucket, file: string): Promise<ArrayBuffer> {
  const object = await bucket.get(file);
  if (!object) throw new Error(`the bucket has no ${file}`);
  return object.arrayBuffer();
}

/** An item's texture, decoded. */
export const loadTexture = (bucket: R2Bucket, uuid: string): Promise<Pixels> =>
  remember(
    textureFile(uuid),
    async () => decodePng(new Uint8Array(await load(bucket, textureFile(uuid)))),
    ({ data }) => data.byteLength,
  );

const loadMesh = (bucket: R2Bucket, uuid: string): Promise<MeshData> =>
  remember(
    modelFile(uuid),
    async () => readMesh(await load(bucket, modelFile(uuid))),
    ({ positions, indices }) => (positions.byteLength * 8) / 3 + indices.byteLength,
  );

/** A hat's or toy's model with its texture. */
export async function loadModel(bucket: R2Bucket, uuid: string): Promise<WornModel> {
  const [mesh, texture] = await Promise.all([loadMesh(bucket, uuid), loadTexture(bucket, uuid)]);
  return { mesh, texture };
}

/** Everything that is worn, decoded; `items` are by slot. */
export async function loadWorn(
  bucket: R2Bucket,
  items: Record<Slot, { uuid: string } | null>,
): Promise<Worn> {
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
