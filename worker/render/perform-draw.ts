import { pictureSignature } from "#domain/world/director/picture-signature.ts";
import { drawWorldPicture } from "#domain/world/draw-world.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import type { World } from "#domain/world/schema.ts";
import type { DrawTask } from "../thread/tasks.ts";
import { encodePicture } from "./encode-picture.ts";

/** A level's picture as JPEGs, in the order in which they were asked for. */
export interface DrawnLevel {
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
