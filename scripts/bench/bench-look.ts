import { packColors } from "#domain/avatar/colors.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import type { Slot } from "#domain/avatar/slots.ts";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { SEED_ITEMS } from "../seed/content/items.ts";
import { decodeLook, type LookFiles } from "../seed/looks.ts";
import { readItem } from "../seed/read-item.ts";

/** A bopi with an item in every kind of slot, for all measurements of pictures. */
const EQUIPPED: Partial<Record<Slot, string>> = {
  hat1: "Wizard's Second Hat",
  toy: "Rubber Duck",
  face: "Bopi Classic",
  shirt: "Star Hoodie",
  pants: "Patched Jeans",
  shoes: "Springy Sneakers",
};

export const BENCH_COLORS = SHOW_OUTFITS[1] as (typeof SHOW_OUTFITS)[0];

const indexOf = (name: string) => {
  const index = SEED_ITEMS.findIndex((item) => item.name === name);
  if (index < 0) throw new Error(`The demo world has no ${name}.`);
  return index;
};

/** Returns the files of the equipped items. */
export const benchLookFiles = (): LookFiles =>
  Object.fromEntries(Object.entries(EQUIPPED).map(([slot, name]) => [slot, readItem(indexOf(name))]));

const base64 = (bytes: Uint8Array | Uint8ClampedArray) => Buffer.from(bytes).toString("base64");

/** Encodes the files for tests/bench/render/worker.ts. */
export const filesToSend = (files: LookFiles) => ({
  colors: packColors(BENCH_COLORS),
  files: Object.fromEntries(
    Object.entries(files).map(([slot, { texture, model }]) => [
      slot,
      { texture: base64(texture), model: model && base64(model) },
    ]),
  ),
});

/** Decodes the look and encodes it for tests/support/edge-rendering/page-look.ts. */
export function lookToSend(files: LookFiles) {
  const { hats, toy, ...pictures } = decodeLook(files);
  const model = ({ mesh, texture }: (typeof hats)[0]) => ({
    mesh: base64(writeMeshFile(mesh)),
    texture: base64(texture.data),
  });
  return {
    colors: packColors(BENCH_COLORS),
    hats: hats.map(model),
    toy: toy && model(toy),
    ...Object.fromEntries(
      Object.entries(pictures).map(([slot, picture]) => [slot, picture && base64(picture.data)]),
    ),
  };
}
