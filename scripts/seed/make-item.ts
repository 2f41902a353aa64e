import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { encodePng } from "#worker/render/png.ts";
import { SEED_ITEMS } from "./content/items.ts";

/** An item's texture as a PNG and its model as a mesh file. */
export interface ItemSources {
  texture: Uint8Array;
  model: Uint8Array | null;
}

/** Makes the files of a demo item. */
export function makeItem(index: number): ItemSources {
  const item = SEED_ITEMS[index];
  if (!item) throw new Error(`The demo world has no item ${index}.`);
  const obj = item.obj && new TextEncoder().encode(item.obj());
  return {
    texture: encodePng({ width: 512, height: 512, data: item.texture() }),
    model: obj && writeMeshFile(parseModel(obj, item.type_id === 1 ? "hat" : "toy")),
  };
}
