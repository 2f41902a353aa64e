import { first, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  createReplyRoute,
  createThreadRoute,
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
} from "#domain/forums/api.ts";
import { canReply, canSeeThread, SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import type { SessionAccount } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { FROM_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import type { NewReply, NewThread, Post } from "../spam/post.ts";
import {
  fingerprintEffect,
  HELD_MESSAGE,
  holdStatements,
  isWithinForumLimits,
  type ScreenRow,
  screenPost,
  screenQuery,
  throwTooFast,
} from "../spam/screen.ts";
import {
  type Author,
  duplicateReply,
  duplicateThread,
  lockThreadStatements,
  moveThreadStatements,
  replyStatements,
  threadStatements,
} from "./commands.ts";
import { runForumAction } from "./edit-routes.ts";
import { ownMember } from "./members.ts";
import {
  mentionedUsersQuery,
  quoteProblem,
  quoteRelationshipQuery,
  type ReplyContext,
  replyContextQueries,
  toReplyContext,
} from "./notices.ts";
import {
  presentReply,
  presentThread,
  renderTexts,
  threadFacts,
  threadNotFound,
  visibleThread,
} from "./present.ts";
import { type ReplyRow, repliesQuery, type ThreadRow, threadQuery } from "./queries.ts";

const authorOf = ({ id, role, created_at }: SessionAccount): Author => ({ id, role, joined_at: created_at });

/** The view that members have of their own new posts: nothing more has to be loaded. */
const ownView = (account: SessionAccount, viewer: Actor, row: ReplyRow | undefined, now: number) => ({
  viewer,
  members: ownMember(account, now),
  texts: renderTexts(row ? [row] : [], viewer),
});

/** Holds a post for review if the screening requires it; returns null if it can be published. */
async function holdBack(
  { gate, env, now }: Pick<RequestContext, "gate" | "env" | "now">,
  known: ScreenRow | undefined,
  author: Actor,
  post: Post,
): Promise<{ id: number; message: string } | null> {
  const hold = screenPost(known, author, post, now, env);
  if (!hold) return null;
  const { held } = await gate.write(holdStatements(author, post, hold, now));
  return { id: held?.id ?? 0, message: HELD_MESSAGE };
}

/** Throws if the author can't post this reply. */
async function checkReply(
  gate: SessionGate,
  author: Actor,
  { place: { quote_id } }: NewReply,
  { thread, quoted }: ReplyContext,
): Promise<void> {
  if (!thread || !canSeeThread(author, threadFacts(thread))) throw threadNotFound();
  if (!canReply(author, threadFacts(thread)))
    throw thread.deleted_at === null
      ? new ApiError("thread_locked")
      : new ApiError("conflict", { message: "This thread was deleted. Restore it first." });
  if (quote_id === null) return;
  if (!quoted) throw fieldError("quote", "The reply you're quoting is no longer in this thread.");
  const relationship = await gate.first(quoteRelationshipQuery(author, quoted));
  const problem = relationship ? quoteProblem(author, relationship) : null;
  if (problem) throw new ApiError(problem === "blocked_by_you" ? problem : "quote_refused");
}

/** Routes for starting threads and replying. */
export function forumWriteRoutes(app: HonoApp): void {
  handle(app, createThreadRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const post: NewThread = {
      kind: "thread",
      place: { subforum_id: params.subforum as SubforumId },
      ...input,
    };
    const { named, known } = await gate.read({
      named: mentionedUsersQuery(post.body, viewer),
      known: first(screenQuery(viewer, post, now)),
    });
    const held = await holdBack(call, known, viewer, post);
    if (held) return { thread: null, held };
    const same = duplicateThread(viewer, post, now);
    const account = await gate.member();
    const context = { thread: null, quoted: null, mentioned: named.map(({ id }) => id) };
    const extra = { context, effects: [fingerprintEffect(viewer, post)] };
    const { insert, finish } = threadStatements(authorOf(account), post, extra, now);
    const when = sql`exists (${same}) or ${isWithinForumLimits(known, viewer, post, now, call.env)}`;
    const statements = {
      insert,
      finish,
      thread: first(threadQuery(sql`(select thread_id from (${same}))`, viewer)),
      opening: first(repliesQuery(sql`r.id = (select id from (${same}))`)),
    };
    const { thread, opening } = await writeWithEffects(call, FROM_FORUM, statements, { when }).catch(
      throwTooFast,
    );
    if (!thread) throw new Error("a thread was begun and not found");
    return { thread: presentThread(thread, opening, ownView(account, viewer, opening, now)), held: null };
  });

  handle(app, createReplyRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const place = { thread_id: params.id, quote_id: input.quote ?? null };
    const post: NewReply = { kind: "reply", place, body: input.body };
    const [{ named, known }, found] = await Promise.all([
      gate.read({
        named: mentionedUsersQuery(post.body, viewer),
        known: first(screenQuery(viewer, post, now)),
      }),
      gate.forum.read(replyContextQueries(post)),
    ]);
    const { thread: place_thread, quoted } = toReplyContext(found);
    await checkReply(gate, viewer, post, { thread: place_thread, quoted });
    const held = await holdBack(call, known, viewer, post);
    if (held) return { reply: null, held };
    const same = duplicateReply(viewer, post, now);
    const account = await gate.member();
    const context = { thread: place_thread ?? null, quoted, mentioned: named.map(({ id }) => id) };
    const extra = { context, effects: [fingerprintEffect(viewer, post)] };
    const { insert, finish } = replyStatements(authorOf(account), post, extra, now);
    const when = sql`exists (${same}) or ${isWithinForumLimits(known, viewer, post, now, call.env)}`;
    const statements = {
      insert,
      finish,
      reply: first(repliesQuery(sql`r.id = (select id from (${same}))`)),
      thread: first(threadQuery(params.id, viewer)),
    };
    const { reply, thread } = await writeWithEffects(call, FROM_FORUM, statements, { when }).catch(
      throwTooFast,
    );
    // The thread was locked or the quoted post deleted concurrently.
    if (!reply || !thread) throw new ApiError("conflict");
    return { reply: presentReply(reply, thread, ownView(account, viewer, reply, now)), held: null };
  });
}

async function findThread(gate: SessionGate, id: number, viewer: Actor): Promise<ThreadRow> {
  const found = await gate.forum.first(threadQuery(id, viewer));
  return visibleThread(found, viewer);
}

/** Thread actions for staff. */
export function forumStaffRoutes(app: HonoApp): void {
  handle(app, pinThreadRoute, async (call) => {
    const { id, user_id, title } = await findThread(call.gate, call.params.id, call.viewer);
    const { pinned } = call.input;
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: pinned ? "pin" : "unpin",
        url: threadUrl(id),
        name: title,
        before: { title, pinned: !pinned },
        after: { title, pinned },
        when: sql`exists (select 1 from threads where id = ${id} and pinned <> ${pinned ? 1 : 0})`,
      },
      [
        statement`update threads set pinned = ${pinned ? 1 : 0} where id = ${id} and pinned <> ${pinned ? 1 : 0}`,
      ],
      threadQuery(id, call.viewer),
    );
    return { message: pinned ? "The thread is pinned." : "The thread is no longer pinned.", pinned };
  });

  handle(app, lockThreadRoute, async (call) => {
    const { id, user_id, title } = await findThread(call.gate, call.params.id, call.viewer);
    const { locked } = call.input;
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: locked ? "lock" : "unlock",
        url: threadUrl(id),
        name: title,
        before: { title, locked: !locked },
        after: { title, locked },
        when: sql`exists (select 1 from threads where id = ${id} and locked <> ${locked ? 1 : 0})`,
        noticeTitle: `Your thread ${title} was ${locked ? "locked" : "opened again"} by our staff.`,
      },
      lockThreadStatements(id, locked),
      threadQuery(id, call.viewer),
    );
    return { message: locked ? "The thread is locked." : "The thread is open.", locked };
  });

  handle(app, moveThreadRoute, async (call) => {
    const {
      id,
      user_id,
      title,
      subforum_id: from,
    } = await findThread(call.gate, call.params.id, call.viewer);
    const to = call.input.subforum_id as SubforumId;
    const { name } = SUBFORUMS[to];
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: "move",
        url: threadUrl(id),
        name: title,
        before: { title, subforum: SUBFORUMS[from].name },
        after: { title, subforum: name },
        when: sql`exists (select 1 from threads where id = ${id} and subforum_id <> ${to})`,
        noticeTitle: `Your thread ${title} was moved to ${name} by our staff.`,
      },
      moveThreadStatements(id, to),
      threadQuery(id, call.viewer),
    );
    return { message: `The thread is in ${name} now.`, subforum_id: to };
  });
}
