import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { type Build, buildDocumentRoute, buildRoute } from "#domain/build/api.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import type { LevelCategory } from "#domain/levels/rules.ts";
import { type HonoApp, handle, handleFile } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { buildStub } from "../live/stubs.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { type BuildAccessRow, buildAccessQuery, buildableLevel, isEditorColumn } from "./access.ts";
import { editorsQuery } from "./queries.ts";

interface BuildRow extends BuildAccessRow, UserColumns {
  title: string;
  description: string;
  category: LevelCategory;
  comments_enabled: 0 | 1;
  taken_down: 0 | 1;
  picture_view: string | null;
}

const buildQuery = (level: number, user: number) =>
  statement<BuildRow>(sql`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(user)} as is_editor, l.title,
      l.description, l.category, l.comments_enabled, l.taken_down, l.picture_view, ${userColumns}
    from levels l join users u on u.id = l.user_id where l.id = ${level} and l.visibility <> 'deleted'`);

export function buildRoutes(app: HonoApp): void {
  handle(app, buildRoute, async ({ params, gate, viewer, now }) => {
    const [rows, editors] = await gate.read(buildQuery(params.id, viewer.id), editorsQuery(params.id));
    return { build: presentBuild(buildableLevel(rows[0], viewer), editors, now) };
  });

  // Not stripped to its contract: a document has up to 20,000 parts, and they are the object's own.
  handleFile(app, buildDocumentRoute, async ({ params, gate, viewer, env }) => {
    const [rows] = await gate.read(buildAccessQuery(params.id, viewer.id));
    const { revision } = buildableLevel(rows[0], viewer);
    const headers = dataHeaders(env);
    return new Response(await buildStub(env, params.id).document(revision), { headers });
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
      picture_view: row.picture_view === null ? null : (JSON.parse(row.picture_view) as PictureView),
    },
    role: row.role,
    creator: presentUser(row, now),
    editors: editors.map((editor) => presentUser(editor, now)),
  };
}
