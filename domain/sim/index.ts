import { type Course, type CourseWorld, makeCourse } from "./v1/course.ts";
import { RULES } from "./v1/rules.ts";
import { hashState, Runner } from "./v1/runner.ts";

/**
 * A version of the simulation. Runs name theirs. A version never changes once runs of it are stored, because every detail
 * decides how they end; a changed simulation is a new version beside it.
 */
export interface Physics {
  version: number;
  rules: typeof RULES;
  makeCourse(world: CourseWorld): Course;
  Runner: typeof Runner;
  hashState: typeof hashState;
}

const VERSION_1: Physics = { version: 1, rules: RULES, makeCourse, Runner, hashState };

/** The version of new runs. */
export const PHYSICS = VERSION_1.version;

export const physicsFor = (version: number): Physics | null =>
  version === VERSION_1.version ? VERSION_1 : null;
