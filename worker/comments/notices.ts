import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { comments } from "#db/schema/index.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { mentionedNames } from "#domain/comments/mentions.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { effectiveRole } from "../http/session.ts";
import type { CommentTargetRow } from "./targets.ts";

export interface MentionedRow extends Actor, RelationshipColumns {}

/** The users `u` mentioned in a text, with their relationship to its author. */
export function mentionedQuery(body: string, author: Actor): Statement<MentionedRow> {
  return statement<MentionedRow>(sql`
    select u.id, ${effectiveRole} as role, ${relationshipColumns(sql`${author.id}`, sql`u.id`)}
    from json_each(${JSON.stringify(mentionedNames(body))}) n cross join users u on u.username = n.value
    where u.id <> ${author.id}`);
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

/**
 * Notifications for a new comment: to mentioned users who can see it and to the page's owner. At most one per user,
 * none across a block.
 */
export function commentNotices(
  type: CommentTarget,
  id: number,
  target: CommentTargetRow,
  author: Actor,
  mentioned: readonly MentionedRow[],
): { user_id: number; notice: Notice }[] {
  const noticeFor = (user_id: number, kind: "comment" | "mention") => ({
    user_id,
    notice: {
      type: kind,
      group: `${kind}:${type}:${id}`,
      actor: author.id,
      ...targetNotice(type, id, target, user_id),
    },
  });
  const canContact = (row: RelationshipColumns) =>
    contactProblem(author, relationshipOf(row, PRIVACY.everyone)) === null;
  const level = { user_id: target.owner_id, visibility: target.visibility };
  const notices = mentioned
    .filter((person) => canContact(person) && canSeeLevel(person, level))
    .map((person) => noticeFor(person.id, "mention"));
  const isOwnerNotified =
    target.owner_id !== author.id &&
    canContact(target) &&
    notices.every(({ user_id }) => user_id !== target.owner_id);
  return isOwnerNotified ? [noticeFor(target.owner_id, "comment"), ...notices] : notices;
}

export interface CommentWithTarget extends Columns<typeof comments, "user_id" | "target_type" | "target_id"> {
  owner_id: number;
  title: string;
  visibility: Visibility;
}

/**
 * Notifies an author that staff removed their comment. Owners who clean up their own page don't send a notification,
 * even if they are staff.
 */
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
