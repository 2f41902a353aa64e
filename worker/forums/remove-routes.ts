import { type SQL, sql } from "drizzle-orm";
import { ApiError } from "#domain/errors.ts";
import {
  deleteReplyRoute,
  deleteThreadRoute,
  restoreReplyRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { canDeleteReply, canDeleteThread, canRestoreReply } from "#domain/forums/rules.ts";
import { replyUrl, subforumUrl, threadUrl } from "#domain/forums/view.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { type App, handle } from "../http/handle.ts";
import { carryOut } from "./act.ts";
import {
  removeReplyStatements,
  removeThreadStatements,
  restoreReply,
  restoreThread,
  stands,
} from "./commands.ts";
import { visibleReply, visibleThread } from "./find.ts";
import { factsOf, presentReply } from "./present.ts";
import { type ReplyRow, replyQuery, type ThreadRow, threadOfQuery, threadQuery } from "./queries.ts";

/** Whether a thread is still one in which somebody may change what is theirs, when the batch runs. */
const isOpenTo = (viewer: Actor, threadId: number): SQL =>
  isStaff(viewer)
    ? sql`true`
    : sql`exists (select 1 from threads where id = ${threadId} and locked = 0 and deleted_at is null)`;

const isGone = (kind: "reply" | "thread", id: number): SQL => sql`not ${stands(kind, id)}`;

/** What is written is deleted softly: its number stays, and it can be brought back. Twice is once. */
export function forumRemoveRoutes(app: App): void {
  handle(app, deleteThreadRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const [[found]] = await gate.read(threadQuery(params.id, viewer));
    const thread = visibleThread(found, viewer);
    const { id, user_id, title } = thread;
    const message = "The thread has been deleted.";
    if (thread.deleted_at !== null) return { message };
    if (!canDeleteThread(viewer, factsOf(thread)))
      throw new ApiError("forbidden", {
        message:
          user_id === viewer.id
            ? "This thread has been answered or locked: it can't be deleted any more."
            : "You can only delete your own threads.",
      });
    // An answer may have come since the thread was looked at.
    const open = isStaff(viewer) ? sql`true` : sql`replies_count = 0 and locked = 0`;
    const row = await carryOut(
      call,
      {
        ...{ kind: "thread", id, author_id: user_id, act: "delete", when: stands("thread", id) },
        ...{ before: { title, deleted: false }, after: { title, deleted: true } },
        ...{ words: `Your thread ${title} was removed by our staff.`, url: subforumUrl(thread.subforum_id) },
      },
      [...removeThreadStatements(id, viewer, now, open), threadQuery(id, viewer)],
    );
    if ((row as ThreadRow).deleted_at === null) throw new ApiError("conflict");
    return { message };
  });

  handle(app, restoreThreadRoute, async (call) => {
    const { params, gate, viewer } = call;
    const [[found]] = await gate.read(threadQuery(params.id, viewer));
    const { id, user_id, title, deleted_at } = visibleThread(found, viewer);
    if (deleted_at !== null)
      await carryOut(
        call,
        {
          ...{ kind: "thread", id, author_id: user_id, act: "restore", when: isGone("thread", id) },
          ...{ before: { title, deleted: true }, after: { title, deleted: false } },
          ...{ words: `Your thread ${title} is back.`, url: threadUrl(id) },
        },
        [restoreThread(id)],
      );
    return { message: "The thread is back." };
  });

  handle(app, deleteReplyRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const [[found], [placed]] = await gate.read(
      replyQuery(params.id, viewer),
      threadOfQuery(params.id, viewer),
    );
    const { reply, thread } = visibleReply(found, placed, viewer);
    const { id, user_id, body, thread_id } = reply;
    const message = "The reply has been deleted.";
    if (reply.deleted_at !== null && (isStaff(viewer) || reply.deleted_by === viewer.id)) return { message };
    if (reply.position === 0)
      throw new ApiError("forbidden", { message: "A thread begins with this. Delete the thread instead." });
    if (!canDeleteReply(viewer, reply, factsOf(thread)))
      throw thread.locked === 1 && user_id === viewer.id
        ? new ApiError("thread_locked")
        : new ApiError("forbidden", { message: "You can only delete your own replies." });
    const row = await carryOut(
      call,
      {
        ...{ kind: "reply", id, author_id: user_id, act: "delete", when: stands("reply", id) },
        ...{ before: { body, deleted: false }, after: { deleted: true } },
        words: `Your reply in ${thread.title} was removed by our staff.`,
        url: replyUrl(thread_id, id),
      },
      [...removeReplyStatements(id, viewer, now, isOpenTo(viewer, thread_id)), replyQuery(id, viewer)],
    );
    if ((row as ReplyRow).deleted_at === null) throw new ApiError("conflict");
    return { message };
  });

  handle(app, restoreReplyRoute, async (call) => {
    const { params, gate, viewer, now } = call;
    const [[found], [placed]] = await gate.read(
      replyQuery(params.id, viewer),
      threadOfQuery(params.id, viewer),
    );
    const { reply, thread } = visibleReply(found, placed, viewer);
    const { id, user_id, body, thread_id } = reply;
    const isOwn = user_id === viewer.id;
    if (reply.deleted_at === null && (isOwn || isStaff(viewer)))
      return { reply: presentReply(reply, thread, viewer, now) };
    if (!canRestoreReply(viewer, reply, factsOf(thread)))
      throw new ApiError("forbidden", {
        message: isOwn
          ? "You can't bring this reply back: it was removed by our staff, or the thread is locked."
          : "You can only bring back your own replies.",
      });
    const row = await carryOut(
      call,
      {
        ...{ kind: "reply", id, author_id: user_id, act: "restore", when: isGone("reply", id) },
        ...{ before: { deleted: true }, after: { body, deleted: false } },
        ...{ words: `Your reply in ${thread.title} is back.`, url: replyUrl(thread_id, id) },
      },
      [restoreReply(id, viewer, isOpenTo(viewer, thread_id)), replyQuery(id, viewer)],
    );
    const restored = row as ReplyRow;
    if (restored.deleted_at !== null) throw new ApiError("conflict");
    return { reply: presentReply(restored, thread, viewer, now) };
  });
}
