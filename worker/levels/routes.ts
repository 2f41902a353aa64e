import { type Columns, ConditionFailed, first, sql, statement, type Without } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import {
  createLevelRoute,
  deleteLevelRoute,
  editLevelRoute,
  favoriteLevelRoute,
  featureLevelRoute,
  type Level,
  levelListRoute,
  levelRevisionsRoute,
  levelRoute,
  levelShotsRoute,
  relatedLevelsRoute,
  restoreRevisionRoute,
  showcaseRoute,
  userLevelsRoute,
} from "#domain/levels/api.ts";
import { canPublish, isMemberFilter, isOrderOffered, levelLimit } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { isClearable } from "#domain/world/rules.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { toggleFavorite } from "../favorites/commands.ts";
import { notifyHosts } from "../hosts/notify-hosts.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { requestRegion } from "../http/path.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { buildStub } from "../live/stubs.ts";
import { neighborsQuery } from "../render/draw-level.ts";
import { limitNewcomer } from "../spam/screen.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { presentUser } from "../users/present.ts";
import { chargeDocument, chargeStoredDocument } from "./charge-document.ts";
import {
  canBecomePublic,
  canShowContent,
  checkWorld,
  hasRequiredStars,
  insertLevelStatements,
  insertRevisionStatements,
  loadWorld,
  newestLevelId,
  readWorld,
  storeWorld,
  worldWarnings,
} from "./commands.ts";
import {
  deleteLevelAudit,
  editLevelAudit,
  featureLevelStatements,
  pictureRemoval,
  restoreLevelAudit,
} from "./level-audit.ts";
import { deleteLevelPicture, readLevelPicture, storeLevelPicture } from "./level-picture.ts";
import { drawLevelShots, pictureShotQuery } from "./level-shots.ts";
import { listLevels } from "./list.ts";
import {
  historyOf,
  type LevelCardRow,
  type LevelRow,
  levelHistoryQuery,
  pictureUrl,
  presentLevel,
  presentLevelCard,
} from "./present.ts";
import {
  creatorLevelsQuery,
  editableLevel,
  isSameLevel,
  isVisibleLevel,
  levelQuery,
  listUserLevels,
  type RevisionRow,
  randomLevel,
  revisionsQuery,
  showcaseQuery,
  similarLevelsQuery,
  visibleLevel,
} from "./queries.ts";

/** Levels that a level's page offers next. */
const RELATED = { byCreator: 4, similar: 8 } as const;

/** The level as its page shows it, or a 404. Writes have the query in their batch. */
export async function shownLevel(
  gate: SessionGate,
  [row]: readonly LevelRow[],
  viewer: Actor | null,
  now: number,
): Promise<Level> {
  const level = visibleLevel(row, viewer);
  const history = historyOf(await gate.play.all(levelHistoryQuery(level, viewer?.id ?? 0)));
  return presentLevel({ ...level, ...history }, viewer, now);
}

/** Queues the rendering of a level's picture, unless the creator uploaded one. */
export async function queueLevelPicture(env: Env, { id, revision, has_own_thumbnail }: Level): Promise<void> {
  if (!has_own_thumbnail) await env.DRAWINGS.send({ kind: "level", level_id: id, revision });
}

export function levelRoutes(app: HonoApp): void {
  handle(app, levelListRoute, async ({ input, gate, viewer, request, now }) => {
    const { filter, order, page, search, category, showPrivateLevels } = input;
    if (!viewer && isMemberFilter(filter))
      throw new ApiError("unauthenticated", { message: "Sign in to use this filter." });
    if (!isOrderOffered(order, filter)) {
      throw fieldError(
        "order",
        "Played at only works for levels you or your buddies played. Choose another order.",
      );
    }
    const size = LIMITS.pageSize[filter === "featured" ? "featured" : "levels"];
    const query = { viewer, search, category, order, filter, page, size, showPrivate: showPrivateLevels };
    const { rows, total } = await listLevels(gate, query);
    return {
      data: rows.map((row) => presentLevelCard(row, now)),
      ...paginationLinks(request, page, size, total),
    };
  });

  handle(app, levelRoute, async ({ params, gate, viewer, now }) => ({
    level: await shownLevel(gate, await gate.all(levelQuery(params.id, viewer)), viewer, now),
  }));

  handle(app, relatedLevelsRoute, async ({ params, gate, viewer, now }) => {
    const { level, byCreator, similar } = await gate.read({
      level: first<
        Columns<"levels", "user_id"> & Without<Columns<"levels", "visibility">, "deleted">
      >`select user_id, visibility from levels
        where id = ${params.id} and visibility <> 'deleted'`,
      byCreator: creatorLevelsQuery(params.id, RELATED.byCreator),
      similar: similarLevelsQuery(params.id, RELATED.similar),
    });
    visibleLevel(level, viewer);
    const cards = (rows: LevelCardRow[]) => rows.map((row) => presentLevelCard(row, now));
    return { by_creator: cards(byCreator), similar: cards(similar) };
  });

  handle(app, createLevelRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const account = await gate.account();
    await rejectFilteredWords(gate.db, { title: input.title, description: input.description }, now);
    await limitNewcomer(env, account, "levels", now);
    const limit = levelLimit(hasGold(account?.gold_until, now));
    await chargeDocument(env, viewer.id, input.file?.size ?? 0);
    const world = await readWorld(input.file, input.category);
    checkWorld(world.world, input.category);
    const files = await readLevelPicture(input.thumbnail);
    await chargeStorage(env, viewer.id, [world.text, ...Object.values(files ?? {})]);
    const [document, picture] = await Promise.all([storeWorld(env, world), storeLevelPicture(env, files)]);
    const { level: created, after } = await gate.write({
      ...insertLevelStatements({ ...input, user_id: viewer.id, picture }, document, limit, now),
      after: levelQuery(newestLevelId, viewer),
    });
    if (!created) {
      await Promise.all([env.BUCKET.delete(document.asset), deleteLevelPicture(env, picture)]);
      throw new ApiError("level_limit");
    }
    const level = await shownLevel(gate, after, viewer, now);
    defer(queueLevelPicture(env, level));
    return { level, warnings: worldWarnings(world.world) };
  });

  handle(app, editLevelRoute, async ({ params, input, gate, viewer, env, request, now, defer }) => {
    const rows = await gate.all(levelQuery(params.id, viewer));
    const level = editableLevel(rows[0], viewer);
    const publishes = input.visibility === "public";
    if (publishes && !canPublish(viewer, { taken_down: level.taken_down === 1 }))
      throw new ApiError("taken_down");
    await rejectFilteredWords(gate.db, { title: input.title, description: input.description }, now);
    const category = input.category ?? level.category;
    if (input.file) await chargeDocument(env, viewer.id, input.file.size);
    const world = input.file && (await readWorld(input.file, category));
    if (!world && category !== level.category) {
      await chargeStoredDocument(env, viewer.id, level.file);
      checkWorld(await loadWorld(env, level.file), category);
    }
    const files = await readLevelPicture(input.thumbnail);
    await chargeStorage(env, viewer.id, [world?.text ?? null, ...Object.values(files ?? {})]);
    const document = world && (await storeWorld(env, world));
    const picture = await storeLevelPicture(env, files);
    const { thumbnail } = picture;
    /** Another kind of shot was chosen than the level has. An uploaded picture wins over it. */
    const shot = input.picture_shot && (input.picture_shot === "auto" ? null : input.picture_shot);
    const isRedrawn =
      shot === undefined || thumbnail
        ? sql`0`
        : sql`(thumbnail_own = 1 or picture_view is not null or picture_shot is not ${shot})`;
    /** A column of the picture: the new file, or none if the uploaded one is removed or another one is drawn. */
    const newPicture = (
      column: string,
      asset: string | null,
    ) => sql`case when ${thumbnail} is not null then ${asset}
          when (${Number(input.remove_thumbnail)} and thumbnail_own) or ${isRedrawn} then null else ${sql.raw(column)} end`;
    // Only the sent fields change, so two concurrent edits both take effect; the condition checks their combination.
    const enabled = input.comments_enabled;
    // Uploaded documents don't need a clear.
    const isProven = publishes && !document ? canBecomePublic : sql`true`;
    const isAllowed = sql`${hasRequiredStars(document, input.category)} and ${isProven}`;
    const { proof, changed, after } = await gate.write({
      proof: first<{ is_proven: 0 | 1 }>`select ${isProven} as is_proven from levels where id = ${level.id}`,
      removal: pictureRemoval(level, input, viewer, now),
      changed: first<Columns<"levels", "id">>`update levels
        set title = coalesce(${input.title ?? null}, title),
        description = coalesce(${input.description ?? null}, description),
        category = coalesce(${input.category ?? null}, category),
        visibility = case when taken_down = 1 and ${viewer.role} <> 'admin' then 'private'
          else coalesce(${input.visibility ?? null}, visibility) end,
        taken_down = case when ${Number(publishes)} and ${viewer.role} = 'admin' then 0 else taken_down end,
        comments_enabled = coalesce(${enabled === undefined ? null : Number(enabled)}, comments_enabled), updated_at = ${now},
        thumbnail = ${newPicture("thumbnail", thumbnail)}, picture = ${newPicture("picture", picture.large)},
        thumbnail_small = ${newPicture("thumbnail_small", picture.small)},
        picture_view = case when ${thumbnail} is null and not ${isRedrawn} then picture_view end,
        picture_shot = case when ${thumbnail} is not null then null when ${isRedrawn} then ${shot ?? null} else picture_shot end,
        thumbnail_own = case when ${thumbnail} is not null then 1
          when ${Number(input.remove_thumbnail)} or ${isRedrawn} then 0 else thumbnail_own end
        where id = ${level.id} and visibility <> 'deleted' and ${isAllowed}
        returning id`,
      audit: editLevelAudit(level, input, viewer, now, isAllowed),
      revision: document ? insertRevisionStatements(level.id, viewer.id, { ...document, built: 0 }, now) : [],
      after: levelQuery(level.id, viewer),
    });
    if (!changed) {
      if (document) await env.BUCKET.delete(document.asset);
      await deleteLevelPicture(env, picture);
      throw new ApiError(proof?.is_proven === 0 ? "clear_needed" : "conflict");
    }
    const edited = await shownLevel(gate, after, viewer, now);
    defer(queueLevelPicture(env, edited));
    if (document) defer(buildStub(env, level.id, requestRegion(request)).revisionChanged(edited.revision));
    const publicTitle = edited.visibility === "public" ? edited.title : null;
    if (edited.title !== level.title || edited.visibility !== level.visibility)
      defer(notifyHosts(env, level.id, publicTitle));
    return { level: edited, warnings: world ? worldWarnings(world.world) : [] };
  });

  handle(app, levelShotsRoute, async ({ params, gate, viewer, env }) => {
    const { rows, shots, neighbors } = await gate.read({
      rows: levelQuery(params.id, viewer),
      shots: pictureShotQuery(params.id),
      neighbors: neighborsQuery(params.id, viewer.id),
    });
    const level = editableLevel(rows[0], viewer);
    await chargeStoredDocument(env, viewer.id, level.file);
    const signatures = neighbors.map(({ signature }) => signature);
    return drawLevelShots(env, gate.db, level, shots[0], signatures);
  });

  handle(app, deleteLevelRoute, async ({ params, gate, viewer, env, request, now, defer }) => {
    const rows = await gate.all(levelQuery(params.id, viewer));
    const level = editableLevel(rows[0], viewer);
    const statements = {
      audit: deleteLevelAudit(level, viewer, now),
      deleted: statement`update levels set visibility = 'deleted', featured_at = null, updated_at = ${now} where id = ${level.id}`,
    };
    await gate.write(statements, { when: isSameLevel(level) });
    defer(notifyHosts(env, level.id, null));
    defer(buildStub(env, level.id, requestRegion(request)).levelDeleted());
    return { message: `“${level.title}” was deleted.` };
  });

  handle(app, favoriteLevelRoute, async ({ params, gate, viewer, now }) => {
    const target = { type: "level", id: params.id } as const;
    const favorite = await toggleFavorite(gate, viewer.id, target, now, isVisibleLevel(viewer));
    if (favorite) return favorite;
    visibleLevel(await gate.first(levelQuery(params.id, viewer)), viewer);
    throw new ConditionFailed();
  });

  handle(app, levelRevisionsRoute, async ({ params, input, gate, viewer, request }) => {
    const size = LIMITS.pageSize.revisions;
    const { rows, revisions } = await gate.read({
      rows: levelQuery(params.id, viewer),
      revisions: revisionsQuery(params.id, input.page, size),
    });
    const level = visibleLevel(rows[0], viewer);
    const data = revisions.map((row) => presentRevision(row, level.revision));
    return { data, ...paginationLinks(request, input.page, size, level.revision) };
  });

  handle(app, restoreRevisionRoute, async ({ params, gate, viewer, env, request, now, defer }) => {
    const { rows, revisions } = await gate.read({
      rows: levelQuery(params.id, viewer),
      revisions: statement<RevisionRow & Columns<"level_revisions", "fastest_ms" | "goal">>`select *
        from level_revisions
        where level_id = ${params.id} and revision = ${params.revision}`,
    });
    const level = editableLevel(rows[0], viewer);
    const [revision] = revisions;
    if (!revision) throw new ApiError("not_found", { message: "This revision doesn't exist." });
    if (revision.deleted_at !== null)
      throw new ApiError("not_found", { message: "This revision's document was deleted to save space." });
    await chargeDocument(env, viewer.id, revision.bytes);
    const world = await loadWorld(env, revision.asset);
    checkWorld(world, level.category);
    const mayRestore =
      revision.built && isClearable(world) ? canShowContent(level.id, revision.content_hash) : sql`true`;
    const statements = {
      restored: insertRevisionStatements(level.id, viewer.id, revision, now, mayRestore),
      audit: restoreLevelAudit(level, revision.revision, viewer, now),
      after: levelQuery(level.id, viewer),
    };
    const {
      restored: { revision: inserted },
      after,
    } = await gate.write(statements, {
      when: sql`exists (select 1 from level_revisions
        where level_id = ${level.id} and revision = ${revision.revision} and deleted_at is null)`,
    });
    if (!inserted) throw new ApiError(level.visibility === "public" ? "clear_needed" : "conflict");
    const restored = await shownLevel(gate, after, viewer, now);
    defer(queueLevelPicture(env, restored));
    defer(buildStub(env, level.id, requestRegion(request)).revisionChanged(restored.revision));
    return { level: restored, warnings: worldWarnings(world) };
  });

  handle(app, userLevelsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.levels;
    const { owner, rows, total } = await listUserLevels(gate, {
      ...input,
      username: params.username,
      viewer,
      size,
    });
    const data = rows.map((row) => presentLevelCard(row, now));
    return { data, user: presentUser(owner, now), ...paginationLinks(request, input.page, size, total) };
  });

  handle(app, showcaseRoute, async ({ params, gate, now }) => {
    const { owners, rows } = await gate.read({
      owners: statement<{
        public_count: number;
      }>`select u.levels_count - (select count(*) from levels
        where user_id = u.id and visibility = 'private') as public_count from users u where u.username = ${params.username}`,
      rows: showcaseQuery(params.username),
    });
    const [owner] = owners;
    if (!owner) throw new ApiError("not_found", { message: "No one has this name." });
    const data = rows.map((row) => ({ ...presentLevelCard(row, now), picture_url: pictureUrl(row) }));
    return { data, count: owner.public_count };
  });

  handle(app, featureLevelRoute, async ({ params, input, gate, viewer, now }) => {
    const rows = await gate.all(levelQuery(params.id, viewer));
    const level = visibleLevel(rows[0], viewer);
    await gate.write({
      featureLevel: featureLevelStatements(level, input.featured, viewer, now),
    });
    return { message: input.featured ? "The level is now featured." : "The level is no longer featured." };
  });

  app.get("/random-level", async (c) => {
    const id = await randomLevel(c.env.DB);
    return c.redirect(id ? `/levels/${id}` : "/levels", 302);
  });
}

function presentRevision(row: RevisionRow, current: number) {
  const { revision, bytes, blocks, stars } = row;
  return {
    revision,
    bytes,
    blocks,
    stars,
    file_url: row.deleted_at === null ? guardedUrl(row.asset) : null,
    current: revision === current,
    ...createdTimes(row.created_at),
  };
}
