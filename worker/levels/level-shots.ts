import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import type { LevelShots } from "#domain/levels/api.ts";
import { bestOfEachKind, rateShots } from "#domain/world/director/choose-shot.ts";
import type { Env } from "../env.ts";
import { creatorLook } from "../render/creator-look.ts";
import { drawShot } from "../render/draw-shot.ts";
import { encodeJpeg } from "../render/jpeg/encode.ts";
import { toPictureShot } from "../render/picture-shot.ts";
import { loadWorld } from "./commands.ts";
import type { LevelRow } from "./present.ts";

/** Size and quality of the pictures to choose from. They're shown small and never stored. */
const SIZE = { width: 384, height: 216 } as const;
const QUALITY = 76;

interface PictureColumns extends Columns<typeof levels, "picture_shot"> {
  has_camera: 0 | 1;
}

/** The creator's choice for a level's picture. */
export const pictureShotQuery = (levelId: number): Statement<PictureColumns> =>
  statement(
    sql`select picture_shot, picture_view is not null as has_camera from levels where id = ${levelId}`,
  );

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
  const data = bestOfEachKind(rateShots(world), neighbors).map((shot) => {
    const drawn = { ...SIZE, data: drawShot(world, toPictureShot(shot), look, SIZE) };
    const jpeg = encodeJpeg(drawn, QUALITY);
    return { kind: shot.kind, picture: `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}` };
  });
  return { data, chosen: chosenPicture(level, columns) };
}

function chosenPicture(level: LevelRow, columns: PictureColumns | undefined): LevelShots["chosen"] {
  if (level.thumbnail_own === 1) return "upload";
  return columns?.has_camera === 1 ? "camera" : (columns?.picture_shot ?? "auto");
}
