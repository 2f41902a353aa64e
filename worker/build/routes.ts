import { type Columns, first, sql, statement } from "#db/database.ts";
import { type Build, buildDocumentRoute, buildRoute } from "#domain/build/api.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument, EditError } from "#domain/build/document.ts";
import { inviteEditorRoute, removeEditorRoute } from "#domain/build/editors/api.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import {
  createPrefabRoute,
  deletePrefabRoute,
  type Prefab,
  prefabListRoute,
} from "#domain/build/own-prefabs/api.ts";
import { type Part, withFields } from "#domain/build/part.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { createBuildRoute } from "#domain/build/starts/api.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { levelLimit } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { isoTime } from "#domain/time.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { type HonoApp, handle, handleFile } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { requestRegion } from "../http/path.ts";
import { insertLevelStatements, storeWorld } from "../levels/commands.ts";
import { NO_PICTURE } from "../levels/level-picture.ts";
import { clearPermits } from "../live/notify.ts";
import { buildStub } from "../live/stubs.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { limitNewcomer } from "../spam/screen.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import {
  type BuildAccessRow,
  buildAccessQuery,
  buildableLevel,
  isEditorColumn,
  requireOwner,
} from "./access.ts";
import { editorsQuery } from "./queries.ts";

type PrefabRow = Columns<"prefabs", "id" | "name" | "parts" | "created_at">;

/** The kinds of parts that a prefab can have. */
const KINDS: ReadonlySet<unknown> = new Set(["block", "star", "checkpoint", "hazard"]);

/** Checks parts as if they were added to an empty level. Groups and locks are left out: they belong to their level. */
function readParts(raw: readonly unknown[]): Part[] {
  const isKnown = (part: unknown) =>
    typeof part === "object" && part !== null && "kind" in part && KINDS.has(part.kind);
  if (!raw.every(isKnown))
    throw fieldError("parts", "A prefab can have only blocks, stars, checkpoints and hazards.");
  const client = 1;
  const add = raw.map((part, i) => [partId(client, i), part]);
  try {
    const edit = checkEdit({ add }, new BuildDocument(), client);
    return (edit.add ?? []).map(([, part]) => withFields(part, { group: null, locked: null }));
  } catch (error) {
    if (error instanceof EditError) throw fieldError("parts", error.message);
    throw error;
  }
}

/** Stores a prefab unless its user has as many as they can; returns a row if it did. */
const insertPrefab = (user: number, name: string, parts: readonly Part[], now: number) =>
  statement<PrefabRow>`insert into prefabs (user_id, name, parts, created_at)
    select ${user}, ${name}, ${JSON.stringify(parts)}, ${now}
    where (select count(*) from prefabs where user_id = ${user}) < ${BUILD_LIMITS.prefabs}
    returning id, name, parts, created_at`;

const presentPrefab = ({ id, name, parts, created_at }: PrefabRow): Prefab => ({
  id,
  name,
  parts: JSON.parse(parts) as Part[],
  created_at: isoTime(created_at),
});

export function prefabRoutes(app: HonoApp): void {
  handle(app, prefabListRoute, async ({ gate, viewer }) => {
    const rows =
      await gate.all(statement<PrefabRow>`select id, name, parts, created_at from prefabs where user_id = ${viewer.id}
        order by id desc limit ${sql.raw(String(BUILD_LIMITS.prefabs))}`);
    return { data: rows.map(presentPrefab) };
  });

  handle(app, createPrefabRoute, async ({ input, gate, viewer, now }) => {
    const parts = readParts(input.parts);
    const { stored } = await gate.write({ stored: first(insertPrefab(viewer.id, input.name, parts, now)) });
    if (!stored) throw new ApiError("prefab_limit");
    return { prefab: presentPrefab(stored) };
  });

  handle(app, deletePrefabRoute, async ({ params, gate, viewer }) => {
    const { deleted } = await gate.write({
      deleted: first<Columns<"prefabs", "name">>`delete from prefabs where id = ${params.id}
        and user_id = ${viewer.id} returning name`,
    });
    if (!deleted) throw new ApiError("not_found", { message: "This prefab doesn't exist." });
    return { message: `“${deleted.name}” was deleted.` };
  });
}

interface InviteRow extends BuildAccessRow, Columns<"levels", "title"> {
  /** Whether the other user is a buddy of the creator. */
  is_buddy: 0 | 1;
  /** Whether there is one. */
  is_user: 0 | 1;
}

const inviteQuery = (level: number, viewer: number, other: number) =>
  statement<InviteRow>`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(viewer)} as is_editor, l.title,
      exists (select 1 from buddies where user_id = l.user_id and buddy_id = ${other}) as is_buddy,
      exists (select 1 from users where id = ${other}) as is_user
    from levels l where l.id = ${level} and l.visibility <> 'deleted'`;

/** Statements that invite a buddy and notify them, once. The conditions hold whatever happens at the same time. */
function inviteStatements({ id, user_id, title }: InviteRow, invited: number, actor: number, now: number) {
  const canBeAdded = sql`exists (select 1 from buddies where user_id = ${user_id} and buddy_id = ${invited})
    and exists (select 1 from levels where id = ${id} and visibility <> 'deleted')
    and not exists (select 1 from level_editors where level_id = ${id} and user_id = ${invited})
    and (select count(*) from level_editors where level_id = ${id}) < ${BUILD_LIMITS.editors}`;
  const notice: Notice = { type: "build", group: `build:${id}`, actor, title, url: `/build/${id}` };
  return [
    ...queueNotices([{ user_id: invited, notice }], now, canBeAdded),
    statement`insert into level_editors (level_id, user_id, added_at)
      select ${id}, ${invited}, ${now} where ${canBeAdded}`,
  ];
}

export function editorRoutes(app: HonoApp): void {
  handle(app, inviteEditorRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const row = await gate.first(inviteQuery(params.id, viewer.id, input.user_id));
    const level = buildableLevel(row, viewer);
    requireOwner(viewer, level);
    if (level.is_buddy === 0)
      throw fieldError("user_id", "Only buddies of the level's creator can be invited.");
    const { editors } = await gate.write({
      invite: inviteStatements(level, input.user_id, viewer.id, now),
      editors: editorsQuery(level.id),
    });
    if (!editors.some(({ u_id }) => u_id === input.user_id))
      throw new ApiError(editors.length >= BUILD_LIMITS.editors ? "editor_limit" : "conflict");
    defer(deliverNotices(env));
    return { editors: editors.map((editor) => presentUser(editor, now)) };
  });

  handle(app, removeEditorRoute, async ({ params, gate, viewer, env, now }) => {
    const row = await gate.first(inviteQuery(params.id, viewer.id, params.userId));
    const level = buildableLevel(row, viewer);
    if (params.userId !== viewer.id) requireOwner(viewer, level);
    if (!level.is_user) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const { editors } = await gate.write({
      removed: statement`delete from level_editors where level_id = ${level.id} and user_id = ${params.userId}`,
      editors: editorsQuery(level.id),
    });
    // Closes their pages of this level.
    await clearPermits(env, params.userId);
    return { editors: editors.map((editor) => presentUser(editor, now)) };
  });
}

type BuildRow = BuildAccessRow &
  UserColumns &
  Columns<
    "levels",
    "title" | "description" | "category" | "comments_enabled" | "taken_down" | "picture_view" | "picture_shot"
  >;

export function buildRoutes(app: HonoApp): void {
  handle(app, createBuildRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const account = await gate.account();
    await rejectFilteredWords(gate.db, { title: input.title }, now);
    await limitNewcomer(env, account, "levels", now);
    const world = worldStart(input.start);
    const text = serializeWorld(world);
    await chargeStorage(env, viewer.id, [text]);
    const document = await storeWorld(env, { world, text });
    const fields = {
      ...({ title: input.title, description: "", category: "", visibility: "private" } as const),
      ...{ user_id: viewer.id, comments_enabled: true, picture: NO_PICTURE },
    };
    const limit = levelLimit(hasGold(account?.gold_until, now));
    const { level: created } = await gate.write(insertLevelStatements(fields, document, limit, now));
    if (!created) {
      await env.BUCKET.delete(document.asset);
      throw new ApiError("level_limit");
    }
    defer(env.DRAWINGS.send({ kind: "level", level_id: created.id, revision: 1 }));
    return { level_id: created.id, url: `/build/${created.id}` };
  });

  handle(app, buildRoute, async ({ params, gate, viewer, now }) => {
    const { build, editors } = await gate.read({
      build: first<BuildRow>`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(viewer.id)} as is_editor, l.title,
          l.description, l.category, l.comments_enabled, l.taken_down, l.picture_view, l.picture_shot, ${userColumns}
        from levels l join users u on u.id = l.user_id where l.id = ${params.id} and l.visibility <> 'deleted'`,
      editors: editorsQuery(params.id),
    });
    return { build: presentBuild(buildableLevel(build, viewer), editors, now) };
  });

  // Not stripped to its contract: a document has up to 20,000 parts, and they are the object's own.
  handleFile(app, buildDocumentRoute, async ({ params, gate, viewer, env, request }) => {
    const access = await gate.first(buildAccessQuery(params.id, viewer.id));
    const { revision } = buildableLevel(access, viewer);
    const headers = dataHeaders(env);
    return new Response(await buildStub(env, params.id, requestRegion(request)).document(revision), {
      headers,
    });
  });
}

function presentBuild(row: BuildRow & Pick<Build, "role">, editors: readonly UserColumns[], now: number) {
  const { id, title, description, category, visibility, revision } = row;
  return {
    level: {
      ...{ id, title, description, category, visibility, revision },
      comments_enabled: row.comments_enabled === 1,
      url: `/levels/${id}`,
      taken_down: row.taken_down === 1,
      picture_shot: row.picture_shot,
      picture_view: row.picture_view === null ? null : (JSON.parse(row.picture_view) as PictureView),
    },
    role: row.role,
    creator: presentUser(row, now),
    editors: editors.map((editor) => presentUser(editor, now)),
  };
}
