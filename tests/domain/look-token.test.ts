import fc from "fast-check";
import {
  type BopiLook,
  coloredLook,
  DEFAULT_LOOK,
  decodeLook,
  encodeLook,
  lookPictureUrl,
} from "#domain/avatar/bopi-look.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS } from "#domain/avatar/slots.ts";
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
