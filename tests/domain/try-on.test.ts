import { DEFAULT_LOOK } from "#domain/avatar/bopi-look.ts";
import { tryOn } from "#domain/avatar/try-on-url.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES } from "#domain/items/item-types.ts";

const item = (type: (typeof ITEM_TYPE_IDS)[number]) => ({
  id: 99,
  type: { id: type, name: ITEM_TYPES[type] },
});
const dressed = {
  ...DEFAULT_LOOK,
  items: { hat1: 1, hat2: 2, hat3: 3, face: 4, toy: 5, shirt: 6, pants: 7, shoes: 8 },
};

describe("trying an item on", () => {
  test("replaces the item of its slot and keeps colors and the other items", () => {
    for (const type of ITEM_TYPE_IDS.filter((id) => id !== 1))
      expect(tryOn(dressed, item(type))).toEqual({
        ...dressed,
        items: { ...dressed.items, [ITEM_TYPES[type]]: 99 },
      });
  });

  test("replaces all hats by a hat", () => {
    expect(tryOn(dressed, item(1)).items).toEqual({ ...dressed.items, hat1: 99, hat2: null, hat3: null });
  });
});
