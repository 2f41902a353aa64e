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
import type { Wearable } from "#domain/avatar/rules.ts";
import { HAT_SLOTS, SLOTS, slotsOf } from "#domain/avatar/slots.ts";
import { tryOn } from "#domain/avatar/try-on-url.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES } from "#domain/items/item-types.ts";
import { forAll } from "#tests/support/for-all.ts";

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
  test("round-trips every look, is safe in URLs and bounded", () => {
    forAll(looks, (look) => {
      const token = encodeLook(look);
      expect(decodeLook(token)).toEqual(look);
      expect(encodeURIComponent(token)).toBe(token);
      expect(token.length).toBeLessThanOrEqual(136);
    });
  });

  test("of any text is null or the one token of its look", () => {
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

test("a closet's cursor reads back as it was written", () => {
  const cursor: fc.Arbitrary<ClosetCursor> = fc.oneof(
    fc.record({ part: fc.constant("owned" as const), time: number, id: number, seen: number }),
    fc.record({ part: fc.constant("shop" as const), price: number, id: number }),
  );
  forAll(cursor, (one) => void expect(readClosetCursor(writeClosetCursor(one))).toEqual(one));
});

test("any other text is no cursor", () => {
  forAll(fc.string(), (text) => {
    const cursor = readClosetCursor(text);
    if (cursor) expect(text).toMatch(/^(?:owned-\d+-\d+-\d+|shop-\d+-\d+)$/);
  });
  for (const text of ["", "owned", "shop-1", "shop-1-2-3", "shop-1e3-2", "shop-1-9999999999999999"])
    expect(readClosetCursor(text)).toBeNull();
});
