import { type Batch, type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import {
  type ForumEffect,
  type MainEffect,
  type PostContext,
  storeEffects,
  storeEffectsOf,
} from "../outbox/effects.ts";
import type { NewReply, NewThread } from "../spam/post.ts";
import { newPostEffects, newPostNotices } from "./notices.ts";
import { type Reader, visitStatement } from "./unread.ts";

/** The same text again within this many milliseconds counts as a double click. */
const DOUBLE_CLICK_MS = 10_000;

/** A user's newest thread, as an expression. Inside the batch that inserts a thread it's that one. */
const newestThread = (userId: number) => sql`(select max(id) from threads where user_id = ${userId})`;

/** Selects `id, thread_id` of the first post if the user's newest thread is the one being posted. */
export const duplicateThread = ({ id }: Pick<Actor, "id">, { place, title, body }: NewThread, now: number) =>
  sql`select r.id, r.thread_id from threads t cross join replies r on r.thread_id = t.id and r.position = 0
    where t.id = ${newestThread(id)} and t.subforum_id = ${place.subforum_id} and t.title = ${title} and r.body = ${body}
      and t.created_at > ${now - DOUBLE_CLICK_MS} and t.deleted_at is null`;

/** The same for a reply, which must be the newest of its thread. */
export const duplicateReply = ({ id }: Pick<Actor, "id">, { place, body }: NewReply, now: number): SQL =>
  sql`select r.id, r.thread_id from threads t cross join replies r on r.thread_id = t.id and r.position = t.replies_count
    where t.id = ${place.thread_id} and r.position > 0 and r.user_id = ${id} and r.body = ${body}
      and r.quote_id is ${place.quote_id} and r.created_at > ${now - DOUBLE_CLICK_MS} and r.deleted_at is null`;

/** The author of a post. */
export type Author = Actor & Reader;

/** The statements that write a post, in this order. */
export interface WrittenPost {
  insert: Batch;
  /** Condition: this batch inserted the post, so it's neither a duplicate nor rejected. */
  isInserted: SQL;
  /** Marks it read for its author and stores its effects on the main database: notifications, the first-night stamp and others. */
  finish: Statement[];
}

/** The parts of a post that its statements need. */
interface PostParts {
  insert: Batch;
  guard: Guard;
  /** Selects the id of the post once it's inserted, or of the post that it duplicates. */
  same: SQL;
  title: string;
  context: PostContext;
  effects: readonly MainEffect[];
}

function writtenPost(
  author: Author,
  { insert, guard, same, title, context, effects }: PostParts,
  now: number,
): WrittenPost {
  const isOwn = sql`id = (select id from (${same}))`;
  const inserted = sql`select id, thread_id, position from replies where ${isOwn} and ${guard.isOwn}`;
  const [thread, position] = [
    sql`(select thread_id from (${inserted}))`,
    sql`(select position from (${inserted}))`,
  ];
  const all = [
    ...effects,
    { type: "stamp", user_id: author.id, stamp: "write" } as const,
    ...newPostNotices(author, title, context),
  ];
  return {
    insert,
    isInserted: guard.wrote("replies", isOwn),
    finish: [
      statement(visitStatement(author, thread, position, now)),
      storeEffectsOf("main", sql`select ${newPostEffects(all)} as effects from (${inserted}) r`, now),
    ],
  };
}

/** Statements that start a thread if `when` holds. `effects` are those besides what every post sets off. */
export function threadStatements(
  author: Author,
  post: NewThread,
  { context, effects }: Pick<PostParts, "context" | "effects">,
  now: number,
  when: SQL = sql`true`,
): WrittenPost {
  const { place, title, body } = post;
  const same = duplicateThread(author, post, now);
  const guard = new Guard();
  const insert = {
    thread: statement`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
      select ${place.subforum_id}, ${author.id}, ${title}, ${now}, ${now} where not exists (${same}) and ${when}`,
    // A thread without a first post is the one from the previous statement.
    opening: statement`insert into replies (thread_id, position, user_id, body, stamp, created_at)
      select t.id, 0, ${author.id}, ${body}, ${guard.stamp}, ${now} from threads t where t.id = ${newestThread(author.id)}
        and not exists (select 1 from replies where thread_id = t.id)`,
  };
  return writtenPost(author, { insert, guard, same, title, context, effects }, now);
}

/** A reply with the next number, if its author can still reply and the quoted post still exists. */
export function replyStatements(
  author: Author,
  post: NewReply,
  { context, effects }: Pick<PostParts, "context" | "effects">,
  now: number,
  when: SQL = sql`true`,
): WrittenPost {
  const { thread_id, quote_id } = post.place;
  const same = duplicateReply(author, post, now);
  const quoteExists =
    quote_id === null
      ? sql`true`
      : sql`exists (select 1 from replies where id = ${quote_id} and thread_id = t.id and deleted_at is null)`;
  const guard = new Guard();
  const insert = {
    reply: statement`insert into replies (thread_id, position, user_id, body, quote_id, stamp, created_at)
      select t.id, t.replies_count + 1, ${author.id}, ${post.body}, ${quote_id}, ${guard.stamp}, ${now} from threads t
      where t.id = ${thread_id} and t.deleted_at is null and ${acceptsPostsFrom(author)} and ${quoteExists}
        and not exists (${same}) and ${when}`,
  };
  const title = context.thread?.title ?? "";
  return writtenPost(author, { insert, guard, same, title, context, effects }, now);
}

/** Condition: thread `t` accepts posts from this user. */
const acceptsPostsFrom = (actor: Actor): SQL => (isStaff(actor) ? sql`true` : sql`t.locked = 0`);

/** The new text of a post, with a title if it's the first post of its thread. */
export interface PostEdit {
  reply_id: number;
  thread_id: number;
  title: string | null;
  body: string;
}

/** Condition: the edit changes something and is allowed. The edit itself ends it. */
export function changesPost({ reply_id, title, body }: PostEdit, editor: Actor): SQL {
  const titleChanges = title === null ? sql`false` : sql`r.position = 0 and t.title <> ${title}`;
  return sql`exists (select 1 from replies r cross join threads t on t.id = r.thread_id where r.id = ${reply_id}
    and r.deleted_at is null and t.deleted_at is null and ${acceptsPostsFrom(editor)} and (r.body <> ${body} or ${titleChanges}))`;
}

/** Statements that edit a post and store its previous version. */
export function editStatements(edit: PostEdit, editor: Actor, now: number): Statement[] {
  const { reply_id, thread_id, title, body } = edit;
  const isChanged = changesPost(edit, editor);
  return [
    statement`insert into reply_edits (reply_id, user_id, title, body, created_at)
      select r.id, ${editor.id}, case when r.position = 0 then t.title end, r.body, ${now}
      from replies r cross join threads t on t.id = r.thread_id where r.id = ${reply_id} and ${isChanged}`,
    statement`update replies set body = ${body}, edits_count = edits_count + 1, edited_at = ${now}
      where id = ${reply_id} and ${isChanged}`,
    ...(title === null
      ? []
      : [
          statement`update threads as t set title = ${title} where t.id = ${thread_id} and t.title <> ${title}
            and t.deleted_at is null and ${acceptsPostsFrom(editor)}`,
        ]),
  ];
}

/** Statements that delete a reply. Deleting the first post deletes the thread. */
export const removeReplyStatements = (
  id: number,
  by: Pick<Actor, "id">,
  now: number,
  when: SQL = sql`true`,
): Statement[] => [
  statement`update replies set deleted_at = ${now}, deleted_by = ${by.id}
    where id = ${id} and position > 0 and deleted_at is null and ${when}`,
  statement`update threads set deleted_at = ${now}, deleted_by = ${by.id}
    where id = (select thread_id from replies where id = ${id} and position = 0) and deleted_at is null and ${when}`,
];

export const removeThreadStatements = (
  id: number,
  by: Pick<Actor, "id">,
  now: number,
  when: SQL = sql`true`,
): Statement[] => [
  statement`update threads set deleted_at = ${now}, deleted_by = ${by.id}
    where id = ${id} and deleted_at is null and ${when}`,
];

export const moveThreadStatements = (id: number, subforum: number, when: SQL = sql`true`): Statement[] => [
  statement`update threads set subforum_id = ${subforum} where id = ${id} and subforum_id <> ${subforum} and ${when}`,
];

export const lockThreadStatements = (id: number, locked: boolean, when: SQL = sql`true`): Statement[] => [
  statement`update threads set locked = ${locked ? 1 : 0}
    where id = ${id} and locked <> ${locked ? 1 : 0} and ${when}`,
];

/** Statements that delete what belongs only to a deleted account. */
export const forgetMemberStatements = (userId: number, when: SQL): Statement[] =>
  ["bookmarks", "bookmark_counts", "thread_visits", "forum_visits", "keyed_calls"].map(
    (table) => statement`delete from ${sql.raw(table)} where user_id = ${userId} and ${when}`,
  );

/** Condition: the reply or thread isn't deleted. */
export const isNotDeleted = (kind: "reply" | "thread", id: number): SQL =>
  kind === "reply"
    ? sql`exists (select 1 from replies where id = ${id} and deleted_at is null)`
    : sql`exists (select 1 from threads where id = ${id} and deleted_at is null)`;

/** Restores a reply: any reply for staff, their own deletions for others. */
export const restoreReplyStatement = (id: number, by: Actor, when: SQL): Statement =>
  statement`update replies set deleted_at = null, deleted_by = null
    where id = ${id} and deleted_at is not null and ${isStaff(by) ? sql`true` : sql`deleted_by = ${by.id}`} and ${when}`;

// Removals are rows of the main database (worker/moderation/removals.ts), and what was removed is in the forums' one.

type Kind = "thread" | "reply";

const NAME_LENGTH = 60;

/** The beginning of a reply, by which its removal is remembered. */
export const removalName = (body: string): string => [...body].slice(0, NAME_LENGTH).join("");

/** Statements that remove a post or a thread for staff. */
export const removePostStatements = (
  kind: Kind,
  id: number,
  staff: Pick<Actor, "id">,
  now: number,
  when: SQL,
): Statement[] => (kind === "thread" ? removeThreadStatements : removeReplyStatements)(id, staff, now, when);

/** Statements that bring back what was removed at that time. Removing the first post removes its thread. */
export function restorePostStatements(kind: Kind, id: number, removedAt: number, when: SQL): Statement[] {
  const restore = (table: SQL, which: SQL) =>
    statement`update ${table} set deleted_at = null, deleted_by = null
      where id = ${which} and deleted_at = ${removedAt} and ${when}`;
  if (kind === "thread") return [restore(sql`threads`, sql`${id}`)];
  return [
    restore(sql`replies`, sql`${id}`),
    restore(sql`threads`, sql`(select thread_id from replies where id = ${id} and position = 0)`),
  ];
}

/** Selects the id of what is still as a removal at that time left it. */
export const removedPostQuery = (kind: Kind, id: number, removedAt: number) =>
  statement<Columns<"threads", "id">>(
    kind === "thread"
      ? sql`select id from threads where id = ${id} and deleted_at = ${removedAt}`
      : sql`select p.id from replies p cross join threads t on t.id = p.thread_id where p.id = ${id}
          and case p.position when 0 then t.deleted_at else p.deleted_at end = ${removedAt}`,
  );

/** Publishes a held post with the effects of its approval, or queues it again if its place is gone. */
export function publishStatements(
  { held_id, author, post, context, effects }: Extract<ForumEffect, { type: "publish" }>,
  now: number,
  when: SQL,
): Statement[] {
  const more = { context, effects };
  const { insert, isInserted, finish } =
    post.kind === "thread"
      ? threadStatements(author, post, more, now, when)
      : replyStatements(author, post, more, now, when);
  const heldBack: MainEffect = { type: "held_back", held_id };
  return [
    ...(Object.values(insert) as Statement[]),
    ...finish,
    ...storeEffects("main", [heldBack], now, sql`${when} and not ${isInserted}`),
  ];
}
