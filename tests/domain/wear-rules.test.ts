import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clickItem,
  emptyWardrobe,
  nextHatSlot,
  putOn,
  type Wardrobe,
  type Wearable,
  wornSlot,
} from "#domain/avatar/rules.ts";
import { HAT_SLOTS, type HatSlot, SLOTS, slotsOf, slotType } from "#domain/avatar/slots.ts";
import { readWear, wearAddress } from "#domain/avatar/view.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES, type ItemTypeId } from "#domain/items/rules.ts";

const item = (id: number, type: ItemTypeId): Wearable => ({ id, type: { id: type } });
const hat = (id: number) => item(id, 1);

interface Look {
  wardrobe: Wardrobe<Wearable>;
  lastRemoved: HatSlot;
}
/** As the customiser begins: nothing worn, no hat removed yet. */
const START: Look = { wardrobe: emptyWardrobe(), lastRemoved: "hat1" };

const clickAll = (items: readonly Wearable[], from = START): Look =>
  items.reduce((look, one) => clickItem(look.wardrobe, one, look.lastRemoved), from);
const worn = ({ wardrobe }: Look) =>
  Object.fromEntries(SLOTS.flatMap((slot) => (wardrobe[slot] ? [[slot, wardrobe[slot].id]] : [])));

test("an item that is put on is worn once: it stays where it is worn, and takes a hat's next place otherwise", () => {
  const { wardrobe, lastRemoved } = clickAll([hat(1), hat(2), hat(3), hat(2)]);
  expect(putOn(wardrobe, hat(3), lastRemoved)).toEqual(wardrobe);
  expect(putOn(wardrobe, hat(4), lastRemoved)).toEqual({ ...wardrobe, hat2: hat(4) });
  expect(putOn(wardrobe, item(5, 6), lastRemoved)).toEqual({ ...wardrobe, shoes: item(5, 6) });
});

test("the customizer's URL names the tab and the item to put on", () => {
  const address = wearAddress({ id: 12, type: { id: 4, name: "shirt" } });
  expect(address).toBe("/avatar?tab=shirt&wear=12");
  expect(readWear(new URLSearchParams(address.split("?")[1]))).toBe(12);
  for (const wear of ["", "0", "-1", "1.5", "x", "1e99"])
    expect(readWear(new URLSearchParams({ wear }))).toBeNull();
});

describe("slots", () => {
  test("are three for hats and one for everything else", () => {
    expect(SLOTS).toHaveLength(8);
    for (const type of ITEM_TYPE_IDS) {
      const slots = slotsOf(type);
      expect(slots).toEqual(type === 1 ? ["hat1", "hat2", "hat3"] : [ITEM_TYPES[type]]);
      for (const slot of slots) expect(slotType(slot)).toBe(ITEM_TYPES[type]);
    }
  });
});

describe("a hat", () => {
  test("takes the first empty slot", () => {
    expect(worn(clickAll([hat(1)]))).toEqual({ hat1: 1 });
    expect(worn(clickAll([hat(1), hat(2)]))).toEqual({ hat1: 1, hat2: 2 });
    expect(worn(clickAll([hat(1), hat(2), hat(3)]))).toEqual({ hat1: 1, hat2: 2, hat3: 3 });
    expect(worn(clickAll([hat(1), hat(2), hat(3), hat(2), hat(4)]))).toEqual({ hat1: 1, hat2: 4, hat3: 3 });
    // Of two empty slots the first, though the other was emptied later.
    expect(worn(clickAll([hat(1), hat(2), hat(3), hat(1), hat(3), hat(4)]))).toEqual({ hat1: 4, hat2: 2 });
  });

  test("replaces the first of three when none has been removed yet", () => {
    expect(worn(clickAll([hat(1), hat(2), hat(3), hat(4)]))).toEqual({ hat1: 4, hat2: 2, hat3: 3 });
    expect(worn(clickAll([hat(1), hat(2), hat(3), hat(4), hat(5)]))).toEqual({ hat1: 5, hat2: 2, hat3: 3 });
  });

  test.each(HAT_SLOTS)("replaces the one in %s when that was emptied last and all are full again", (slot) => {
    const full = clickAll([hat(1), hat(2), hat(3)]);
    const removed = full.wardrobe[slot] as Wearable;
    const again = clickAll([removed, hat(4), hat(5)], full);
    expect(again.lastRemoved).toBe(slot);
    expect(again.wardrobe).toEqual({ ...full.wardrobe, [slot]: hat(5) });
  });

  test("remembers the last removal through everything else that is clicked", () => {
    const { lastRemoved } = clickAll([hat(1), hat(2), hat(2), item(9, 4), item(9, 4), item(8, 2), hat(3)]);
    expect(lastRemoved).toBe("hat2");
  });

  test("goes where it will be put by a click", () => {
    for (const look of [START, clickAll([hat(1)]), clickAll([hat(1), hat(2), hat(3), hat(3)])]) {
      const slot = nextHatSlot(look.wardrobe, look.lastRemoved);
      expect(clickAll([hat(7)], look).wardrobe[slot]?.id).toBe(7);
    }
  });
});

describe("other things", () => {
  test.each(ITEM_TYPE_IDS.filter((type) => type > 1))("of type %i are worn one at a time", (type) => {
    const slot = ITEM_TYPES[type];
    expect(worn(clickAll([item(1, type)]))).toEqual({ [slot]: 1 });
    expect(worn(clickAll([item(1, type), item(2, type)]))).toEqual({ [slot]: 2 });
    expect(worn(clickAll([item(1, type), item(2, type), item(2, type)]))).toEqual({});
  });

  test("are where they are found, and nowhere when they are not worn", () => {
    const { wardrobe } = clickAll([hat(1), hat(2), item(3, 6)]);
    expect(wornSlot(wardrobe, hat(2))).toBe("hat2");
    expect(wornSlot(wardrobe, item(3, 6))).toBe("shoes");
    expect(wornSlot(wardrobe, hat(9))).toBeNull();
  });
});

describe("whatever is clicked", () => {
  const click = fc.integer({ min: 1, max: 24 }).map((id) => item(id, ITEM_TYPE_IDS[id % 6] ?? 1));
  const clicks = fc.array(click, { maxLength: 60 });

  test("nothing is worn twice or in a slot for something else, and a click changes one slot alone", () => {
    fc.assert(
      fc.property(clicks, (all) => {
        let look = START;
        for (const one of all) {
          const before = look;
          look = clickItem(before.wardrobe, one, before.lastRemoved);
          const ids = Object.values(worn(look));
          expect(new Set(ids).size).toBe(ids.length);
          for (const slot of SLOTS) {
            const there = look.wardrobe[slot];
            if (there) expect(slotsOf(there.type.id)).toContain(slot);
          }
          const changed = SLOTS.filter((slot) => look.wardrobe[slot] !== before.wardrobe[slot]);
          expect(changed).toHaveLength(1);
          const wasWorn = wornSlot(before.wardrobe, one);
          expect(wornSlot(look.wardrobe, one)).toBe(wasWorn ? null : changed[0]);
          expect(look.lastRemoved).toBe(HAT_SLOTS.find((slot) => slot === wasWorn) ?? before.lastRemoved);
        }
      }),
    );
  });

  test("clicking it off and on again is as if nothing had been, but for a hat that moves to an empty slot before", () => {
    fc.assert(
      fc.property(clicks, click, (all, one) => {
        const look = clickAll(all);
        const twice = clickAll([one, one], look);
        if (wornSlot(look.wardrobe, one)) {
          expect(Object.values(worn(twice)).sort()).toEqual(Object.values(worn(look)).sort());
        } else {
          expect(wornSlot(twice.wardrobe, one)).toBeNull();
        }
      }),
    );
  });

  test("what was worn before is not changed: a look can be undone", () => {
    const look = clickAll([hat(1), item(2, 3)]);
    const kept = structuredClone(look);
    clickAll([hat(1), hat(5), item(2, 3), item(6, 3)], look);
    expect(look).toEqual(kept);
  });
});
