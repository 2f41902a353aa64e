import {
  type Batch,
  type Cell,
  type Columns,
  first,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { type Actor, isStaff, type Role } from "#domain/auth/roles.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { subforumUrl, threadUrl } from "#domain/forums/view.ts";
import type { HELD_STATES, HeldPost } from "#domain/spam/api.ts";
import { isNewcomer } from "#domain/spam/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import {
  canSeeCommentTarget,
  commentNotices,
  commentProblem,
  commentTargetQuery,
  insertComment,
} from "../comments/targets.ts";
import type { Author } from "../forums/commands.ts";
import {
  mentionedUsersQuery,
  quoteProblem,
  quoteRelationshipQuery,
  replyContextQueries,
  toReplyContext,
} from "../forums/notices.ts";
import { threadTitlesQuery } from "../forums/queries.ts";
import { orderBy, type PageSlice } from "../http/pagination.ts";
import { effectiveRole } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { waitingPostIds } from "../moderation/case-queries.ts";
import { queueNoticesOf } from "../notifications/queue.ts";
import type { PostContext } from "../outbox/effects.ts";
import {
  presentUser,
  presentUserJson,
  type UserColumns,
  userColumns,
  userJsonColumn,
} from "../users/present.ts";
import type { NewReply, NewThread, Post } from "./post.ts";

export interface HeldRow
  extends UserColumns,
    Columns<
      "held_posts",
      "id" | "place" | "title" | "body" | "found" | "reason" | "decided_at" | "created_at"
    >,
    Columns<"users", "email_verified_at"> {
  kind: Post["kind"];
  why: HeldPost["why"];
  state: (typeof HELD_STATES)[number];
  /** The staff member who decided (`userJsonColumn`). */
  decided_by: string | null;
  /** When the author signed up. */
  joined_at: Cell<"users", "created_at">;
  role: Role;
  /** The target's name; null if it was deleted. Threads get theirs from `namePlaces`. */
  place_name: string | null;
}

const heldRows = (page: ReturnType<typeof sql>): Statement<HeldRow & { total: number }> =>
  statement`with page as (${page})
    select h.id, h.kind, h.place, h.title, h.body, h.why, h.found, h.state, h.reason, h.decided_at, h.created_at,
      ${userColumns}, u.created_at as joined_at, u.email_verified_at, ${effectiveRole} as role,
      (select ${userJsonColumn("d")} from users d where d.id = h.decided_by) as decided_by,
      case h.kind when 'comment' then case h.place ->> 'type' when 'level' then (select title from levels where id = h.place ->> 'id')
          when 'item' then (select name from items where id = h.place ->> 'id')
          else (select username from users where id = h.place ->> 'id') end end as place_name,
      (select value from counters where name = 'held:' || h.state) as total
    from page p cross join held_posts h on h.id = p.id cross join users u on u.id = h.user_id`;

/** Selects a page of held posts: the waiting ones oldest first, the decided ones newest first. */
export const heldPageQuery = (state: HeldRow["state"], { limit, offset, reverse }: PageSlice) =>
  heldRows(sql`select id from held_posts where state = ${state}
    order by ${orderBy(["id"], state === "waiting" ? "asc" : "desc", reverse)} limit ${limit} offset ${offset}`);

/** A user's waiting posts; `userId` is an expression for their id. */
export const heldUserQuery = (userId: SQL) => heldRows(waitingPostIds(userId));

export const heldOneQuery = (id: number) => heldRows(sql`select id from held_posts where id = ${id}`);

/** Adds the titles of the threads that replies wait for, which are in the forums' database. No round trip without any. */
export async function namePlaces<Row extends HeldRow>(
  gate: SessionGate,
  rows: readonly Row[],
): Promise<Row[]> {
  const threadOf = (row: Row) => {
    const post = postOf(row);
    return post.kind === "reply" ? post.place.thread_id : null;
  };
  const ids = rows.map(threadOf).filter((id) => id !== null);
  if (ids.length === 0) return [...rows];
  const titles = new Map((await gate.forum.all(threadTitlesQuery(ids))).map(({ id, title }) => [id, title]));
  return rows.map((row) => {
    const id = threadOf(row);
    return id === null ? row : { ...row, place_name: titles.get(id) ?? null };
  });
}

/** Returns a held row as the post that was screened. */
export function postOf({ kind, place, title, body }: HeldRow): Post {
  const where: unknown = JSON.parse(place);
  return (kind === "thread" ? { kind, place: where, title, body } : { kind, place: where, body }) as Post;
}

const COMMENT_URLS: Record<CommentTarget, (id: number, name: string) => string> = {
  level: (id) => `/levels/${id}#comments`,
  item: (id) => `/items/${id}#comments`,
  user: (_, name) => `/users/${name}#comments`,
};

/** Returns the name and URL of the post's target. */
export function placeOf(row: HeldRow): { name: string; url: string } {
  const post = postOf(row);
  const name = row.place_name ?? "something that is gone";
  switch (post.kind) {
    case "thread": {
      const id = post.place.subforum_id as SubforumId;
      return { name: SUBFORUMS[id].name, url: subforumUrl(id) };
    }
    case "reply":
      return { name, url: threadUrl(post.place.thread_id) };
    case "comment":
      return { name, url: COMMENT_URLS[post.place.type](post.place.id, name) };
  }
}

export const presentHeld = (row: HeldRow, now: number): HeldPost => ({
  id: row.id,
  kind: row.kind,
  user: presentUser(row, now),
  newcomer: isNewcomer({ created_at: row.joined_at, email_verified_at: row.email_verified_at }, now),
  title: row.title,
  body: row.body,
  why: row.why,
  found: row.found,
  place: placeOf(row),
  state: row.state,
  reason: row.reason,
  decided_by: presentUserJson(row.decided_by, now),
  decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
  ...createdTimes(row.created_at),
});

export const closedError = () =>
  new ApiError("conflict", { message: "Its place no longer exists. You can only decline it." });

/** Writes a held comment under a condition, with notices. One round trip; throws `conflict` if it can't be. */
export async function heldCommentStatements(
  gate: SessionGate,
  author: Actor,
  post: Extract<Post, { kind: "comment" }>,
  now: number,
  when: SQL,
): Promise<{ insert: Batch; finish: Statement[] }> {
  const comment = { ...post.place, body: post.body };
  const { target } = await gate.read({ target: first(commentTargetQuery(comment.type, comment.id, author)) });
  if (!canSeeCommentTarget(target, author) || commentProblem(comment.type, target, author))
    throw closedError();
  return {
    insert: { comment: insertComment(comment, author, now, when) },
    finish: [queueNoticesOf(sql`select * from (${commentNotices(comment, author)}) where ${when}`, now)],
  };
}

/** A held forum post and its context. Throws `conflict` if its thread is gone; publishing checks again. */
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
