import { type Columns, first, type SQL, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import {
  type BuildSave,
  buildHistoryRoute,
  buildStateRoute,
  publishBuildRoute,
  saveBuildRoute,
} from "#domain/build/publishing/api.ts";
import { ApiError } from "#domain/errors.ts";
import { canPublish } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { categoryProblem, isClearable, playableProblem } from "#domain/world/rules.ts";
import { chargeStorage, requireStorage } from "../assets/charge-storage.ts";
import { assetUrl } from "../assets/store.ts";
import { notifyHosts } from "../hosts/notify-hosts.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { requestRegion } from "../http/path.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { chargeDocument } from "../levels/charge-document.ts";
import {
  checkWorld,
  hasRequiredStars,
  insertRevisionStatements,
  type StoredWorld,
  storeWorld,
  worldWarnings,
} from "../levels/commands.ts";
import { publishLevelAudit } from "../levels/level-audit.ts";
import type { LevelRow } from "../levels/present.ts";
import { levelQuery } from "../levels/queries.ts";
import { queueLevelPicture, shownLevel } from "../levels/routes.ts";
import { buildStub } from "../live/stubs.ts";
import type { VersionRow } from "../objects/level-build-api.ts";
import { versionPictureName } from "../render/consume-renders.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { presentUser, type UserColumns } from "../users/present.ts";
import { buildAccessQuery, buildableLevel, requireOwner } from "./access.ts";
import { clearCheckOf, isClearedContent, keepUsedChecks } from "./commands.ts";
import { type DraftWorld, readDraftWorld } from "./draft-world.ts";
import { usersQuery } from "./queries.ts";

interface StateRow
  extends Columns<"levels", "category">,
    Columns<"level_revisions", "asset" | "content_hash"> {
  cleared: 0 | 1;
}

const stateQuery = (level: number, hash: string) =>
  statement<StateRow>`select l.category, ${isClearedContent(level, hash)} as cleared, v.asset, v.content_hash
    from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision where l.id = ${level}`;

/** Whether a stored document has this canonical text. */
async function isStoredText(env: Env, asset: string, text: string): Promise<boolean> {
  const object = await env.BUCKET.get(asset);
  return object !== null && (await object.text()) === text;
}

export function versionRoutes(app: HonoApp): void {
  handle(app, buildHistoryRoute, async ({ params, input, gate, viewer, request, env, now }) => {
    buildableLevel(await gate.first(buildAccessQuery(params.id, viewer.id)), viewer);
    const size = LIMITS.pageSize.revisions;
    const { rows, total } = await buildStub(env, params.id, requestRegion(request)).versions(
      input.page,
      size,
    );
    const users = await readUsers(gate, rows);
    return {
      data: rows.map((row) => presentVersion(row, users, now)),
      ...paginationLinks(request, input.page, size, total),
    };
  });

  handle(app, saveBuildRoute, async ({ params, gate, viewer, env, request, now }) => {
    const access = await gate.first(buildAccessQuery(params.id, viewer.id));
    const { revision } = buildableLevel(access, viewer);
    await requireStorage(env, viewer.id);
    const version = await buildStub(env, params.id, requestRegion(request)).save(revision);
    return { save: presentVersion(version, await readUsers(gate, [version]), now) };
  });

  handle(app, buildStateRoute, async ({ params, gate, viewer, env, request }) => {
    const access = await gate.first(buildAccessQuery(params.id, viewer.id));
    const { id, revision } = buildableLevel(access, viewer);
    const { world, text, content_hash } = await readDraftWorld(
      await buildStub(env, id, requestRegion(request)).world(revision),
    );
    const state = await gate.first(stateQuery(id, content_hash));
    const hasSameContent = state?.content_hash === content_hash;
    return {
      content: content_hash,
      clearable: isClearable(world),
      cleared: state?.cleared === 1,
      published: state !== undefined && hasSameContent && (await isStoredText(env, state.asset, text)),
      problems: [playableProblem(world), categoryProblem(state?.category ?? "", world)].filter(
        (problem) => problem !== null,
      ),
    };
  });
}

async function readUsers(gate: SessionGate, versions: readonly VersionRow[]) {
  const ids = [...new Set(versions.flatMap(({ authors }) => authors))];
  const rows = ids.length > 0 ? await gate.all(usersQuery(ids)) : [];
  return new Map(rows.map((row) => [row.u_id, row]));
}

function presentVersion(
  { id, at, authors, blocks, stars, revision, has_picture }: VersionRow,
  users: ReadonlyMap<number, UserColumns>,
  now: number,
): BuildSave {
  return {
    id,
    ...createdTimes(at),
    authors: authors.flatMap((author) => {
      const user = users.get(author);
      return user ? [presentUser(user, now)] : [];
    }),
    blocks,
    stars,
    revision,
    picture_url: has_picture === 1 ? assetUrl(versionPictureName(id)) : null,
  };
}

type PublishInput = InputOf<typeof publishBuildRoute>;

/** The level as it was read, what is published, and the condition under which that is allowed. */
interface Publication {
  level: LevelRow;
  input: PublishInput;
  viewer: Actor;
  draft: DraftWorld;
  /** Null if the document is that of the newest revision. */
  document: StoredWorld | null;
  isAllowed: SQL;
}

/** Condition on the level's row: no one else has published meanwhile, and what is published was cleared if it has to be. */
function allowedWhen(
  level: LevelRow,
  { visibility, category }: PublishInput,
  role: string,
  { world, content_hash }: DraftWorld,
): SQL {
  const isPublic = visibility === "public";
  const isCleared = isPublic && isClearable(world) ? isClearedContent(level.id, content_hash) : sql`true`;
  const isOffered = isPublic && role !== "admin" ? sql`levels.taken_down = 0` : sql`true`;
  return sql`levels.revision = ${level.revision} and ${hasRequiredStars({ stars: world.stars.length }, category)}
    and ${isOffered} and ${isCleared}`;
}

/** The new fields of a level. The camera or shot that was chosen last wins over an uploaded picture. */
function fieldsStatement({ level, input, viewer, isAllowed }: Publication, now: number) {
  const view = input.picture_view && JSON.stringify(input.picture_view);
  const shot = view === null ? input.picture_shot : null;
  const isNewView = sql`(${view} is not picture_view or ${shot} is not picture_shot)`;
  const replaces = sql`(${isNewView} and (${view ?? shot} is not null or thumbnail_own = 0))`;
  return statement`update levels set title = ${input.title}, description = ${input.description},
      category = ${input.category}, visibility = ${input.visibility}, comments_enabled = ${Number(input.comments_enabled)},
      taken_down = case when ${Number(input.visibility === "public" && viewer.role === "admin")} then 0 else taken_down end,
      updated_at = ${now}, picture_view = ${view}, picture_shot = ${shot},
      thumbnail = case when ${replaces} then null else thumbnail end,
      picture = case when ${replaces} then null else picture end,
      thumbnail_small = case when ${replaces} then null else thumbnail_small end,
      thumbnail_own = case when ${replaces} then 0 else thumbnail_own end
    where id = ${level.id} and visibility <> 'deleted' and ${isAllowed} returning id`;
}

function publishStatements(publication: Publication, now: number) {
  const { level, input, viewer, draft, document, isAllowed } = publication;
  const check = clearCheckOf(level.id, draft.content_hash);
  return {
    level: first(fieldsStatement(publication, now)),
    audit: publishLevelAudit(level, input, viewer, now, { isAllowed, isNewRevision: document !== null }),
    revision: document
      ? insertRevisionStatements(level.id, viewer.id, { ...document, built: 1 }, now, isAllowed)
      : {
          check: statement`update level_revisions set clear_check_id = ${check}
            where level_id = ${level.id} and revision = ${level.revision} and clear_check_id is null and ${check} is not null`,
        },
    checks: keepUsedChecks(level.id),
  };
}

export function publishRoutes(app: HonoApp): void {
  handle(app, publishBuildRoute, async ({ params, input, gate, viewer, env, request, now, defer }) => {
    const { access, level } = await gate.read({
      access: first(buildAccessQuery(params.id, viewer.id)),
      level: first(levelQuery(params.id, viewer)),
    });
    const found = buildableLevel(access, viewer);
    requireOwner(viewer, found);
    if (!level) throw new ApiError("conflict");
    if (input.visibility === "public" && !canPublish(viewer, { taken_down: level.taken_down === 1 }))
      throw new ApiError("taken_down");
    await rejectFilteredWords(gate.db, { title: input.title, description: input.description }, now);
    await requireStorage(env, viewer.id);
    const build = buildStub(env, level.id, requestRegion(request));
    const prepared = await build.preparePublish(found.revision);
    await chargeDocument(env, viewer.id, prepared.text.length);
    const draft = await readDraftWorld(prepared.text);
    checkWorld(draft.world, input.category, "form");
    const isStored = await isStoredText(env, level.file, draft.text);
    if (!isStored) await chargeStorage(env, viewer.id, [draft.text]);
    const document = isStored ? null : await storeWorld(env, draft, prepared.asset);
    const isAllowed = allowedWhen(level, input, viewer.role, draft);
    const publication = { level, input, viewer, draft, document, isAllowed };
    const {
      publication: { level: published },
      isCleared,
      after,
    } = await gate.write({
      publication: publishStatements(publication, now),
      isCleared: first<{ value: 0 | 1 }>`select ${isClearedContent(level.id, draft.content_hash)} as value`,
      after: levelQuery(level.id, viewer),
    });
    if (!published) {
      if (document) await env.BUCKET.delete(document.asset);
      const needsClear = input.visibility === "public" && isClearable(draft.world);
      throw new ApiError(needsClear && isCleared?.value === 0 ? "clear_needed" : "conflict");
    }
    const saved = await shownLevel(gate, after, viewer, now);
    const account = await gate.member();
    await build.notePublished({
      revision: saved.revision,
      version: prepared.version,
      username: account.username,
    });
    defer(queueLevelPicture(env, saved));
    if (saved.title !== level.title || saved.visibility !== level.visibility)
      defer(notifyHosts(env, level.id, saved.visibility === "public" ? saved.title : null));
    return { level: saved, warnings: worldWarnings(draft.world) };
  });
}
