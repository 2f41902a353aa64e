import type { EquippedItems, EquippedModel } from "#domain/avatar/model/assemble-bopi.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";
import { readPixels } from "./pixels.ts";

/** Recently loaded files by URL. The oldest are evicted first; failed ones are loaded again. */
const CACHE_SIZE = 60;
const cache = new Map<string, Promise<unknown>>();

function loadFile<T>(url: string, read: (response: Response) => Promise<T>): Promise<T> {
  const found = cache.get(url);
  if (found) return found as Promise<T>;
  const loading = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${url} returned ${response.status}`);
    return read(response);
  });
  cache.set(url, loading);
  loading.catch(() => cache.delete(url));
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_SIZE) break;
    cache.delete(oldest);
  }
  return loading;
}

const loadTexture = (uuid: string): Promise<Pixels> =>
  loadFile(`/assets/${uuid}.png`, async (response) => readPixels(await response.blob()));

const loadMesh = (uuid: string): Promise<MeshData> =>
  loadFile(`/assets/${uuid}.mesh`, async (response) => readMeshFile(await response.arrayBuffer()));

async function loadModel(uuid: string): Promise<EquippedModel> {
  const [mesh, texture] = await Promise.all([loadMesh(uuid), loadTexture(uuid)]);
  return { mesh, texture };
}

/** The uuids of equipped items by slot. */
export type EquippedUuids = Partial<Record<Slot, { uuid: string } | null>>;

/** Loads and decodes all equipped items. With `skipFailed`, items whose files can't be loaded are left out. */
export async function loadEquipped(
  items: EquippedUuids,
  { skipFailed = false }: { skipFailed?: boolean } = {},
): Promise<EquippedItems> {
  const load = <T>(slot: Slot, from: (uuid: string) => Promise<T>): Promise<T | null> | null => {
    const item = items[slot];
    if (!item) return null;
    const loading = from(item.uuid);
    return skipFailed ? loading.catch(() => null) : loading;
  };
  const texture = (slot: Slot) => load(slot, loadTexture);
  const model = (slot: Slot) => load(slot, loadModel);
  const [hats, toy, face, shirt, pants, shoes] = await Promise.all([
    Promise.all(HAT_SLOTS.map(model)),
    model("toy"),
    texture("face"),
    texture("shirt"),
    texture("pants"),
    texture("shoes"),
  ]);
  return { hats: hats.filter((hat) => hat !== null), toy, face, shirt, pants, shoes };
}
