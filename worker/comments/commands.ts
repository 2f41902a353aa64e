import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { Post } from "../spam/post.ts";

/** A comment to insert; the body is the text as typed. */
export interface NewComment {
  type: CommentTarget;
  id: number;
  body: string;
}

/** The comment in the form that spam screening expects. */
export const toPost = ({ type, id, body }: NewComment): Extract<Post, { kind: "comment" }> => ({
  kind: "comment",
  place: { type, id },
  body,
});

/** The statement that inserts a comment if `when` holds. */
export const insertComment = (
  { type, id, body }: NewComment,
  author: Pick<Actor, "id">,
  now: number,
  when: SQL = sql`true`,
): Statement =>
  statement`insert into comments (target_type, target_id, user_id, body, created_at)
    select ${type}, ${id}, ${author.id}, ${body}, ${now} where ${when}`;
