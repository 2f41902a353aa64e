import { type Columns, first, type SQL, sql, statement } from "#db/database.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import type { LevelCategory } from "#domain/levels/rules.ts";
import { worldHints } from "#domain/sim/world-hints.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import { categoryProblem, playableProblem } from "#domain/world/rules.ts";
import type { World } from "#domain/world/schema.ts";
import { putAsset } from "../assets/store.ts";
import { clearCheckOf, isClearedContent } from "../build/commands.ts";
import { contentOfHash, type WorldContent, worldContent } from "../runs/world-content.ts";
import type { PictureAssets } from "./level-picture.ts";

/** A world with many problems has the same one many times. */
const MAX_WARNINGS = 10;

/** A world document in storage. */
export interface StoredWorld extends WorldContent {
  asset: string;
  bytes: number;
  blocks: number;
  stars: number;
  /** Minimum milliseconds for a clear. */
  fastest_ms: number;
  world: World;
}

/** Reads an uploaded (or the starter) world. Throws a 422 at `file` with all of its problems. */
export async function readWorld(
  file: File | undefined,
  category: LevelCategory,
): Promise<{ world: World; text: string }> {
  if (!file) {
    const world = starterWorld();
    return { world, text: serializeWorld(world) };
  }
  const parsed = parseWorld(new Uint8Array(await file.arrayBuffer()));
  if (!parsed.ok) {
    const { message, problems } = parsed;
    throw new ApiError("invalid", { message, errors: { file: problems } });
  }
  checkWorld(parsed.world, category);
  return parsed;
}

/** Throws a 422 at `field` if a world can't be published in a category. */
export function checkWorld(world: World, category: LevelCategory, field = "file"): void {
  const problem = playableProblem(world) ?? categoryProblem(category, world);
  if (problem) throw fieldError(field, problem);
}

export async function storeWorld(
  env: Env,
  { world, text }: { world: World; text: string },
  asset: string = crypto.randomUUID(),
): Promise<StoredWorld> {
  const bytes = new TextEncoder().encode(text);
  await putAsset(env.BUCKET, asset, "json", bytes);
  return {
    asset,
    bytes: bytes.byteLength,
    blocks: world.blocks.length,
    stars: world.stars.length,
    fastest_ms: fastestClear(world),
    ...(await worldContent(world)),
    world,
  };
}

/** Returns sentences about what the creator should look at in a world. Nothing is rejected because of them. */
export const worldWarnings = (world: World): string[] =>
  [...new Set(worldHints(world).map(({ text }) => text))].slice(0, MAX_WARNINGS);

interface NewLevel {
  user_id: number;
  title: string;
  description: string;
  category: LevelCategory;
  visibility: "public" | "private";
  comments_enabled: boolean;
  picture: PictureAssets;
}

/** The id of the level that was inserted last. */
export const newestLevelId: SQL = sql`(select seq from sqlite_sequence where name = 'levels')`;

/** Inserts a level with its first revision; no row at the account's limit, which holds for races too. */
export function insertLevelStatements(fields: NewLevel, document: StoredWorld, limit: number, now: number) {
  const { user_id, title, description, category, visibility, comments_enabled, picture } = fields;
  return {
    level: first<Columns<"levels", "id">>`
      insert into levels (user_id, title, description, category, visibility, comments_enabled, picture, thumbnail, thumbnail_small,
        thumbnail_own, created_at, updated_at)
      select ${user_id}, ${title}, ${description}, ${category}, ${visibility}, ${Number(comments_enabled)},
        ${picture.large}, ${picture.thumbnail}, ${picture.small}, ${picture.thumbnail ? 1 : 0}, ${now}, ${now} from users where id = ${user_id} and levels_count < ${limit}
      returning id`,
    // Only after an insert is the sequence's value a level without a revision.
    revision: statement<Columns<"level_revisions", "level_id">>`
      insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, user_id, created_at,
        content, content_hash, goal)
      select l.id, 1, ${document.asset}, ${document.bytes}, ${document.blocks}, ${document.stars},
        ${document.fastest_ms}, ${user_id}, ${now}, ${document.content_hash}, ${document.content_hash}, ${document.goal}
      from levels l where l.id = ${newestLevelId} and l.user_id = ${user_id}
        and not exists (select 1 from level_revisions r where r.level_id = l.id)
      returning level_id`,
  };
}

/** Condition: the new document or newest revision has the category's stars. In the write, for races. */
export const hasRequiredStars = (document?: { stars: number } | null, category?: LevelCategory) => sql`(
  coalesce(${category ?? null}, levels.category) <> 'star collection' or ${
    document?.stars ??
    sql`(select stars from level_revisions r where r.level_id = levels.id and r.revision = levels.revision)`
  } > 0)`;

/** Condition: a private level was cleared if it must be, or only staff made it private. */
export const canBecomePublic: SQL = sql`(levels.visibility = 'public' or levels.taken_down = 1
  or not exists (select 1 from level_revisions r where r.level_id = levels.id and r.revision = levels.revision
    and r.built = 1 and (r.stars > 0 or r.goal = 1) and r.clear_run_id is null and r.clear_check_id is null))`;

/** Condition: a level whose public document was cleared doesn't get one that wasn't. */
export const canShowContent = (levelId: number, hash: string): SQL => sql`(levels.visibility <> 'public'
  or ${isClearedContent(levelId, hash)} or exists (select 1 from level_revisions r where r.level_id = levels.id
    and r.revision = levels.revision and r.clear_run_id is null and r.clear_check_id is null))`;

/** Adds the newest revision if `when`; `revision` returns a row. Content cleared before counts as cleared. */
export function insertRevisionStatements(
  levelId: number,
  userId: number,
  document: Omit<StoredWorld, "world"> & Columns<"level_revisions", "built">,
  now: number,
  when: SQL = sql`true`,
) {
  const hash = document.content_hash;
  const known = (column: string) => sql`(select max(${sql.raw(column)}) from level_revisions
    where level_id = ${levelId} and content_hash = ${hash} and ${sql.raw(column)} is not null)`;
  return {
    revision: first<Columns<"level_revisions", "level_id">>`
      insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, user_id, created_at,
        content, content_hash, goal, clear_run_id, clear_check_id, physics, built)
      select id, revision + 1, ${document.asset}, ${document.bytes}, ${document.blocks}, ${document.stars},
        ${document.fastest_ms}, ${userId}, ${now}, ${contentOfHash(levelId, hash)}, ${hash}, ${document.goal},
        ${known("clear_run_id")}, coalesce(${clearCheckOf(levelId, hash)}, ${known("clear_check_id")}), ${known("physics")},
        ${document.built}
      from levels where id = ${levelId} and visibility <> 'deleted' and ${hasRequiredStars(document)} and ${when} returning level_id`,
    level: statement`update levels set revision = revision + 1, updated_at = ${now},
      thumbnail = case thumbnail_own when 1 then thumbnail end, picture = case thumbnail_own when 1 then picture end,
      thumbnail_small = case thumbnail_own when 1 then thumbnail_small end
      where id = ${levelId} and visibility <> 'deleted' and ${hasRequiredStars(document)} and ${when}`,
  };
}

/** Loads the world of a stored revision. */
export async function loadWorld(env: Env, asset: string): Promise<World> {
  const object = await env.BUCKET.get(asset);
  if (!object) throw new ApiError("internal", { message: `asset ${asset} is gone` });
  const parsed = parseWorld(await object.text());
  if (!parsed.ok) throw new Error(`asset ${asset} is no world: ${parsed.message}`);
  return parsed.world;
}
