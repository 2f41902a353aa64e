import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import type { Post } from "../spam/screen.ts";
import { type ForumNotice, forumNotices, type ReplyReads, type StandingRow, tellWritten } from "./notices.ts";
import { visitStatement } from "./unread.ts";

export type NewThread = Extract<Post, { kind: "thread" }>;
export type NewReply = Extract<Post, { kind: "reply" }>;

/** The same text again within so many milliseconds is the same press of a button. */
const SAME_PRESS = 10_000;

/** The newest thread of somebody, as an expression: in the batch that writes one it is that one. */
const newestThread = (userId: number) => sql`(select max(id) from threads where user_id = ${userId})`;

/** What this very batch has written has this for a count of edits until its last statement: others never see it. */
const JUST_NOW = sql.raw("-1");

/** Where somebody's newest thread is the one that is being written, as a select of what it begins with: `id, thread_id`. */
export const sameThread = ({ id }: Pick<Actor, "id">, { place, title, body }: NewThread, now: number): SQL =>
  sql`select r.id, r.thread_id from threads t cross join replies r on r.thread_id = t.id and r.position = 0
    where t.id = ${newestThread(id)} and t.subforum_id = ${place.subforum_id} and t.title = ${title} and r.body = ${body}
      and t.created_at > ${now - SAME_PRESS} and t.deleted_at is null`;

/** The same of a reply: the newest of its thread. */
export const sameReply = ({ id }: Pick<Actor, "id">, { place, body }: NewReply, now: number): SQL =>
  sql`select r.id, r.thread_id from threads t cross join replies r on r.thread_id = t.id and r.position = t.replies_count
    where t.id = ${place.thread_id} and r.position > 0 and r.user_id = ${id} and r.body = ${body}
      and r.quote_id is ${place.quote_id} and r.created_at > ${now - SAME_PRESS} and r.deleted_at is null`;

const justNow = (same: SQL): SQL => sql`select r.* from (${same}) s cross join replies r on r.id = s.id
  and r.edits_count = ${JUST_NOW}`;

/** Whether this very batch has written it: a condition for what stands between the first and the last of its statements. */
export const isWritten = (same: SQL): SQL => sql`exists (${justNow(same)})`;

/** Has its author have read it, tells of it, and ends its being just written. */
const settle = (author: Actor, same: SQL, notices: readonly ForumNotice[], now: number): Statement[] => [
  statement(
    visitStatement(
      author.id,
      sql`(select thread_id from (${justNow(same)}))`,
      sql`(select position from (${justNow(same)}))`,
      now,
    ),
  ),
  ...tellWritten(notices, justNow(same), now),
  statement(sql`update replies set edits_count = 0 where id = (select id from (${justNow(same)}))`),
];

/**
 * Statements that begin a thread under a condition, tell whom it names (`namedQuery`), and note that its author has read
 * it; the first one answers its id where it was begun. The same twice is once.
 */
export function threadStatements(
  author: Actor,
  post: NewThread,
  named: readonly StandingRow[],
  now: number,
  when: SQL = sql`true`,
): [Statement<{ id: number }>, Statement, ...Statement[]] {
  const { place, title, body } = post;
  const same = sameThread(author, post, now);
  const reads = { place: undefined, quoted: undefined, named };
  return [
    statement(sql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
      select ${place.subforum_id}, ${author.id}, ${title}, ${now}, ${now} where not exists (${same}) and ${when} returning id`),
    // A thread without a beginning is the one of the statement before.
    statement(sql`insert into replies (thread_id, position, user_id, body, edits_count, created_at)
      select t.id, 0, ${author.id}, ${body}, ${JUST_NOW}, ${now} from threads t where t.id = ${newestThread(author.id)}
        and not exists (select 1 from replies where thread_id = t.id)`),
    ...settle(author, same, forumNotices(author, title, reads), now),
  ];
}

/**
 * The same of a reply (`replyReads`): it gets the next number in the thread, if that is open to its author at that moment
 * and what it quotes still stands there.
 */
export function replyStatements(
  author: Actor,
  post: NewReply,
  reads: ReplyReads,
  now: number,
  when: SQL = sql`true`,
): [Statement<{ id: number }>, ...Statement[]] {
  const { thread_id, quote_id } = post.place;
  const same = sameReply(author, post, now);
  const quotes =
    quote_id === null
      ? sql`true`
      : sql`exists (select 1 from replies where id = ${quote_id} and thread_id = t.id and deleted_at is null)`;
  return [
    statement(sql`insert into replies (thread_id, position, user_id, body, quote_id, edits_count, created_at)
      select t.id, t.replies_count + 1, ${author.id}, ${post.body}, ${quote_id}, ${JUST_NOW}, ${now} from threads t
      where t.id = ${thread_id} and t.deleted_at is null and ${openTo(author)} and ${quotes}
        and not exists (${same}) and ${when} returning id`),
    ...settle(author, same, forumNotices(author, reads.place?.title ?? "", reads), now),
  ];
}

/** Whether thread `t` takes what this person writes. */
const openTo = (actor: Actor): SQL => (isStaff(actor) ? sql`true` : sql`t.locked = 0`);

/** What a reply shall say; with a title where it is what a thread begins with. */
export interface Edit {
  reply_id: number;
  thread_id: number;
  title: string | null;
  body: string;
}

/** Whether an edit would change anything, and may: a condition that the edit itself ends. */
export function isEdited({ reply_id, title, body }: Edit, editor: Actor): SQL {
  const titled = title === null ? sql`false` : sql`r.position = 0 and t.title <> ${title}`;
  return sql`exists (select 1 from replies r cross join threads t on t.id = r.thread_id where r.id = ${reply_id}
    and r.deleted_at is null and t.deleted_at is null and ${openTo(editor)} and (r.body <> ${body} or ${titled}))`;
}

/** Statements that change a reply and keep what it was. */
export function editStatements(edit: Edit, editor: Actor, now: number): Statement[] {
  const { reply_id, thread_id, title, body } = edit;
  const edited = isEdited(edit, editor);
  return [
    statement(sql`insert into reply_edits (reply_id, user_id, title, body, created_at)
      select r.id, ${editor.id}, case when r.position = 0 then t.title end, r.body, ${now}
      from replies r cross join threads t on t.id = r.thread_id where r.id = ${reply_id} and ${edited}`),
    statement(sql`update replies set body = ${body}, edits_count = edits_count + 1, edited_at = ${now}
      where id = ${reply_id} and ${edited}`),
    ...(title === null
      ? []
      : [
          statement(sql`update threads as t set title = ${title} where t.id = ${thread_id} and t.title <> ${title}
            and t.deleted_at is null and ${openTo(editor)}`),
        ]),
  ];
}

/** Statements that take a reply away; with what a thread begins with goes the thread. */
export const removeReplyStatements = (
  id: number,
  by: Pick<Actor, "id">,
  now: number,
  when: SQL = sql`true`,
): Statement[] => [
  statement(sql`update replies set deleted_at = ${now}, deleted_by = ${by.id}
    where id = ${id} and position > 0 and deleted_at is null and ${when}`),
  statement(sql`update threads set deleted_at = ${now}, deleted_by = ${by.id}
    where id = (select thread_id from replies where id = ${id} and position = 0) and deleted_at is null and ${when}`),
];

export const removeThreadStatements = (
  id: number,
  by: Pick<Actor, "id">,
  now: number,
  when: SQL = sql`true`,
): Statement[] => [
  statement(sql`update threads set deleted_at = ${now}, deleted_by = ${by.id}
    where id = ${id} and deleted_at is null and ${when}`),
];

export const moveThreadStatements = (id: number, subforum: number, when: SQL = sql`true`): Statement[] => [
  statement(
    sql`update threads set subforum_id = ${subforum} where id = ${id} and subforum_id <> ${subforum} and ${when}`,
  ),
];

export const lockThreadStatements = (id: number, locked: boolean, when: SQL = sql`true`): Statement[] => [
  statement(sql`update threads set locked = ${locked ? 1 : 0}
    where id = ${id} and locked <> ${locked ? 1 : 0} and ${when}`),
];

/** Whether a reply or thread stands. */
export const stands = (kind: "reply" | "thread", id: number): SQL =>
  kind === "reply"
    ? sql`exists (select 1 from replies where id = ${id} and deleted_at is null)`
    : sql`exists (select 1 from threads where id = ${id} and deleted_at is null)`;

/** Brings a reply back: staff any, others what they have deleted themselves. */
export const restoreReply = (id: number, by: Actor, when: SQL): Statement =>
  statement(sql`update replies set deleted_at = null, deleted_by = null
    where id = ${id} and deleted_at is not null and ${isStaff(by) ? sql`true` : sql`deleted_by = ${by.id}`} and ${when}`);

export const restoreThread = (id: number): Statement =>
  statement(
    sql`update threads set deleted_at = null, deleted_by = null where id = ${id} and deleted_at is not null`,
  );

export const pinThread = (id: number, pinned: boolean): Statement =>
  statement(
    sql`update threads set pinned = ${pinned ? 1 : 0} where id = ${id} and pinned <> ${pinned ? 1 : 0}`,
  );
