import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { World } from "#domain/world/schema.ts";
import type { LookTask } from "./looks.ts";
import type { ItemSources } from "./make-item.ts";

/** An item's files and its picture, a PNG. */
export interface ItemFiles extends ItemSources {
  picture: Uint8Array;
}

export type Task = { world: World } | { item: number } | LookTask;
export type Drawn = Uint8Array | Uint8Array[] | ItemFiles;

/** What comes of a task: a level's PNG, an item's files, a look's PNGs in the order of its kinds. */
export type DrawnFrom<T extends Task> = T extends { world: World }
  ? Uint8Array
  : T extends { item: number }
    ? ItemFiles
    : Uint8Array[];

/** Does all tasks, spread over the machine's processors; answers in their order. */
export async function drawAll<T extends Task>(tasks: readonly T[]): Promise<DrawnFrom<T>[]> {
  const count = Math.min(availableParallelism(), 8, tasks.length);
  const shares = Array.from({ length: count }, (_, share) => tasks.filter((_, i) => i % count === share));
  const drawn = await Promise.all(shares.map(drawShare));
  return tasks.map((_, i) => drawn[i % count]?.[Math.floor(i / count)] as DrawnFrom<T>);
}

function drawShare(tasks: Task[]): Promise<Drawn[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./draw.ts", import.meta.url), { workerData: tasks });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
