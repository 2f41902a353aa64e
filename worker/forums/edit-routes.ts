import { sql } from "drizzle-orm";
import { ApiError, fieldError } from "#domain/errors.ts";
import { editReplyRoute, editThreadRoute } from "#domain/forums/api.ts";
import { canEditReply } from "#domain/forums/rules.ts";
import { replyUrl } from "#domain/forums/view.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { type App, handle, type RequestContext } from "../http/handle.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { judge, type Post, type ScreenRow, screenQuery } from "../spam/screen.ts";
import { type Edit, editStatements, isEdited } from "./commands.ts";
import { visibleReply, visibleThread } from "./find.ts";
import { editNotices, newlyNamedQuery, type StandingRow, staffNotice } from "./notices.ts";
import { factsOf, presentReply, presentThread } from "./present.ts";
import {
  type ReplyRow,
  repliesQuery,
  replyQuery,
  type ThreadRow,
  threadOfQuery,
  threadQuery,
} from "./queries.ts";

type Editing = Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor };

/** What was read before an edit. */
interface Before {
  reply: ReplyRow;
  thread: ThreadRow;
  named: readonly StandingRow[];
  known: ScreenRow | undefined;
}

/** Refuses what somebody may not change. */
function checkEditable(viewer: Actor, { reply, thread }: Before): void {
  if (canEditReply(viewer, reply, factsOf(thread))) return;
  if (thread.locked === 1 && reply.user_id === viewer.id) throw new ApiError("thread_locked");
  if (isStaff(viewer)) throw new ApiError("conflict", { message: "This was deleted. Restore it first." });
  throw new ApiError("forbidden", { message: "You can only change what you wrote yourself." });
}

/** What stands can't wait for staff: a change that would have to is refused. */
const waitsForStaff = () =>
  fieldError(
    "body",
    "A moderator would have to look at this first, and a change can't wait for that. Write it in a new reply, or leave out what is unusual.",
  );

/** Changes a reply, with what it was before kept, staff's doing noted and told, and whom it newly names told. */
async function edit(
  call: Editing,
  before: Before,
  post: Post,
): Promise<{ reply: ReplyRow; thread: ThreadRow }> {
  const { gate, env, now, defer, viewer } = call;
  const { reply, thread, named, known } = before;
  const { id, thread_id } = reply;
  const title = "title" in post ? post.title : null;
  const was = { ...(title !== null && { title: thread.title }), body: reply.body };
  const is = { ...(title !== null && { title }), body: post.body };
  checkEditable(viewer, before);
  if (JSON.stringify(was) === JSON.stringify(is)) return before;
  if (judge(known, viewer, post, now, env)) throw waitsForStaff();
  const change: Edit = { reply_id: id, thread_id, title, body: post.body };
  const when = isEdited(change, viewer);
  const kind = title === null ? "reply" : "thread";
  const isOwn = reply.user_id === viewer.id;
  const subject_id = title === null ? id : thread_id;
  const words = `Our staff changed your ${kind} in ${thread.title}.`;
  const notices = [
    ...editNotices(viewer, reply, title ?? thread.title, named),
    ...staffNotice(reply.user_id, viewer, `${kind}:${subject_id}`, words, replyUrl(thread_id, id)),
  ];
  const note = {
    ...{ actor_id: viewer.id, action: `${kind}.edit` as const, subject_type: kind, subject_id },
    ...{ before: was, after: is },
  };
  const answers = await gate.write(
    ...(isOwn ? [] : [auditEntry(note, now, when)]),
    ...queueNotices(notices, now, when),
    ...editStatements(change, viewer, now),
    replyQuery(id, viewer),
    threadQuery(thread_id, viewer),
  );
  const edited = answers.at(-2)?.[0] as ReplyRow;
  const placed = answers.at(-1)?.[0] as ThreadRow;
  // It was closed or deleted since it was looked at.
  if (edited.body !== post.body || (title !== null && placed.title !== title)) throw new ApiError("conflict");
  if (notices.length > 0) defer(deliverNotices(env));
  return { reply: edited, thread: placed };
}

/** Changes to what was written. */
export function forumEditRoutes(app: App): void {
  handle(app, editThreadRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const opening = sql`(select id from replies where thread_id = ${params.id} and position = 0)`;
    // Only what it says is judged; where it stands does not matter.
    const post: Post = { kind: "thread", place: { subforum_id: 1 }, ...input };
    const [[found], [reply], named, [known]] = await gate.read(
      threadQuery(params.id, viewer),
      repliesQuery(sql`r.id = ${opening}`, viewer),
      newlyNamedQuery(opening, input.body, viewer),
      screenQuery(viewer, post, now),
    );
    const thread = visibleThread(found, viewer);
    if (!reply) throw new Error("a thread has no beginning");
    const after = await edit(call, { reply, thread, named, known }, post);
    return { thread: presentThread(after.thread, after.reply, viewer, now) };
  });

  handle(app, editReplyRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const post: Post = { kind: "reply", place: { thread_id: 0, quote_id: null }, body: input.body };
    const [[found], [placed], named, [known]] = await gate.read(
      replyQuery(params.id, viewer),
      threadOfQuery(params.id, viewer),
      newlyNamedQuery(sql`${params.id}`, input.body, viewer),
      screenQuery(viewer, post, now),
    );
    const { reply, thread } = visibleReply(found, placed, viewer);
    const after = await edit(call, { reply, thread, named, known }, post);
    return { reply: presentReply(after.reply, after.thread, viewer, now) };
  });
}
