import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { encodePng } from "#worker/render/png.ts";
import { type ItemSources, itemFileName } from "../read-item.ts";
import { BOPI_CLASSIC } from "./faces/bopi-classic.ts";
import type { SeedFace } from "./faces/face.ts";
import { GOLDFISH_EXPRESS } from "./models/goldfish-express.ts";
import type { SeedModel } from "./models/model.ts";
import { RUBBER_DUCK } from "./models/rubber-duck.ts";

/** Official items drawn by code: one of each kind, as examples for new ones. */
export const DRAWN_ITEMS: readonly (SeedModel | SeedFace)[] = [GOLDFISH_EXPRESS, RUBBER_DUCK, BOPI_CLASSIC];

/** Draws an item's files. */
export function drawItemSources(item: SeedModel | SeedFace): ItemSources {
  const obj = "obj" in item && new TextEncoder().encode(item.obj());
  return {
    texture: encodePng({ width: 512, height: 512, data: item.texture() }),
    model: obj ? writeMeshFile(parseModel(obj, item.type_id === 1 ? "hat" : "toy")) : null,
  };
}

/** Writes each item's texture and OBJ file, as the form for new items takes them, to a folder. */
export function writeDrawnItems(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const item of DRAWN_ITEMS) {
    const path = join(folder, itemFileName(item.name));
    writeFileSync(`${path}.png`, drawItemSources(item).texture);
    if ("obj" in item) writeFileSync(`${path}.obj`, item.obj());
  }
}
