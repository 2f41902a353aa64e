import fc from "fast-check";
import { randomDress } from "#domain/avatar/random-dress.ts";
import type { Wearable } from "#domain/avatar/rules.ts";
import { SLOTS, slotsOf } from "#domain/avatar/slots.ts";
import { ITEM_TYPE_IDS } from "#domain/items/item-types.ts";
import { forAll } from "#tests/support/for-all.ts";

const items = fc.uniqueArray(
  fc.record({ id: fc.nat(), type: fc.record({ id: fc.constantFrom(...ITEM_TYPE_IDS) }) }),
  { selector: ({ id }) => id },
);
const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

test("a random dress has only the given items, each once and in its slot, and valid colors", () => {
  forAll(items, random, (all: Wearable[], numbers) => {
    const { wardrobe, colors } = randomDress(all, () => numbers.next().value);
    const equipped = SLOTS.flatMap((slot) => wardrobe[slot] ?? []);
    expect(new Set(equipped).size).toBe(equipped.length);
    for (const slot of SLOTS) {
      const item = wardrobe[slot];
      if (!item) continue;
      expect(all).toContain(item);
      expect(slotsOf(item.type.id)).toContain(slot);
    }
    for (const color of Object.values(colors)) expect(color).toMatch(/^[0-9A-F]{6}$/);
  });
});
