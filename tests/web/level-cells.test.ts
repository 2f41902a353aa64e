import type { Block } from "#domain/world/block.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import {
  countDraws,
  groupIntoCells,
  INSTANCE_BYTES,
  instanceBytes,
  isSeeThrough,
  viewPlanes,
} from "#web/game/world/cells.ts";

const VIEW = { pitch: -0.2, fov: 60, aspect: 16 / 9, far: 700 };

/** Blocks of all shapes and materials, spread over `extent` units. */
function scatteredBlocks(count: number, extent: number): Block[] {
  const { chance, pick, range } = seededRandom(count + extent);
  const place = (reach: number) => range(-reach / 2, reach / 2);
  const side = () => (chance(0.02) ? 60 : range(1, 9));
  return Array.from({ length: count }, (): Block => {
    return {
      shape: pick(SHAPES),
      position: [place(extent), place(extent * 0.3), place(extent)],
      size: [side(), side(), side()],
      rotation: [0, range(0, 360), 0],
      color: "ffffff",
      material: pick(MATERIALS),
    };
  });
}

/** The most draw calls of views from many blocks. */
function mostDraws(blocks: readonly Block[]): number {
  const { batches } = groupIntoCells(blocks);
  const counts = Array.from({ length: 120 }, (_, i) => {
    const block = blocks[Math.floor((i / 120) * blocks.length)] as Block;
    const eye: Vec3 = [block.position[0], block.position[1] + 5, block.position[2]];
    return countDraws(batches, viewPlanes(eye, { ...VIEW, yaw: i * 0.61 }));
  });
  return Math.max(...counts);
}

describe("a world's cells", () => {
  test.each(Object.entries(THEMES))("contain each resting block of %s once", (_, build) => {
    const { blocks } = build({ seed: 3, difficulty: 6 });
    const { batches, moving } = groupIntoCells(blocks);
    const indexes = [...batches.flatMap((batch) => [...batch.blocks]), ...moving];
    expect(indexes.sort((a, b) => a - b)).toEqual(blocks.map((_block, index) => index));
    for (const index of moving) {
      const { motion, effect } = blocks[index] as Block;
      expect(motion !== undefined || effect === "crumble").toBe(true);
    }
  });

  test("keep shapes and see-through blocks apart, in spheres that hold their blocks", () => {
    const blocks = scatteredBlocks(3_000, 900);
    for (const batch of groupIntoCells(blocks).batches)
      for (const index of batch.blocks) {
        const block = blocks[index] as Block;
        expect(block.shape).toBe(batch.shape);
        expect(isSeeThrough(block)).toBe(batch.isSeeThrough);
        const away = Math.hypot(...block.position.map((at, i) => at - (batch.center[i] as number)));
        expect(away + Math.min(...block.size) / 2).toBeLessThanOrEqual(batch.radius + 0.01);
      }
  });

  test.each([
    [2_000, 60],
    [20_000, 120],
  ])("of %i blocks need at most %i draw calls wherever one looks", (count, most) => {
    for (const extent of [100, 300, 800, 2_000, 8_000]) {
      // Sky, markers and moving blocks need the rest.
      expect(mostDraws(scatteredBlocks(count, extent))).toBeLessThanOrEqual(most - 12);
    }
  });

  test("need 68 bytes per block, 1.4 MB for the largest world", () => {
    const plan = groupIntoCells(scatteredBlocks(20_000, 800));
    expect(instanceBytes(plan)).toBe(20_000 * INSTANCE_BYTES);
    expect(instanceBytes(plan)).toBeLessThan(3_000_000);
  });

  test("handle a world without blocks and one at the limits", () => {
    expect(groupIntoCells([])).toEqual({ batches: [], moving: [] });
    const corner = (sign: number): Block => ({
      shape: "box",
      position: [sign * 4096, sign * 4096, sign * 4096],
      size: [2048, 2048, 2048],
      color: "ffffff",
    });
    const { batches } = groupIntoCells([corner(1), corner(-1)]);
    expect(batches.map(({ blocks }) => [...blocks])).toEqual([[0, 1]]);
  });
});

describe("a view's planes", () => {
  const sphereAt = (center: Vec3) => [
    { shape: "box" as const, isSeeThrough: false, blocks: new Uint32Array(1), center, radius: 1 },
  ];

  test.each<[string, Vec3, number]>([
    ["ahead", [0, 0, 50], 1],
    ["behind", [0, 0, -50], 0],
    ["beyond the far end", [0, 0, 800], 0],
    ["far to the left", [200, 0, 50], 0],
    ["at the edge of the left side", [50, 0, 50], 1],
    ["high above", [0, 200, 50], 0],
  ])("show a sphere %s as often as expected", (_, center, count) => {
    const planes = viewPlanes([0, 0, 0], { ...VIEW, pitch: 0, yaw: 0 });
    expect(countDraws(sphereAt(center), planes)).toBe(count);
  });
});
