import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssetType } from "#worker/assets/store.ts";
import { root } from "../run-script.mjs";
import { type DrawTask, drawAll } from "./draw-all.ts";

/** The demo world's textures, models and pictures, named as in the bucket. */
const ASSETS_FOLDER = join(root, "scripts/seed/content/assets");

export interface AssetFile {
  name: string;
  type: AssetType;
  bytes: Uint8Array;
}

/** A task with the names of the files it produces, in `drawAll`'s order. */
export interface AssetDrawing {
  task: DrawTask;
  files: readonly Pick<AssetFile, "name" | "type">[];
}

const isStored = ({ files }: AssetDrawing) =>
  files.every(({ name }) => existsSync(join(ASSETS_FOLDER, name)));

/**
 * Returns the files of each drawing, in order. Drawing all of them takes minutes on a slow machine, so they're stored in
 * the repository. Draws only missing files, or all of them with `fresh`.
 */
export async function loadAssets(drawings: readonly AssetDrawing[], fresh = false): Promise<AssetFile[][]> {
  const missing = drawings.filter((drawing) => fresh || !isStored(drawing));
  const drawn = await drawAll(missing.map(({ task }) => task));
  return drawings.map((drawing) => {
    const bytes = drawn[missing.indexOf(drawing)];
    return drawing.files.map((file, i) => ({
      ...file,
      bytes: bytes?.[i] ?? new Uint8Array(readFileSync(join(ASSETS_FOLDER, file.name))),
    }));
  });
}

/** Reads the stored files, by name. */
export const readStoredAssets = (): Map<string, Uint8Array> =>
  new Map(
    readdirSync(ASSETS_FOLDER).map((name) => [name, new Uint8Array(readFileSync(join(ASSETS_FOLDER, name)))]),
  );

/** Replaces the stored files. */
export function storeAssets(files: readonly AssetFile[]): void {
  rmSync(ASSETS_FOLDER, { recursive: true, force: true });
  mkdirSync(ASSETS_FOLDER, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(ASSETS_FOLDER, name), bytes);
}
