import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Shot } from "#domain/world/director/choose-shot.ts";
import type { World } from "#domain/world/schema.ts";
import type { LookTask } from "./looks.ts";

/** A level's picture with its creator's bopi. */
export interface LevelTask extends Pick<LookTask, "colors" | "files"> {
  world: World;
  shot: Shot;
}

/** A level, an item's index or a bopi's look. */
export type DrawTask = LevelTask | { item: number } | LookTask;

/**
 * Draws everything on all processors and returns the files in the order of the tasks. A level gives a JPEG of each size, an item
 * a PNG, a look a PNG of each kind.
 */
export async function drawAll(tasks: readonly DrawTask[]): Promise<Uint8Array[][]> {
  const count = Math.min(availableParallelism(), 8, tasks.length);
  const shares = Array.from({ length: count }, (_, share) => tasks.filter((_, i) => i % count === share));
  const drawn = await Promise.all(shares.map(drawShare));
  return tasks.map((_, i) => drawn[i % count]?.[Math.floor(i / count)] ?? []);
}

function drawShare(tasks: DrawTask[]): Promise<Uint8Array[][]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./draw.ts", import.meta.url), { workerData: tasks });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
