import { isKnownEdit, isKnownPart } from "#domain/build/known-parts.ts";
import type { Part } from "#domain/build/part.ts";
import { WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import { toParts } from "#domain/build/world.ts";

const BLOCK = { kind: "block", shape: "box", position: [0, 0, 0], size: [1, 1, 1], color: "ffffff" };

describe("the parts that a page knows", () => {
  test("are all parts of this version", () => {
    for (const { id } of WORLD_STARTS)
      for (const part of toParts(worldStart(id))) expect(isKnownPart(part)).toBe(true);
    expect(isKnownPart({ ...BLOCK, material: null, effect: "bounce" })).toBe(true);
  });

  test.each([
    ["a kind", { kind: "portal", position: [0, 0, 0] }],
    ["a shape", { ...BLOCK, shape: "torus" }],
    ["a material", { ...BLOCK, material: "honey" }],
    ["an effect", { ...BLOCK, effect: "teleport" }],
    ["a hazard", { kind: "hazard", hazard: "wind" }],
    ["an ambience", { kind: "sky", ambience: "mars" }],
    ["no part", null],
  ])("aren't those of a newer version with %s", (_, part) => {
    expect(isKnownPart(part)).toBe(false);
    expect(isKnownEdit({ add: [["1-1", part as unknown as Part]] })).toBe(false);
  });

  test("don't include changed fields of a newer version either", () => {
    expect(isKnownEdit({ set: [["1-1", { material: "honey" }]] })).toBe(false);
    expect(isKnownEdit({ set: [["1-1", { material: "stone", position: [1, 2, 3] }]], del: ["1-2"] })).toBe(
      true,
    );
  });
});
