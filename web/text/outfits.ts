import { LIMITS } from "#domain/limits.ts";

/** Words of the outfits. */
export const outfitsText = {
  search: "Search outfits",
  none: "No outfits found",
  noneText: "Keep what you wear now as an outfit, and put it all on again with one press.",
  create: "New outfit",
  createHint: "Keeps what your bopi wears now",
  full: `You have ${LIMITS.outfits} outfits, as many as there can be`,
  count: (count: number) => `${count} of ${LIMITS.outfits}`,
  name: "Name",
  createTitle: "Keep this outfit",
  createText: "Your bopi is saved first, if it has changes.",
  createAct: "Create outfit",
  renameTitle: (name: string) => `Rename '${name}'`,
  renameAct: "Rename",
  deleteTitle: (name: string) => `Delete '${name}'?`,
  deleteText: "This can't be undone. The items stay yours.",
  deleteAct: "Delete outfit",
  wear: (name: string) => `Wear '${name}'`,
  worn: (name: string) => `You wear '${name}'`,
  more: (name: string) => `More for '${name}'`,
  rename: "Rename",
  remove: "Delete",
  drawing: "Being drawn",
  picture: (name: string) => `Picture of '${name}'`,
  failed: "That did not work. Try again in a moment.",
} as const;
