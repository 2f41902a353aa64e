import { starterWorld, WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import type { Block } from "#domain/world/block.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { AMBIENCES, type Vec3, type World } from "#domain/world/schema.ts";
import { expectCpuRatio, expectLinearCpu } from "#tests/support/cpu.ts";
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
