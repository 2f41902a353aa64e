import { sql } from "drizzle-orm";
import { ApiError, fieldError } from "#domain/errors.ts";
import { createReplyRoute, createThreadRoute } from "#domain/forums/api.ts";
import { canReply, canSeeThread, type SubforumId } from "#domain/forums/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { type App, handle, type RequestContext } from "../http/handle.ts";
import { deliverNotices } from "../notifications/queue.ts";
import {
  HELD_MESSAGE,
  holdStatements,
  judge,
  type Post,
  printEntry,
  type ScreenRow,
  screenQuery,
} from "../spam/screen.ts";
import {
  isWritten,
  type NewReply,
  type NewThread,
  replyStatements,
  sameReply,
  sameThread,
  threadStatements,
} from "./commands.ts";
import { noThread } from "./find.ts";
import { namedQuery, quoteProblem, type ReplyReads, replyReads } from "./notices.ts";
import { factsOf, presentReply, presentThread } from "./present.ts";
import { type ReplyRow, repliesQuery, type ThreadRow, threadQuery } from "./queries.ts";

/** Keeps a text for staff where it has to wait; null where it passes. */
async function holdBack(
  { gate, env, now }: Pick<RequestContext, "gate" | "env" | "now">,
  known: ScreenRow | undefined,
  author: Actor,
  post: Post,
): Promise<{ id: number; message: string } | null> {
  const hold = judge(known, author, post, now, env);
  if (!hold) return null;
  const kept = (await gate.write(...holdStatements(author, post, hold, now))).flat();
  return { id: kept[0]?.id ?? 0, message: HELD_MESSAGE };
}

/** Refuses a reply that its author can't write there. */
function checkReply(author: Actor, { place: { quote_id } }: NewReply, { place, quoted }: ReplyReads): void {
  if (!place || !canSeeThread(author, factsOf(place))) throw noThread();
  if (!canReply(author, factsOf(place)))
    throw place.deleted_at === null
      ? new ApiError("thread_locked")
      : new ApiError("conflict", { message: "This thread was deleted. Restore it first." });
  if (quote_id === null) return;
  if (!quoted) throw fieldError("quote", "What you quote is not in this thread any more.");
  const problem = quoteProblem(author, quoted);
  if (problem) throw new ApiError(problem === "blocked_by_you" ? problem : "quote_refused");
}

/** What begins and continues threads. */
export function forumWriteRoutes(app: App): void {
  handle(app, createThreadRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const post: NewThread = {
      kind: "thread",
      place: { subforum_id: params.subforum as SubforumId },
      ...input,
    };
    const [named, [known]] = await gate.read(namedQuery(post.body, viewer), screenQuery(viewer, post, now));
    const held = await holdBack(call, known, viewer, post);
    if (held) return { thread: null, held };
    const same = sameThread(viewer, post, now);
    const [insert, begin, ...rest] = threadStatements(viewer, post, named, now);
    const answers = await gate.write(
      insert,
      begin,
      ...printEntry(viewer, post, now, isWritten(same)),
      ...rest,
      threadQuery(sql`(select thread_id from (${same}))`, viewer),
      repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
    );
    const thread = answers.at(-2)?.[0] as ThreadRow | undefined;
    if (!thread) throw new Error("a thread was begun and not found");
    defer(deliverNotices(env));
    return { thread: presentThread(thread, answers.at(-1)?.[0] as ReplyRow, viewer, now), held: null };
  });

  handle(app, createReplyRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const place = { thread_id: params.id, quote_id: input.quote ?? null };
    const post: NewReply = { kind: "reply", place, body: input.body };
    const [[thread], [quoted], named, [known]] = await gate.read(
      ...replyReads(post, viewer),
      screenQuery(viewer, post, now),
    );
    const reads = { place: thread, quoted, named };
    checkReply(viewer, post, reads);
    const held = await holdBack(call, known, viewer, post);
    if (held) return { reply: null, held };
    const same = sameReply(viewer, post, now);
    const [insert, ...rest] = replyStatements(viewer, post, reads, now);
    const answers = await gate.write(
      insert,
      ...printEntry(viewer, post, now, isWritten(same)),
      ...rest,
      repliesQuery(sql`r.id = (select id from (${same}))`, viewer),
      threadQuery(params.id, viewer),
    );
    const reply = answers.at(-2)?.[0] as ReplyRow | undefined;
    // The thread was closed, or what is quoted deleted, since it was looked at.
    if (!reply) throw new ApiError("conflict");
    defer(deliverNotices(env));
    return { reply: presentReply(reply, answers.at(-1)?.[0] as ThreadRow, viewer, now), held: null };
  });
}
