import { type Batch, type SQL, type Statement, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { insertComment } from "../comments/commands.ts";
import { commentNotices } from "../comments/notices.ts";
import { canSeeCommentTarget, commentProblem, commentTargetQuery } from "../comments/targets.ts";
import type { Author } from "../forums/commands.ts";
import {
  mentionedUsersQuery,
  quoteProblem,
  quoteRelationshipQuery,
  replyContextQueries,
  toReplyContext,
} from "../forums/notices.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { queueNoticesOf } from "../notifications/queue.ts";
import type { PostContext } from "../outbox/effects.ts";
import type { NewReply, NewThread, Post } from "./post.ts";

export const closedError = () =>
  new ApiError("conflict", { message: "Its place no longer exists. You can only decline it." });

/**
 * Returns the statements that write a held comment under a condition, as if its author had just sent it, including notices.
 * One round trip; throws `conflict` if the target was deleted or closed to the author.
 */
export async function heldCommentStatements(
  gate: SessionGate,
  author: Actor,
  post: Extract<Post, { kind: "comment" }>,
  now: number,
  when: SQL,
): Promise<{ insert: Batch; finish: Statement[] }> {
  const comment = { ...post.place, body: post.body };
  const {
    target: [target],
  } = await gate.read({ target: commentTargetQuery(comment.type, comment.id, author) });
  if (!canSeeCommentTarget(target, author) || commentProblem(comment.type, target, author))
    throw closedError();
  return {
    insert: { comment: insertComment(comment, author, now, when) },
    finish: [queueNoticesOf(sql`select * from (${commentNotices(comment, author)}) where ${when}`, now)],
  };
}

/**
 * Returns a held forum post with what it's published with. Throws `conflict` if its thread was deleted or closed to the author;
 * publishing it checks that once more.
 */
export async function heldPostWithContext(
  gate: SessionGate,
  author: Author,
  post: NewThread | NewReply,
): Promise<{ post: NewThread | NewReply; context: PostContext }> {
  const named = gate.all(mentionedUsersQuery(post.body, author));
  if (post.kind === "thread") {
    const mentioned = (await named).map(({ id }) => id);
    return { post, context: { thread: null, quoted: null, mentioned } };
  }
  const [users, found] = await Promise.all([named, gate.forum.read(replyContextQueries(post))]);
  const mentioned = users.map(({ id }) => id);
  const { thread, quoted } = toReplyContext(found);
  if (!thread || thread.deleted_at !== null || (thread.locked === 1 && !isStaff(author))) throw closedError();
  const relationship = quoted === null ? undefined : await gate.first(quoteRelationshipQuery(author, quoted));
  // The quote may be deleted by now, or its author may not be notifiable: the reply keeps the quoted text.
  const isOpen = relationship !== undefined && quoteProblem(author, relationship) === null;
  const reply = isOpen ? post : { ...post, place: { ...post.place, quote_id: null } };
  return { post: reply, context: { thread, quoted: isOpen ? quoted : null, mentioned } };
}
