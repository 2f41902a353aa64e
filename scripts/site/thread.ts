import { parentPort } from "node:worker_threads";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { type Verdict, verifyRun } from "#domain/sim/verify-run.ts";
import { rateShots } from "#domain/world/director/choose-shot.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { performDraw } from "#worker/render/draw-level.ts";
import { type CheckTask, type DrawTask, pack, type ThreadTask, unpack } from "#worker/thread/call-thread.ts";

interface LoadedCourse {
  physics: Physics;
  source: Uint8Array;
  course: Course;
}

/** One course, because a large one takes megabytes. */
let loaded: LoadedCourse | null = null;

function readWorld(source: Uint8Array): World {
  const parsed = parseWorld(source);
  if (!parsed.ok) throw new Error(`no world: ${parsed.message}`);
  return parsed.world;
}

async function load(version: number, source: Uint8Array): Promise<LoadedCourse> {
  if (loaded?.physics.version === version && Buffer.compare(loaded.source, source) === 0) return loaded;
  loaded = null;
  const physics = physicsFor(version);
  if (!physics) throw new Error(`there is no physics ${version}`);
  const world = readWorld(source);
  loaded = { physics, source, course: physics.makeCourse(world) };
  return loaded;
}

async function check({ physics, startTick }: CheckTask, [log, world]: Uint8Array[]): Promise<Verdict> {
  if (!log || !world) throw new Error("a run without its log or world");
  const { course } = await load(physics, world);
  return verifyRun(course, startTick, log);
}

/** The cutout of a task. Its depths are a file of 32-bit numbers. */
const cutoutOf = ({ cutout }: DrawTask, [rgba, depth]: Uint8Array[]): Cutout | null =>
  cutout && rgba && depth
    ? { ...cutout, rgba, depth: new Float32Array(depth.buffer, depth.byteOffset, depth.byteLength / 4) }
    : null;

async function perform(task: ThreadTask, files: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  switch (task.task) {
    case "check":
      return pack(await check(task, files));
    case "rate":
      return pack(rateShots(readWorld(files[0] ?? new Uint8Array()), task.wanted));
    case "draw": {
      const [world = new Uint8Array(), ...samples] = files;
      const drawn = performDraw(readWorld(world), task, cutoutOf(task, samples));
      return pack(drawn.signature, drawn.files);
    }
  }
}

// An error ends the thread, and `SideThread` says so to the worker.
parentPort?.on("message", async (bytes: Uint8Array) => {
  const { value, files } = unpack<ThreadTask>(bytes);
  const result = await perform(value, files);
  parentPort?.postMessage(result, [result.buffer]);
});
