import { type Course, type CourseWorld, makeCourse } from "./v1/course.ts";
import { RULES } from "./v1/rules.ts";
import { hashState, Runner } from "./v1/runner.ts";

/** A version of the simulation. It never changes once runs of it are stored; changes make a new version. */
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
