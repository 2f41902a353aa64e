import type { BopiColors } from "#domain/avatar/colors.ts";
import type { Worn } from "#domain/avatar/model/assemble.ts";
import { HAT_SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { readMesh } from "#domain/items/model/file.ts";
import { decodePng } from "#worker/render/png.ts";
import type { ItemFiles } from "./pictures.ts";

/** A look to draw, with the files of what is worn. */
export interface LookTask {
  colors: BopiColors;
  files: Partial<Record<Slot, ItemFiles>>;
  kinds: readonly ("avatar" | "headshot" | "outfit")[];
}

const picture = (files: ItemFiles | undefined) => (files ? decodePng(files.texture) : null);

const model = (files: ItemFiles | undefined) =>
  files?.model ? { mesh: readMesh(files.model.slice().buffer), texture: decodePng(files.texture) } : null;

/** The files decoded, as the renderer wants them. */
export function decodeLook({ colors, files }: LookTask): { colors: BopiColors; worn: Worn } {
  const worn: Worn = {
    hats: HAT_SLOTS.map((slot) => model(files[slot])).filter((hat) => hat !== null),
    toy: model(files.toy),
    face: picture(files.face),
    shirt: picture(files.shirt),
    pants: picture(files.pants),
    shoes: picture(files.shoes),
  };
  return { colors, worn };
}
