import { type Columns, type Database, type Statement, statement } from "#db/database.ts";
import type { LevelShots } from "#domain/levels/api.ts";
import { bestOfEachKind } from "#domain/world/director/choose-shot.ts";
import { drawLevel, rateLevel, toPictureShot } from "../render/draw-level.ts";
import { creatorLook } from "../render/pictures.ts";
import { loadWorld } from "./commands.ts";
import type { LevelRow } from "./present.ts";

/** Size and quality of the pictures to choose from. They're shown small and never stored. */
const SIZE = { width: 384, height: 216 } as const;
const QUALITY = 76;

interface PictureColumns extends Columns<"levels", "picture_shot"> {
  has_camera: 0 | 1;
}

/** The creator's choice for a level's picture. */
export const pictureShotQuery = (levelId: number): Statement<PictureColumns> =>
  statement`select picture_shot, picture_view is not null as has_camera from levels where id = ${levelId}`;

/** Draws the best picture of each kind of a level as it is published. */
export async function drawLevelShots(
  env: Env,
  db: Database,
  level: LevelRow,
  columns: PictureColumns | undefined,
  neighbors: readonly string[],
): Promise<LevelShots> {
  const [world, { look }] = await Promise.all([
    loadWorld(env, level.file),
    creatorLook(db, env.BUCKET, level.user_id),
  ]);
  const best = bestOfEachKind(await rateLevel(env, world), neighbors);
  const data = await Promise.all(
    best.map(async (shot) => {
      const shown = { shot: toPictureShot(shot), look };
      const { files } = await drawLevel(env, world, shown, SIZE, [{ ...SIZE, quality: QUALITY }]);
      const picture = `data:image/jpeg;base64,${Buffer.from(files[0] ?? []).toString("base64")}`;
      return { kind: shot.kind, picture };
    }),
  );
  return { data, chosen: chosenPicture(level, columns) };
}

function chosenPicture(level: LevelRow, columns: PictureColumns | undefined): LevelShots["chosen"] {
  if (level.thumbnail_own === 1) return "upload";
  return columns?.has_camera === 1 ? "camera" : (columns?.picture_shot ?? "auto");
}
