import { castSphere } from "#domain/sim/cast-sphere.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import {
  FIRST_PERSON_ZOOM,
  GameCamera,
  MAX_ZOOM,
  type Sight,
  START_ZOOM,
  springTo,
  wrapAngle,
} from "#web/game/camera.ts";
import { boxAt, flatWorld } from "./busy-world.ts";

const FRAME = 1 / 60;
const OPEN: Sight = () => 1;

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** A camera that has been at rest for a while. */
function restingCamera(sight: Sight = OPEN): GameCamera {
  const camera = new GameCamera();
  for (let i = 0; i < 60; i++) camera.follow(0, 0, 0, FRAME, sight);
  return camera;
}

describe("the camera", () => {
  let camera: GameCamera;
  beforeEach(() => {
    camera = restingCamera();
  });

  test("is 14 behind and 5 above what it looks at, and looks towards +X after a quarter of a turn", () => {
    const { position, focus } = restingCamera();
    expect(position[0] - focus[0]).toBeCloseTo(0);
    expect(position[1] - focus[1]).toBeCloseTo(5);
    expect(position[2] - focus[2]).toBeCloseTo(-14);
    camera.turn({ yaw: Math.PI / 2, pitch: 0, zoom: 0 });
    camera.follow(0, 0, 0, FRAME, OPEN);
    expect(camera.position[0] - camera.focus[0]).toBeCloseTo(-14);
    expect(camera.position[2] - camera.focus[2]).toBeCloseTo(0);
  });

  test("keeps its limits of pitch and zoom", () => {
    camera.turn({ yaw: 0, pitch: 9, zoom: 900 });
    expect(camera.pitch).toBeLessThan(Math.PI / 2);
    expect(camera.zoom).toBe(MAX_ZOOM);
    camera.turn({ yaw: 0, pitch: -99, zoom: -900 });
    expect(camera.pitch).toBeGreaterThan(-Math.PI / 2);
    expect(camera.zoom).toBe(0);
  });

  test("hides the own bopi in first person, and fades it nearby", () => {
    expect(camera.opacity).toBe(1);
    camera.turn({ yaw: 0, pitch: 0, zoom: 3 - START_ZOOM });
    for (let i = 0; i < 120; i++) camera.follow(0, 0, 0, FRAME, OPEN);
    expect(camera.opacity).toBeGreaterThan(0.2);
    expect(camera.opacity).toBeLessThan(0.8);
    camera.turn({ yaw: 0, pitch: 0, zoom: -3 });
    for (let i = 0; i < 120; i++) camera.follow(0, 0, 0, FRAME, OPEN);
    expect(camera.zoom).toBeLessThanOrEqual(FIRST_PERSON_ZOOM);
    expect(camera.opacity).toBe(0);
    expect(distance(camera.position, camera.focus)).toBe(0);
  });

  test("follows smoothly, without going beyond, and never lags far", () => {
    let last = camera.focus[2];
    for (let tick = 1; tick <= 120; tick++) {
      const z = tick * (16 / 60);
      camera.follow(0, 0, z, FRAME, OPEN);
      expect(camera.focus[2]).toBeGreaterThan(last);
      expect(camera.focus[2]).toBeLessThan(z);
      last = camera.focus[2];
    }
    expect(120 * (16 / 60) - last).toBeLessThan(1.2);
    for (let i = 0; i < 200; i++) camera.follow(0, -i * 1.5, 32, FRAME, OPEN);
    expect(Math.abs(camera.focus[1] - 3.2 + 199 * 1.5)).toBeLessThanOrEqual(3.01);
  });

  test("moves over a step in small parts", () => {
    let last = camera.focus[1];
    let largest = 0;
    for (let i = 0; i < 60; i++) {
      camera.follow(0, 1.1, 0, FRAME, OPEN);
      largest = Math.max(largest, camera.focus[1] - last);
      last = camera.focus[1];
    }
    expect(largest).toBeLessThan(0.2);
    expect(last).toBeCloseTo(4.3, 2);
  });

  test("jumps after a respawn, and with reduced motion follows directly", () => {
    camera.follow(100, 0, 0, FRAME, OPEN);
    expect(camera.focus[0]).toBe(100);
    camera.options = { ...camera.options, reducedMotion: true };
    camera.follow(101, 2, 0, FRAME, OPEN);
    expect(camera.focus[0]).toBe(101);
    expect(camera.focus[1]).toBeCloseTo(5.2);
  });

  test("is the same at any frame rate after a while", () => {
    const positions = [30, 60, 144].map((rate) => {
      const camera = new GameCamera();
      for (let i = 0; i < rate * 2; i++) camera.follow(0, 0, Math.min(5, (i / rate) * 5), 1 / rate, OPEN);
      return camera.position;
    });
    for (const position of positions) expect(distance(position, positions[0] as Vec3)).toBeLessThan(0.05);
  });

  test("shakes only where the player allows it", () => {
    camera.shake(1);
    camera.follow(0, 0, 0, FRAME, OPEN);
    expect(camera.shownPitch).not.toBe(camera.pitch);
    for (let i = 0; i < 30; i++) camera.follow(0, 0, 0, FRAME, OPEN);
    expect(camera.shownPitch).toBe(camera.pitch);
    camera.options = { ...camera.options, reducedMotion: true };
    camera.shake(1);
    expect(camera.shownPitch).toBe(camera.pitch);
  });

  test("turns behind the bopi by itself, but not against the player or when the bopi comes closer", () => {
    const turned = (vx: number, vz: number, before?: (camera: GameCamera) => void) => {
      const camera = restingCamera();
      camera.options = { ...camera.options, autoCamera: true };
      before?.(camera);
      for (let i = 0; i < 30; i++) camera.turnBehind(vx, vz, FRAME);
      return camera.yaw;
    };
    expect(turned(16, 0)).toBeGreaterThan(0.2);
    expect(turned(-16, 0)).toBeLessThan(-0.2);
    expect(turned(0, -16)).toBeCloseTo(0);
    expect(turned(16, 0, (camera) => camera.turn({ yaw: 0, pitch: 0.01, zoom: 0 }))).toBe(0);
  });

  test("flies where it looks", () => {
    const [x, y, z] = camera.position;
    camera.fly(0, 0, 1);
    expect(camera.position[1]).toBeLessThan(y);
    expect(camera.position[2]).toBeGreaterThan(z);
    camera.fly(1, 2, 0);
    expect(camera.position[0]).toBeCloseTo(x - 1);
  });
});

describe("walls", () => {
  const course = makeCourse(
    flatWorld(
      {},
      boxAt([0, 10, -6], [60, 20, 2]),
      boxAt([0, 10, 20], [2, 20, 2]),
      boxAt([30, 6, 0], [20, 1, 20]),
      boxAt([-30, 10, 0], [3, 20, 30], { rotation: [0, 30, 0] }),
    ),
  );
  const sight: Sight = (from, to, radius) => castSphere(course, 0, from, to, radius);
  /** Whether nothing solid is at a point, and within `around` to the sides. */
  const isFree = ([x, y, z]: Vec3, around = 0) =>
    y > 0 &&
    course.world.blocks.every(({ position, size, rotation }) => {
      const angle = ((rotation?.[1] ?? 0) * Math.PI) / 180;
      const [dx, dz] = [x - position[0], z - position[2]];
      const [lx, lz] = [
        dx * Math.cos(angle) - dz * Math.sin(angle),
        dx * Math.sin(angle) + dz * Math.cos(angle),
      ];
      return (
        Math.abs(lx) > size[0] / 2 + around ||
        Math.abs(y - position[1]) > size[1] / 2 ||
        Math.abs(lz) > size[2] / 2 + around
      );
    });

  test("pull the camera in at once and let it out slowly", () => {
    const camera = new GameCamera();
    camera.follow(0, 0, 0, FRAME, sight);
    expect(camera.distance).toBeLessThan(6);
    expect(isFree(camera.position)).toBe(true);
    const near = camera.distance;
    camera.yaw = Math.PI / 2;
    camera.follow(0, 0, 0, FRAME, sight);
    expect(camera.distance).toBeGreaterThan(near);
    expect(camera.distance).toBeLessThan(near + 1);
    for (let i = 0; i < 240; i++) camera.follow(0, 0, 0, FRAME, sight);
    expect(camera.distance).toBeCloseTo(START_ZOOM, 1);
  });

  test("never have the camera in them, wherever the bopi runs and the player looks", () => {
    const camera = new GameCamera();
    let checked = 0;
    for (let i = 0; i < 6_000; i++) {
      const angle = i * 0.013;
      const x = Math.sin(angle * 1.7) * 28;
      const z = Math.cos(angle * 0.9) * 20 + 6;
      // A bopi's hull.
      if (!isFree([x, 2, z], 0.9)) continue;
      camera.turn({
        yaw: Math.sin(i * 0.11) * 0.09,
        pitch: Math.cos(i * 0.07) * 0.05,
        zoom: Math.sin(i * 0.01) * 0.2,
      });
      camera.follow(x, 0.02 + Math.max(0, Math.sin(angle * 5)) * 1.2, z, FRAME, sight);
      expect(isFree(camera.position)).toBe(true);
      checked++;
    }
    expect(checked).toBeGreaterThan(3_000);
  });
});

describe("angles and springs", () => {
  test("stay within half a turn, and never go beyond their goal, even in long frames", () => {
    for (const angle of [0, 3, -3, 4, -4, 7, 100]) {
      expect(Math.abs(wrapAngle(angle))).toBeLessThanOrEqual(Math.PI);
      expect(Math.cos(wrapAngle(angle))).toBeCloseTo(Math.cos(angle));
      expect(Math.sin(wrapAngle(angle))).toBeCloseTo(Math.sin(angle));
    }
    for (const seconds of [1 / 240, 1 / 60, 0.1, 0.25]) {
      const speed = [0];
      let at = 0;
      for (let i = 0; i < 400; i++) {
        at = springTo(at, 10, speed, 0, 0.16, seconds);
        expect(at).toBeLessThanOrEqual(10.05);
      }
      expect(at).toBeCloseTo(10, 1);
    }
  });
});
