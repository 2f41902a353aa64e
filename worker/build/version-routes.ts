import { type Columns, sql, statement } from "#db/database.ts";
import type { level_revisions, levels } from "#db/schema/index.ts";
import {
  type BuildSave,
  buildHistoryRoute,
  buildStateRoute,
  saveBuildRoute,
} from "#domain/build/publishing/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { categoryProblem, isClearable, playableProblem } from "#domain/world/rules.ts";
import { requireStorage } from "../assets/charge-storage.ts";
import { assetUrl } from "../assets/url.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { requestRegion } from "../http/request-region.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { buildStub } from "../live/stubs.ts";
import type { VersionRow } from "../objects/level-build-api.ts";
import { versionPictureName } from "../render/render-version.ts";
import { presentUser, type UserColumns } from "../users/present.ts";
import { buildAccessQuery, buildableLevel } from "./access.ts";
import { isClearedContent } from "./commands.ts";
import { readDraftWorld } from "./draft-world.ts";
import { usersQuery } from "./queries.ts";

interface StateRow
  extends Columns<"levels", "category">,
    Columns<"level_revisions", "asset" | "content_hash"> {
  cleared: 0 | 1;
}

const stateQuery = (level: number, hash: string) =>
  statement<StateRow>(sql`select l.category, ${isClearedContent(level, hash)} as cleared, v.asset, v.content_hash
    from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision where l.id = ${level}`);

/** Whether a stored document has this canonical text. */
export async function isStoredText(env: Env, asset: string, text: string): Promise<boolean> {
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

async function readUsers(
  gate: SessionGate,
  versions: readonly VersionRow[],
): Promise<Map<number, UserColumns>> {
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
