import { type Columns, ConditionFailed, first, type Statement, sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import {
  type Comment,
  commentListRoute,
  createCommentRoute,
  deleteCommentRoute,
} from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { storeRemoval } from "../moderation/removals.ts";
import { deliverNotices, queueNotices, queueNoticesOf } from "../notifications/queue.ts";
import {
  HELD_MESSAGE,
  holdStatements,
  isAccepted,
  screenPost,
  screenQuery,
  storeFingerprint,
} from "../spam/screen.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import {
  type CommentWithTarget,
  canComment,
  canSeeCommentTarget,
  commentNotices,
  commentProblem,
  commentTargetQuery,
  insertComment,
  removalNotices,
  toPost,
} from "./targets.ts";

type CommentRow = UserColumns & Columns<"comments", "id" | "user_id" | "body" | "created_at">;

const commentColumns = sql`m.id, m.user_id, m.body, m.created_at, ${userColumns}`;

function commentsQuery(type: CommentTarget, id: number, page: number, size: number): Statement<CommentRow> {
  return statement<CommentRow>`
    with page as (select id from comments
      where target_type = ${type} and target_id = ${id} and deleted_at is null
      order by id desc limit ${size} offset ${(page - 1) * size})
    select ${commentColumns} from page p cross join comments m on m.id = p.id
      cross join users u on u.id = m.user_id`;
}

/** The author, the owner of the page and staff can delete a comment. */
const canDelete = (viewer: Actor | null, authorId: number, ownerId: number) =>
  viewer !== null && (viewer.id === authorId || viewer.id === ownerId || isStaff(viewer));

function presentComment(row: CommentRow, ownerId: number, viewer: Actor | null, now: number): Comment {
  return {
    id: row.id,
    user: presentUser(row, now),
    body: row.body,
    created_at: isoTime(row.created_at),
    formatted_date: formatTime(row.created_at),
    can_delete: canDelete(viewer, row.user_id, ownerId),
  };
}

/** Holds a comment for review that wasn't written, or throws why it can't be. */
async function holdComment({ input, gate, viewer, env, now }: Call<typeof createCommentRoute>) {
  const post = toPost(input);
  const { target, known } = await gate.read({
    target: first(commentTargetQuery(input.type, input.id, viewer)),
    known: first(screenQuery(viewer, post, now)),
  });
  if (!canSeeCommentTarget(target, viewer)) throw new ApiError("not_found");
  const problem = commentProblem(input.type, target, viewer);
  if (problem) throw new ApiError(problem);
  const hold = screenPost(known, viewer, post, now, env);
  if (!hold) throw new ConditionFailed();
  const { held } = await gate.write(holdStatements(viewer, post, hold, now));
  return { id: held?.id ?? 0, message: HELD_MESSAGE };
}

export function commentRoutes(app: HonoApp): void {
  handle(app, commentListRoute, async ({ params, input, gate, viewer, request, now }) => {
    const type = params.type as CommentTarget;
    const size = LIMITS.pageSize.comments;
    if (input.page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { target, rows } = await gate.read({
      target: first(commentTargetQuery(type, params.id, viewer)),
      rows: commentsQuery(type, params.id, input.page, size),
    });
    if (!canSeeCommentTarget(target, viewer)) throw new ApiError("not_found");
    return {
      data: rows.map((row) => presentComment(row, target.owner_id, viewer, now)),
      ...paginationLinks(request, input.page, size, target.comments_count),
      can_comment: viewer
        ? commentProblem(type, target, viewer) === null
        : target.comments_enabled === 1 && target.privacy === 1,
    };
  });

  handle(app, createCommentRoute, async (call) => {
    const { input, gate, viewer, env, now, defer } = call;
    const post = toPost(input);
    const screened = isAccepted(viewer, post, now, env);
    const written =
      screened &&
      (await gate.writeIf(sql`${canComment(input.type, input.id, viewer)} and ${screened}`, {
        insert: insertComment(input, viewer, now),
        comment: statement<CommentRow>`select ${commentColumns} from comments m cross join users u on u.id = m.user_id
          where m.id = last_insert_rowid()`,
        fingerprint: storeFingerprint(viewer, post, now),
        notices: queueNoticesOf(commentNotices(input, viewer), now),
      }));
    if (!written) return { comment: null, held: await holdComment(call) };
    const [comment] = written.comment;
    if (!comment) throw new Error("a comment was inserted and not found");
    if (written.notices.length > 0) defer(deliverNotices(env));
    return { comment: presentComment(comment, viewer.id, viewer, now), held: null };
  });

  handle(app, deleteCommentRoute, async ({ params, gate, viewer, env, now, defer }) => {
    const comment = await gate.first(
      statement<CommentWithTarget & Columns<"comments", "body">>`
        select m.user_id, m.body, m.target_type, m.target_id, coalesce(l.visibility, 'public') as visibility,
          coalesce(l.user_id, i.user_id, u.id) as owner_id, coalesce(l.title, i.name, u.username) as title
        from comments m
          left join levels l on m.target_type = 'level' and l.id = m.target_id
          left join items i on m.target_type = 'item' and i.id = m.target_id
          left join users u on m.target_type = 'user' and u.id = m.target_id
        where m.id = ${params.id} and m.deleted_at is null`,
    );
    const canRemove = comment && canDelete(viewer, comment.user_id, comment.owner_id);
    // A comment on a private level is as private as the level.
    if (
      !comment ||
      !(canRemove || canSeeLevel(viewer, { user_id: comment.owner_id, visibility: comment.visibility }))
    )
      throw new ApiError("not_found", { message: "This comment no longer exists." });
    if (!canRemove) {
      throw new ApiError("forbidden", { message: "You can only delete your own comments." });
    }
    const notices = removalNotices(params.id, comment, viewer);
    const isPresent = sql`exists (select 1 from comments where id = ${params.id} and deleted_at is null)`;
    const { user_id, target_type, target_id, body } = comment;
    // Neither the author nor the page's owner: this deletion is a staff action.
    const isStaffAction = viewer.id !== user_id && viewer.id !== comment.owner_id;
    const entry = auditEntry(now, {
      actor_id: viewer.id,
      action: "comment.remove",
      subject_id: params.id,
      details: { user_id, on: target_type, on_id: target_id },
      before: { body },
      when: isPresent,
    });
    const removal = { type: "comment", target: params.id, staff: viewer } as const;
    const statements = {
      audit: isStaffAction ? [entry, storeRemoval(removal, now)] : [],
      notices: queueNotices(notices, now, isPresent),
      comment: statement`update comments set deleted_at = ${now}, deleted_by = ${viewer.id}
        where id = ${params.id} and deleted_at is null`,
    };
    await gate.write(statements, { when: isPresent });
    if (notices.length > 0) defer(deliverNotices(env));
    return { message: "Comment deleted." };
  });
}
