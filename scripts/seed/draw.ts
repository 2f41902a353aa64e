import { parentPort, workerData } from "node:worker_threads";
import { SEED_ITEMS } from "#db/seed/items.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import type { World } from "#domain/world/schema.ts";
import {
  drawAvatar,
  drawHeadshot,
  drawItem,
  type ItemSource,
  PICTURE_SIDE,
} from "#worker/render/pictures.ts";
import { decodePng, encodeDrawing, encodePng } from "#worker/render/png.ts";
import type { DrawTask } from "./draw-all.ts";
import { decodeLook, decodeModel, type LookTask } from "./looks.ts";
import { makeItem } from "./make-item.ts";

const LEVEL = { width: 512, height: 288 };

const drawLevel = (world: World): Uint8Array =>
  encodePng({ ...LEVEL, data: drawWorld(world, LEVEL) }, { colors: 96 });

function drawItemFiles(index: number): Uint8Array[] {
  const files = makeItem(index);
  const type = SEED_ITEMS[index]?.type_id;
  const source = files.model
    ? { type, model: decodeModel(files) }
    : { type, texture: decodePng(files.texture) };
  const picture = encodeDrawing(drawItem(source as ItemSource));
  return [files.texture, picture, ...(files.model ? [files.model] : [])];
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
  if ("world" in task) return [drawLevel(task.world)];
  if ("item" in task) return drawItemFiles(task.item);
  return drawLook(task);
}

parentPort?.postMessage((workerData as DrawTask[]).map(runTask));
