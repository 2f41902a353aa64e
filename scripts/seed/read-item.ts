import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { SEED_ITEMS } from "./content/items.ts";

/** An item's texture as a PNG and its model as a mesh file. */
export interface ItemSources {
  texture: Uint8Array;
  model: Uint8Array | null;
}

/** The name of an item's files without their extension. */
export const itemFileName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Reads the files of a demo item. They're named after it. */
export function readItem(index: number): ItemSources {
  const item = SEED_ITEMS[index];
  if (!item) throw new Error(`The demo world has no item ${index}.`);
  const path = join(root, "scripts/seed/content/items", itemFileName(item.name));
  const read = (file: string) => new Uint8Array(readFileSync(file));
  const model = `${path}.mesh`;
  return { texture: read(`${path}.png`), model: existsSync(model) ? read(model) : null };
}
