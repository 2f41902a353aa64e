import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { proseOf } from "#domain/forums/markdown/render.ts";
import { replyUrl } from "#domain/forums/view.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import { mentionedQuery } from "../comments/notices.ts";
import type { NewReply } from "./commands.ts";

/** Somebody who is told of what was written, before its number is known. */
export interface ForumNotice {
  user_id: number;
  notice: Pick<Notice, "type" | "actor" | "title">;
}

/** Somebody with what stands between them and the author. */
export interface StandingRow extends BetweenColumns {
  id: number;
}

/** A thread that is written in; `id` is whoever began it. */
export interface PlaceRow extends StandingRow {
  user_id: number;
  title: string;
  replies_count: number;
  locked: 0 | 1;
  deleted_at: number | null;
}

/** The people whom a text names outside of what it quotes, with what stands between them and its author. */
export const namedQuery = (body: string, author: Actor): Statement<StandingRow> =>
  mentionedQuery(proseOf(body), author);

/** How many of a reply's earlier texts are looked at for people who were told already. */
const EDITS_LOOKED_AT = 50;

/** The people whom a reply's new text names and none before it did; `reply` is its id. A name is no pattern. */
export const newlyNamedQuery = (reply: SQL, body: string, author: Actor): Statement<StandingRow> =>
  mentionedQuery(
    proseOf(body),
    author,
    sql`not exists (select 1 from (select body from replies where id = ${reply} union all
      select body from (select body from reply_edits where reply_id = ${reply} order by id desc limit ${EDITS_LOOKED_AT}))
      where lower(body) || ' ' glob '*@' || lower(u.username) || '[^a-z0-9_]*')`,
  );

/** The author of what is quoted, if that stands in this thread. */
const quotedQuery = ({ thread_id, quote_id }: NewReply["place"], author: Actor): Statement<StandingRow> =>
  statement(sql`select r.user_id as id, ${betweenColumns(sql`${author.id}`, sql`r.user_id`)} from replies r
    where r.id = ${quote_id} and r.thread_id = ${thread_id} and r.deleted_at is null`);

const placeQuery = (threadId: number, author: Actor): Statement<PlaceRow> =>
  statement(sql`select t.user_id as id, t.user_id, t.title, t.replies_count, t.locked, t.deleted_at,
      ${betweenColumns(sql`${author.id}`, sql`t.user_id`)} from threads t where t.id = ${threadId}`);

/** What is to be known before a reply is written: where, what it quotes, whom it names. */
export const replyReads = ({ place, body }: NewReply, author: Actor) =>
  [placeQuery(place.thread_id, author), quotedQuery(place, author), namedQuery(body, author)] as const;

/** The same as it was read. */
export interface ReplyReads {
  place: PlaceRow | undefined;
  quoted: StandingRow | undefined;
  named: readonly StandingRow[];
}

/** Why somebody can't be quoted, or null. */
export const quoteProblem = (author: Actor, quoted: BetweenColumns) =>
  contactProblem(author, betweenOf(quoted, PRIVACY.everyone));

/**
 * Who is told of what somebody writes: whom they quote, whom they name, and who began the thread. Nobody twice, nobody
 * across a block, never themselves.
 */
export function forumNotices(
  author: Actor,
  title: string,
  { place, quoted, named }: ReplyReads,
): ForumNotice[] {
  const told = new Set([author.id]);
  const tell = (type: "reply" | "mention", rows: readonly (StandingRow | undefined)[]) =>
    rows.flatMap((row) => {
      if (!row || told.has(row.id) || quoteProblem(author, row) !== null) return [];
      told.add(row.id);
      return [{ user_id: row.id, notice: { type, actor: author.id, title } }];
    });
  return [...tell("reply", [quoted]), ...tell("mention", named), ...tell("reply", [place])];
}

/**
 * The statement that puts such notices in the queue, in the batch that writes what they tell of: `written` selects its
 * `id` and `thread_id`, or nothing. The address is `replyUrl`'s.
 */
export function tellWritten(list: readonly ForumNotice[], written: SQL, now: number): Statement[] {
  if (list.length === 0) return [];
  return [
    statement(sql`insert into notices (user_id, notice, created_at)
      select n.value ->> 'user_id', json_set(n.value -> 'notice',
        '$.group', (n.value ->> '$.notice.type') || ':thread:' || r.thread_id,
        '$.url', '/forums/thread/' || r.thread_id || '?reply=' || r.id || '#reply-' || r.id), ${now}
      from (${written}) r cross join json_each(${JSON.stringify(list)}) n where true order by n.key`),
  ];
}

/** Those whom an edit names are told of it like this: its place is known. */
export const editNotices = (
  author: Actor,
  { thread_id, id }: { thread_id: number; id: number },
  title: string,
  named: readonly StandingRow[],
): { user_id: number; notice: Notice }[] =>
  forumNotices(author, title, { place: undefined, quoted: undefined, named }).map(({ user_id, notice }) => ({
    user_id,
    notice: { ...notice, group: `mention:thread:${thread_id}`, url: replyUrl(thread_id, id) },
  }));

/** Tells an author what staff did with what they wrote. */
export const staffNotice = (
  user_id: number,
  actor: Actor,
  group: string,
  title: string,
  url: string,
): { user_id: number; notice: Notice }[] =>
  user_id === actor.id
    ? []
    : [{ user_id, notice: { type: "moderation", group: `moderation:${group}`, actor: null, title, url } }];
