import { LIMITS } from "#domain/limits.ts";

/** Strings of outfits. */
export const outfitsText = {
  search: "Search outfits",
  none: "No outfits found",
  create: "New outfit",
  createHint: "Saves what your bopi is wearing. One tap puts it back on.",
  full: `You've reached the limit of ${LIMITS.outfits} outfits`,
  count: (count: number) => `${count} of ${LIMITS.outfits}`,
  name: "Name",
  createTitle: "Save this outfit",
  createText: "Your bopi is saved first, if it has changes.",
  createAction: "Create outfit",
  renameTitle: (name: string) => `Rename '${name}'`,
  renameAction: "Rename",
  deleteTitle: (name: string) => `Delete '${name}'?`,
  deleteText: "This can't be undone. The items stay yours.",
  deleteAction: "Delete outfit",
  wear: (name: string) => `Wear '${name}'`,
  equipped: (name: string) => `You're wearing '${name}'`,
  more: (name: string) => `More for '${name}'`,
  rename: "Rename",
  remove: "Delete",
  drawing: "Drawing…",
  picture: (name: string) => `Picture of '${name}'`,
} as const;
