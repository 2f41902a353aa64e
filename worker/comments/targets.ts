import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { mentionedNames } from "#domain/comments/mentions.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import {
  canContact,
  type RelationshipColumns,
  relationshipColumns,
  relationshipOf,
} from "../blocks/queries.ts";
import { effectiveRole } from "../http/session.ts";
import { noticeJson } from "../notifications/queue.ts";
import type { Post } from "../spam/post.ts";

/** A comment to insert; the body is the text as typed. */
interface NewComment {
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

/** The commented page, with the relationship between its owner and the viewer. */
export interface CommentTargetRow
  extends RelationshipColumns,
    Columns<"levels", "comments_enabled" | "comments_count"> {
  owner_id: number;
  /** The level's title, the item's name or the username. */
  title: string;
  visibility: Visibility;
  /** 1 everyone, 2 buddies, 3 no one; only meaningful for profiles. */
  privacy: number;
}

const TARGETS: Record<CommentTarget, SQL> = {
  level: sql`select id, user_id as owner_id, title, comments_enabled, comments_count, visibility, 1 as privacy from levels where visibility <> 'deleted'`,
  item: sql`select id, user_id as owner_id, name as title, comments_enabled, comments_count, case state when 'shown' then 'public' else 'private' end as visibility, 1 as privacy from items`,
  user: sql`select id, id as owner_id, username as title, 1 as comments_enabled, comments_count, 'public' as visibility, comment_privacy as privacy from users where deleted_at is null`,
};

export const selectTarget = (type: CommentTarget, id: number, viewer: Actor | null): SQL =>
  sql`select t.owner_id, t.title, t.comments_enabled, t.comments_count, t.visibility, t.privacy,
      ${relationshipColumns(sql`${viewer?.id ?? 0}`, sql`t.owner_id`)}
    from (${TARGETS[type]}) t where t.id = ${id}`;

export const commentTargetQuery = (type: CommentTarget, id: number, viewer: Actor | null) =>
  statement<CommentTargetRow>(selectTarget(type, id, viewer));

/** Condition: the viewer sees the page and can comment on it (`canSeeCommentTarget`, `commentProblem`). */
export function canComment(type: CommentTarget, id: number, viewer: Actor): SQL {
  const isOwn = sql`c.owner_id = ${viewer.id}`;
  const isOpen = sql`(${isOwn} or ${canContact(viewer, sql`c`, sql`c.privacy`)})`;
  return sql`exists (select 1 from (${selectTarget(type, id, viewer)}) c
    where c.comments_enabled = 1 and (c.visibility = 'public' or ${isOwn} or ${Number(isStaff(viewer))})
      and ${type === "user" ? isOpen : sql`true`})`;
}

/** Returns why the viewer can't comment, or null if they can. */
export function commentProblem(
  type: CommentTarget,
  target: CommentTargetRow,
  viewer: Actor,
): "comments_disabled" | "comments_not_allowed" | null {
  if (!target.comments_enabled) return "comments_disabled";
  // Blocks and privacy apply only to profiles; levels and items are open to anyone who can see them.
  if (type !== "user" || viewer.id === target.owner_id) return null;
  return contactProblem(viewer, relationshipOf(target, target.privacy)) && "comments_not_allowed";
}

export function canSeeCommentTarget(
  target: CommentTargetRow | undefined,
  viewer: Actor | null,
): target is CommentTargetRow {
  return (
    target !== undefined && canSeeLevel(viewer, { user_id: target.owner_id, visibility: target.visibility })
  );
}

/** The title and URL of a notification to `reader` about the commented page. */
function targetNotice(
  type: CommentTarget,
  id: number,
  { owner_id, title }: Pick<CommentTargetRow, "owner_id" | "title">,
  reader: number,
): Pick<Notice, "title" | "url"> {
  if (type === "level") return { title, url: `/levels/${id}#comments` };
  if (type === "item") return { title, url: `/items/${id}#comments` };
  return {
    title: reader === owner_id ? "your profile" : `${title}'s profile`,
    url: `/users/${title}#comments`,
  };
}

/** Notices for a new comment to mentioned users and the page's owner, one each, none across a block. */
export function commentNotices({ type, id, body }: NewComment, author: Actor): SQL {
  const everyone = sql.raw(String(PRIVACY.everyone));
  const [title, url] =
    type === "user"
      ? [
          sql`iif(p.id = t.owner_id, 'your profile', t.title || '''s profile')`,
          sql`'/users/' || t.title || '#comments'`,
        ]
      : [sql`t.title`, sql`${`/${type}s/${id}#comments`}`];
  const notice = noticeJson(
    { type: sql`p.kind`, group: sql`p.kind || ${`:${type}:${id}`}`, actor: author.id },
    { title, url },
  );
  return sql`
    with target as materialized (${selectTarget(type, id, author)}),
      mentioned as materialized (select n.key as place, u.id, ${effectiveRole} as role, ${relationshipColumns(sql`${author.id}`, sql`u.id`)}
        from json_each(${JSON.stringify(mentionedNames(body))}) n cross join users u on u.username = n.value
        where u.id <> ${author.id}),
      people as (select m.place, m.id, 'mention' as kind from mentioned m cross join target t
          where ${canContact(author, sql`m`, everyone)}
            and (t.visibility = 'public' or m.id = t.owner_id or m.role <> 'member')
        union all select -1, t.owner_id, 'comment' from target t
          where t.owner_id <> ${author.id} and t.owner_id not in (select id from mentioned)
            and ${canContact(author, sql`t`, everyone)})
    select p.id as user_id, ${notice} as notice from people p cross join target t order by p.place`;
}

export interface CommentWithTarget extends Columns<"comments", "user_id" | "target_type" | "target_id"> {
  owner_id: number;
  title: string;
  visibility: Visibility;
}

/** Notifies an author that staff removed their comment. Owners of the page don't, even if staff. */
export function removalNotices(
  id: number,
  { user_id, target_type, target_id, ...place }: CommentWithTarget,
  remover: Actor,
): { user_id: number; notice: Notice }[] {
  if (!isStaff(remover) || remover.id === user_id || remover.id === place.owner_id) return [];
  const { title, url } = targetNotice(target_type, target_id, place, user_id);
  const message = `Your comment on ${title} was removed by our staff.`;
  return [
    {
      user_id,
      notice: { type: "moderation", group: `moderation:comment:${id}`, actor: null, title: message, url },
    },
  ];
}
