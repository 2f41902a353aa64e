/** The types of items by their stored number (spec 2 §3: 1 and 2 have a model, 4 to 6 a template). */
export const ITEM_TYPES = { 1: "hat", 2: "toy", 3: "face", 4: "shirt", 5: "pants", 6: "shoes" } as const;
export type ItemTypeId = keyof typeof ITEM_TYPES;
export type ItemTypeName = (typeof ITEM_TYPES)[ItemTypeId];

export const ITEM_TYPE_IDS: readonly ItemTypeId[] = [1, 2, 3, 4, 5, 6];
export const ITEM_TYPE_NAMES = ITEM_TYPE_IDS.map((id) => ITEM_TYPES[id]);

export const isItemType = (value: number): value is ItemTypeId => value in ITEM_TYPES;

export const itemTypeByName = (name: string): ItemTypeId | null =>
  ITEM_TYPE_IDS.find((id) => ITEM_TYPES[id] === name) ?? null;
