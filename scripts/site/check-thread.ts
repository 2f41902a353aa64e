import { parentPort } from "node:worker_threads";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import type { SimulatedRun } from "#worker/runs/run-checker.ts";
import { type WorldContent, worldContent } from "#worker/runs/world-content.ts";
import type { RunToCheck } from "./run-checks.ts";

interface LoadedCourse {
  physics: Physics;
  source: Uint8Array;
  course: Course;
  content: WorldContent;
}

/** One course, because a large one takes megabytes. */
let loaded: LoadedCourse | null = null;

async function load(version: number, source: Uint8Array): Promise<LoadedCourse> {
  if (loaded?.physics.version === version && Buffer.compare(loaded.source, source) === 0) return loaded;
  loaded = null;
  const physics = physicsFor(version);
  if (!physics) throw new Error(`there is no physics ${version}`);
  const parsed = parseWorld(source);
  if (!parsed.ok) throw new Error(`no world: ${parsed.message}`);
  const { world } = parsed;
  loaded = { physics, source, course: physics.makeCourse(world), content: await worldContent(world) };
  return loaded;
}

// An error ends the thread, and `RunChecks` says so to the worker.
parentPort?.on("message", async ({ physics, startTick, log, world }: RunToCheck) => {
  const { course, content } = await load(physics, world);
  parentPort?.postMessage({ verdict: verifyRun(course, startTick, log), content } satisfies SimulatedRun);
});
