import { first, type SQL, sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import {
  deleteReplyRoute,
  deleteThreadRoute,
  restoreReplyRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { canDeleteReply, canDeleteThread, canRestoreReply } from "#domain/forums/rules.ts";
import { replyUrl, subforumUrl, threadUrl } from "#domain/forums/view.ts";
import { isWithinUndoPeriod } from "#domain/moderation/rules.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import {
  isNotDeleted,
  removalName,
  removeReplyStatements,
  removeThreadStatements,
  restoreReplyStatement,
} from "./commands.ts";
import { runForumAction } from "./edit-routes.ts";
import { loadView, presentReply, threadFacts, visibleReply, visibleThread } from "./present.ts";
import { type ReplyRow, replyQuery, type ThreadRow, threadOfQuery, threadQuery } from "./queries.ts";

/** Condition: the thread still lets the viewer change their posts. */
const isOpenTo = (viewer: Actor, threadId: number): SQL =>
  isStaff(viewer)
    ? sql`true`
    : sql`exists (select 1 from threads where id = ${threadId} and locked = 0 and deleted_at is null)`;

const isDeleted = (kind: "reply" | "thread", id: number): SQL => sql`not ${isNotDeleted(kind, id)}`;

/** Throws a 409 if staff removed a post more than a day ago: then it stays removed. */
function checkRestorable(
  {
    user_id,
    deleted_at,
    deleted_by,
  }: { user_id: number; deleted_at: number | null; deleted_by: number | null },
  now: number,
): void {
  if (deleted_at !== null && deleted_by !== user_id && !isWithinUndoPeriod(deleted_at, now))
    throw new ApiError("conflict", {
      message: "This was removed more than 24 hours ago and can't come back.",
    });
}

/** Posts are soft-deleted: they keep their position and can be restored. All routes are idempotent. */
export function forumRemoveRoutes(app: HonoApp): void {
  handle(app, deleteThreadRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const found = await gate.forum.first(threadQuery(params.id, viewer));
    const thread = visibleThread(found, viewer);
    const { id, user_id, title } = thread;
    const message = "Thread deleted.";
    if (thread.deleted_at !== null) return { message };
    if (!canDeleteThread(viewer, threadFacts(thread)))
      throw new ApiError("forbidden", {
        message:
          user_id === viewer.id
            ? "This thread has replies or is locked, so you can't delete it anymore."
            : "You can only delete your own threads.",
      });
    // A reply may have been posted in the meantime.
    const open = isStaff(viewer) ? sql`true` : sql`replies_count = 0 and locked = 0`;
    const row = await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: "delete",
        when: isNotDeleted("thread", id),
        name: title,
        before: { title, deleted: false },
        after: { title, deleted: true },
        noticeTitle: `Your thread ${title} was removed by our staff.`,
        url: subforumUrl(thread.subforum_id),
      },
      removeThreadStatements(id, viewer, now, open),
      threadQuery(id, viewer),
    );
    if (row.deleted_at === null) throw new ApiError("conflict");
    return { message };
  });

  handle(app, restoreThreadRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const found = await gate.forum.first(threadQuery(params.id, viewer));
    const thread = visibleThread(found, viewer);
    const { id, user_id, title, deleted_at } = thread;
    checkRestorable(thread, now);
    if (deleted_at !== null)
      await runForumAction(
        call,
        {
          kind: "thread",
          id,
          author_id: user_id,
          action: "restore",
          when: isDeleted("thread", id),
          name: title,
          before: { title, deleted: true },
          after: { title, deleted: false },
          noticeTitle: `Your thread ${title} is back.`,
          url: threadUrl(id),
        },
        [
          statement`update threads set deleted_at = null, deleted_by = null where id = ${id} and deleted_at is not null`,
        ],
        threadQuery(id, viewer),
      );
    return { message: "Thread restored." };
  });

  handle(app, deleteReplyRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const { found, threadRow } = await gate.forum.read({
      found: first(replyQuery(params.id)),
      threadRow: first(threadOfQuery(params.id, viewer)),
    });
    const { reply, thread } = visibleReply(found, threadRow, viewer);
    const { id, user_id, body, thread_id } = reply;
    const message = "Reply deleted.";
    if (reply.deleted_at !== null && (isStaff(viewer) || reply.deleted_by === viewer.id)) return { message };
    if (reply.position === 0)
      throw new ApiError("forbidden", {
        message: "This is the thread's first post. Delete the thread instead.",
      });
    if (!canDeleteReply(viewer, reply, threadFacts(thread)))
      throw thread.locked === 1 && user_id === viewer.id
        ? new ApiError("thread_locked")
        : new ApiError("forbidden", { message: "You can only delete your own replies." });
    const row = await runForumAction(
      call,
      {
        kind: "reply",
        id,
        author_id: user_id,
        action: "delete",
        when: isNotDeleted("reply", id),
        name: removalName(body),
        before: { body, deleted: false },
        after: { deleted: true },
        noticeTitle: `Your reply in ${thread.title} was removed by our staff.`,
        url: replyUrl(thread_id, id),
      },
      removeReplyStatements(id, viewer, now, isOpenTo(viewer, thread_id)),
      replyQuery(id),
    );
    if (row.deleted_at === null) throw new ApiError("conflict");
    return { message };
  });

  handle(app, restoreReplyRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const { found, threadRow } = await gate.forum.read({
      found: first(replyQuery(params.id)),
      threadRow: first(threadOfQuery(params.id, viewer)),
    });
    const { reply, thread } = visibleReply(found, threadRow, viewer);
    const { id, user_id, body, thread_id } = reply;
    const isOwn = user_id === viewer.id;
    const present = async (row: ReplyRow, threadRow: ThreadRow) =>
      presentReply(row, threadRow, await loadView(gate, viewer, [], [row], now));
    if (reply.deleted_at === null && (isOwn || isStaff(viewer)))
      return { reply: await present(reply, thread) };
    if (!canRestoreReply(viewer, reply, threadFacts(thread)))
      throw new ApiError("forbidden", {
        message: isOwn
          ? "You can't restore this reply: our staff removed it, or the thread is locked."
          : "You can only restore your own replies.",
      });
    checkRestorable(reply, now);
    const restored = await runForumAction(
      call,
      {
        kind: "reply",
        id,
        author_id: user_id,
        action: "restore",
        when: isDeleted("reply", id),
        name: removalName(body),
        before: { deleted: true },
        after: { body, deleted: false },
        noticeTitle: `Your reply in ${thread.title} is back.`,
        url: replyUrl(thread_id, id),
      },
      [restoreReplyStatement(id, viewer, isOpenTo(viewer, thread_id))],
      replyQuery(id),
    );
    if (restored.deleted_at !== null) throw new ApiError("conflict");
    return { reply: await present(restored, thread) };
  });
}
