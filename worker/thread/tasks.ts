import type { PictureView } from "#domain/build/picture-view.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PictureFile } from "../render/encode-picture.ts";

/** Simulates a run. Files: its log and the document of its world. Responds with a `Verdict`. */
export interface CheckTask {
  task: "check";
  physics: number;
  startTick: number;
}

/** Rates a level's shots. File: the level's document. Responds with `RatedShot[]`. */
export interface RateTask {
  task: "rate";
  wanted: ShotKind | null;
}

/**
 * Draws a level in JPEGs. Files: the level's document and, with `cutout`, the bopi's colors and depths. Responds with the picture's
 * signature and the JPEGs.
 */
export interface DrawTask {
  task: "draw";
  width: number;
  height: number;
  /** Null for one that the level's shape decides. */
  view: PictureView | null;
  places: readonly Vec3[];
  cutout: Omit<Cutout, "rgba" | "depth"> | null;
  pictures: readonly PictureFile[];
}

/** Work for the thread beside a self-hosted site's worker (scripts/site/thread.ts). */
export type ThreadTask = CheckTask | RateTask | DrawTask;
