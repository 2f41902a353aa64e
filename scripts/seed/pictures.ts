import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "#domain/once.ts";
import type { AssetType } from "#worker/assets/store.ts";
import { root } from "../run-script.mjs";
import { type DrawTask, drawAll } from "./draw-all.ts";

/** The demo world's pictures, named as in the bucket: one archive for items, one for looks, one for each theme's levels. */
const PICTURES_FOLDER = join(root, "scripts/seed/content/pictures");

export interface AssetFile {
  name: string;
  type: AssetType;
  bytes: Uint8Array;
}

/** A picture with the name of its archive. */
export interface StoredPicture extends AssetFile {
  pack: string;
}

/** A task with the names of the files it produces, in `drawAll`'s order. */
export interface PictureDrawing {
  task: DrawTask;
  pack: string;
  files: readonly Pick<AssetFile, "name" | "type">[];
}

/** Returns the stored pictures, by name. */
export const readStoredPictures = once(
  () =>
    new Map(
      readdirSync(PICTURES_FOLDER)
        .flatMap((pack) => unpackTar(readFileSync(join(PICTURES_FOLDER, pack))))
        .map(({ name, bytes }) => [name, bytes]),
    ),
);

/**
 * Returns the pictures of each drawing, in order. Drawing all of them takes minutes on a slow machine, so they're stored
 * in the repository. Draws only missing ones, or all of them with `fresh`.
 */
export async function loadPictures(drawings: readonly PictureDrawing[], fresh: boolean) {
  const stored: ReadonlyMap<string, Uint8Array> = fresh ? new Map() : readStoredPictures();
  const missing = drawings.filter(({ files }) => files.some(({ name }) => !stored.has(name)));
  const drawn = await drawAll(missing.map(({ task }) => task));
  return drawings.map((drawing) => {
    const bytes = drawn[missing.indexOf(drawing)];
    return drawing.files.map((file, i) => ({
      ...file,
      pack: drawing.pack,
      bytes: (bytes?.[i] ?? stored.get(file.name)) as Uint8Array,
    }));
  });
}

/** Replaces the stored pictures. */
export function storePictures(pictures: readonly StoredPicture[]): void {
  rmSync(PICTURES_FOLDER, { recursive: true, force: true });
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  for (const [pack, files] of Map.groupBy(pictures, (picture) => picture.pack)) {
    const byName = new Map(files.map((file) => [file.name, file]));
    const sorted = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    writeFileSync(join(PICTURES_FOLDER, `${pack}.tar`), packTar(sorted));
  }
}

const BLOCK = 512;

interface TarFile {
  name: string;
  bytes: Uint8Array;
}

const padding = (length: number) => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

/** Returns a header of the old tar format, without owners and times, so the same files give the same bytes. */
function headerOf({ name, bytes }: TarFile): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write("0000000\0".repeat(2), 108);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(`${"0".repeat(11)}\0        0`, 136);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** Packs files into a tar archive. */
const packTar = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => [headerOf(file), file.bytes, padding(file.bytes.length)]),
    Buffer.alloc(2 * BLOCK),
  ]);

/** Returns the files of an archive that `packTar` made. */
function unpackTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; archive[at]; ) {
    const [name = ""] = archive.toString("latin1", at, at + 100).split("\0");
    const length = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    at += BLOCK;
    files.push({ name, bytes: new Uint8Array(archive.subarray(at, at + length)) });
    at += length + padding(length).length;
  }
  return files;
}
