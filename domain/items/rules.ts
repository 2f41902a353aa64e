/** What a bopi can wear; the number is the stored type (spec 2 §3: 1 and 2 have a model, 4 to 6 a template). */
export const ITEM_TYPES: Record<number, string> = {
  1: "hat",
  2: "toy",
  3: "face",
  4: "shirt",
  5: "pants",
  6: "shoes",
};
