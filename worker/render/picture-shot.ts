import {
  type Columns,
  type ColumnsAs,
  type Database,
  type Present,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { chooseShot, type RatedShot, rateShots, type Shot } from "#domain/world/director/choose-shot.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { standingPlaces } from "#domain/world/director/standing-places.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { callThread } from "../thread/call-thread.ts";

/** A level's document, for a task of the thread. */
export const worldFile = (world: World): Uint8Array => new TextEncoder().encode(serializeWorld(world));

/**
 * Draws sketches of a level's possible shots and rates them. With 20,000 blocks that takes seconds, as the picture does: where Node
 * runs the site, its thread does both.
 */
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
export function neighborsQuery(
  levelId: number,
  userId: number,
): Statement<Present<ColumnsAs<"levels", { signature: "picture_signature" }>>> {
  const of = (order: SQL, count: number) =>
    sql`select * from (select l.picture_signature as signature from levels l ${order} limit ${count})`;
  const known = sql`l.picture_signature is not null and l.id <> ${levelId}`;
  return statement<Present<ColumnsAs<"levels", { signature: "picture_signature" }>>>`
    ${of(sql`where l.visibility = 'public' and ${known} order by l.id desc`, NEIGHBORS.newest)}
    union all ${of(sql`where l.visibility = 'public' and l.featured_at is not null and ${known} order by l.featured_at desc`, NEIGHBORS.featured)}
    union all ${of(sql`where l.user_id = ${userId} and l.visibility = 'public' and ${known} order by l.id desc`, NEIGHBORS.own)}`;
}

/**
 * Returns the shot of a level's picture: the camera or the kind of shot that its creator chose, or else the director's choice. The
 * choice is stored before the picture, so that a repeated job draws the same one. Null if the level has changed meanwhile.
 */
export async function pictureShot(
  env: Env,
  db: Database,
  level: DirectedLevel,
  world: World,
): Promise<PictureShot | null> {
  const drawn = drawnShot(level, world);
  if (drawn) return drawn;
  const neighbors = await db.all(neighborsQuery(level.id, level.user_id));
  const { kind, view, place } = chooseShot(
    await rateLevel(env, world, level.picture_shot),
    neighbors.map(({ signature }) => signature),
  );
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
