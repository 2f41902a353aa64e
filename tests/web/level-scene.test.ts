import type { Block } from "#domain/world/block.ts";
import { AMBIENCES, HAZARD_KINDS, type Vec3, type World } from "#domain/world/schema.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { createLevelScene, type LevelScene } from "#web/game/world/level-scene.ts";
import type { Tier } from "#web/game/world/tiers.ts";
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
