import { sql } from "drizzle-orm";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { createReplyRoute, createThreadRoute } from "#domain/forums/api.ts";
import { canReply, canSeeThread, type SubforumId } from "#domain/forums/rules.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { deliverNotices } from "../notifications/queue.ts";
import {
  HELD_MESSAGE,
  holdStatements,
  type NewReply,
  type NewThread,
  type Post,
  type ScreenRow,
  screenPost,
  screenQuery,
  storeFingerprint,
} from "../spam/screen.ts";
import { duplicateReply, duplicateThread, replyStatements, threadStatements } from "./commands.ts";
import {
  mentionedOutsideQuotesQuery,
  quoteProblem,
  type ReplyContext,
  replyContextQueries,
  toReplyContext,
} from "./notices.ts";
import { presentReply, presentThread, threadFacts } from "./present.ts";
import { repliesQuery, threadQuery } from "./queries.ts";
import { threadNotFound } from "./visible-thread.ts";

/** Holds a post for review if the screening requires it; returns null if it can be published. */
async function holdBack(
  { gate, env, now }: Pick<RequestContext, "gate" | "env" | "now">,
  known: ScreenRow | undefined,
  author: Actor,
  post: Post,
): Promise<{ id: number; message: string } | null> {
  const hold = screenPost(known, author, post, now, env);
  if (!hold) return null;
  const {
    held: [held],
  } = await gate.write(holdStatements(author, post, hold, now));
  return { id: held?.id ?? 0, message: HELD_MESSAGE };
}

/** Throws if the author can't post this reply. */
function checkReply(
  author: Actor,
  { place: { quote_id } }: NewReply,
  { thread, quoted }: ReplyContext,
): void {
  if (!thread || !canSeeThread(author, threadFacts(thread))) throw threadNotFound();
  if (!canReply(author, threadFacts(thread)))
    throw thread.deleted_at === null
      ? new ApiError("thread_locked")
      : new ApiError("conflict", { message: "This thread was deleted. Restore it first." });
  if (quote_id === null) return;
  if (!quoted) throw fieldError("quote", "The reply you're quoting is no longer in this thread.");
  const problem = quoteProblem(author, quoted);
  if (problem) throw new ApiError(problem === "blocked_by_you" ? problem : "quote_refused");
}

/** Routes for starting threads and replying. */
export function forumWriteRoutes(app: HonoApp): void {
  handle(app, createThreadRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const post: NewThread = {
      kind: "thread",
      place: { subforum_id: params.subforum as SubforumId },
      ...input,
    };
    const {
      named,
      known: [known],
    } = await gate.read({
      named: mentionedOutsideQuotesQuery(post.body, viewer),
      known: screenQuery(viewer, post, now),
    });
    const held = await holdBack(call, known, viewer, post);
    if (held) return { thread: null, held };
    const same = duplicateThread(viewer, post, now);
    const { insert, isInserted, finish } = threadStatements(viewer, post, named, now);
    const {
      thread: [thread],
      opening: [opening],
    } = await gate.write({
      insert,
      fingerprint: storeFingerprint(viewer, post, now, isInserted),
      finish,
      thread: threadQuery(sql`(select thread_id from (${same}))`, viewer),
      opening: repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
    });
    if (!thread) throw new Error("a thread was begun and not found");
    defer(deliverNotices(env));
    return { thread: presentThread(thread, opening, viewer, now), held: null };
  });

  handle(app, createReplyRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const place = { thread_id: params.id, quote_id: input.quote ?? null };
    const post: NewReply = { kind: "reply", place, body: input.body };
    const {
      context,
      known: [known],
    } = await gate.read({
      context: replyContextQueries(post, viewer),
      known: screenQuery(viewer, post, now),
    });
    const reads = toReplyContext(context);
    checkReply(viewer, post, reads);
    const held = await holdBack(call, known, viewer, post);
    if (held) return { reply: null, held };
    const same = duplicateReply(viewer, post, now);
    const { insert, isInserted, finish } = replyStatements(viewer, post, reads, now);
    const {
      reply: [reply],
      thread: [thread],
    } = await gate.write({
      insert,
      fingerprint: storeFingerprint(viewer, post, now, isInserted),
      finish,
      reply: repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
      thread: threadQuery(params.id, viewer),
    });
    // The thread was locked or the quoted post deleted concurrently.
    if (!reply || !thread) throw new ApiError("conflict");
    defer(deliverNotices(env));
    return { reply: presentReply(reply, thread, viewer, now), held: null };
  });
}
