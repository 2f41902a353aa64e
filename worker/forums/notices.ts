import { type BatchRows, type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { mentionedNames } from "#domain/comments/mentions.ts";
import { mentionableText } from "#domain/forums/markdown/render-markdown.ts";
import { replyUrl } from "#domain/forums/view.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import type { MainEffect, PostContext } from "../outbox/effects.ts";
import type { NewReply } from "../spam/post.ts";

/** The effect of a new post whose id isn't known yet: its notice lacks a group and a URL. */
export type NewPostNotice = Omit<Extract<MainEffect, { type: "notice" }>, "notice"> & {
  notice: Pick<Notice, "type" | "actor" | "title">;
};

/** The thread that gets a reply. */
export type ReplyThreadRow = Columns<
  "threads",
  "user_id" | "title" | "replies_count" | "locked" | "deleted_at"
>;

export type MentionedRow = Columns<"users", "id" | "username">;

/** The users mentioned in a text outside of quotes, without its author. */
export const mentionedUsersQuery = (body: string, { id }: Pick<Actor, "id">): Statement<MentionedRow> =>
  statement`select u.id, u.username from json_each(${JSON.stringify(mentionedNames(mentionableText(body)))}) n
    cross join users u on u.username = n.value where u.id <> ${id}`;

/** Earlier versions of a reply that are checked for mentions that were already notified. */
const MAX_EDITS_CHECKED = 50;

/** The present and the earlier texts of a reply; `reply` is its id. */
export const earlierTextsQuery = (reply: SQL): Statement<Columns<"replies", "body">> =>
  statement`select body from replies where id = ${reply} union all
    select body from (select body from reply_edits where reply_id = ${reply} order by id desc limit ${MAX_EDITS_CHECKED})`;

/** The mentioned users that no earlier text names. */
export const newlyMentioned = (
  mentioned: readonly MentionedRow[],
  earlier: readonly { body: string }[],
): MentionedRow[] =>
  mentioned.filter(({ username }) => {
    const mention = new RegExp(`@${username}(?![a-z0-9_])`, "i");
    return !earlier.some(({ body }) => mention.test(body));
  });

/** Queries of the forums for what a new reply needs: the thread and the quoted post's author. */
export const replyContextQueries = ({ place }: NewReply) => ({
  thread: statement<ReplyThreadRow>`select user_id, title, replies_count, locked, deleted_at from threads where id = ${place.thread_id}`,
  /** The author of the quoted post, if it exists in this thread. */
  quoted: statement<Columns<"replies", "user_id">>`select user_id from replies
    where id = ${place.quote_id} and thread_id = ${place.thread_id} and deleted_at is null`,
});

/** The rows that a new reply's checks and notifications depend on. */
export interface ReplyContext {
  thread: ReplyThreadRow | undefined;
  /** The author of the quoted post. */
  quoted: number | null;
}

/** The results of `replyContextQueries`. */
export const toReplyContext = ({
  thread: [thread],
  quoted: [quoted],
}: BatchRows<ReturnType<typeof replyContextQueries>>): ReplyContext => ({
  thread,
  quoted: quoted?.user_id ?? null,
});

/** The relationship of an author to the user they quote. */
export const quoteRelationshipQuery = (author: Actor, quoted: number): Statement<RelationshipColumns> =>
  statement`select ${relationshipColumns(sql`${author.id}`, sql`${quoted}`)}`;

/** Returns why the author can't quote this user, or null if they can. */
export const quoteProblem = (author: Actor, quoted: RelationshipColumns) =>
  contactProblem(author, relationshipOf(quoted, PRIVACY.everyone));

/** Notices of a new post to quoted and mentioned users and the starter, one each, none to the author. */
export function newPostNotices(
  { id, role }: Actor,
  title: string,
  { thread, quoted, mentioned }: PostContext,
): NewPostNotice[] {
  const notified = new Set([id]);
  const noticesFor = (type: "reply" | "mention", ids: readonly (number | null | undefined)[]) =>
    ids.flatMap((user_id): NewPostNotice[] => {
      if (!user_id || notified.has(user_id)) return [];
      notified.add(user_id);
      return [{ type: "notice", user_id, notice: { type, actor: id, title }, from: { id, role } }];
    });
  return [
    ...noticesFor("reply", [quoted]),
    ...noticesFor("mention", mentioned),
    ...noticesFor("reply", [thread?.user_id]),
  ];
}

/** Effects as JSON of the new post `r`, whose id completes its notices; the URL is `replyUrl`'s. */
export const newPostEffects = (effects: readonly (MainEffect | NewPostNotice)[]): SQL =>
  sql`(select json_group_array(json(case n.value ->> 'type' when 'notice' then json_set(n.value,
      '$.notice.group', (n.value ->> '$.notice.type') || ':thread:' || r.thread_id,
      '$.notice.url', '/forums/thread/' || r.thread_id || '?reply=' || r.id || '#reply-' || r.id) else n.value end))
    from json_each(${JSON.stringify(effects)}) n)`;

/** Notifications for users newly mentioned by an edit; the URL is known here. */
export const editNotices = (
  author: Actor,
  { thread_id, id }: { thread_id: number; id: number },
  title: string,
  mentioned: readonly MentionedRow[],
): MainEffect[] =>
  newPostNotices(author, title, {
    thread: null,
    quoted: null,
    mentioned: mentioned.map((user) => user.id),
  }).map((effect) => ({
    ...effect,
    notice: { ...effect.notice, group: `mention:thread:${thread_id}`, url: replyUrl(thread_id, id) },
  }));

/** Notifies an author of a staff action on their post. */
export const staffNotice = (
  user_id: number,
  actor: Actor,
  group: string,
  title: string,
  url: string,
): MainEffect[] =>
  user_id === actor.id
    ? []
    : [
        {
          type: "notice",
          user_id,
          notice: { type: "moderation", group: `moderation:${group}`, actor: null, title, url },
        },
      ];
