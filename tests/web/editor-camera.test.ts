import * as fc from "fast-check";
import { PerspectiveCamera } from "three";
import { subtractVectors } from "#domain/build/bounds.ts";
import { pictureView } from "#domain/build/picture-view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { forAll } from "#tests/support/for-all.ts";
import { EditorCamera } from "#web/game/edit/editor-camera.ts";
import { alongAxis, angleAround, onPlane, pointOn } from "#web/game/edit/ray.ts";
import { HEIGHT, makeCamera, WIDTH } from "./make-editor.ts";

const expectNear = (actual: readonly number[] | null, expected: readonly number[], digits = 6) => {
  expect(actual).not.toBe(null);
  for (const [i, value] of expected.entries()) expect(actual?.[i]).toBeCloseTo(value, digits);
};

describe("the editor's camera", () => {
  let camera: EditorCamera;
  beforeEach(() => {
    camera = makeCamera();
  });

  test("looks from +Z at yaw 0, and down", () => {
    camera.orbit(-camera.yaw, -camera.pitch);
    expectNear(camera.eye, [0, 0, 60]);
    camera.orbit(0, Math.PI / 6);
    expectNear(camera.eye, [0, 30, 60 * Math.cos(Math.PI / 6)]);
  });

  test("projects a point where its ray goes through, and nothing that is behind it", () => {
    const pixels = fc.record({
      x: fc.double({ min: 0, max: WIDTH, noNaN: true }),
      y: fc.double({ min: 0, max: HEIGHT, noNaN: true }),
    });
    forAll(pixels, fc.double({ min: 2, max: 300, noNaN: true }), (pixel, distance) => {
      const at = camera.project(pointOn(camera.rayAt(pixel), distance));
      expect(at?.x).toBeCloseTo(pixel.x, 4);
      expect(at?.y).toBeCloseTo(pixel.y, 4);
    });
    const { origin, direction } = camera.rayAt({ x: 500, y: 400 });
    expect(camera.project(subtractVectors(origin, direction))).toBe(null);
  });

  test("keeps the point that it zooms at where it is on the screen", () => {
    const point: Vec3 = [8, 2, -5];
    const before = camera.project(point);
    camera.zoom(0.4, point);
    camera.apply();
    const after = camera.project(point);
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 4);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 4);
  });

  test("moves what is at its target along with the pointer", () => {
    camera.panPixels(40, -25);
    camera.apply();
    const at = camera.project([0, 0, 0]);
    expect(at?.x).toBeCloseTo(WIDTH / 2 + 40, 4);
    expect(at?.y).toBeCloseTo(HEIGHT / 2 - 25, 4);
  });

  test("stays between 2 and 2,000 units from its target and never turns over", () => {
    camera.zoom(1e-9);
    expect(camera.distance).toBe(2);
    camera.zoom(1e9);
    expect(camera.distance).toBe(2_000);
    camera.orbit(0, 100);
    expect(camera.pitch).toBeLessThan(Math.PI / 2);
    camera.orbit(0, -100);
    expect(camera.pitch).toBeGreaterThan(-Math.PI / 2);
  });

  test("shows a whole box when it is focused", () => {
    camera.focus({ low: [-30, 0, 100], high: [50, 20, 140] });
    camera.update(0);
    for (const x of [-30, 50])
      for (const z of [100, 140]) {
        const at = camera.project([x, 0, z]);
        expect(at && at.x > 0 && at.x < WIDTH && at.y > 0 && at.y < HEIGHT).toBe(true);
      }
  });

  test("glides to a point in a third of a second, unless motion is reduced", () => {
    camera = new EditorCamera(new PerspectiveCamera(50, 1), false);
    camera.glideTo([10, 0, 0]);
    camera.update(0.15);
    expect(camera.target[0]).toBeCloseTo(5);
    expect(camera.isGliding).toBe(true);
    camera.update(0.2);
    expect(camera).toMatchObject({ target: [10, 0, 0], isGliding: false });
    camera.isStill = true;
    camera.glideTo([0, 0, 0]);
    expect(camera.target).toEqual([0, 0, 0]);
  });

  test("describes a picture within the limits of pictures", () => {
    const turns = fc.double({ min: -50, max: 50, noNaN: true });
    forAll(turns, turns, fc.double({ min: 0.01, max: 100, noNaN: true }), (yaw, pitch, factor) => {
      camera.orbit(yaw, pitch);
      camera.zoom(factor);
      expect(pictureView.safeParse(camera.pictureView()).success).toBe(true);
    });
  });
});

describe("a ray", () => {
  const ray = { origin: [0, 10, 10] as Vec3, direction: [0, -Math.SQRT1_2, -Math.SQRT1_2] as Vec3 };

  test("meets a plane in front of it only, is closest to an axis at a point, and turns counterclockwise", () => {
    expectNear(onPlane(ray, [5, 0, 5], [0, 1, 0]), [0, 0, 0]);
    expect(onPlane(ray, [0, 20, 0], [0, 1, 0])).toBe(null);
    expect(onPlane(ray, [5, 0, 0], [1, 0, 0])).toBe(null);
    expect(alongAxis(ray, [0, 4, 0], [0, 1, 0])).toBeCloseTo(-4);
    expect(alongAxis(ray, [0, 0, 0], [0, Math.SQRT1_2, Math.SQRT1_2])).toBe(null);
    expect(angleAround([0, 1, 0], [0, 0, 1], [1, 7, 0])).toBeCloseTo(Math.PI / 2);
  });
});
