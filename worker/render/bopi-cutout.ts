import { OrthographicCamera } from "three";
import type { BopiColors } from "#domain/avatar/colors.ts";
import type { BopiPose } from "#domain/avatar/look-url.ts";
import { assembleBopi, type EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { boxOf } from "#domain/avatar/model/camera.ts";
import { poseBopi } from "#domain/avatar/model/pose-bopi.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import { SAMPLES } from "#domain/raster/samples.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import type { View } from "#domain/world/iso/view.ts";
import { drawSamples } from "./raster/draw.ts";

/** A decoded look. */
export interface PictureLook {
  colors: BopiColors;
  equipped: EquippedItems;
}

/** Distance of the camera, and the deepest sample behind it, in units. */
const DISTANCE = 40;
const DEPTH = 80;
/** Units around the bopi that are drawn. */
const MARGIN = 0.2;
/** The bopi's pose in a shot, and the degrees by which it is turned from the camera: it has arrived, sets out, or greets. */
const POSES: Record<ShotKind, { pose: Exclude<BopiPose, "idle">; turn: number }> = {
  hero: { pose: "cheer", turn: 24 },
  spawn: { pose: "wave", turn: 152 },
  whole: { pose: "wave", turn: 24 },
};

/** Draws a bopi as it stands in a level's picture, in samples of the level's view. The view and the bopi turn together. */
export function drawBopiCutout(
  { colors, equipped }: PictureLook,
  kind: ShotKind,
  view: View,
  scale: number,
): Cutout {
  const bopi = assembleBopi(colors, equipped);
  const { pose, turn } = POSES[kind];
  poseBopi(bopi, pose);
  bopi.shadow.visible = false;
  bopi.object.rotation.y = (turn * Math.PI) / 180;
  bopi.object.scale.setScalar(scale);
  const scene = stage(bopi.object);
  const box = boxOf(bopi.object);
  const pitch = Math.asin(view.up[1] === 0 ? 0 : Math.sqrt(Math.max(0, 1 - view.up[1] ** 2)));
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const side = Math.max(-box.min.x, box.max.x) + MARGIN;
  const deep = Math.max(-box.min.z, box.max.z);
  const top = box.max.y * cos + deep * sin + MARGIN;
  const bottom = Math.min(0, box.min.y * cos) - deep * sin - MARGIN;
  // Whole pixels, so the foot is on a sample.
  const pixel = SAMPLES / view.scale;
  const columns = Math.ceil(side / pixel);
  const above = Math.ceil(top / pixel);
  const below = Math.ceil(-bottom / pixel);
  const camera = new OrthographicCamera(
    -columns * pixel,
    columns * pixel,
    above * pixel,
    -below * pixel,
    0,
    DEPTH,
  );
  camera.position.set(0, sin * DISTANCE, cos * DISTANCE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld(true);
  const { width, height, color, depth } = drawSamples(scene, camera, columns * 2, above + below);
  bopi.dispose();
  return {
    width,
    height,
    footX: columns * SAMPLES,
    footY: above * SAMPLES,
    rgba: color,
    depth: depth.map((value, i) =>
      (color[i * 4 + 3] as number) < 128 ? Infinity : value * DEPTH - DISTANCE,
    ),
  };
}
