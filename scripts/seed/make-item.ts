import { SEED_ITEMS } from "#db/seed/items.ts";
import { writeMesh } from "#domain/items/model/file.ts";
import { parseModel } from "#domain/items/model/parse.ts";
import { encodePng } from "#worker/render/png.ts";

/** An item's files: its texture as PNG, its model as a mesh file. */
export interface ItemSources {
  texture: Uint8Array;
  model: Uint8Array | null;
}

/** Makes the files of an item of the demo world. */
export function makeItem(index: number): ItemSources {
  const item = SEED_ITEMS[index];
  if (!item) throw new Error(`there is no item ${index}`);
  const obj = item.obj && new TextEncoder().encode(item.obj());
  return {
    texture: encodePng({ width: 512, height: 512, data: item.texture() }),
    model: obj && writeMesh(parseModel(obj, item.type_id === 1 ? "hat" : "toy")),
  };
}
