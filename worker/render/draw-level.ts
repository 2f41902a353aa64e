import { pictureSignature } from "#domain/world/director/choose-shot.ts";
import { bopiFrame, drawWorldPicture } from "#domain/world/draw-world.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import type { World } from "#domain/world/schema.ts";
import { callThread } from "../thread/call-thread.ts";
import type { DrawTask } from "../thread/tasks.ts";
import { drawBopiCutout, type PictureLook } from "./bopi-cutout.ts";
import { encodePicture, type PictureFile } from "./encode-picture.ts";
import { type PictureShot, worldFile } from "./picture-shot.ts";

/** A level's picture as JPEGs, in the order in which they were asked for. */
interface DrawnLevel {
  signature: string;
  files: Uint8Array[];
}

/** Draws a level as a task says. */
export function performDraw(
  world: World,
  { width, height, view, places, pictures }: DrawTask,
  cutout: Cutout | null,
): DrawnLevel {
  const bopi = cutout && { places, cutout };
  const { data } = drawWorldPicture(world, { width, height, view, bopi });
  return {
    signature: pictureSignature(data, width, height),
    files: pictures.map((picture) => encodePicture({ width, height, data }, picture, picture.quality)),
  };
}

interface Size {
  width: number;
  height: number;
}

/** A level's shot, with the look of the bopi in it. */
interface Shown {
  shot: PictureShot;
  look: PictureLook;
}

/** Draws a level with its creator's bopi in it, or without a shot the whole level. */
export async function drawLevel(
  env: Env,
  world: World,
  shown: Shown | null,
  size: Size,
  pictures: readonly PictureFile[],
): Promise<DrawnLevel> {
  const { task, cutout } = drawTask(shown, size, pictures);
  if (env.THREAD) {
    const samples = cutout ? [asBytes(cutout.rgba), asBytes(cutout.depth)] : [];
    const drawn = await callThread<string>(env, task, [worldFile(world), ...samples]);
    if (drawn) return { signature: drawn.value, files: drawn.files };
  }
  return performDraw(world, task, cutout);
}

/** The task that draws a level, and the bopi that is set into it. */
export function drawTask(
  shown: Shown | null,
  { width, height }: Size,
  pictures: readonly PictureFile[],
): { task: DrawTask; cutout: Cutout | null } {
  const cutout = shown && cutoutOf(shown.shot, shown.look, { width, height });
  const { view = null, places = [] } = shown?.shot ?? {};
  return {
    task: { task: "draw", width, height, view, places, cutout: cutout && frameOf(cutout), pictures },
    cutout,
  };
}

/** A shot's bopi, as large as the shot shows it. Null without a place for it. */
function cutoutOf({ kind, view, places }: PictureShot, look: PictureLook, size: Size): Cutout | null {
  if (places.length === 0) return null;
  const { seen, scale } = bopiFrame(view, size.width, size.height);
  return drawBopiCutout(look, kind, seen, scale);
}

const frameOf = ({ width, height, footX, footY }: Cutout) => ({ width, height, footX, footY });

const asBytes = ({ buffer, byteOffset, byteLength }: Cutout["rgba"] | Cutout["depth"]): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
