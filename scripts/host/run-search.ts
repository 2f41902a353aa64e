import { parentPort } from "node:worker_threads";
import { type FindRunOptions, type FoundRun, findRun } from "#db/seed/bot/find-run.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import type { World } from "#domain/world/schema.ts";

/** A search for a run. */
export interface RunSearch {
  world: World;
  options: FindRunOptions;
}

parentPort?.on("message", ({ world, options }: RunSearch) => {
  parentPort?.postMessage(findRun(makeCourse(world), options) satisfies FoundRun | null);
});
