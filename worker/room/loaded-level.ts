import { PHYSICS, type Physics, physicsFor } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { loadWorld } from "../levels/commands.ts";

/** The revision of a level that a room plays. */
export interface LoadedLevel {
  id: number;
  revision: number;
  physics: Physics;
  course: Course;
  /** Stands at the spawn, as everyone does before their first input. */
  spawn: Runner;
}

/** The courses in use, also by other rooms of this process. A large one takes megabytes. */
const courses = new Map<string, WeakRef<Course>>();
const freed = new FinalizationRegistry<string>((key) => {
  if (!courses.get(key)?.deref()) courses.delete(key);
});

/** Reads a revision's document and prepares it. */
export async function loadLevel(
  env: Env,
  { asset, ...level }: Pick<LoadedLevel, "id" | "revision"> & { asset: string },
): Promise<LoadedLevel> {
  const physics = physicsFor(PHYSICS);
  if (!physics) throw new Error("the simulation has no current version");
  const key = `${physics.version}:${asset}`;
  let course = courses.get(key)?.deref();
  if (!course) {
    course = physics.makeCourse(await loadWorld(env, asset));
    courses.set(key, new WeakRef(course));
    freed.register(course, key);
  }
  return { ...level, physics, course, spawn: new physics.Runner(course, 0) };
}
