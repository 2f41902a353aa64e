import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { mentionsIn } from "#domain/comments/mentions.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { type Actor, canSeeLevel, isStaff, type Visibility } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import { actingRole } from "../http/session.ts";
import type { TargetRow } from "./targets.ts";

export interface MentionedRow extends Actor, BetweenColumns {}

/** The people `u` whom a text names, with what stands between them and its author; all of them, or those of a condition. */
export function mentionedQuery(body: string, author: Actor, which: SQL = sql`true`): Statement<MentionedRow> {
  return statement<MentionedRow>(sql`
    select u.id, ${actingRole} as role, ${betweenColumns(sql`${author.id}`, sql`u.id`)}
    from json_each(${JSON.stringify(mentionsIn(body))}) n cross join users u on u.username = n.value
    where u.id <> ${author.id} and ${which}`);
}

/** The thing that was commented on, in the words of a notice to `reader`. */
function placeNotice(
  type: CommentTarget,
  id: number,
  { owner_id, title }: Pick<TargetRow, "owner_id" | "title">,
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
 * Who is told of a new comment: those it names who may see it, and the owner of what it is on. Nobody twice, nobody
 * across a block.
 */
export function commentNotices(
  type: CommentTarget,
  id: number,
  target: TargetRow,
  author: Actor,
  mentioned: readonly MentionedRow[],
): { user_id: number; notice: Notice }[] {
  const tell = (user_id: number, kind: "comment" | "mention") => ({
    user_id,
    notice: {
      type: kind,
      group: `${kind}:${type}:${id}`,
      actor: author.id,
      ...placeNotice(type, id, target, user_id),
    },
  });
  const isOpen = (row: BetweenColumns) => contactProblem(author, betweenOf(row, PRIVACY.everyone)) === null;
  const level = { user_id: target.owner_id, visibility: target.visibility };
  const notices = mentioned
    .filter((person) => isOpen(person) && canSeeLevel(person, level))
    .map((person) => tell(person.id, "mention"));
  const tellsOwner =
    target.owner_id !== author.id &&
    isOpen(target) &&
    notices.every(({ user_id }) => user_id !== target.owner_id);
  return tellsOwner ? [tell(target.owner_id, "comment"), ...notices] : notices;
}

export interface PlacedComment {
  user_id: number;
  target_type: CommentTarget;
  target_id: number;
  owner_id: number;
  title: string;
  visibility: Visibility;
}

/** Tells a comment's author that staff took it away; who does so at home is its owner, who need not explain themselves. */
export function removalNotices(
  id: number,
  { user_id, target_type, target_id, ...place }: PlacedComment,
  remover: Actor,
): { user_id: number; notice: Notice }[] {
  if (!isStaff(remover) || remover.id === user_id || remover.id === place.owner_id) return [];
  const { title, url } = placeNotice(target_type, target_id, place, user_id);
  const words = `Your comment on ${title} was removed by our staff.`;
  return [
    {
      user_id,
      notice: { type: "moderation", group: `moderation:comment:${id}`, actor: null, title: words, url },
    },
  ];
}
