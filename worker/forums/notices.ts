import { type SQL, sql } from "drizzle-orm";
import type { Columns, ColumnsAs } from "#db/columns.ts";
import { type BatchRows, type Statement, statement } from "#db/database.ts";
import type { replies, threads } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { mentionableText } from "#domain/forums/markdown/render-markdown.ts";
import { replyUrl } from "#domain/forums/view.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { mentionedQuery } from "../comments/notices.ts";
import type { NewReply } from "../spam/screen.ts";

/** A notification about a new post whose id isn't known yet. */
export interface NewPostNotice {
  user_id: number;
  notice: Pick<Notice, "type" | "actor" | "title">;
}

/** A user with their relationship to the author. */
export type RelatedUserRow = RelationshipColumns & ColumnsAs<typeof replies, { id: "user_id" }>;

/** The thread that gets a reply; `id` is the user who started it. */
export type ReplyThreadRow = RelatedUserRow &
  Columns<typeof threads, "user_id" | "title" | "replies_count" | "locked" | "deleted_at">;

/** The users mentioned in a text outside of quotes, with their relationship to its author. */
export const mentionedOutsideQuotesQuery = (body: string, author: Actor): Statement<RelatedUserRow> =>
  mentionedQuery(mentionableText(body), author);

/** Earlier versions of a reply that are checked for mentions that were already notified. */
const MAX_EDITS_CHECKED = 50;

/** The users mentioned in a reply's new text but in no earlier version; `reply` is its id. */
export const newlyMentionedQuery = (reply: SQL, body: string, author: Actor): Statement<RelatedUserRow> =>
  mentionedQuery(
    mentionableText(body),
    author,
    sql`not exists (select 1 from (select body from replies where id = ${reply} union all
      select body from (select body from reply_edits where reply_id = ${reply} order by id desc limit ${MAX_EDITS_CHECKED}))
      where lower(body) || ' ' glob '*@' || lower(u.username) || '[^a-z0-9_]*')`,
  );

/** The author of the quoted post, if it exists in this thread. */
const quotedQuery = ({ thread_id, quote_id }: NewReply["place"], author: Actor): Statement<RelatedUserRow> =>
  statement(sql`select r.user_id as id, ${relationshipColumns(sql`${author.id}`, sql`r.user_id`)} from replies r
    where r.id = ${quote_id} and r.thread_id = ${thread_id} and r.deleted_at is null`);

const replyThreadQuery = (threadId: number, author: Actor): Statement<ReplyThreadRow> =>
  statement(sql`select t.user_id as id, t.user_id, t.title, t.replies_count, t.locked, t.deleted_at,
      ${relationshipColumns(sql`${author.id}`, sql`t.user_id`)} from threads t where t.id = ${threadId}`);

/** Queries for what a new reply needs: the thread, the quoted post's author and the mentioned users. */
export const replyContextQueries = ({ place, body }: NewReply, author: Actor) => ({
  thread: replyThreadQuery(place.thread_id, author),
  quoted: quotedQuery(place, author),
  mentioned: mentionedOutsideQuotesQuery(body, author),
});

/** The rows that a new reply's checks and notifications depend on. */
export interface ReplyContext {
  thread: ReplyThreadRow | undefined;
  quoted: RelatedUserRow | undefined;
  mentioned: readonly RelatedUserRow[];
}

/** The results of `replyContextQueries`. */
export const toReplyContext = ({
  thread: [thread],
  quoted: [quoted],
  mentioned,
}: BatchRows<ReturnType<typeof replyContextQueries>>): ReplyContext => ({ thread, quoted, mentioned });

/** Returns why the author can't quote this user, or null if they can. */
export const quoteProblem = (author: Actor, quoted: RelationshipColumns) =>
  contactProblem(author, relationshipOf(quoted, PRIVACY.everyone));

/**
 * Notifications for a new post: to the quoted user, the mentioned users and the user who started the thread. At most
 * one per user, none across a block, none to the author.
 */
export function newPostNotices(
  author: Actor,
  title: string,
  { thread, quoted, mentioned }: ReplyContext,
): NewPostNotice[] {
  const notified = new Set([author.id]);
  const noticesFor = (type: "reply" | "mention", rows: readonly (RelatedUserRow | undefined)[]) =>
    rows.flatMap((row) => {
      if (!row || notified.has(row.id) || quoteProblem(author, row) !== null) return [];
      notified.add(row.id);
      return [{ user_id: row.id, notice: { type, actor: author.id, title } }];
    });
  return [
    ...noticesFor("reply", [quoted]),
    ...noticesFor("mention", mentioned),
    ...noticesFor("reply", [thread]),
  ];
}

/**
 * Statements that queue these notifications in the batch that inserts the post. `written` selects its `id` and
 * `thread_id`, or nothing. The URL is the same as `replyUrl` returns.
 */
export function queueNewPostNotices(list: readonly NewPostNotice[], inserted: SQL, now: number): Statement[] {
  if (list.length === 0) return [];
  return [
    statement(sql`insert into notices (user_id, notice, created_at)
      select n.value ->> 'user_id', json_set(n.value -> 'notice',
        '$.group', (n.value ->> '$.notice.type') || ':thread:' || r.thread_id,
        '$.url', '/forums/thread/' || r.thread_id || '?reply=' || r.id || '#reply-' || r.id), ${now}
      from (${inserted}) r cross join json_each(${JSON.stringify(list)}) n where true order by n.key`),
  ];
}

/** Notifications for users newly mentioned by an edit; the URL is known here. */
export const editNotices = (
  author: Actor,
  { thread_id, id }: { thread_id: number; id: number },
  title: string,
  mentioned: readonly RelatedUserRow[],
): { user_id: number; notice: Notice }[] =>
  newPostNotices(author, title, { thread: undefined, quoted: undefined, mentioned }).map(
    ({ user_id, notice }) => ({
      user_id,
      notice: { ...notice, group: `mention:thread:${thread_id}`, url: replyUrl(thread_id, id) },
    }),
  );

/** Notifies an author of a staff action on their post. */
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
