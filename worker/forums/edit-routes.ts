import { first, type SQL, type Statement, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { editReplyRoute, editThreadRoute } from "#domain/forums/api.ts";
import { canEditReply } from "#domain/forums/rules.ts";
import { replyUrl } from "#domain/forums/view.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { type MainEffect, storeEffects } from "../outbox/effects.ts";
import { FROM_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import type { Post } from "../spam/post.ts";
import { type ScreenRow, screenPost, screenQuery } from "../spam/screen.ts";
import { changesPost, editStatements, type PostEdit } from "./commands.ts";
import {
  earlierTextsQuery,
  editNotices,
  type MentionedRow,
  mentionedUsersQuery,
  newlyMentioned,
  staffNotice,
} from "./notices.ts";
import {
  loadView,
  peopleOnCard,
  presentReply,
  presentThread,
  threadFacts,
  visibleReply,
  visibleThread,
} from "./present.ts";
import {
  type ReplyRow,
  repliesQuery,
  replyQuery,
  type ThreadRow,
  threadOfQuery,
  threadQuery,
} from "./queries.ts";
import { addUnread, checkedReader } from "./unread.ts";

/** An action on a thread or reply. */
interface ForumAction {
  kind: "thread" | "reply";
  id: number;
  /** The author of the thread or reply. */
  author_id: number;
  action: "delete" | "restore" | "pin" | "unpin" | "lock" | "unlock" | "move";
  /** Condition that the action still changes something. The action itself ends it, which makes it idempotent. */
  when: SQL;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The name by which a removal is remembered. */
  name: string;
  /** The title and URL of the notification to the author if staff did it; no notification without a title. */
  noticeTitle?: string;
  url: string;
}

/** Whether this is a staff action: what staff do with their own posts isn't, except for what only staff can do. */
const isStaffAction = ({ author_id, action }: ForumAction, actor: Actor): boolean =>
  isStaff(actor) && (author_id !== actor.id || (action !== "delete" && action !== "restore"));

/** Remembers a removal, so it can be undone for a day, or marks it as undone. */
function removalEffects({ kind, id, author_id, action, name }: ForumAction, staff: Actor): MainEffect[] {
  const removed = { kind, id, staff_id: staff.id };
  if (action === "delete") return [{ type: "removal", ...removed, user_id: author_id, name }];
  return action === "restore" ? [{ type: "restored", ...removed }] : [];
}

/** Runs the action and its effects on the main database in one batch. Returns the row of `rowAfter`. */
export async function runForumAction<Row>(
  call: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  forumAction: ForumAction,
  statements: readonly Statement[],
  rowAfter: Statement<Row>,
): Promise<Row> {
  const { now, viewer } = call;
  const { kind, id, author_id, action, when, before, after, noticeTitle, url } = forumAction;
  const isStaffs = isStaffAction(forumAction, viewer);
  const entry = {
    actor_id: viewer.id,
    action: `${kind}.${action}` as const,
    subject_id: id,
    before,
    after,
  };
  const notices = noticeTitle ? staffNotice(author_id, viewer, `${kind}:${id}`, noticeTitle, url) : [];
  const effects: MainEffect[] = isStaffs
    ? [{ type: "audit", entry }, ...removalEffects(forumAction, viewer), ...notices]
    : [];
  const { row } = await writeWithEffects(call, FROM_FORUM, {
    effects: storeEffects("main", effects, now, when),
    statements,
    row: first(rowAfter),
  });
  if (!row) throw new Error(`the ${kind} was not found`);
  return row;
}

/** The state before an edit. */
interface EditContext {
  reply: ReplyRow;
  thread: ThreadRow;
  named: readonly MentionedRow[];
  known: ScreenRow | undefined;
}

/** Throws if the viewer can't edit the post. */
function checkEditable(viewer: Actor, { reply, thread }: EditContext): void {
  if (canEditReply(viewer, reply, threadFacts(thread))) return;
  if (thread.locked === 1 && reply.user_id === viewer.id) throw new ApiError("thread_locked");
  if (isStaff(viewer)) throw new ApiError("conflict", { message: "This was deleted. Restore it first." });
  throw new ApiError("forbidden", { message: "You can only edit your own posts." });
}

/** Edits a post: stores the previous version, logs and notifies if staff did it, and notifies newly mentioned users. */
async function edit(
  call: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  before: EditContext,
  post: Post,
): Promise<{ reply: ReplyRow; thread: ThreadRow }> {
  const { gate, env, now, viewer } = call;
  const { reply, thread, named, known } = before;
  const { id, thread_id } = reply;
  const title = "title" in post ? post.title : null;
  const oldValues = { ...(title !== null && { title: thread.title }), body: reply.body };
  const newValues = { ...(title !== null && { title }), body: post.body };
  checkEditable(viewer, before);
  if (JSON.stringify(oldValues) === JSON.stringify(newValues)) {
    const [shown = thread] = await addUnread(gate, [thread]);
    return { reply, thread: shown };
  }
  // A published post can't be held for review.
  if (screenPost(known, viewer, post, now, env))
    throw fieldError(
      "body",
      "A moderator would have to review this edit. Post it as a new reply instead, or leave out the unusual part.",
    );
  const postEdit: PostEdit = { reply_id: id, thread_id, title, body: post.body };
  const when = changesPost(postEdit, viewer);
  const kind = title === null ? "reply" : "thread";
  const isOwn = reply.user_id === viewer.id;
  const subject_id = title === null ? id : thread_id;
  const message = `Our staff changed your ${kind} in ${thread.title}.`;
  const notices: MainEffect[] = [
    ...editNotices(viewer, reply, title ?? thread.title, named),
    ...staffNotice(reply.user_id, viewer, `${kind}:${subject_id}`, message, replyUrl(thread_id, id)),
  ];
  const entry = {
    actor_id: viewer.id,
    action: `${kind}.edit` as const,
    subject_id,
    before: oldValues,
    after: newValues,
  };
  const effects: MainEffect[] = isOwn ? notices : [{ type: "audit", entry }, ...notices];
  const { edited, threadRow } = await writeWithEffects(call, FROM_FORUM, {
    effects: storeEffects("main", effects, now, when),
    edit: editStatements(postEdit, viewer, now),
    edited: first(replyQuery(id)),
    threadRow: first(threadQuery(thread_id, viewer, checkedReader(gate))),
  });
  if (!edited || !threadRow) throw new Error("an edited post was not found");
  // The thread was locked or deleted concurrently.
  if (edited.body !== post.body || (title !== null && threadRow.title !== title))
    throw new ApiError("conflict");
  return { reply: edited, thread: threadRow };
}

/** Routes for editing threads and replies. */
export function forumEditRoutes(app: HonoApp): void {
  handle(app, editThreadRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const opening = sql`(select id from replies where thread_id = ${params.id} and position = 0)`;
    // Only the text is screened; the subforum doesn't matter.
    const post: Post = { kind: "thread", place: { subforum_id: 1 }, ...input };
    const [{ mentioned, known }, { found, reply, earlier }] = await Promise.all([
      gate.read({
        mentioned: mentionedUsersQuery(input.body, viewer),
        known: first(screenQuery(viewer, post, now)),
      }),
      gate.forum.read({
        found: first(threadQuery(params.id, viewer)),
        reply: first(repliesQuery(sql`r.id = ${opening}`)),
        earlier: earlierTextsQuery(opening),
      }),
    ]);
    const thread = visibleThread(found, viewer);
    if (!reply) throw new Error("a thread has no beginning");
    const named = newlyMentioned(mentioned, earlier);
    const after = await edit(call, { reply, thread, named, known }, post);
    const view = await loadView(gate, viewer, peopleOnCard(after.thread), [after.reply], now);
    return { thread: presentThread(after.thread, after.reply, view) };
  });

  handle(app, editReplyRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const post: Post = { kind: "reply", place: { thread_id: 0, quote_id: null }, body: input.body };
    const [{ mentioned, known }, { found, threadRow, earlier }] = await Promise.all([
      gate.read({
        mentioned: mentionedUsersQuery(input.body, viewer),
        known: first(screenQuery(viewer, post, now)),
      }),
      gate.forum.read({
        found: first(replyQuery(params.id)),
        threadRow: first(threadOfQuery(params.id, viewer)),
        earlier: earlierTextsQuery(sql`${params.id}`),
      }),
    ]);
    const { reply, thread } = visibleReply(found, threadRow, viewer);
    const named = newlyMentioned(mentioned, earlier);
    const after = await edit(call, { reply, thread, named, known }, post);
    const view = await loadView(gate, viewer, [], [after.reply], now);
    return { reply: presentReply(after.reply, after.thread, view) };
  });
}
