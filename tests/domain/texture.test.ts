import { ITEM_TYPE_IDS } from "#domain/items/item-types.ts";
import { priceProblem } from "#domain/items/rules.ts";
import { TEXTURE_HEADER_BYTES, textureProblem } from "#domain/items/texture-problem.ts";
import { encodePng } from "#worker/render/png.ts";

const png = (width: number, height: number) =>
  encodePng({ width, height, data: new Uint8Array(width * height * 4) });
const problem = (bytes: Uint8Array, type: (typeof ITEM_TYPE_IDS)[number], size = bytes.length) =>
  textureProblem(bytes.subarray(0, TEXTURE_HEADER_BYTES), size, type);

test("a 512x512 PNG is accepted for every type, another size only for faces", () => {
  for (const type of ITEM_TYPE_IDS) {
    expect(problem(png(512, 512), type)).toBeNull();
    for (const [width, height] of [
      [512, 511],
      [511, 512],
      [1024, 1024],
      [1, 1],
    ] as const)
      expect(problem(png(width, height), type)).toBe(
        type === 3 ? null : "Texture dimensions must be 512x512",
      );
  }
});

test("a file that doesn't begin like a PNG is rejected", () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(40)]);
  for (const bytes of [jpeg, new Uint8Array(0), png(512, 512).subarray(1)])
    for (const type of ITEM_TYPE_IDS) expect(problem(bytes, type)).toBe("Texture must be a png");
  expect(problem(png(512, 512).subarray(0, 12), 4)).toBe("Texture dimensions must be 512x512");
});

test("a texture larger than 4 MB is rejected before it is read", () => {
  expect(problem(png(512, 512), 4, 4 * 1024 * 1024)).toBeNull();
  expect(problem(png(512, 512), 3, 4 * 1024 * 1024 + 1)).toBe("The texture is 4.1 MB. The limit is 4 MB.");
});

test("an item on sale needs a price, except in a Gold month", () => {
  expect(priceProblem("onsale", null, 0)).toContain("at least 1 coin");
  expect(priceProblem("onsale", null, 1)).toBeNull();
  expect(priceProblem("onsale", "2026-12-01", 0)).toBeNull();
  expect(priceProblem("free", null, 0)).toBeNull();
  expect(priceProblem("offsale", null, 0)).toBeNull();
});
