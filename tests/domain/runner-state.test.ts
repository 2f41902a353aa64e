import fc from "fast-check";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import { forAll } from "#tests/support/for-all.ts";
import { randomInputs } from "#tests/support/sim/random-inputs.ts";
import { SIM_WORLDS } from "#tests/support/sim/sim-worlds.ts";

const COURSES = SIM_WORLDS.map(({ world }) => makeCourse(world));
const TICKS = 1_200;

it("A run that is saved anywhere and goes on elsewhere ends like the whole run", () => {
  forAll(
    40,
    fc.integer({ min: 0, max: COURSES.length - 1 }),
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 0, max: TICKS }),
    (index, seed, cut) => {
      const course = COURSES[index] as (typeof COURSES)[number];
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
    },
  );
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
