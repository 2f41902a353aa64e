import { starterWorld, WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import type { Block } from "#domain/world/block.ts";
import { drawWorld, viewWorld } from "#domain/world/draw-world.ts";
import { AMBIENCES } from "#domain/world/effects.ts";
import { projectPoint } from "#domain/world/iso/view.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { expectCpuRatio, expectLinearCpu } from "#tests/support/cpu.ts";
import { expectGolden } from "#tests/support/golden.ts";
import { encodePng } from "#worker/render/png.ts";

const SIZE = { width: 512, height: 288 };
const SMALL = { width: 128, height: 72 };
const empty: World = {
  version: 1,
  spawn: { position: [0, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [],
};

const blockAt = (position: Vec3, size: Vec3, more: Partial<Block> = {}): Block => ({
  shape: "box",
  position,
  size,
  color: "ffffff",
  ...more,
});

function colors(rgba: Uint8ClampedArray): number {
  const seen = new Set<number>();
  for (let i = 0; i < rgba.length; i += 4)
    seen.add(((rgba[i] ?? 0) << 16) | ((rgba[i + 1] ?? 0) << 8) | (rgba[i + 2] ?? 0));
  return seen.size;
}

function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

test("a picture has the requested size, is opaque and is the same every time", () => {
  const one = drawWorld(starterWorld(), SIZE);
  expect(one).toHaveLength(512 * 288 * 4);
  expect(one.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
  expect(drawWorld(starterWorld(), SIZE)).toEqual(one);
});

test("a drawn world is a small file", () => {
  for (const { id } of WORLD_STARTS) {
    const data = drawWorld(worldStart(id), SIZE);
    expect(encodePng({ ...SIZE, data }, { colors: 128 }).length).toBeLessThan(30_000);
  }
});

test("every ambience looks different, even around an empty world", () => {
  const pictures = AMBIENCES.map((ambience) => drawWorld({ ...empty, ambience }, SMALL));
  pictures.forEach((picture, i) => {
    expect(colors(picture)).toBeGreaterThan(20);
    for (const other of pictures.slice(i + 1)) expect(difference(picture, other)).toBeGreaterThan(4);
  });
});

test("stars are drawn in gold", () => {
  const floor = blockAt([0, -1, 0], [20, 2, 20], { color: "3355aa" });
  const without = drawWorld({ ...empty, blocks: [floor] }, SMALL);
  const rgba = drawWorld({ ...empty, blocks: [floor], stars: [{ position: [3, 3, 3] }] }, SMALL);
  const gold = (data: Uint8ClampedArray) => {
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if ((data[i] ?? 0) > 235 && (data[i + 1] ?? 0) > 150 && (data[i + 2] ?? 0) < 60) count++;
    return count;
  };
  expect(gold(rgba)).toBeGreaterThan(gold(without) + 10);
});

test("blocks of any rotation, size and position are drawn without an error", () => {
  const blocks = [
    blockAt([4096, -4096, 4096], [2048, 0.05, 2048]),
    blockAt([0, 0, 0], [0.05, 2048, 0.05], { shape: "sphere", rotation: [360, -360, 45] }),
  ];
  expect(drawWorld({ ...empty, blocks }, SMALL)).toHaveLength(128 * 72 * 4);
});

describe("20,000 blocks", () => {
  const levelOf = (size: number) => (length: number) => {
    let state = 1;
    const random = () => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    const blockOf = () =>
      blockAt([random() * 300, random() * 60, random() * 300], [size, size, size], { color: "88aaff" });
    return { ...empty, blocks: Array.from({ length }, blockOf) };
  };
  const draw = (level: World) => drawWorld(level, SIZE);

  test("are drawn in linear time", () => {
    expectLinearCpu(levelOf(3), 20_000, draw);
  });

  test("cost at most 3 times as much if each covers the whole picture", () => {
    const [huge, small] = [levelOf(900)(20_000), levelOf(3)(20_000)];
    expectCpuRatio(
      () => draw(huge),
      () => draw(small),
      3,
    );
  });
});

const CENTER: Vec3 = [5, 10, -3];

test("a chosen camera has its center in the middle, and its height from bottom to top", () => {
  for (const [yaw, pitch] of [
    [0, 30],
    [45, 32],
    [-120, 85],
    [200, 5],
  ] as const) {
    const view = viewWorld({ yaw, pitch, center: CENTER, height: 40 }, 320, 180);
    const [x, y] = projectPoint(view, CENTER);
    expect([x, y]).toEqual([expect.closeTo(160, 6), expect.closeTo(90, 6)]);
    const top = CENTER.map((value, i) => value + (view.up[i] ?? 0) * 20) as Vec3;
    expect(projectPoint(view, top)[1]).toBeCloseTo(0, 6);
  }
});

test("a camera without a turn looks from +Z, so +X is to the right", () => {
  const view = viewWorld({ yaw: 0, pitch: 30, center: [0, 0, 0], height: 40 }, 320, 180);
  expect(projectPoint(view, [1, 0, 0])[0]).toBeGreaterThan(160);
  // Points closer to the viewer are lower in the picture.
  expect(projectPoint(view, [0, 0, 1])[1]).toBeGreaterThan(90);
});

test("a picture is drawn as the chosen camera sees it", () => {
  const world = starterWorld();
  const view = { yaw: 45, pitch: 32, center: [0, 0, 0] as Vec3, height: 60 };
  const drawn = drawWorld(world, { ...SMALL, view });
  expect(drawn).toEqual(drawWorld(world, { ...SMALL, view }));
  expect(drawn).not.toEqual(drawWorld(world, SMALL));
  expect(drawWorld(world, { ...SMALL, view: null })).toEqual(drawWorld(world, SMALL));
});

test("pictures are byte-identical in Node and in workerd", () => {
  expectGolden();
});
