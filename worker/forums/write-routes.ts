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
import {
  duplicateReply,
  duplicateThread,
  isInserted,
  replyStatements,
  threadStatements,
} from "./commands.ts";
import {
  mentionedOutsideQuotesQuery,
  quoteProblem,
  type ReplyContext,
  replyContextQueries,
} from "./notices.ts";
import { presentReply, presentThread, threadFacts } from "./present.ts";
import { type ReplyRow, repliesQuery, type ThreadRow, threadQuery } from "./queries.ts";
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
  const heldRows = (await gate.write(...holdStatements(author, post, hold, now))).flat();
  return { id: heldRows[0]?.id ?? 0, message: HELD_MESSAGE };
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
    const [named, [known]] = await gate.read(
      mentionedOutsideQuotesQuery(post.body, viewer),
      screenQuery(viewer, post, now),
    );
    const held = await holdBack(call, known, viewer, post);
    if (held) return { thread: null, held };
    const same = duplicateThread(viewer, post, now);
    const [insert, insertOpening, ...rest] = threadStatements(viewer, post, named, now);
    const results = await gate.write(
      insert,
      insertOpening,
      ...storeFingerprint(viewer, post, now, isInserted(same)),
      ...rest,
      threadQuery(sql`(select thread_id from (${same}))`, viewer),
      repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
    );
    const thread = results.at(-2)?.[0] as ThreadRow | undefined;
    if (!thread) throw new Error("a thread was begun and not found");
    defer(deliverNotices(env));
    return { thread: presentThread(thread, results.at(-1)?.[0] as ReplyRow, viewer, now), held: null };
  });

  handle(app, createReplyRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const place = { thread_id: params.id, quote_id: input.quote ?? null };
    const post: NewReply = { kind: "reply", place, body: input.body };
    const [[thread], [quoted], mentioned, [known]] = await gate.read(
      ...replyContextQueries(post, viewer),
      screenQuery(viewer, post, now),
    );
    const reads = { thread, quoted, mentioned };
    checkReply(viewer, post, reads);
    const held = await holdBack(call, known, viewer, post);
    if (held) return { reply: null, held };
    const same = duplicateReply(viewer, post, now);
    const [insert, ...rest] = replyStatements(viewer, post, reads, now);
    const results = await gate.write(
      insert,
      ...storeFingerprint(viewer, post, now, isInserted(same)),
      ...rest,
      repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
      threadQuery(params.id, viewer),
    );
    const reply = results.at(-2)?.[0] as ReplyRow | undefined;
    // The thread was locked or the quoted post deleted concurrently.
    if (!reply) throw new ApiError("conflict");
    defer(deliverNotices(env));
    return { reply: presentReply(reply, results.at(-1)?.[0] as ThreadRow, viewer, now), held: null };
  });
}
