import { fillPath } from "#domain/api/route.ts";
import { createLevelRoute } from "#domain/levels/api.ts";
import { createRunRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { corridorRun } from "../../chaos/runs/corridor-run.ts";
import { corridorWorld } from "../../chaos/runs/corridor-world.ts";
import type { BenchUser } from "../chat/crowd.ts";
import { postAs } from "./post-as.ts";
import { textOf } from "./text-of.ts";

/** A short level that runs can be made for. */
export interface CorridorLevel {
  id: number;
  course: Course;
}

/** Publishes a corridor, a different one for each number. */
export async function publishCorridor(url: string, maker: BenchUser, n: number): Promise<CorridorLevel> {
  const world = corridorWorld(n);
  const form = new FormData();
  form.set("title", textOf(n, 24));
  form.set("description", textOf(n, 120));
  form.set("file", new File([serializeWorld(world)], "level.json"));
  const { level } = await postAs(url, maker, createLevelRoute.path, form);
  return { id: Number(level?.id), course: makeCourse(world) };
}

/** Sends a run of a corridor over HTTP, a different one for each seed. */
export const clearCorridor = (
  url: string,
  user: BenchUser,
  { id, course }: CorridorLevel,
  seed: number,
): Promise<unknown> => postAs(url, user, fillPath(createRunRoute.path, { id }), runForm(course, seed));

/** A recorded run, as a browser sends it. */
function runForm(course: Course, seed: number): FormData {
  const { log, startTick, ticks } = corridorRun(course, seed);
  const form = new FormData();
  const fields = { revision: 1, physics: PHYSICS, start_tick: startTick, ticks };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("key", crypto.randomUUID());
  form.set("log", new File([log], "run.log"));
  return form;
}
