import type { Block } from "#domain/world/block.ts";
import { AMBIENCES, EFFECTS, HAZARD_KINDS } from "#domain/world/effects.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { EFFECT_CODES, packBlockCode } from "#web/game/world/block-shader.ts";
import {
  countDraws,
  groupIntoCells,
  INSTANCE_BYTES,
  instanceBytes,
  isSeeThrough,
  viewFrom,
} from "#web/game/world/cells.ts";
import { createLevelScene, type LevelScene } from "#web/game/world/level-scene.ts";
import { TierMeter } from "#web/game/world/tier-meter.ts";
import type { Tier } from "#web/game/world/tiers.ts";
import { prepareTiles, TILE_COUNT, TILE_SIDE } from "#web/game/world/tiles.ts";
import { boxAt, flatWorld } from "./busy-world.ts";
import { MOMENT, meshesWith } from "./meshes-with.ts";

const box = (position: Vec3, more: Partial<Block> = {}) => boxAt(position, [4, 1, 4], more);

/** Opens a level until the test has finished. */
function open(world: Partial<World>, tier: Tier = "high"): LevelScene {
  const level = createLevelScene({ ...flatWorld(), blocks: [], ...world }, { tier, reducedMotion: false });
  onTestFinished(() => level.dispose());
  return level;
}
/** Position and scale along X of the only block. */
function onlyBlock({ scene }: LevelScene): { position: number[]; scale: number } {
  const [mesh] = meshesWith(scene, "tint");
  const array = [...(mesh?.instanceMatrix.array ?? [])];
  return { position: array.slice(12, 15), scale: Math.hypot(...array.slice(0, 3)) };
}

const starStates = ({ scene }: LevelScene): number[] => [
  ...(meshesWith(scene, "state")[0]?.geometry.getAttribute("state").array ?? []),
];

describe("a level's scene", () => {
  test.each(Object.entries(THEMES))("builds %s with few draw calls and bytes", async (_, build) => {
    const world = build({ seed: 5, difficulty: 8 });
    const level = open(world, "medium");
    await level.build(world.spawn.position);
    level.update({ ...MOMENT, stars: new Uint8Array(world.stars.length), checkpoint: 0 });
    expect(level.counts.draws).toBeLessThanOrEqual(48);
    expect(level.counts.geometryBytes).toBeLessThan(500_000);
  });

  test("builds what is near first and the rest later", async () => {
    const level = open({
      blocks: [...Array(40).keys()].flatMap((i) => [box([i * 2, 0, 0]), box([3_000 + i * 2, 0, 0])]),
    });
    await level.build([0, 0, 0]);
    expect(level.counts.draws).toBe(1);
    await expect.poll(() => level.counts.draws).toBeGreaterThan(1);
  });

  test("resolves a build that was disposed", async () => {
    const level = open({ blocks: [box([0, 0, 0])] });
    const building = level.build([0, 0, 0]);
    level.dispose();
    await building;
    expect(level.counts.draws).toBe(0);
  });

  test("places a moving block between two ticks", async () => {
    const level = open({ blocks: [box([0, 0, 0], { motion: { by: [10, 0, 0], seconds: 1 } })] });
    await level.build([0, 0, 0]);
    const xAt = (tick: number, alpha: number) => {
      level.update({ ...MOMENT, tick, alpha });
      return onlyBlock(level).position[0] as number;
    };
    expect(xAt(0, 1)).toBe(0);
    expect(xAt(30, 1)).toBeCloseTo(5);
    expect(xAt(60, 1)).toBeCloseTo(10);
    expect(xAt(120, 1)).toBeCloseTo(0);
    expect(xAt(31, 0)).toBeCloseTo(5);
    expect(xAt(31, 0.5)).toBeCloseTo((xAt(30, 1) + xAt(31, 1)) / 2);
  });

  test("shakes a crumbling block, drops it and brings it back", async () => {
    const level = open({ blocks: [box([0, 5, 0], { effect: "crumble" })] });
    await level.build([0, 0, 0]);
    const at = (age: number) => {
      level.update({ ...MOMENT, crumbleAge: () => age });
      return onlyBlock(level);
    };
    expect(at(-1)).toEqual({ position: [0, 5, 0], scale: 4 });
    expect(at(10).position[0]).not.toBe(0);
    expect(at(50).position[1]).toBeLessThan(5);
    expect(at(120).scale).toBe(0);
    expect(at(210)).toEqual({ position: [0, 5, 0], scale: 4 });
    expect(at(120).scale).toBe(0);
    // A respawn makes it whole.
    expect(at(-1)).toEqual({ position: [0, 5, 0], scale: 4 });
  });

  test("hides collected stars and shows them again after a restart", () => {
    const level = open({ stars: [{ position: [0, 2, 0] }, { position: [5, 2, 0] }] });
    level.update({ ...MOMENT, stars: Uint8Array.of(0, 0) });
    expect(starStates(level)).toEqual([-1, -1]);
    level.update({ ...MOMENT, stars: Uint8Array.of(0, 1) });
    expect(starStates(level)[1]).toBeGreaterThanOrEqual(0);
    level.update({ ...MOMENT, stars: Uint8Array.of(0, 0) });
    expect(starStates(level)).toEqual([-1, -1]);
  });

  test("shows every ambience, shape and hazard, and changes its tier", async () => {
    for (const ambience of AMBIENCES) {
      const hazards = HAZARD_KINDS.map((kind, i) => ({
        kind,
        position: [i * 10, 0, 0] as Vec3,
        size: [3, 1, 6] as Vec3,
      }));
      const checkpoints = [{ position: [0, 0, 9] as Vec3 }, { position: [0, 0, 19] as Vec3 }];
      const level = open({ ambience, hazards, checkpoints, goal: { position: [0, 0, 30] } });
      await level.build([0, 0, 0]);
      for (const tier of ["low", "medium", "high"] as const) level.setTier(tier);
      for (const checkpoint of [-1, 0, 1, -1]) level.update({ ...MOMENT, checkpoint });
      expect(level.scene.children.length).toBeGreaterThan(5);
      level.dispose();
      expect(level.scene.children).toHaveLength(0);
    }
  });

  test("shows sky and glows when their code is there, unless it's gone by then", async () => {
    const level = open({ goal: { position: [0, 0, 30] } });
    const before = level.scene.children.length;
    expect(level.scene.background).not.toBeNull();
    await level.showScenery();
    expect(level.scene.children.length).toBeGreaterThan(before);
    expect(level.scene.background).toBeNull();
    level.dispose();
    const closed = open({});
    const showing = closed.showScenery();
    closed.dispose();
    await showing;
    expect(closed.scene.children).toHaveLength(0);
  });

  test("bounds the blocks of thousands of hazards", async () => {
    const hazards = Array.from({ length: 2_000 }, (_, i) => ({
      kind: "spikes" as const,
      position: [i, 0, 0] as Vec3,
      size: [40, 1, 40] as Vec3,
    }));
    const level = open({ hazards });
    await level.build([0, 0, 0]);
    await expect
      .poll(() => meshesWith(level.scene, "tint").reduce((sum, { count }) => sum + count, 0))
      .toBeGreaterThan(2_000);
    expect(level.counts.geometryBytes).toBeLessThan(1_000_000);
  });
});

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
    return countDraws(batches, viewFrom(eye, { ...VIEW, yaw: i * 0.61 }));
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

describe("a view", () => {
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
  ])("shows a sphere %s as often as expected", (_, center, count) => {
    const view = viewFrom([0, 0, 0], { ...VIEW, pitch: 0, yaw: 0 });
    expect(countDraws(sphereAt(center), view)).toBe(count);
  });
});

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

describe("A block's code", () => {
  test("is another byte for each material, effect and poison, and is read by the shader as it was packed", () => {
    const codes = MATERIALS.flatMap((material) =>
      Object.values(EFFECT_CODES).flatMap((effect) =>
        [false, true].map((isPoison) => packBlockCode(material, effect, isPoison)),
      ),
    );
    expect(new Set(codes).size).toBe(MATERIALS.length * Object.keys(EFFECT_CODES).length * 2);
    for (const code of codes) expect(code & 255).toBe(code);
    for (const [place, material] of MATERIALS.entries())
      for (const effect of Object.values(EFFECT_CODES)) {
        const code = packBlockCode(material, effect, effect === 0);
        expect([code & 15, (code >> 4) & 7, code > 127]).toEqual([place, effect, effect === 0]);
      }
    for (const effect of EFFECTS)
      expect(
        Object.keys(EFFECT_CODES).some((name) => name.startsWith(effect)),
        effect,
      ).toBe(true);
  });
});

/** Feeds equal frames for a number of seconds. Returns the changes. */
function feed(meter: TierMeter, seconds: number, ms: number): Tier[] {
  const changes: Tier[] = [];
  for (let time = 0; time < seconds * 1000; time += ms) {
    const tier = meter.addFrame(ms);
    if (tier) changes.push(tier);
  }
  return changes;
}

describe("the tier meter", () => {
  test("takes the first step after 2 seconds, then at most one in 10, and none between fast and slow", () => {
    const meter = new TierMeter("high");
    expect(feed(meter, 1.8, 40)).toEqual([]);
    expect(feed(meter, 0.4, 40)).toEqual(["medium"]);
    expect(feed(meter, 9, 40)).toEqual([]);
    expect(feed(meter, 3, 40)).toEqual(["low"]);
    expect(feed(meter, 30, 40)).toEqual([]);
    expect(feed(new TierMeter("medium"), 12, 1_500)).toEqual(["low"]);
    expect(feed(new TierMeter("medium"), 60, 20)).toEqual([]);
  });

  test("goes up on a fast device and stays at the top", () => {
    const meter = new TierMeter("low");
    expect(feed(meter, 60, 16.6)).toEqual(["medium", "high"]);
    expect(meter.tier).toBe("high");
  });

  test("ignores single long frames and hidden tabs", () => {
    const meter = new TierMeter("medium");
    for (let i = 0; i < 40; i++) {
      expect(meter.addFrame(5_000)).toBeNull();
      expect(meter.addFrame(200)).toBeNull();
      expect(feed(meter, 2, 19)).toEqual([]);
    }
  });

  test("stops trying a tier that was too slow twice", () => {
    const meter = new TierMeter("medium");
    for (let i = 0; i < 2; i++) {
      expect(feed(meter, 12, 10)).toEqual(["high"]);
      expect(feed(meter, 10, 30)).toEqual(["medium"]);
    }
    expect(feed(meter, 60, 10)).toEqual([]);
  });
});
