import { parentPort, workerData } from "node:worker_threads";
import { drawTask, performDraw, toPictureShot } from "#worker/render/draw-level.ts";
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
import type { DrawTask, LevelTask } from "./draw-all.ts";
import { decodeLook, decodeModel, type LookTask } from "./looks.ts";
import { readItem } from "./read-item.ts";

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
