import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { insertComment } from "../comments/commands.ts";
import { commentNotices, mentionedQuery } from "../comments/notices.ts";
import { canSeeCommentTarget, commentProblem, commentTargetQuery } from "../comments/targets.ts";
import { replyStatements, threadStatements } from "../forums/commands.ts";
import { mentionedOutsideQuotesQuery, quoteProblem, replyContextQueries } from "../forums/notices.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { queueNotices } from "../notifications/queue.ts";
import type { Post } from "./screen.ts";

const closedError = () =>
  new ApiError("conflict", { message: "Its place no longer exists. You can only decline it." });

/**
 * Returns the statements that write a held post under a condition, as if its author had just sent it,
 * including notices to mentioned and quoted users and those replied to. The first statement inserts the row.
 * One round trip; throws `conflict` if the target was deleted or closed to the author.
 */
export async function writeHeldPost(
  gate: SessionGate,
  author: Actor,
  post: Post,
  now: number,
  when: SQL,
): Promise<Statement[]> {
  switch (post.kind) {
    case "comment": {
      const comment = { ...post.place, body: post.body };
      const [[target], mentioned] = await gate.read(
        commentTargetQuery(comment.type, comment.id, author),
        mentionedQuery(comment.body, author),
      );
      if (!canSeeCommentTarget(target, author) || commentProblem(comment.type, target, author))
        throw closedError();
      const notices = commentNotices(comment.type, comment.id, target, author, mentioned);
      return [insertComment(comment, author, now, when), ...queueNotices(notices, now, when)];
    }
    case "thread": {
      const [named] = await gate.read(mentionedOutsideQuotesQuery(post.body, author));
      return threadStatements(author, post, named, now, when);
    }
    case "reply": {
      const [[place], [quoted], named] = await gate.read(...replyContextQueries(post, author));
      if (!place || place.deleted_at !== null || (place.locked === 1 && !isStaff(author)))
        throw closedError();
      // The quote may be deleted by now, or its author may not be notifiable: the reply keeps the quoted
      // text.
      const isOpen = quoted && quoteProblem(author, quoted) === null;
      const reply = isOpen ? post : { ...post, place: { ...post.place, quote_id: null } };
      return replyStatements(
        author,
        reply,
        { thread: place, quoted: isOpen ? quoted : undefined, mentioned: named },
        now,
        when,
      );
    }
  }
}
