import { parentPort, workerData } from "node:worker_threads";
import { SEED_ITEMS } from "#db/seed/items.ts";
import { writeMesh } from "#domain/items/model/file.ts";
import { parseModel } from "#domain/items/model/parse.ts";
import { drawWorld } from "#domain/world/picture.ts";
import type { World } from "#domain/world/schema.ts";
import {
  drawAvatar,
  drawHeadshot,
  drawItem,
  type ItemSource,
  PICTURE_SIDE,
} from "#worker/render/pictures.ts";
import { encodePng } from "#worker/render/png.ts";
import { decodeLook, type LookTask } from "./looks.ts";
import type { Drawn, ItemFiles, Task } from "./pictures.ts";

const LEVEL = { width: 512, height: 288 };

const drawLevel = (world: World): Uint8Array =>
  encodePng({ ...LEVEL, data: drawWorld(world, LEVEL) }, { colors: 96 });

function makeItem(index: number): ItemFiles {
  const item = SEED_ITEMS[index];
  if (!item) throw new Error(`there is no item ${index}`);
  const texture = { width: 512, height: 512, data: item.texture() };
  const obj = item.obj && new TextEncoder().encode(item.obj());
  const mesh = obj && parseModel(obj, item.type_id === 1 ? "hat" : "toy");
  const source = mesh ? { type: item.type_id, model: { mesh, texture } } : { type: item.type_id, texture };
  return {
    texture: encodePng(texture),
    model: mesh && writeMesh(mesh),
    picture: encodePng(drawItem(source as ItemSource)),
  };
}

function drawLook(task: LookTask): Uint8Array[] {
  const { colors, worn } = decodeLook(task);
  return task.kinds.map((kind) =>
    encodePng(
      kind === "headshot" ? drawHeadshot(colors, worn) : drawAvatar(colors, worn, PICTURE_SIDE[kind]),
    ),
  );
}

function work(task: Task): Drawn {
  if ("world" in task) return drawLevel(task.world);
  if ("item" in task) return makeItem(task.item);
  return drawLook(task);
}

parentPort?.postMessage((workerData as Task[]).map(work));
