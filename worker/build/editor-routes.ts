import { type Columns, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { inviteEditorRoute, removeEditorRoute } from "#domain/build/api.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { clearPermits } from "../live/disconnect.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { presentUser } from "../users/present.ts";
import { type BuildAccessRow, buildableLevel, isEditorColumn, requireOwner } from "./access.ts";
import { editorsQuery } from "./queries.ts";

interface InviteRow extends BuildAccessRow, Columns<"levels", "title"> {
  /** Whether the invited user is a buddy of the creator. */
  is_buddy: 0 | 1;
}

const inviteQuery = (level: number, viewer: number, invited: number) =>
  statement<InviteRow>(sql`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(viewer)} as is_editor, l.title,
      exists (select 1 from buddies where user_id = l.user_id and buddy_id = ${invited}) as is_buddy
    from levels l where l.id = ${level} and l.visibility <> 'deleted'`);

/** Statements that invite a buddy and notify them, once. The conditions hold whatever happens at the same time. */
function inviteStatements({ id, user_id, title }: InviteRow, invited: number, actor: number, now: number) {
  const canBeAdded = sql`exists (select 1 from buddies where user_id = ${user_id} and buddy_id = ${invited})
    and exists (select 1 from levels where id = ${id} and visibility <> 'deleted')
    and not exists (select 1 from level_editors where level_id = ${id} and user_id = ${invited})
    and (select count(*) from level_editors where level_id = ${id}) < ${BUILD_LIMITS.editors}`;
  const notice: Notice = { type: "build", group: `build:${id}`, actor, title, url: `/build/${id}` };
  return [
    ...queueNotices([{ user_id: invited, notice }], now, canBeAdded),
    statement(sql`insert into level_editors (level_id, user_id, added_at)
      select ${id}, ${invited}, ${now} where ${canBeAdded}`),
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
    const { editors } = await gate.write({
      removed: statement(
        sql`delete from level_editors where level_id = ${level.id} and user_id = ${params.userId}`,
      ),
      editors: editorsQuery(level.id),
    });
    // Closes their pages of this level.
    await clearPermits(env, params.userId);
    return { editors: editors.map((editor) => presentUser(editor, now)) };
  });
}
