import { parentPort } from "node:worker_threads";
import { makeCourse } from "#domain/sim/v1/course.ts";
import type { World } from "#domain/world/schema.ts";
import { type FindRunOptions, type FoundRun, findRun } from "../seed/content/bot/find-run.ts";

/** A search for a run. */
export interface RunSearch {
  world: World;
  options: FindRunOptions;
}

parentPort?.on("message", ({ world, options }: RunSearch) => {
  parentPort?.postMessage(findRun(makeCourse(world), options) satisfies FoundRun | null);
});
