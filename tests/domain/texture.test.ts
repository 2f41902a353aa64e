import { CLOTHING_TEMPLATES, type TemplateName } from "#domain/avatar/model/templates.ts";
import { drawTemplatePicture, forEachInkPixel, textWidth } from "#domain/avatar/template-picture.ts";
import { ITEM_TYPE_IDS } from "#domain/items/item-types.ts";
import { priceProblem } from "#domain/items/rules.ts";
import { TEXTURE_HEADER_BYTES, textureProblem } from "#domain/items/texture-problem.ts";
import { encodePng } from "#worker/render/png.ts";

const png = (width: number, height: number) =>
  encodePng({ width, height, data: new Uint8Array(width * height * 4) });
const problem = (bytes: Uint8Array, type: (typeof ITEM_TYPE_IDS)[number], size = bytes.length) =>
  textureProblem(bytes.subarray(0, TEXTURE_HEADER_BYTES), size, type);

const good = png(512, 512);

test("a 512x512 PNG is accepted for every type, another size only for faces", () => {
  for (const type of ITEM_TYPE_IDS) expect(problem(good, type)).toBeNull();
  for (const bytes of [png(512, 511), png(511, 512), png(1024, 1024), png(1, 1)])
    for (const type of ITEM_TYPE_IDS)
      expect(problem(bytes, type)).toBe(type === 3 ? null : "Texture dimensions must be 512x512");
});

test("a file that doesn't begin like a PNG is rejected", () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(40)]);
  for (const bytes of [jpeg, new Uint8Array(0), good.subarray(1)])
    for (const type of ITEM_TYPE_IDS) expect(problem(bytes, type)).toBe("Texture must be a png");
  expect(problem(good.subarray(0, 12), 4)).toBe("Texture dimensions must be 512x512");
});

test("a texture larger than 4 MB is rejected before it is read", () => {
  expect(problem(good, 4, 4 * 1024 * 1024)).toBeNull();
  expect(problem(good, 3, 4 * 1024 * 1024 + 1)).toBe("The texture is 4.1 MB. The limit is 4 MB.");
});

test("an item on sale needs a price, except in a Gold month", () => {
  expect(priceProblem("onsale", null, 0)).toContain("at least 1 coin");
  expect(priceProblem("onsale", null, 1)).toBeNull();
  expect(priceProblem("onsale", "2026-12-01", 0)).toBeNull();
  expect(priceProblem("free", null, 0)).toBeNull();
  expect(priceProblem("offsale", null, 0)).toBeNull();
});

const NAMES = Object.keys(CLOTHING_TEMPLATES) as TemplateName[];

/** How often each color occurs in a rectangle, by "r,g,b,a". */
function colorsIn(data: Uint8Array | Uint8ClampedArray, [x, y, width, height]: readonly number[]) {
  const counts = new Map<string, number>();
  for (let row = y as number; row < (y as number) + (height as number); row++)
    for (let column = x as number; column < (x as number) + (width as number); column++) {
      const color = data.subarray((row * 512 + column) * 4, (row * 512 + column) * 4 + 4).join();
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  return counts;
}

test.each(NAMES)(
  "the template of %s is large, opaque and has white lines and labels on regions in a color each",
  (name) => {
    const { width, height, data } = drawTemplatePicture(name);
    expect([width, height, data.length]).toEqual([512, 512, 512 * 512 * 4]);
    expect(data.every((byte, i) => i % 4 !== 3 || byte === 255)).toBe(true);
    const fills = Object.entries(CLOTHING_TEMPLATES[name]).map(([key, region]) => {
      const colors = colorsIn(data, region);
      expect([...colors.keys()], key).toHaveLength(2);
      const white = colors.get("255,255,255,255") ?? 0;
      expect(white, key).toBeGreaterThan(2 * (region[2] + region[3]) - 4);
      expect(white, key).toBeLessThan((region[2] * region[3]) / 3);
      return [...colors.keys()].find((color) => color !== "255,255,255,255");
    });
    // Shoes come in pairs with the same tops and soles.
    expect(new Set(fills).size).toBe(name === "shoes" ? 4 : fills.length);
  },
);

test("a label is as wide as its ink, and a letter missing from the font is an error", () => {
  for (const word of ["Torso bottom", "right side", "as seen from outside"]) {
    let widest = 0;
    forEachInkPixel(word, (x) => {
      widest = Math.max(widest, x + 1);
    });
    expect(textWidth(word)).toBe(widest);
  }
  expect(() => textWidth("Ω")).toThrow('no "Ω"');
});
