import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssetType } from "#worker/assets/store.ts";
import { root } from "../bootstrap.mjs";
import { drawAll, type Task } from "./drawing.ts";

/** Textures, models and pictures of the demo world, each under its name in the bucket. */
const FOLDER = join(root, "db/seed/assets");

export interface File {
  name: string;
  type: AssetType;
  bytes: Uint8Array;
}

/** A task with the names of the files it produces, in the order of `drawAll`. */
export interface Drawing {
  task: Task;
  files: readonly Pick<File, "name" | "type">[];
}

const isKept = ({ files }: Drawing) => files.every(({ name }) => existsSync(join(FOLDER, name)));

/**
 * The files of each drawing, in order. Drawing all of them takes minutes on a slow machine, so they are kept in the
 * repository; only what is missing there is drawn, or everything with `fresh`.
 */
export async function assetsOf(drawings: readonly Drawing[], fresh = false): Promise<File[][]> {
  const missing = drawings.filter((drawing) => fresh || !isKept(drawing));
  const drawn = await drawAll(missing.map(({ task }) => task));
  return drawings.map((drawing) => {
    const bytes = drawn[missing.indexOf(drawing)];
    return drawing.files.map((file, i) => ({
      ...file,
      bytes: bytes?.[i] ?? new Uint8Array(readFileSync(join(FOLDER, file.name))),
    }));
  });
}

/** The kept files by name. */
export const keptAssets = (): Map<string, Uint8Array> =>
  new Map(readdirSync(FOLDER).map((name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))]));

/** Replaces the kept files by these. */
export function keepAssets(files: readonly File[]): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(FOLDER, name), bytes);
}
