import {
  type Columns,
  type ColumnsAs,
  type Database,
  type Present,
  type SQL,
  sql,
  statement,
} from "#db/database.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import {
  chooseShot,
  pictureSignature,
  type RatedShot,
  rateShots,
  type Shot,
} from "#domain/world/director/choose-shot.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { standingPlaces } from "#domain/world/director/standing-places.ts";
import { bopiFrame, drawWorldPicture } from "#domain/world/draw-world.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { callThread, type DrawTask } from "../thread/call-thread.ts";
import { drawBopiCutout, type PictureLook } from "./bopi-cutout.ts";
import { encodePicture, type PictureFile } from "./encode-picture.ts";

/** A level's document, for a task of the thread. */
const worldFile = (world: World): Uint8Array => new TextEncoder().encode(serializeWorld(world));

/** Sketches and rates a level's shots, in a Node site's thread: 20,000 blocks take seconds. */
export async function rateLevel(
  env: Env,
  world: World,
  wanted: ShotKind | null = null,
): Promise<RatedShot[]> {
  const rated =
    env.THREAD && (await callThread<RatedShot[]>(env, { task: "rate", wanted }, [worldFile(world)]));
  return rated?.value ?? rateShots(world, wanted);
}

/** The newest, the featured and the creator's levels with which a new picture is compared. */
const NEIGHBORS = { newest: 18, featured: 14, own: 8 } as const;

/** The director's choice as it is stored: of a document, a wish of its creator and a version of the director. */
export interface StoredChoice extends Shot {
  asset: string;
  wish: ShotKind | null;
  version: number;
}

/** A shot to draw, with all places where the bopi may stand. */
export interface PictureShot {
  kind: ShotKind;
  view: PictureView;
  places: readonly Vec3[];
}

export type DirectedLevel = Columns<
  "levels",
  "id" | "user_id" | "revision" | "picture_view" | "picture_shot" | "picture_choice"
> &
  Columns<"level_revisions", "asset">;

/** The signatures of pictures next to which a level's picture is often seen. */
export function neighborsQuery(levelId: number, userId: number) {
  const of = (order: SQL, count: number) =>
    sql`select * from (select l.picture_signature as signature from levels l ${order} limit ${count})`;
  const known = sql`l.picture_signature is not null and l.id <> ${levelId}`;
  return statement<Present<ColumnsAs<"levels", { signature: "picture_signature" }>>>`
    ${of(sql`where l.visibility = 'public' and ${known} order by l.id desc`, NEIGHBORS.newest)}
    union all ${of(sql`where l.visibility = 'public' and l.featured_at is not null and ${known} order by l.featured_at desc`, NEIGHBORS.featured)}
    union all ${of(sql`where l.user_id = ${userId} and l.visibility = 'public' and ${known} order by l.id desc`, NEIGHBORS.own)}`;
}

/** The picture's shot, chosen or the director's, stored first so repeats agree. Null if changed. */
export async function pictureShot(
  env: Env,
  db: Database,
  level: DirectedLevel,
  world: World,
): Promise<PictureShot | null> {
  const drawn = drawnShot(level, world);
  if (drawn) return drawn;
  const neighbors = await db.all(neighborsQuery(level.id, level.user_id));
  const signatures = neighbors.map(({ signature }) => signature);
  const { kind, view, place } = chooseShot(await rateLevel(env, world, level.picture_shot), signatures);
  const choice: StoredChoice = {
    kind,
    view,
    place,
    asset: level.asset,
    wish: level.picture_shot,
    version: DIRECTOR_VERSION,
  };
  const [updated] = await db.all(
    statement<Columns<"levels", "id">>`update levels set picture_choice = ${JSON.stringify(choice)}
      where id = ${level.id} and revision = ${level.revision} and picture_shot is ${level.picture_shot}
        and picture_view is null and picture_choice is ${level.picture_choice} returning id`,
  );
  return updated ? toPictureShot(choice) : null;
}

/** Returns the shot that a level's picture has: its creator's camera, or the director's stored choice. Null without one. */
export function drawnShot(level: DirectedLevel, world: World): PictureShot | null {
  if (level.picture_view !== null) return ownShot(world, JSON.parse(level.picture_view) as PictureView);
  const stored = storedChoice(level);
  return stored && toPictureShot(stored);
}

function storedChoice({ picture_choice, asset, picture_shot }: DirectedLevel): StoredChoice | null {
  if (picture_choice === null) return null;
  const choice = JSON.parse(picture_choice) as StoredChoice;
  const isValid =
    choice.asset === asset && choice.wish === picture_shot && choice.version === DIRECTOR_VERSION;
  return isValid ? choice : null;
}

export const toPictureShot = ({ kind, view, place }: Shot): PictureShot => ({
  kind,
  view,
  places: place ? [place] : [],
});

const OWN_CAMERA_REACH = 9;

/** A creator's camera: the bopi stands near the start, or else the goal or a checkpoint, wherever it's seen. */
function ownShot(world: World, view: PictureView): PictureShot {
  const points = [world.spawn, ...(world.goal ? [world.goal] : []), ...world.checkpoints.slice(0, 4)];
  const places = points.flatMap(({ position }) =>
    standingPlaces(world, position, OWN_CAMERA_REACH).slice(0, 24),
  );
  return { kind: "hero", view, places };
}

/** A level's picture as JPEGs, in the order in which they were asked for. */
interface DrawnLevel {
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

interface Size {
  width: number;
  height: number;
}

/** A level's shot, with the look of the bopi in it. */
interface Shown {
  shot: PictureShot;
  look: PictureLook;
}

/** Draws a level with its creator's bopi in it, or without a shot the whole level. */
export async function drawLevel(
  env: Env,
  world: World,
  shown: Shown | null,
  size: Size,
  pictures: readonly PictureFile[],
): Promise<DrawnLevel> {
  const { task, cutout } = drawTask(shown, size, pictures);
  if (env.THREAD) {
    const samples = cutout ? [asBytes(cutout.rgba), asBytes(cutout.depth)] : [];
    const drawn = await callThread<string>(env, task, [worldFile(world), ...samples]);
    if (drawn) return { signature: drawn.value, files: drawn.files };
  }
  return performDraw(world, task, cutout);
}

/** The task that draws a level, and the bopi that is set into it. */
export function drawTask(
  shown: Shown | null,
  { width, height }: Size,
  pictures: readonly PictureFile[],
): { task: DrawTask; cutout: Cutout | null } {
  const cutout = shown && cutoutOf(shown.shot, shown.look, { width, height });
  const { view = null, places = [] } = shown?.shot ?? {};
  return {
    task: { task: "draw", width, height, view, places, cutout: cutout && frameOf(cutout), pictures },
    cutout,
  };
}

/** A shot's bopi, as large as the shot shows it. Null without a place for it. */
function cutoutOf({ kind, view, places }: PictureShot, look: PictureLook, size: Size): Cutout | null {
  if (places.length === 0) return null;
  const { seen, scale } = bopiFrame(view, size.width, size.height);
  return drawBopiCutout(look, kind, seen, scale);
}

const frameOf = ({ width, height, footX, footY }: Cutout) => ({ width, height, footX, footY });

const asBytes = ({ buffer, byteOffset, byteLength }: Cutout["rgba"] | Cutout["depth"]): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
