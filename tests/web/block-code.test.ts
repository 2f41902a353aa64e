import { EFFECTS } from "#domain/world/block.ts";
import { MATERIALS } from "#domain/world/materials.ts";
import { EFFECT_CODES, packBlockCode } from "#web/game/world/block-shader.ts";

describe("A block's code", () => {
  test("is another byte for each material, effect and poison", () => {
    const codes = MATERIALS.flatMap((material) =>
      Object.values(EFFECT_CODES).flatMap((effect) =>
        [false, true].map((isPoison) => packBlockCode(material, effect, isPoison)),
      ),
    );
    expect(new Set(codes).size).toBe(MATERIALS.length * Object.keys(EFFECT_CODES).length * 2);
    for (const code of codes) expect(code & 255).toBe(code);
  });

  test("is read by the shader as it was packed", () => {
    for (const [place, material] of MATERIALS.entries())
      for (const effect of Object.values(EFFECT_CODES)) {
        const code = packBlockCode(material, effect, effect === 0);
        expect([code & 15, (code >> 4) & 7, code > 127]).toEqual([place, effect, effect === 0]);
      }
  });

  test("has a place for each effect of blocks", () => {
    for (const effect of EFFECTS)
      expect(
        Object.keys(EFFECT_CODES).some((name) => name.startsWith(effect)),
        effect,
      ).toBe(true);
  });
});
