import { MATERIALS } from "#domain/world/materials.ts";
import { prepareTiles, TILE_COUNT, TILE_SIDE } from "#web/game/world/tiles.ts";

const LAYER = TILE_SIDE * TILE_SIDE * 4;

function drawn(materials: Parameters<typeof prepareTiles>[0]): Uint8Array {
  const { pixels, steps } = prepareTiles(materials);
  for (const step of steps) step();
  return pixels;
}

/** The mean difference of brightness between a pixel and the one at its right, in a column. */
function stepAt(layer: Uint8Array, column: number): number {
  let sum = 0;
  for (let y = 0; y < TILE_SIDE; y++) {
    const pixel = (x: number) => layer[(y * TILE_SIDE + (x % TILE_SIDE)) * 4] as number;
    sum += Math.abs(pixel(column) - pixel(column + 1));
  }
  return sum / TILE_SIDE;
}

describe("the tiles of a world's materials", () => {
  const all = drawn(MATERIALS);
  const layerOf = (index: number) => all.subarray(index * LAYER, (index + 1) * LAYER);

  test("are the same in every run and need about 1 MB", () => {
    expect(drawn(MATERIALS)).toEqual(all);
    expect(all.length).toBe(TILE_COUNT * LAYER);
    expect(all.length).toBeLessThan(1_200_000);
  });

  test.each(MATERIALS.map((material, index) => [material, index] as const))(
    "repeat %s without a seam and keep its colors",
    (_, index) => {
      const layer = layerOf(index);
      const steps = Array.from({ length: TILE_SIDE }, (_, column) => stepAt(layer, column));
      expect(steps.at(-1)).toBeLessThanOrEqual(Math.max(...steps.slice(0, -1)) + 1);
      let sum = 0;
      for (let i = 0; i < LAYER; i += 4) sum += layer[i] as number;
      const mean = sum / (LAYER / 4) / 128;
      expect(mean).toBeGreaterThan(0.6);
      expect(mean).toBeLessThan(1.2);
    },
  );

  test("are only drawn for materials that are used", () => {
    const few = drawn(["wood"]);
    const isEmpty = (index: number) =>
      few.subarray(index * LAYER, (index + 1) * LAYER).every((byte) => byte === 0);
    expect(MATERIALS.filter((_, index) => !isEmpty(index))).toEqual(["wood"]);
  });
});
