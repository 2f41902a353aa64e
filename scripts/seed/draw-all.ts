import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Shot } from "#domain/world/director/choose-shot.ts";
import type { World } from "#domain/world/schema.ts";
import { drawTask, performDraw } from "#worker/render/draw-level.ts";
import { toPictureShot } from "#worker/render/picture-shot.ts";
import { PICTURE_QUALITY, PICTURE_SIZES } from "#worker/render/picture-sizes.ts";
import {
  drawAvatar,
  drawHeadshot,
  drawItem,
  type ItemSource,
  PICTURE_SIDE,
} from "#worker/render/pictures.ts";
import { decodePng, encodeDrawing } from "#worker/render/png.ts";
import { SEED_ITEMS } from "./content/items.ts";
import { decodeLook, decodeModel, type LookTask } from "./looks.ts";
import { readItem } from "./read-item.ts";

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

function drawLevel({ world, shot, colors, files }: LevelTask): Uint8Array[] {
  const look = { colors, equipped: decodeLook(files) };
  const pictures = Object.values(PICTURE_SIZES).map((size) => ({ ...size, quality: PICTURE_QUALITY }));
  const { task, cutout } = drawTask({ shot: toPictureShot(shot), look }, PICTURE_SIZES.large, pictures);
  return performDraw(world, task, cutout).files;
}

function drawItemPicture(index: number): Uint8Array {
  const files = readItem(index);
  const type = SEED_ITEMS[index]?.type_id;
  const source = files.model
    ? { type, model: decodeModel(files) }
    : { type, texture: decodePng(files.texture) };
  return encodeDrawing(drawItem(source as ItemSource));
}

function drawLook(task: LookTask): Uint8Array[] {
  const { colors } = task;
  const equipped = decodeLook(task.files);
  return task.kinds.map((kind) =>
    encodeDrawing(
      kind === "headshot" ? drawHeadshot(colors, equipped) : drawAvatar(colors, equipped, PICTURE_SIDE[kind]),
    ),
  );
}

function runTask(task: DrawTask): Uint8Array[] {
  if ("world" in task) return drawLevel(task);
  if ("item" in task) return [drawItemPicture(task.item)];
  return drawLook(task);
}

parentPort?.postMessage((workerData as DrawTask[]).map(runTask));
