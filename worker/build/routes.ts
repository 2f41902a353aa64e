import { type Columns, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { type Build, buildDocumentRoute, buildRoute, createBuildRoute } from "#domain/build/api.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import { ApiError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { levelLimit } from "#domain/levels/rules.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { type HonoApp, handle, handleFile } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { requestRegion } from "../http/request-region.ts";
import { insertLevelStatements, storeWorld } from "../levels/commands.ts";
import { NO_PICTURE } from "../levels/level-picture.ts";
import { buildStub } from "../live/stubs.ts";
import { limitNewcomer } from "../spam/newcomers.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { type BuildAccessRow, buildAccessQuery, buildableLevel, isEditorColumn } from "./access.ts";
import { editorsQuery } from "./queries.ts";

type BuildRow = BuildAccessRow &
  UserColumns &
  Columns<
    "levels",
    "title" | "description" | "category" | "comments_enabled" | "taken_down" | "picture_view" | "picture_shot"
  >;

const buildQuery = (level: number, user: number) =>
  statement<BuildRow>(sql`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(user)} as is_editor, l.title,
      l.description, l.category, l.comments_enabled, l.taken_down, l.picture_view, l.picture_shot, ${userColumns}
    from levels l join users u on u.id = l.user_id where l.id = ${level} and l.visibility <> 'deleted'`);

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
    const {
      level: [created],
    } = await gate.write(insertLevelStatements(fields, document, limit, now));
    if (!created) {
      await env.BUCKET.delete(document.asset);
      throw new ApiError("level_limit");
    }
    defer(env.DRAWINGS.send({ kind: "level", level_id: created.id, revision: 1 }));
    return { level_id: created.id, url: `/build/${created.id}` };
  });

  handle(app, buildRoute, async ({ params, gate, viewer, now }) => {
    const {
      build: [build],
      editors,
    } = await gate.read({
      build: buildQuery(params.id, viewer.id),
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

function presentBuild(
  row: BuildRow & Pick<Build, "role">,
  editors: readonly UserColumns[],
  now: number,
): Build {
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
