import { parentPort, workerData } from "node:worker_threads";
import { drawWorld } from "#domain/world/picture.ts";
import type { World } from "#domain/world/schema.ts";
import { encodePng } from "#worker/render/png.ts";

const SIZE = { width: 512, height: 288 };

const pictures = (workerData as World[]).map((world) =>
  encodePng({ ...SIZE, data: drawWorld(world, SIZE) }, { colors: 96 }),
);
parentPort?.postMessage(pictures);
