import { parentPort, workerData } from "node:worker_threads";
import { SEED_ITEMS } from "#db/seed/items.ts";
import { drawShot } from "#worker/render/draw-shot.ts";
import { encodePicture } from "#worker/render/encode-picture.ts";
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
import type { DrawTask, LevelTask } from "./draw-all.ts";
import { decodeLook, decodeModel, type LookTask } from "./looks.ts";
import { makeItem } from "./make-item.ts";

function drawLevel({ world, shot, colors, files }: LevelTask): Uint8Array[] {
  const { large } = PICTURE_SIZES;
  const look = { colors, equipped: decodeLook(files) };
  const drawn = { ...large, data: drawShot(world, toPictureShot(shot), look, large) };
  return Object.values(PICTURE_SIZES).map((size) => encodePicture(drawn, size, PICTURE_QUALITY));
}

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
  if ("world" in task) return drawLevel(task);
  if ("item" in task) return drawItemFiles(task.item);
  return drawLook(task);
}

parentPort?.postMessage((workerData as DrawTask[]).map(runTask));
