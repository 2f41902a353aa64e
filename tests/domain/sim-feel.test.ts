import { encodeInput, JUMP, NO_INPUT } from "#domain/sim/input.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import { PLAYER } from "#domain/world/limits.ts";
import { jumpReach } from "#scripts/seed/content/worlds/pad.ts";
import { EAST, EAST_JUMPING, playSim, simFloor, simWorld, ticksUntil } from "#tests/support/sim-worlds.ts";

const flat = simWorld([simFloor(0, 400)]);

/** The highest value in a list of tries that works; 0 if none does. */
function highest(from: number, to: number, step: number, works: (value: number) => boolean): number {
  let best = 0;
  for (let i = 0; from + i * step <= to; i++) {
    const value = from + i * step;
    if (works(value)) best = value;
  }
  return best;
}

/** Jumps over a gap from different places before its edge; returns how many of 30 arrive. */
function jumpsOver(gap: number): number {
  const world = simWorld([simFloor(-20, 40), simFloor(gap + 20, 40)]);
  return Array.from({ length: 30 }, (_, i) => -3 + i * 0.2).filter((edge) => {
    const { x, deaths } = playSim(world, 150, (runner) => (runner.x > edge ? EAST_JUMPING : EAST));
    return x > gap + 1 && deaths === 0;
  }).length;
}

it.each([-20, -12, -6, -2, 0, 1, 2, 4, 5, 6])(
  "The reach that generators count on is within a jump to a floor %d units higher",
  (rise) => {
    const gap = jumpReach(rise);
    const world = simWorld([simFloor(-20, 40), simFloor(gap + 20, 40, rise)]);
    const arrives = (edge: number) => {
      const { x, y, deaths } = playSim(world, 150, (runner) => (runner.x > edge ? EAST_JUMPING : EAST));
      return x > gap + 1 && y >= rise && deaths === 0;
    };
    const edges = Array.from({ length: 30 }, (_, i) => -8 + i * 0.3).filter(arrives);
    expect(edges.length).toBeGreaterThanOrEqual(3);
  },
);

describe("A bopi", () => {
  it("walks at 16 units per second after 5 ticks, slower with less strength, and stops within 5 ticks", () => {
    expect(ticksUntil(flat, ({ vx }) => vx > 15.99, EAST)).toBe(6);
    expect(playSim(flat, 70, EAST).vx).toBeCloseTo(PLAYER.walkSpeed, 6);
    expect(playSim(flat, 60, encodeInput(64, 5, false)).vx).toBeCloseTo(PLAYER.walkSpeed / 3, 6);
    const stopping = ticksUntil(
      flat,
      ({ vx, ticks }) => ticks > 60 && vx === 0,
      (_, tick) => (tick < 60 ? EAST : NO_INPUT),
    );
    expect(stopping - 60).toBe(5);
  });

  it("jumps 6.16 units high, and is back after 45 ticks", () => {
    let top = 0;
    let airTicks = 0;
    playSim(flat, 120, ({ y, ground }, tick) => {
      top = Math.max(top, y);
      if (tick > 20 && ground < 0) airTicks++;
      return tick > 20 && tick < 60 ? JUMP : NO_INPUT;
    });
    expect(top).toBeCloseTo(6.16, 2);
    expect(airTicks).toBe(45);
  });

  it("jumps lower if the jump is released early", () => {
    const top = (held: number) => {
      let highestY = 0;
      playSim(flat, 90, ({ y }, tick) => {
        highestY = Math.max(highestY, y);
        return tick > 20 && tick <= 20 + held ? JUMP : NO_INPUT;
      });
      return highestY;
    };
    expect([1, 5, 10, 20].map((held) => Math.round(top(held) * 100) / 100)).toEqual([1.78, 3.66, 5.47, 6.16]);
  });

  it("jumps once for one press, however long it is held", () => {
    let jumps = 0;
    let wasRising = false;
    playSim(flat, 200, ({ vy }, tick) => {
      if (vy > 20 && !wasRising) jumps++;
      wasRising = vy > 20;
      return tick > 20 ? JUMP : NO_INPUT;
    });
    expect(jumps).toBe(1);
  });

  it("gets over a gap of 12 from 27 of 30 places before its edge, and of 15.1 at most", () => {
    expect(jumpsOver(PLAYER.jumpLength)).toBe(27);
    expect(highest(14, 17, 0.1, (gap) => jumpsOver(gap) > 0)).toBeCloseTo(15.1, 5);
  });

  it("jumps onto ledges up to 6.15 units high", () => {
    const works = (height: number) =>
      playSim(simWorld([simFloor(0, 40), simFloor(30, 30, height)]), 200, ({ x }) =>
        x > 8 ? EAST_JUMPING : EAST,
      ).x > 17;
    expect(highest(5, 7, 0.05, works)).toBeCloseTo(6.15, 5);
    expect(works(PLAYER.jumpHeight)).toBe(true);
  });

  it("walks up steps of 1.1 units", () => {
    const works = (height: number) =>
      playSim(simWorld([simFloor(0, 40), simFloor(40, 40, height)]), 200, EAST).x > 22;
    expect(highest(0.5, 2, 0.05, works)).toBeCloseTo(PLAYER.stepHeight, 5);
  });

  it("walks up ramps of 50°, but not of 55°", () => {
    const climbed = (angle: number) => {
      const ramp = { position: [30, 0, 0], size: [60, 1, 20], rotation: [0, 0, angle] } as const;
      return playSim(simWorld([simFloor(0, 400), ramp]), 180, EAST).y;
    };
    expect([10, 30, 50].map((angle) => climbed(angle) > 3)).toEqual([true, true, true]);
    expect([55, 60, 75].map((angle) => climbed(angle) > 1)).toEqual([false, false, false]);
  });

  it("stays on the ground down a slope of 30°", () => {
    const slope = simWorld(
      [
        simFloor(-60, 100, 20),
        { position: [30, 0, 0], size: [120, 1, 20], rotation: [0, 0, -30] },
        simFloor(0, 600, -30),
      ],
      { spawn: { position: [-12, 20, 0] } },
    );
    let hops = 0;
    let wasGrounded = true;
    playSim(slope, 300, ({ ground }) => {
      if (wasGrounded && ground < 0) hops++;
      wasGrounded = ground >= 0;
      return EAST;
    });
    expect(hops).toBe(1);
  });

  it("can jump up to 6 ticks after it has left the ground", () => {
    const world = simWorld([simFloor(0, 20), simFloor(0, 400, -30)]);
    const left = ticksUntil(world, ({ ground, ticks }) => ticks > 10 && ground < 0, EAST);
    const rises = (late: number) =>
      playSim(world, left + late + 3, (_, tick) => (tick >= left + late ? EAST_JUMPING : EAST)).vy > 20;
    // The first of the 6 is the next tick.
    expect([0, 4, 5, 6, 7].map(rises)).toEqual([true, true, true, false, false]);
  });

  it("remembers a press of jump for 6 ticks before it lands", () => {
    const world = simWorld([simFloor(0, 400)], { spawn: { position: [0, 5, 0] } });
    const landing = ticksUntil(world, ({ ground }) => ground >= 0);
    const rises = (early: number) =>
      playSim(world, landing + 4, (_, tick) => (tick >= landing - early ? JUMP : NO_INPUT)).vy > 20;
    expect([0, 5, 6, 7, 8].map(rises)).toEqual([true, true, true, false, false]);
  });

  it("falls at 90 units per second at most", () => {
    expect(playSim(simWorld([simFloor(0, 40, -500)]), 180).vy).toBe(-RULES.maxFallSpeed);
  });

  it("slides along a turned wall and stands still in a corner", () => {
    const wall = simWorld([
      simFloor(0, 400),
      { position: [20, 3, 0], size: [2, 6, 60], rotation: [0, 30, 0] },
    ]);
    const along = playSim(wall, 150, EAST);
    expect(Math.hypot(along.vx, along.vz)).toBeCloseTo(PLAYER.walkSpeed / 2, 5);
    const corner = simWorld([
      simFloor(0, 400),
      { position: [20, 3, 10], size: [2, 6, 40], rotation: [0, 45, 0] },
      { position: [20, 3, -10], size: [2, 6, 40], rotation: [0, -45, 0] },
    ]);
    let shake = 0;
    let before = 0;
    playSim(corner, 240, ({ x }, tick) => {
      if (tick > 180) shake = Math.max(shake, Math.abs(x - before));
      before = x;
      return EAST;
    });
    expect(shake).toBe(0);
  });

  it("agrees with the figures for creators", () => {
    expect(PLAYER).toMatchObject({
      height: RULES.height,
      walkSpeed: RULES.walkSpeed,
      stepHeight: RULES.stepHeight,
      boostedSpeed: RULES.boostSpeed,
      swimSpeed: RULES.swimSpeed,
      gravity: RULES.gravity,
      jumpSpeed: RULES.jumpSpeed,
    });
    const height = (speed: number) => (speed * speed) / (2 * RULES.gravity);
    expect(Math.floor(height(RULES.jumpSpeed))).toBe(PLAYER.jumpHeight);
    expect(Math.floor(height(RULES.bounceSpeed))).toBe(PLAYER.bounceHeight);
  });
});
