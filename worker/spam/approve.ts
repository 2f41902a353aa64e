import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { insertComment } from "../comments/commands.ts";
import { commentNotices, mentionedQuery } from "../comments/notices.ts";
import { canSeeTarget, commentProblem, targetQuery } from "../comments/targets.ts";
import { replyStatements, threadStatements } from "../forums/commands.ts";
import { namedQuery, quoteProblem, replyReads } from "../forums/notices.ts";
import type { SessionGate } from "../http/gate.ts";
import { queueNotices } from "../notifications/queue.ts";
import type { Post } from "./screen.ts";

const gone = () =>
  new ApiError("conflict", { message: "There is no place for this any more. It can only be declined." });

/**
 * The statements that write what was held, under a condition, as if its author had just sent it: who is named, quoted or
 * answered is told now. The first of them is the row itself. One round of reads; a conflict where its place is gone or
 * closed to its author.
 */
export async function writeHeld(
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
        targetQuery(comment.type, comment.id, author),
        mentionedQuery(comment.body, author),
      );
      if (!canSeeTarget(target, author) || commentProblem(comment.type, target, author)) throw gone();
      const notices = commentNotices(comment.type, comment.id, target, author, mentioned);
      return [insertComment(comment, author, now, when), ...queueNotices(notices, now, when)];
    }
    case "thread": {
      const [named] = await gate.read(namedQuery(post.body, author));
      return threadStatements(author, post, named, now, when);
    }
    case "reply": {
      const [[place], [quoted], named] = await gate.read(...replyReads(post, author));
      if (!place || place.deleted_at !== null || (place.locked === 1 && !isStaff(author))) throw gone();
      // What it quotes may be gone by now, or its author not to be told: the words of it stand in the text.
      const isOpen = quoted && quoteProblem(author, quoted) === null;
      const reply = isOpen ? post : { ...post, place: { ...post.place, quote_id: null } };
      return replyStatements(author, reply, { place, quoted: isOpen ? quoted : undefined, named }, now, when);
    }
  }
}
