import { type DataArrayTexture, type SkinnedMesh, Vector3 } from "three";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { type Motion, motionOf } from "#domain/room/motion.ts";
import { encodeInput, NO_INPUT } from "#domain/sim/input.ts";
import { type AnimatedState, FigureAnimation } from "#web/game/figure/figure-animation.ts";
import { HAND_REGIONS, makeFigureSkin, SKIN_LAYERS } from "#web/game/figure/figure-skin.ts";
import { type FigurePose, GameFigure } from "#web/game/figure/game-figure.ts";
import {
  type FigureJoints,
  type PoseMoment,
  poseFor,
  restJoints,
  strideLength,
} from "#web/game/figure/pose.ts";
import { FLAT_FIGURE } from "#web/game/room/other-player.ts";

const MOTIONS: readonly Motion[] = ["idle", "walk", "run", "jump", "fall", "swim", "cheer", "sleep", "dead"];
const SPEEDS = [0, 0.6, 3, 8, 16, 32, 60];
const FRAME = 1 / 60;

const moment = (fields: Partial<PoseMoment> = {}): PoseMoment => ({
  phase: 0,
  stroke: 0,
  seconds: 1,
  elapsed: 0.2,
  speed: 16,
  verticalSpeed: 0,
  carries: false,
  still: false,
  ...fields,
});

function jointsOf(motion: Motion, fields?: Partial<PoseMoment>): FigureJoints {
  const joints = restJoints();
  poseFor(joints, motion, moment(fields));
  return joints;
}

/** All joints by name. */
const valuesOf = ({ left, right, ...body }: FigureJoints): Record<string, number> => ({
  ...body,
  ...Object.fromEntries(Object.entries(left).map(([key, value]) => [`left ${key}`, value])),
  ...Object.fromEntries(Object.entries(right).map(([key, value]) => [`right ${key}`, value])),
});

/** The largest difference between two poses. Closing eyes is a change of picture, not a motion. */
function distance(a: FigureJoints, b: FigureJoints): number {
  const [before, after] = [valuesOf(a), valuesOf(b)];
  const keys = Object.keys(before).filter((key) => key !== "eyes");
  return Math.max(...keys.map((key) => Math.abs((before[key] ?? 0) - (after[key] ?? 0))));
}

const stateOf = (motion: Motion, fields: Partial<AnimatedState> = {}): AnimatedState => ({
  motion,
  heading: 0,
  speed: motion === "run" || motion === "swim" ? 16 : motion === "walk" ? 4 : 0,
  verticalSpeed: motion === "jump" ? 25 : motion === "fall" ? -35 : 0,
  ...fields,
});

describe.each(MOTIONS)("the pose of %s", (motion) => {
  test("is finite at every speed, phase and time", () => {
    for (const speed of SPEEDS)
      for (const verticalSpeed of [-200, -20, 0, 20, 200])
        for (const carries of [false, true])
          for (let phase = 0; phase < 1; phase += 0.07) {
            const fields = { phase, stroke: phase * 6, speed, verticalSpeed, carries, seconds: phase * 900 };
            for (const value of Object.values(valuesOf(jointsOf(motion, { ...fields, elapsed: phase * 3 }))))
              expect(Number.isFinite(value)).toBe(true);
          }
  });

  test("changes by little from one moment to the next", () => {
    for (const speed of SPEEDS)
      for (let step = 0; step < 1000; step++) {
        const at = (n: number) =>
          jointsOf(motion, {
            speed,
            phase: (n / 1000) % 1,
            stroke: n / 50,
            seconds: n / 240,
            elapsed: n / 240,
          });
        expect(distance(at(step), at(step + 1)), `${motion} at ${speed}, step ${step}`).toBeLessThan(0.12);
      }
  });

  test("has no bob, squash or spin with reduced motion", () => {
    const poses = Array.from({ length: 40 }, (_, step) =>
      jointsOf(motion, { still: true, phase: step / 40, seconds: step, elapsed: step / 80 }),
    );
    for (const key of ["lift", "stretch", "spin", "size", "twist", "lean"] as const)
      expect(new Set(poses.map((joints) => joints[key])).size, key).toBe(1);
    expect(poses[0]?.stretch).toBe(1);
  });
});

test.each([1, 3, 6, 10, 16, 24, 32])(
  "a walking figure's foot stays where it stands at %d units per second",
  (speed) => {
    const step = 0.002;
    const standing = Array.from({ length: 1 / step }, (_, i) => i * step).filter(
      (phase) => jointsOf("run", { speed, phase }).left.up === 0,
    );
    expect(standing.length).toBeGreaterThan(50);
    for (const phase of standing.slice(0, -2)) {
      const moved =
        jointsOf("run", { speed, phase: phase + step }).left.ahead -
        jointsOf("run", { speed, phase }).left.ahead;
      expect(moved).toBeCloseTo(-step * strideLength(speed), 6);
    }
  },
);

test.each(MOTIONS)("a toy is held in front during %s", (motion) => {
  for (let phase = 0; phase < 1; phase += 0.1) {
    const { swing, elbow } = jointsOf(motion, { carries: true, phase, verticalSpeed: 20 }).right;
    expect(swing).toBeLessThan(motion === "sleep" || motion === "dead" ? -0.6 : -1);
    expect(swing).toBeGreaterThan(-2.2);
    expect(Math.abs(elbow)).toBeLessThan(0.3);
  }
});

describe("an animation", () => {
  const pairs = MOTIONS.flatMap((from) =>
    MOTIONS.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  test.each(pairs.filter(([from]) => from !== "dead"))("blends from %s to %s without a jerk", (from, to) => {
    const animation = new FigureAnimation(false, 1);
    for (let frame = 0; frame < 120; frame++) animation.update(stateOf(from), FRAME);
    let before = structuredClone(animation.joints);
    for (let frame = 0; frame < 60; frame++) {
      animation.update(stateOf(to), FRAME / 4);
      // A death may be sudden.
      expect(distance(before, animation.joints)).toBeLessThan(to === "dead" ? 0.35 : 0.24);
      before = structuredClone(animation.joints);
    }
  });

  test("pops up from nothing after a death", () => {
    const animation = new FigureAnimation(false, 1);
    animation.update(stateOf("run"), FRAME);
    for (let frame = 0; frame < 24; frame++) animation.update(stateOf("dead"), FRAME);
    expect(animation.joints.opacity).toBeLessThan(0.1);
    expect(animation.joints.size).toBeLessThan(0.2);
    animation.update(stateOf("idle"), FRAME);
    expect(animation.joints.opacity).toBe(1);
    expect(animation.joints.size).toBeLessThan(0.3);
    for (let frame = 0; frame < 60; frame++) animation.update(stateOf("idle"), FRAME);
    expect(animation.joints.size).toBeCloseTo(1, 2);
  });

  test("lands harder after a longer fall, and stands straight again", () => {
    const lowest = (verticalSpeed: number) => {
      const animation = new FigureAnimation(false, 1);
      for (let frame = 0; frame < 30; frame++) animation.update(stateOf("fall", { verticalSpeed }), FRAME);
      let least = 1;
      for (let frame = 0; frame < 90; frame++)
        least = Math.min(least, animation.update(stateOf("idle"), FRAME).stretch);
      expect(animation.joints.stretch).toBeCloseTo(1, 1);
      return least;
    };
    expect(lowest(-60)).toBeLessThan(lowest(-20));
    expect(lowest(-60)).toBeGreaterThan(0.7);
  });

  test("turns the short way, and leans into the turn", () => {
    const animation = new FigureAnimation(false, 1);
    for (let frame = 0; frame < 30; frame++) animation.update(stateOf("run", { heading: 3 }), FRAME);
    let roll = 0;
    for (let frame = 0; frame < 30; frame++) {
      animation.update(stateOf("run", { heading: -3 }), FRAME);
      roll = Math.min(roll, animation.joints.roll);
      expect(animation.heading.value).toBeGreaterThan(2.9);
    }
    expect(animation.heading.value).toBeCloseTo(2 * Math.PI - 3, 2);
    expect(roll).toBeLessThan(-0.05);
  });

  test("stays finite with odd steps of time", () => {
    const animation = new FigureAnimation(false, 1);
    for (const seconds of [0, 5, -1, 1e-9, 0.3, 0])
      for (const motion of MOTIONS)
        for (const value of Object.values(valuesOf(animation.update(stateOf(motion), seconds))))
          expect(Number.isFinite(value)).toBe(true);
  });
});

describe("motionOf", () => {
  const runner = { vx: 0, vy: 0, vz: 0, ground: 3, swimming: false, respawnTicks: 0, clearedAt: 0 };
  const forward = encodeInput(0, 15, false);

  test.each([
    ["idle", {}, NO_INPUT],
    ["idle", {}, forward],
    ["walk", { vz: 4 }, forward],
    ["run", { vx: -16 }, forward],
    // On ice.
    ["idle", { vz: 12 }, NO_INPUT],
    ["jump", { ground: -1, vy: 20 }, forward],
    ["fall", { ground: -1, vy: -1 }, forward],
    ["swim", { ground: -1, swimming: true }, forward],
    ["cheer", { clearedAt: 900 }, NO_INPUT],
    ["fall", { clearedAt: 900, ground: -1, vy: -5 }, NO_INPUT],
    ["dead", { respawnTicks: 1, ground: -1, swimming: true }, forward],
  ] as const)("is %s for %o", (motion, fields, input) => {
    expect(motionOf({ ...runner, ...fields }, input)).toBe(motion);
  });
});

describe("a figure", () => {
  const look = { colors: DEFAULT_COLORS, items: {} };
  const poseOf = (fields: Partial<FigurePose> = {}): FigurePose => ({
    ...stateOf("idle"),
    x: 0,
    y: 0,
    z: 0,
    opacity: 1,
    ...fields,
  });
  const bodyOf = (figure: GameFigure) =>
    figure.object.getObjectsByProperty("isSkinnedMesh", true) as [SkinnedMesh, SkinnedMesh];

  /** Lowest and highest points of the drawn body. */
  function heightsOf(figure: GameFigure): [low: number, high: number] {
    const [, body] = bodyOf(figure);
    figure.object.updateMatrixWorld(true);
    const point = new Vector3();
    const heights = Array.from(
      { length: body.geometry.getAttribute("position").count },
      (_, vertex) => body.localToWorld(body.getVertexPosition(vertex, point)).y,
    );
    return [Math.min(...heights), Math.max(...heights)];
  }

  test("stands on its feet, as tall as the simulation's hull", () => {
    const figure = new GameFigure(look, { reducedMotion: true });
    figure.update(poseOf({ y: 10 }), 0);
    const [low, high] = heightsOf(figure);
    expect(low).toBeCloseTo(10, 1);
    expect(high).toBeCloseTo(14.26, 1);
  });

  test.each(["idle", "walk", "run", "sleep"] as const)("keeps its feet on the ground during %s", (motion) => {
    const figure = new GameFigure(look);
    for (let frame = 0; frame < 90; frame++) figure.update(poseOf(stateOf(motion)), FRAME);
    for (let frame = 0; frame < 24; frame++) {
      figure.update(poseOf(stateOf(motion)), FRAME);
      const [low] = heightsOf(figure);
      expect(low).toBeGreaterThan(-0.16);
      expect(low).toBeLessThan(0.3);
    }
  });

  test("shares the body's geometry with others, and frees only what is its own", () => {
    const [one, other] = [new GameFigure(look), new GameFigure(look, { ghost: true })];
    const [, body] = bodyOf(one);
    expect(bodyOf(other)[1].geometry).toBe(body.geometry);
    const [onGeometry, onMaterial] = [vi.fn(), vi.fn()];
    body.geometry.addEventListener("dispose", onGeometry);
    const material = Array.isArray(body.material) ? body.material[0] : body.material;
    material?.addEventListener("dispose", onMaterial);
    one.dispose();
    other.dispose();
    expect(onGeometry).not.toHaveBeenCalled();
    expect(onMaterial).toHaveBeenCalled();
  });

  test("draws its depth only while it's see-through, and nothing at opacity 0", () => {
    const figure = new GameFigure(look);
    const [depth, body] = bodyOf(figure);
    figure.update(poseOf(), FRAME);
    expect([depth.visible, body.visible, body.castShadow]).toEqual([false, true, true]);
    figure.update(poseOf({ opacity: 0.4 }), FRAME);
    expect([depth.visible, body.visible, body.castShadow]).toEqual([true, true, false]);
    expect(depth.renderOrder).toBeLessThan(body.renderOrder);
    figure.update(poseOf({ opacity: 0 }), FRAME);
    expect([depth.visible, body.visible]).toEqual([false, false]);
  });

  test("has fewer triangles when it's flat", () => {
    const figure = new GameFigure(look, { flat: FLAT_FIGURE });
    const [, body] = bodyOf(figure);
    const full = body.geometry.index?.count ?? 0;
    figure.setDetail("flat");
    expect(body.geometry.index?.count).toBeLessThan(full / 4);
  });
});

describe("a figure's skin", () => {
  const colors = {
    ...DEFAULT_COLORS,
    left_hand: "00FF00",
    right_hand: "0000FF",
    left_arm: "FF0000",
    right_arm: "FF0000",
  };
  const pixelAt = (skin: DataArrayTexture, layer: number, x: number, y: number) => {
    const { data, width } = skin.image as { data: Uint8Array; width: number };
    const at = ((layer * width + y) * width + x) * 4;
    return [...data.slice(at, at + 4)];
  };

  test.each([512, 256, 64])("is opaque everywhere at %d pixels", (side) => {
    const { data } = makeFigureSkin(colors, NOTHING_EQUIPPED, side).image as { data: Uint8Array };
    expect(data.length).toBe(side * side * 4 * 5);
    expect(data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
  });

  test("has the hands' colors, and the arms' color in the gap between the arms", () => {
    const skin = makeFigureSkin(colors, NOTHING_EQUIPPED, 512);
    const [left, right] = [HAND_REGIONS.left, HAND_REGIONS.right];
    expect(pixelAt(skin, SKIN_LAYERS.upper, left[0] + 30, left[1] + 30)).toEqual([0, 255, 0, 255]);
    expect(pixelAt(skin, SKIN_LAYERS.upper, right[0] + 30, right[1] + 30)).toEqual([0, 0, 255, 255]);
    for (let x = 240; x < 272; x++)
      expect(pixelAt(skin, SKIN_LAYERS.upper, x, 300)).toEqual([255, 0, 0, 255]);
  });
});
