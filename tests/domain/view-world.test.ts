import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { drawWorld, viewWorld } from "#domain/world/draw-world.ts";
import { projectPoint } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";

const SIZE = { width: 320, height: 180 };
const CENTER: Vec3 = [5, 10, -3];

test("a chosen camera has its center in the middle, and its height from bottom to top", () => {
  for (const [yaw, pitch] of [
    [0, 30],
    [45, 32],
    [-120, 85],
    [200, 5],
  ] as const) {
    const view = viewWorld({ yaw, pitch, center: CENTER, height: 40 }, SIZE.width, SIZE.height);
    const [x, y] = projectPoint(view, CENTER);
    expect([x, y]).toEqual([expect.closeTo(160, 6), expect.closeTo(90, 6)]);
    const top = CENTER.map((value, i) => value + (view.up[i] ?? 0) * 20) as Vec3;
    expect(projectPoint(view, top)[1]).toBeCloseTo(0, 6);
  }
});

test("a camera without a turn looks from +Z, so +X is to the right", () => {
  const view = viewWorld({ yaw: 0, pitch: 30, center: [0, 0, 0], height: 40 }, SIZE.width, SIZE.height);
  expect(projectPoint(view, [1, 0, 0])[0]).toBeGreaterThan(160);
  // Points closer to the viewer are lower in the picture.
  expect(projectPoint(view, [0, 0, 1])[1]).toBeGreaterThan(90);
});

test("a picture is drawn as the chosen camera sees it", () => {
  const world = starterWorld();
  const view = { yaw: 45, pitch: 32, center: [0, 0, 0] as Vec3, height: 60 };
  const drawn = drawWorld(world, { ...SIZE, view });
  expect(drawn).toEqual(drawWorld(world, { ...SIZE, view }));
  expect(drawn).not.toEqual(drawWorld(world, SIZE));
  expect(drawWorld(world, { ...SIZE, view: null })).toEqual(drawWorld(world, SIZE));
});
