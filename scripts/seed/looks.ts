import type { BopiColors } from "#domain/avatar/colors.ts";
import type { EquippedItems, EquippedModel } from "#domain/avatar/model/assemble-bopi.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";
import { decodePng } from "#worker/render/png.ts";
import type { ItemSources } from "./read-item.ts";

/** The files of a bopi's equipped items. */
export type LookFiles = Partial<Record<Slot, ItemSources>>;

/** A look to draw. */
export interface LookTask {
  colors: BopiColors;
  files: LookFiles;
  kinds: readonly ("avatar" | "headshot" | "outfit")[];
}

const decodeTexture = (files: ItemSources | undefined) => (files ? decodePng(files.texture) : null);

/** Decodes a hat's or toy's files; null for other items. */
export const decodeModel = (files: ItemSources | undefined): EquippedModel | null =>
  files?.model ? { mesh: readMeshFile(files.model.slice().buffer), texture: decodePng(files.texture) } : null;

/** Decodes the files for the renderer. */
export function decodeLook(files: LookFiles): EquippedItems {
  return {
    hats: HAT_SLOTS.map((slot) => decodeModel(files[slot])).filter((hat) => hat !== null),
    toy: decodeModel(files.toy),
    face: decodeTexture(files.face),
    shirt: decodeTexture(files.shirt),
    pants: decodeTexture(files.pants),
    shoes: decodeTexture(files.shoes),
  };
}
