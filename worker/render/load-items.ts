import type { EquippedItems, EquippedModel } from "#domain/avatar/model/assemble-bopi.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";
import { modelFile, textureFile } from "../assets/store.ts";
import { decodePng } from "./png.ts";

/** An LRU cache of decoded files: a worker has only 128 MB. */
const MAX_BYTES = 24 * 1024 * 1024;

const entries = new Map<string, { value: unknown; bytes: number }>();
let total = 0;

/** Returns the cached value of a key, or creates and caches it. `size` returns its bytes. */
async function withFileCache<T>(key: string, make: () => Promise<T>, size: (value: T) => number): Promise<T> {
  const found = entries.get(key);
  if (found) {
    // A map iterates in insertion order: move the last used entry to the end.
    entries.delete(key);
    entries.set(key, found);
    return found.value as T;
  }
  const value = await make();
  const bytes = size(value);
  entries.set(key, { value, bytes });
  total += bytes;
  for (const [oldest, { bytes: freed }] of entries) {
    if (total <= MAX_BYTES) break;
    entries.delete(oldest);
    total -= freed;
  }
  return value;
}

async function load(bucket: R2Bucket, file: string): Promise<ArrayBuffer> {
  const object = await bucket.get(file);
  if (!object) throw new Error(`the bucket has no ${file}`);
  return object.arrayBuffer();
}

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
