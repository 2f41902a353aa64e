import { SEED_ITEMS } from "#db/seed/items.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import type { Slot } from "#domain/avatar/slots.ts";
import { writeMesh } from "#domain/items/model/file.ts";
import { decodeLook, type LookFiles } from "../../seed/looks.ts";
import { makeItem } from "../../seed/make-item.ts";

/** A bopi that wears something in every kind of slot: what everything about pictures is measured with. */
const DRESSED: Partial<Record<Slot, string>> = {
  hat1: "Wizard's Second Hat",
  toy: "Rubber Duck",
  face: "Bopi Classic",
  shirt: "Star Hoodie",
  pants: "Patched Jeans",
  shoes: "Springy Sneakers",
};

export const COLORS = SHOW_OUTFITS[1] as (typeof SHOW_OUTFITS)[0];

const indexOf = (name: string) => {
  const index = SEED_ITEMS.findIndex((item) => item.name === name);
  if (index < 0) throw new Error(`the demo world has no ${name}`);
  return index;
};

/** The files of what it wears. */
export const dressedFiles = (): LookFiles =>
  Object.fromEntries(Object.entries(DRESSED).map(([slot, name]) => [slot, makeItem(indexOf(name))]));

const base64 = (bytes: Uint8Array | Uint8ClampedArray) => Buffer.from(bytes).toString("base64");

/** The files as tests/bench/render/worker.ts takes them. */
export const filesToSend = (files: LookFiles) => ({
  colors: packColors(COLORS),
  files: Object.fromEntries(
    Object.entries(files).map(([slot, { texture, model }]) => [
      slot,
      { texture: base64(texture), model: model && base64(model) },
    ]),
  ),
});

/** The look decoded, as tests/bench/render/page.ts takes it. */
export function lookToSend(files: LookFiles) {
  const { hats, toy, ...pictures } = decodeLook(files);
  const model = ({ mesh, texture }: (typeof hats)[0]) => ({
    mesh: base64(writeMesh(mesh)),
    texture: base64(texture.data),
  });
  return {
    colors: packColors(COLORS),
    hats: hats.map(model),
    toy: toy && model(toy),
    ...Object.fromEntries(
      Object.entries(pictures).map(([slot, picture]) => [slot, picture && base64(picture.data)]),
    ),
  };
}
