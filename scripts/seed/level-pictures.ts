import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseShot, type RatedShot, rateShots } from "#domain/world/director/choose-shot.ts";
import type { World } from "#domain/world/schema.ts";
import { PICTURE_SIZES, type PictureSize } from "#worker/render/picture-sizes.ts";
import { lookName, pictureName } from "#worker/render/pictures.ts";
import { root } from "../run-script.mjs";
import type { SeedPerson } from "./content/people.ts";
import type { SeedWardrobe } from "./content/wardrobes.ts";
import { equippedFiles, itemSources } from "./items.ts";
import type { PictureDrawing } from "./pictures.ts";

/** The director's choice for each demo level, by its document. Choosing takes longer than a start of the site may. */
const SHOTS_FILE = join(root, "scripts/seed/content/level-shots.json");
/** The earlier levels with which a picture is compared. */
const NEIGHBORS = 40;

export type SeedShot = Omit<RatedShot, "score">;

interface SeedWorld {
  world: World;
  document: string;
}

const readShots = (): Record<string, SeedShot> =>
  existsSync(SHOTS_FILE) ? (JSON.parse(readFileSync(SHOTS_FILE, "utf8")) as Record<string, SeedShot>) : {};

/** Returns the shot of each demo level. Chooses only missing ones, or all of them with `fresh`. */
export function seedShots(worlds: readonly SeedWorld[], fresh: boolean): SeedShot[] {
  const stored = fresh ? {} : readShots();
  const shots: SeedShot[] = [];
  for (const { world, document } of worlds) {
    const neighbors = shots.slice(-NEIGHBORS).map(({ signature }) => signature);
    const known = stored[document];
    if (known) {
      shots.push(known);
      continue;
    }
    const { kind, view, place, signature } = chooseShot(rateShots(world), neighbors);
    shots.push({ kind, view, place, signature });
  }
  return shots;
}

/** Replaces the stored shots. */
export function storeShots(worlds: readonly SeedWorld[], shots: readonly SeedShot[]): void {
  const byDocument = Object.fromEntries(worlds.map(({ document }, i) => [document, shots[i]]));
  writeFileSync(SHOTS_FILE, `${JSON.stringify(byDocument, null, 1)}\n`);
}

export type LevelPictures = Record<PictureSize, string>;

/** The names of a demo level's pictures, and how they are drawn. */
export function levelDrawing(
  { world, document, theme }: SeedWorld & { theme: string },
  shot: SeedShot,
  { colors }: SeedPerson,
  { equipped }: SeedWardrobe,
): { names: LevelPictures; drawing: PictureDrawing } {
  const look = lookName("avatar", colors, equippedFiles(equipped));
  const name = (size: PictureSize) =>
    pictureName("level", ["demo", document, shot.kind, shot.view, shot.place, look, size]);
  const names = { large: name("large"), thumbnail: name("thumbnail"), small: name("small") };
  return {
    names,
    drawing: {
      task: { world, shot, colors, files: itemSources(equipped) },
      pack: `levels-${theme}`,
      files: (Object.keys(PICTURE_SIZES) as PictureSize[]).map((size) => ({
        name: names[size],
        type: "jpeg",
      })),
    },
  };
}
