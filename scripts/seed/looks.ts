import type { BopiColors } from "#domain/avatar/colors.ts";
import type { Worn, WornModel } from "#domain/avatar/model/assemble.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMesh } from "#domain/items/model/file.ts";
import { decodePng } from "#worker/render/png.ts";
import type { ItemSources } from "./make-item.ts";

/** What a bopi wears, as the files of it. */
export type LookFiles = Partial<Record<Slot, ItemSources>>;

/** A look to draw, with the files of what is worn. */
export interface LookTask {
  colors: BopiColors;
  files: LookFiles;
  kinds: readonly ("avatar" | "headshot" | "outfit")[];
}

const picture = (files: ItemSources | undefined) => (files ? decodePng(files.texture) : null);

/** A hat's or toy's files decoded; null for what is neither. */
export const decodeModel = (files: ItemSources | undefined): WornModel | null =>
  files?.model ? { mesh: readMesh(files.model.slice().buffer), texture: decodePng(files.texture) } : null;

/** The files decoded, as the renderer wants them. */
export function decodeLook(files: LookFiles): Worn {
  return {
    hats: HAT_SLOTS.map((slot) => decodeModel(files[slot])).filter((hat) => hat !== null),
    toy: decodeModel(files.toy),
    face: picture(files.face),
    shirt: picture(files.shirt),
    pants: picture(files.pants),
    shoes: picture(files.shoes),
  };
}
