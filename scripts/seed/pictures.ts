import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { World } from "#domain/world/schema.ts";

/** Draws every world's picture, spread over the machine's processors. PNG bytes in the order of the worlds. */
export async function drawPictures(worlds: World[]): Promise<Uint8Array[]> {
  const count = Math.min(availableParallelism(), 8);
  const shares = Array.from({ length: count }, (_, share) => worlds.filter((_, i) => i % count === share));
  const drawn = await Promise.all(shares.map(drawShare));
  return worlds.map((_, i) => drawn[i % count]?.[Math.floor(i / count)] ?? new Uint8Array());
}

function drawShare(worlds: World[]): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./draw.ts", import.meta.url), { workerData: worlds });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
