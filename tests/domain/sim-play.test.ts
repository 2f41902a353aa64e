import fc from "fast-check";
import { encodeInput, type Input } from "#domain/sim/input.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { forAll } from "#tests/support/for-all.ts";
import { SIM_HASHES } from "#tests/support/sim/sim-hashes.ts";
import { randomInputs, SIM_WORLDS, simHashes, solidAround } from "#tests/support/sim/sim-worlds.ts";

/** Plays at random; returns the first tick after which the bopi is inside a solid or nowhere, or −1. */
function firstBadTick(course: Course, inputs: Iterable<Input>): number {
  const runner = new Runner(course, 0);
  for (const input of inputs) {
    runner.step(input);
    const { x, y, z, vx, vy, vz } = runner;
    if (![x, y, z, vx, vy, vz].every(Number.isFinite)) return runner.tick;
    if (runner.respawnTicks === 0 && solidAround(course, runner) >= 0) return runner.tick;
  }
  return -1;
}

function play(runner: Runner, inputs: readonly Input[]): number {
  let hash = 0;
  for (const input of inputs) {
    runner.step(input);
    hash = hashState(hash, runner);
  }
  return hash;
}

const demoWorlds = Object.entries(THEMES).map(([name, build]) => ({
  name: `the demo world '${name}'`,
  world: build({ seed: 11, difficulty: 6 }),
}));
const testWorlds = SIM_WORLDS.map(({ name, world }) => ({ name: `the test world '${name}'`, world }));

describe("Random play", () => {
  it.each([...demoWorlds, ...testWorlds])("never ends inside a solid or nowhere in $name", ({ world }) => {
    expect(firstBadTick(makeCourse(world), randomInputs(5, 2_000))).toBe(-1);
  });

  it("stays on the world's numbers over a million ticks", () => {
    const { world } = SIM_WORLDS.find(({ name }) => name === "everything") as (typeof SIM_WORLDS)[number];
    const runner = new Runner(makeCourse(world), 0);
    for (const input of randomInputs(3, 1_000_000)) runner.step(input);
    expect(runner.ticks).toBe(1_000_000);
    expect([runner.x, runner.y, runner.z].every(Number.isFinite)).toBe(true);
    expect(runner.deaths).toBeGreaterThan(0);
  });
});

describe("A run", () => {
  const inputs = fc.array(
    fc.record({
      direction: fc.nat(255),
      strength: fc.nat(15),
      jump: fc.boolean(),
      ticks: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 30 },
  );
  const flatten = (stretches: { direction: number; strength: number; jump: boolean; ticks: number }[]) =>
    stretches.flatMap(({ direction, strength, jump, ticks }) =>
      new Array<Input>(ticks).fill(encodeInput(direction, strength, jump)),
    );

  it("is the same when it is continued from a copy of any of its states", () => {
    const worlds = fc.constantFrom(...SIM_WORLDS);
    forAll(60, worlds, inputs, fc.nat(), fc.nat(5_000), ({ world }, list, cut, start) => {
      const all = flatten(list);
      const at = cut % all.length;
      const course = makeCourse(world);
      const whole = new Runner(course, start);
      play(whole, all);
      const first = new Runner(course, start);
      play(first, all.slice(0, at));
      const rest = first.clone();
      // The copy is independent of what happens to the original.
      play(first, all.slice(at).reverse());
      play(rest, all.slice(at));
      expect(hashState(0, rest)).toBe(hashState(0, whole));
      expect(rest.work).toBe(whole.work);
    });
  });

  it("doesn't depend on other runs in the same course", () => {
    const { world } = SIM_WORLDS[9] as (typeof SIM_WORLDS)[number];
    const inputsOf = (seed: number) => [...randomInputs(seed, 600)];
    const alone = play(new Runner(makeCourse(world), 0), inputsOf(1));
    const course = makeCourse(world);
    const one = new Runner(course, 0);
    const other = new Runner(course, 77);
    let hash = 0;
    for (const [tick, input] of inputsOf(1).entries()) {
      other.step(inputsOf(2)[tick] as Input);
      one.step(input);
      hash = hashState(hash, one);
    }
    expect(hash).toBe(alone);
  });

  it("is as expensive in a course that was used before", () => {
    const { world } = SIM_WORLDS[10] as (typeof SIM_WORLDS)[number];
    const course = makeCourse(world);
    const works = [1, 2].map(() => {
      const runner = new Runner(course, 0);
      play(runner, [...randomInputs(4, 300)]);
      return runner.work;
    });
    expect(works[0]).toBe(works[1]);
  });
});

const COURSES = SIM_WORLDS.map(({ world }) => makeCourse(world));
const TICKS = 1_200;

it("A run that is saved anywhere and goes on elsewhere ends like the whole run", () => {
  const seeds = fc.integer({ min: 1, max: 1_000 });
  forAll(40, fc.constantFrom(...COURSES), seeds, fc.nat(TICKS), (course, seed, cut) => {
    const inputs = [...randomInputs(seed, TICKS)];
    const whole = new Runner(course, seed * 7);
    for (const input of inputs.slice(0, cut)) whole.step(input);
    const saved = whole.save();
    const rest = Runner.restore(course, saved);
    if (!rest) throw new Error("The state wasn't restored.");
    expect(rest.save()).toEqual(saved);
    for (const input of inputs.slice(cut)) {
      whole.step(input);
      rest.step(input);
    }
    expect(hashState(0, rest)).toBe(hashState(0, whole));
    expect(rest.save()).toEqual(whole.save());
  });
});

it("A saved run isn't restored in a course with other stars", () => {
  const [first] = COURSES;
  if (!first) throw new Error("There are no courses.");
  const other = makeCourse({
    ...first.world,
    stars: Array.from({ length: 100 }, () => ({ position: [0, 0, 0] })),
  });
  expect(Runner.restore(other, new Runner(first, 0).save())).toBeNull();
});

it("The simulation leads to the stored states in Node", () => expect(simHashes()).toEqual(SIM_HASHES));
