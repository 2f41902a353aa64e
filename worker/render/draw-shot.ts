import { drawWorldPicture } from "#domain/world/draw-world.ts";
import type { World } from "#domain/world/schema.ts";
import { drawBopiCutout, type PictureLook } from "./bopi-cutout.ts";
import type { PictureShot } from "./picture-shot.ts";

/** Draws a level's picture with its creator's bopi in it: opaque RGBA bytes. */
export const drawShot = (
  world: World,
  { kind, view, places }: PictureShot,
  look: PictureLook,
  size: { width: number; height: number },
): Uint8ClampedArray =>
  drawWorldPicture(world, {
    ...size,
    view,
    bopi: { places, draw: (seen, scale) => drawBopiCutout(look, kind, seen, scale) },
  }).data;
