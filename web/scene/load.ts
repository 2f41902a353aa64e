import type { Worn, WornModel } from "#domain/avatar/model/assemble.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMesh } from "#domain/items/model/file.ts";
import { readPixels } from "./pixels.ts";

/** Files that were loaded lately, by address; the oldest go first. A failed one is asked for again. */
const MOST_KEPT = 60;
const kept = new Map<string, Promise<unknown>>();

function remember<T>(address: string, load: () => Promise<T>): Promise<T> {
  const found = kept.get(address);
  if (found) return found as Promise<T>;
  const loading = load();
  kept.set(address, loading);
  loading.catch(() => kept.delete(address));
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return loading;
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

const loadTexture = (uuid: string): Promise<Pixels> =>
  remember(`/assets/${uuid}.png`, async () =>
    readPixels(await (await fetched(`/assets/${uuid}.png`)).blob()),
  );

const loadMesh = (uuid: string): Promise<MeshData> =>
  remember(`/assets/${uuid}.mesh`, async () =>
    readMesh(await (await fetched(`/assets/${uuid}.mesh`)).arrayBuffer()),
  );

async function loadModel(uuid: string): Promise<WornModel> {
  const [mesh, texture] = await Promise.all([loadMesh(uuid), loadTexture(uuid)]);
  return { mesh, texture };
}

export type WornItems = Partial<Record<Slot, { uuid: string } | null>>;

/** Everything that is worn, loaded and decoded. */
export async function loadWorn(items: WornItems): Promise<Worn> {
  const texture = (slot: Slot) => (items[slot] ? loadTexture(items[slot].uuid) : null);
  const model = (slot: Slot) => (items[slot] ? loadModel(items[slot].uuid) : null);
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
