import { encodeInput, JUMP, NO_INPUT, RETURN_TO_CHECKPOINT } from "#domain/sim/input.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { PLAYER } from "#domain/world/limits.ts";
import { EAST, EAST_JUMPING, playSim, simFloor, simWorld, ticksUntil } from "#tests/support/sim-worlds.ts";

/** Lets a run go on for some ticks. */
function hold(runner: Runner, ticks: number, input = NO_INPUT): void {
  for (let i = 0; i < ticks; i++) runner.step(input);
}

const WEST = encodeInput(192, 15, false);
const lift = (by: readonly [number, number, number], seconds: number) => ({ motion: { by, seconds } });

describe("An effect", () => {
  it("'bounce' throws a bopi 18 units up, and again", () => {
    const world = simWorld([simFloor(0, 40, 0, { effect: "bounce" })], { spawn: { position: [0, 3, 0] } });
    const tops: number[] = [];
    let wasRising = false;
    playSim(world, 300, ({ y, vy }) => {
      if (wasRising && vy <= 0) tops.push(y);
      wasRising = vy > 0;
      return NO_INPUT;
    });
    expect(tops.slice(0, 3).map((top) => Math.round(top * 100) / 100)).toEqual([18.23, 18.23, 18.23]);
  });

  it("'boost' doubles the speed, and for a second after", () => {
    const world = simWorld([simFloor(0, 80, 0, { effect: "boost" }), simFloor(240, 400)]);
    expect(playSim(world, 60, EAST).vx).toBeCloseTo(PLAYER.boostedSpeed, 6);
    const left = ticksUntil(world, ({ ground }) => ground === 1, EAST);
    const speedAfter = (ticks: number) => playSim(world, left + ticks, EAST).vx;
    expect([50, 58, 60, 80].map((ticks) => Math.round(speedAfter(ticks)))).toEqual([32, 32, 25, 16]);
  });

  it("'crumble' drops a block 30 ticks after the first touch and brings it back 180 ticks later", () => {
    const world = simWorld([simFloor(0, 40, 0, { effect: "crumble" }), simFloor(0, 200, -20)]);
    const runner = new Runner(makeCourse(world), 0);
    const ages: number[] = [];
    let fell = 0;
    for (let tick = 1; tick <= 300; tick++) {
      runner.step(NO_INPUT);
      ages.push(runner.crumbleAge(0));
      if (fell === 0 && runner.vy < -0.5 && ages.includes(RULES.crumbleTicks)) fell = tick;
    }
    const touched = ages.indexOf(0) + 1;
    // The first tick without a floor still moves along it.
    expect([touched, fell - touched]).toEqual([1, RULES.crumbleTicks + 1]);
    expect(ages.lastIndexOf(Math.max(...ages)) + 1 - touched).toBe(
      RULES.crumbleTicks + RULES.crumbledTicks - 1,
    );
    expect(runner.crumbleAge(0)).toBe(-1);
  });

  it("'crumble' leaves the block whole after a respawn", () => {
    const runner = playSim(simWorld([simFloor(0, 40, 0, { effect: "crumble" })]), 20);
    expect(runner.crumbleAge(0)).toBeGreaterThan(0);
    runner.step(RETURN_TO_CHECKPOINT);
    hold(runner, RULES.respawnTicks);
    expect(runner.crumbleAge(0)).toBe(-1);
    hold(runner, 20);
    expect(runner.ground).toBe(0);
  });

  it("'crumble' counts from the first touch, not the last", () => {
    const world = simWorld([simFloor(0, 40, 0, { effect: "crumble" }), simFloor(0, 200, -40)]);
    const jump = (_: Runner, tick: number) => (tick < 10 ? JUMP : NO_INPUT);
    const standing = ticksUntil(world, ({ y }) => y < -1);
    expect(standing).toBeGreaterThan(0);
    expect(ticksUntil(world, ({ y }) => y < -1, jump)).toBeGreaterThan(standing);
    const isBroken = (runner: Runner) => runner.crumbleAge(0) === 30;
    expect(ticksUntil(world, isBroken, jump)).toBe(ticksUntil(world, isBroken));
  });

  it("'ghost' makes a block that no one touches", () => {
    const world = simWorld([simFloor(0, 400), { position: [10, 2, 0], size: [2, 4, 20], effect: "ghost" }]);
    expect(playSim(world, 120, EAST).x).toBeGreaterThan(20);
  });
});

describe("A material", () => {
  it("'ice' has little grip", () => {
    const on = (material?: string) => simWorld([simFloor(0, 400, 0, material ? { material } : {})]);
    const speed = (material: string | undefined, ticks: number) =>
      playSim(on(material), ticks, (_, tick) => (tick < 120 ? EAST : NO_INPUT)).vx;
    expect(speed("ice", 120)).toBeCloseTo(16, 1);
    expect(speed("ice", 180)).toBeCloseTo(2, 1);
    expect(speed("stone", 180)).toBe(0);
  });

  it("'lava' kills a bopi that touches its top or side", () => {
    const onTop = simWorld([simFloor(0, 40, 0, { material: "lava" })], { spawn: { position: [0, 1, 0] } });
    expect(playSim(onTop, 30).deaths).toBe(1);
    const beside = simWorld([simFloor(0, 40), { position: [10, 1, 0], size: [4, 6, 20], material: "lava" }]);
    expect(playSim(beside, 60, EAST).deaths).toBe(1);
  });

  it("'water' floats a bopi with its feet 2.3 under the surface", () => {
    const world = simWorld([{ position: [0, -5, 0], size: [100, 10, 100], material: "water" }], {
      spawn: { position: [0, 4, 0] },
    });
    const { y, swimming } = playSim(world, 400);
    expect([Math.round(y * 100) / 100, swimming]).toEqual([-2.3, true]);
  });

  it("'water' slows a bopi to 10 units per second and lets it jump out", () => {
    const pool = { position: [0, -5, 0], size: [100, 10, 100], material: "water" } as const;
    const world = simWorld([pool, simFloor(60, 20, 1)], { spawn: { position: [30, 0, 0] } });
    expect(playSim(world, 60, EAST).vx).toBeCloseTo(PLAYER.swimSpeed, 6);
    const out = playSim(world, 150, ({ x }) => (x > 47 ? EAST_JUMPING : EAST));
    expect([out.x > 51, out.y >= 1, out.deaths]).toEqual([true, true, 0]);
  });

  it("'water' with the effect 'ghost' is scenery", () => {
    const world = simWorld([
      { position: [0, -5, 0], size: [100, 10, 100], material: "water", effect: "ghost" },
      simFloor(0, 40, -10),
    ]);
    const { y, swimming } = playSim(world, 120);
    expect([Math.round(y * 10) / 10, swimming]).toEqual([-10, false]);
  });

  it("without a rule of its own is like any floor", () => {
    const at = (material: string) => playSim(simWorld([simFloor(0, 400, 0, { material })]), 60, EAST).x;
    expect(new Set(["plastic", "snow", "glass", "leaves", "metal"].map(at)).size).toBe(1);
  });
});

describe("A moving block", () => {
  const platform = { position: [0, -1, 0], size: [8, 2, 8] } as const;

  it("carries a bopi there and back", () => {
    const world = simWorld([{ ...platform, ...lift([30, 0, 0], 3) }]);
    expect(playSim(world, 180).x).toBeCloseTo(30, 1);
    const back = playSim(world, 360);
    expect([Math.abs(back.x) < 0.05, back.deaths]).toEqual([true, 0]);
  });

  it("lifts a bopi without it losing its footing", () => {
    const world = simWorld([{ ...platform, ...lift([0, 20, 0], 2) }]);
    let offTicks = 0;
    const runner = playSim(world, 600, ({ ground }) => {
      if (ground < 0) offTicks++;
      return NO_INPUT;
    });
    expect([offTicks, Math.round(runner.y)]).toEqual([1, 20]);
  });

  it("pushes a bopi that is in its way, and crushes it against a wall", () => {
    const pusher = { position: [-12, 3, 0], size: [4, 6, 20], ...lift([21, 0, 0], 2) } as const;
    const { x, deaths } = playSim(simWorld([simFloor(0, 400), pusher]), 120);
    expect([x > 11, deaths]).toEqual([true, 0]);
    const wall = { position: [14, 3, 0], size: [4, 6, 20] } as const;
    expect(playSim(simWorld([simFloor(0, 400), pusher, wall]), 120).deaths).toBe(1);
  });

  it("is in the same place at the same tick of the world's clock", () => {
    const world = simWorld([{ ...platform, ...lift([30, 0, 0], 3) }, simFloor(0, 400, -30)], {
      spawn: { position: [30, 0, 0] },
    });
    expect(playSim(world, 5, undefined, 180).ground).toBe(0);
    expect(playSim(world, 5, undefined, 180 + 360 * 1_000).ground).toBe(0);
    expect(playSim(world, 5, undefined, 0).ground).toBe(-1);
  });
});

describe("A run", () => {
  const course = simWorld([simFloor(0, 400)], {
    stars: [{ position: [20, 2, 0] }],
    goal: { position: [10, 0, 0] },
  });

  it("is cleared at the goal after the last star, and not before", () => {
    const early = playSim(course, 50, EAST);
    expect([early.x > 12, early.clearedAt, early.starsLeft]).toEqual([true, 0, 1]);
    const runner = playSim(course, 200, ({ starsLeft }) => (starsLeft > 0 ? EAST : WEST));
    expect([runner.clearedAt > 60, runner.starsLeft]).toEqual([true, 0]);
  });

  it("is cleared by the last star if the level has no goal, and never in one without stars and goal", () => {
    const world = simWorld([simFloor(0, 400)], { stars: [{ position: [20, 2, 0] }] });
    const { clearedAt, x } = playSim(world, 100, EAST);
    expect(clearedAt).toBeGreaterThan(60);
    expect(x).toBeGreaterThan(20);
    expect(playSim(simWorld([simFloor(0, 400)]), 200, EAST).clearedAt).toBe(0);
  });

  it("reaches stars and goals within 1.5 units of the bopi", () => {
    const collects = (z: number) =>
      playSim(simWorld([simFloor(0, 400)], { stars: [{ position: [10, 2, z] }] }), 80, EAST).starsLeft === 0;
    expect([2.3, 2.39, 2.41].map(collects)).toEqual([true, true, false]);
    const above = (y: number) =>
      playSim(simWorld([simFloor(0, 400)], { stars: [{ position: [0, y, 0] }] }), 10).starsLeft === 0;
    expect([RULES.height + 2.3, RULES.height + 2.5].map(above)).toEqual([true, false]);
  });

  it("keeps collected stars after a death", () => {
    const runner = playSim(course, 100, ({ starsLeft }) => (starsLeft > 0 ? EAST : RETURN_TO_CHECKPOINT));
    expect([runner.deaths > 0, runner.starsLeft]).toEqual([true, 0]);
  });

  it("goes on at the spawn 24 ticks after a death", () => {
    const runner = playSim(course, 30, EAST);
    runner.step(RETURN_TO_CHECKPOINT);
    expect([runner.deaths, runner.respawnTicks]).toEqual([1, RULES.respawnTicks]);
    hold(runner, 23, EAST);
    expect([runner.respawnTicks, runner.x > 3]).toEqual([1, true]);
    runner.step(EAST);
    expect([runner.respawnTicks, runner.x]).toEqual([0, 0]);
  });

  it("goes on at the checkpoint that was reached last", () => {
    const world = simWorld([simFloor(0, 400)], {
      checkpoints: [{ position: [10, 0, 0] }, { position: [20, 0, 0] }],
    });
    const resume = (ticks: number) => {
      const runner = playSim(world, ticks, EAST);
      runner.step(RETURN_TO_CHECKPOINT);
      hold(runner, RULES.respawnTicks);
      return [runner.checkpoint, runner.x];
    };
    expect([resume(10), resume(60), resume(100)]).toEqual([
      [-1, 0],
      [0, 10],
      [1, 20],
    ]);
  });

  it("reaches a checkpoint only on the ground", () => {
    const world = simWorld([simFloor(0, 400)], {
      checkpoints: [{ position: [10, 0, 0] }],
      spawn: { position: [10, 3, 0] },
    });
    const runner = playSim(world, 5);
    expect([runner.ground, runner.checkpoint]).toEqual([-1, -1]);
    expect(playSim(world, 60).checkpoint).toBe(0);
  });

  it("dies 40 units below the lowest block", () => {
    const world = simWorld([{ position: [0, -1, 0], size: [4, 2, 4] }]);
    const death = ticksUntil(world, ({ deaths }) => deaths > 0, EAST);
    let lowest = 0;
    const { deaths } = playSim(world, death, (runner) => {
      if (runner.deaths === 0) lowest = Math.min(lowest, runner.y);
      return EAST;
    });
    expect([deaths, lowest < -38, lowest >= -42]).toEqual([1, true, true]);
  });

  it("dies of hazards, which are 0.15 smaller than they look", () => {
    const passes = (z: number) =>
      playSim(
        simWorld([simFloor(0, 400)], { hazards: [{ position: [10, 0.5, z], size: [2, 1, 2] }] }),
        80,
        EAST,
      ).deaths === 0;
    const edge = 1 + RULES.radius - RULES.hazardMargin;
    expect([edge - 0.02, edge + 0.02].map(passes)).toEqual([false, true]);
  });

  it("lifts a bopi that starts inside a block", () => {
    const world = simWorld([
      simFloor(0, 40),
      { position: [0, 1, 0], size: [4, 2, 4] },
      { position: [0, 4, 0], size: [4, 4, 4] },
    ]);
    expect(new Runner(makeCourse(world), 0).y).toBeCloseTo(6, 1);
    expect(playSim(world, 30).ground).toBe(2);
  });
});
