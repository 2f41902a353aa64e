import fc from "fast-check";
import { type ClosetCursor, readClosetCursor, writeClosetCursor } from "#domain/avatar/api.ts";
import {
  type BopiLook,
  coloredLook,
  DEFAULT_LOOK,
  decodeLook,
  encodeLook,
  lookPictureUrl,
} from "#domain/avatar/bopi-look.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { randomDress } from "#domain/avatar/random-dress.ts";
import {
  emptyWardrobe,
  equipItem,
  equippedSlot,
  nextHatSlot,
  toggleItem,
  type Wardrobe,
  type Wearable,
} from "#domain/avatar/rules.ts";
import { HAT_SLOTS, type HatSlot, SLOTS, slotsOf, slotType } from "#domain/avatar/slots.ts";
import { tryOn } from "#domain/avatar/try-on-url.ts";
import { readWearId, wearUrl } from "#domain/avatar/view.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES, type ItemTypeId } from "#domain/items/item-types.ts";
import { forAll } from "#tests/support/for-all.ts";

const item = (id: number, type: ItemTypeId): Wearable => ({ id, type: { id: type } });
const hat = (id: number) => item(id, 1);

interface CustomizerState {
  wardrobe: Wardrobe<Wearable>;
  lastRemoved: HatSlot;
}
/** The state of a new customizer: nothing equipped, no hat removed yet. */
const START: CustomizerState = { wardrobe: emptyWardrobe(), lastRemoved: "hat1" };

const clickAll = (items: readonly Wearable[], from = START): CustomizerState =>
  items.reduce((state, one) => toggleItem(state.wardrobe, one, state.lastRemoved), from);
const equippedIds = ({ wardrobe }: CustomizerState) =>
  Object.fromEntries(SLOTS.flatMap((slot) => (wardrobe[slot] ? [[slot, wardrobe[slot].id]] : [])));

test("an equipped item is equipped once: it stays in its slot, otherwise a hat takes the next slot", () => {
  const { wardrobe, lastRemoved } = clickAll([hat(1), hat(2), hat(3), hat(2)]);
  expect(equipItem(wardrobe, hat(3), lastRemoved)).toEqual(wardrobe);
  expect(equipItem(wardrobe, hat(4), lastRemoved)).toEqual({ ...wardrobe, hat2: hat(4) });
  expect(equipItem(wardrobe, item(5, 6), lastRemoved)).toEqual({ ...wardrobe, shoes: item(5, 6) });
});

test("the customizer's URL names the tab and the item to equip", () => {
  const url = wearUrl({ id: 12, type: { id: 4, name: "shirt" } });
  expect(url).toBe("/avatar?tab=shirt&wear=12");
  expect(readWearId(new URLSearchParams(url.split("?")[1]))).toBe(12);
  for (const wear of ["", "0", "-1", "1.5", "x", "1e99"])
    expect(readWearId(new URLSearchParams({ wear }))).toBeNull();
});

test("slots are three for hats and one for everything else", () => {
  expect(SLOTS).toHaveLength(8);
  for (const type of ITEM_TYPE_IDS) {
    const slots = slotsOf(type);
    expect(slots).toEqual(type === 1 ? ["hat1", "hat2", "hat3"] : [ITEM_TYPES[type]]);
    for (const slot of slots) expect(slotType(slot)).toBe(ITEM_TYPES[type]);
  }
});

describe("a hat", () => {
  const hatsAfter = (...ids: number[]) => equippedIds(clickAll(ids.map(hat)));

  test("takes the first empty slot, and replaces the first of 3 if none has been removed yet", () => {
    expect(hatsAfter(1)).toEqual({ hat1: 1 });
    expect(hatsAfter(1, 2)).toEqual({ hat1: 1, hat2: 2 });
    expect(hatsAfter(1, 2, 3)).toEqual({ hat1: 1, hat2: 2, hat3: 3 });
    expect(hatsAfter(1, 2, 3, 2, 4)).toEqual({ hat1: 1, hat2: 4, hat3: 3 });
    // The first of two empty slots, even if the other was emptied later.
    expect(hatsAfter(1, 2, 3, 1, 3, 4)).toEqual({ hat1: 4, hat2: 2 });
    expect(hatsAfter(1, 2, 3, 4)).toEqual({ hat1: 4, hat2: 2, hat3: 3 });
    expect(hatsAfter(1, 2, 3, 4, 5)).toEqual({ hat1: 5, hat2: 2, hat3: 3 });
  });

  test.each(HAT_SLOTS)(
    "replaces the one in %s if that slot was emptied last and all are full again",
    (slot) => {
      const full = clickAll([hat(1), hat(2), hat(3)]);
      const removed = full.wardrobe[slot] as Wearable;
      const after = clickAll([removed, hat(4), hat(5)], full);
      expect(after.lastRemoved).toBe(slot);
      expect(after.wardrobe).toEqual({ ...full.wardrobe, [slot]: hat(5) });
    },
  );

  test("remembers the last removal through all other clicks, and goes into the predicted slot on a click", () => {
    const { lastRemoved } = clickAll([hat(1), hat(2), hat(2), item(9, 4), item(9, 4), item(8, 2), hat(3)]);
    expect(lastRemoved).toBe("hat2");
    for (const state of [START, clickAll([hat(1)]), clickAll([hat(1), hat(2), hat(3), hat(3)])]) {
      const slot = nextHatSlot(state.wardrobe, state.lastRemoved);
      expect(clickAll([hat(7)], state).wardrobe[slot]?.id).toBe(7);
    }
  });
});

describe("any other item", () => {
  test.each(ITEM_TYPE_IDS.filter((type) => type > 1))("of type %i is equipped one at a time", (type) => {
    const slot = ITEM_TYPES[type];
    expect(equippedIds(clickAll([item(1, type)]))).toEqual({ [slot]: 1 });
    expect(equippedIds(clickAll([item(1, type), item(2, type)]))).toEqual({ [slot]: 2 });
    expect(equippedIds(clickAll([item(1, type), item(2, type), item(2, type)]))).toEqual({});
  });

  test("is found in its slot, and nowhere if it is not equipped", () => {
    const { wardrobe } = clickAll([hat(1), hat(2), item(3, 6)]);
    expect(equippedSlot(wardrobe, hat(2))).toBe("hat2");
    expect(equippedSlot(wardrobe, item(3, 6))).toBe("shoes");
    expect(equippedSlot(wardrobe, hat(9))).toBeNull();
  });
});

describe("any sequence of clicks", () => {
  const click = fc.integer({ min: 1, max: 24 }).map((id) => item(id, ITEM_TYPE_IDS[id % 6] ?? 1));
  const clicks = fc.array(click, { maxLength: 60 });

  test("equips nothing twice or in a wrong slot, and changes one slot per click", () => {
    forAll(clicks, (all) => {
      let state = START;
      for (const one of all) {
        const before = state;
        state = toggleItem(before.wardrobe, one, before.lastRemoved);
        const ids = Object.values(equippedIds(state));
        expect(new Set(ids).size).toBe(ids.length);
        for (const slot of SLOTS) {
          const equipped = state.wardrobe[slot];
          if (equipped) expect(slotsOf(equipped.type.id)).toContain(slot);
        }
        const changed = SLOTS.filter((slot) => state.wardrobe[slot] !== before.wardrobe[slot]);
        expect(changed).toHaveLength(1);
        const previousSlot = equippedSlot(before.wardrobe, one);
        expect(equippedSlot(state.wardrobe, one)).toBe(previousSlot ? null : changed[0]);
        expect(state.lastRemoved).toBe(HAT_SLOTS.find((slot) => slot === previousSlot) ?? before.lastRemoved);
      }
    });
  });

  test("leaves the same items equipped after two more clicks on one of them", () => {
    forAll(clicks, click, (all, one) => {
      const state = clickAll(all);
      const twice = clickAll([one, one], state);
      if (equippedSlot(state.wardrobe, one))
        expect(Object.values(equippedIds(twice)).sort()).toEqual(Object.values(equippedIds(state)).sort());
      else expect(equippedSlot(twice.wardrobe, one)).toBeNull();
    });
  });

  test("does not change the previous wardrobe, which can be restored", () => {
    const state = clickAll([hat(1), item(2, 3)]);
    const copy = structuredClone(state);
    clickAll([hat(1), hat(5), item(2, 3), item(6, 3)], state);
    expect(state).toEqual(copy);
  });
});

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => value.toString(16).padStart(6, "0").toUpperCase());
const colors = fc.oneof(
  fc.constant(DEFAULT_COLORS),
  fc.record(Object.fromEntries(BOPI_PARTS.map((part) => [part, color]))) as fc.Arbitrary<BopiColors>,
);
const itemId = fc.option(fc.integer({ min: 1, max: 999_999_999_999_999 }));
const looks: fc.Arbitrary<BopiLook> = fc
  .record({
    colors,
    items: fc.record(Object.fromEntries(SLOTS.map((slot) => [slot, itemId]))) as fc.Arbitrary<
      BopiLook["items"]
    >,
  })
  .filter(({ items }) => {
    const hats = HAT_SLOTS.flatMap((slot) => items[slot] ?? []);
    return new Set(hats).size === hats.length;
  });

describe("a look's token", () => {
  test("round-trips every look, is safe in URLs and bounded, and of any other text is null", () => {
    forAll(looks, (look) => {
      const token = encodeLook(look);
      expect(decodeLook(token)).toEqual(look);
      expect(encodeURIComponent(token)).toBe(token);
      expect(token.length).toBeLessThanOrEqual(136);
    });
    const letters = fc.constantFrom(..."d.0123az-_AZ");
    forAll(fc.oneof(fc.string(), fc.string({ unit: letters, maxLength: 60 })), (text) => {
      const look = decodeLook(text);
      if (look) expect(encodeLook(look)).toBe(text);
    });
  });

  test.each([
    ["empty", ""],
    ["a slot twice", "d.01.02"],
    ["slots in another order", "d.32.01"],
    ["the same hat twice", "d.01.11"],
    ["no id", "d.0"],
    ["id 0", "d.00"],
    ["an id too large", "d.0zzzzzzzzzz"],
    ["an unknown slot", "d.81"],
    ["capital letters", "d.0AB"],
    [
      "default colors written out",
      encodeLook(coloredLook({ ...DEFAULT_COLORS, head: "000000" })).replace("AAAA", "____"),
    ],
    ["too few colors", "AAAA"],
    ["a line break", "d\n"],
  ])("with %s is null", (_name, token) => expect(decodeLook(token)).toBeNull());

  test("of the default look is one letter, and names its pictures", () => {
    expect(encodeLook(DEFAULT_LOOK)).toBe("d");
    expect(lookPictureUrl(DEFAULT_LOOK, { pose: "idle", size: 256 })).toBe("/looks/d/idle-256.png");
  });
});

const tried = (type: (typeof ITEM_TYPE_IDS)[number]) => ({
  id: 99,
  type: { id: type, name: ITEM_TYPES[type] },
});
const dressed = {
  ...DEFAULT_LOOK,
  items: { hat1: 1, hat2: 2, hat3: 3, face: 4, toy: 5, shirt: 6, pants: 7, shoes: 8 },
};

test("trying an item on replaces the item of its slot, or all hats by a hat", () => {
  for (const type of ITEM_TYPE_IDS.filter((id) => id !== 1))
    expect(tryOn(dressed, tried(type))).toEqual({
      ...dressed,
      items: { ...dressed.items, [ITEM_TYPES[type]]: 99 },
    });
  expect(tryOn(dressed, tried(1)).items).toEqual({ ...dressed.items, hat1: 99, hat2: null, hat3: null });
});

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

const number = fc.integer({ min: 0, max: 999_999_999_999_999 });

test("a closet's cursor reads back as it was written, and any other text is none", () => {
  const cursor: fc.Arbitrary<ClosetCursor> = fc.oneof(
    fc.record({ part: fc.constant("owned" as const), time: number, id: number, seen: number }),
    fc.record({ part: fc.constant("shop" as const), price: number, id: number }),
  );
  forAll(cursor, (one) => void expect(readClosetCursor(writeClosetCursor(one))).toEqual(one));
  forAll(fc.string(), (text) => {
    const cursor = readClosetCursor(text);
    if (cursor) expect(text).toMatch(/^(?:owned-\d+-\d+-\d+|shop-\d+-\d+)$/);
  });
  for (const text of ["", "owned", "shop-1", "shop-1-2-3", "shop-1e3-2", "shop-1-9999999999999999"])
    expect(readClosetCursor(text)).toBeNull();
});
