import { expect, test } from "vitest";
import { ITEM_TYPE_IDS, priceProblem } from "#domain/items/rules.ts";
import { TEXTURE_HEAD, textureProblem } from "#domain/items/texture.ts";
import { encodePng } from "#worker/render/png.ts";

const png = (width: number, height: number) =>
  encodePng({ width, height, data: new Uint8Array(width * height * 4) });
const problem = (bytes: Uint8Array, type: (typeof ITEM_TYPE_IDS)[number], size = bytes.length) =>
  textureProblem(bytes.subarray(0, TEXTURE_HEAD), size, type);

test("a PNG of 512x512 will do for everything, one of another size for faces only", () => {
  for (const type of ITEM_TYPE_IDS) {
    expect(problem(png(512, 512), type)).toBeNull();
    for (const [width, height] of [
      [512, 511],
      [511, 512],
      [1024, 1024],
      [1, 1],
    ] as const) {
      expect(problem(png(width, height), type)).toBe(
        type === 3 ? null : "Texture dimensions must be 512x512",
      );
    }
  }
});

test("what does not begin as a PNG is none, whatever it is called", () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(40)]);
  for (const bytes of [jpeg, new Uint8Array(0), png(512, 512).subarray(1)])
    for (const type of ITEM_TYPE_IDS) expect(problem(bytes, type)).toBe("Texture must be a png");
  expect(problem(png(512, 512).subarray(0, 12), 4)).toBe("Texture dimensions must be 512x512");
});

test("a texture larger than 4 MB is refused before it is looked at", () => {
  expect(problem(png(512, 512), 4, 4 * 1024 * 1024)).toBeNull();
  expect(problem(png(512, 512), 3, 4 * 1024 * 1024 + 1)).toBe(
    "The texture has 4.1 MB. At most 4 MB are allowed.",
  );
});

test("what is sold has a price, but for a Gold month", () => {
  expect(priceProblem("onsale", null, 0)).toContain("at least 1 coin");
  expect(priceProblem("onsale", null, 1)).toBeNull();
  expect(priceProblem("onsale", "2026-12-01", 0)).toBeNull();
  expect(priceProblem("free", null, 0)).toBeNull();
  expect(priceProblem("offsale", null, 0)).toBeNull();
});
