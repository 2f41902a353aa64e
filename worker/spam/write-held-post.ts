import type { SQL } from "drizzle-orm";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { insertComment } from "../comments/commands.ts";
import { commentNotices, mentionedQuery } from "../comments/notices.ts";
import { canSeeCommentTarget, commentProblem, commentTargetQuery } from "../comments/targets.ts";
import { replyStatements, threadStatements, type WrittenPost } from "../forums/commands.ts";
import {
  mentionedOutsideQuotesQuery,
  quoteProblem,
  replyContextQueries,
  toReplyContext,
} from "../forums/notices.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { queueNotices } from "../notifications/queue.ts";
import type { Post } from "./screen.ts";

const closedError = () =>
  new ApiError("conflict", { message: "Its place no longer exists. You can only decline it." });

/**
 * Returns the statements that write a held post under a condition, as if its author had just sent it,
 * including notices to mentioned and quoted users and those replied to.
 * One round trip; throws `conflict` if the target was deleted or closed to the author.
 */
export async function writeHeldPost(
  gate: SessionGate,
  author: Actor,
  post: Post,
  now: number,
  when: SQL,
): Promise<WrittenPost> {
  switch (post.kind) {
    case "comment": {
      const comment = { ...post.place, body: post.body };
      const {
        target: [target],
        mentioned,
      } = await gate.read({
        target: commentTargetQuery(comment.type, comment.id, author),
        mentioned: mentionedQuery(comment.body, author),
      });
      if (!canSeeCommentTarget(target, author) || commentProblem(comment.type, target, author))
        throw closedError();
      const notices = commentNotices(comment.type, comment.id, target, author, mentioned);
      return {
        insert: { comment: insertComment(comment, author, now, when) },
        isInserted: when,
        finish: queueNotices(notices, now, when),
      };
    }
    case "thread": {
      const mentioned = await gate.all(mentionedOutsideQuotesQuery(post.body, author));
      return threadStatements(author, post, mentioned, now, when);
    }
    case "reply": {
      const context = toReplyContext(await gate.read(replyContextQueries(post, author)));
      const { thread, quoted } = context;
      if (!thread || thread.deleted_at !== null || (thread.locked === 1 && !isStaff(author)))
        throw closedError();
      // The quote may be deleted by now, or its author may not be notifiable: the reply keeps the quoted
      // text.
      const isOpen = quoted && quoteProblem(author, quoted) === null;
      const reply = isOpen ? post : { ...post, place: { ...post.place, quote_id: null } };
      const reads = { ...context, quoted: isOpen ? quoted : undefined };
      return replyStatements(author, reply, reads, now, when);
    }
  }
}
