import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { root } from "../run-script.mjs";
import { SEED_ITEMS } from "./content/items.ts";

/** An item's texture as a PNG and its model as a mesh file. */
export interface ItemSources {
  texture: Uint8Array;
  model: Uint8Array | null;
}

/** Reads the files of a demo item. They're named after it; a model is a mesh or an OBJ file. */
export function readItem(index: number): ItemSources {
  const item = SEED_ITEMS[index];
  if (!item) throw new Error(`The demo world has no item ${index}.`);
  const path = join(root, "scripts/seed/content/items", item.name.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
  const read = (file: string) => new Uint8Array(readFileSync(file));
  const [mesh, obj] = [`${path}.mesh`, `${path}.obj`];
  const model = existsSync(obj)
    ? writeMeshFile(parseModel(read(obj), item.type_id === 1 ? "hat" : "toy"))
    : existsSync(mesh)
      ? read(mesh)
      : null;
  return { texture: read(`${path}.png`), model };
}
