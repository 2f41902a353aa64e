import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import {
  canContact,
  type RelationshipColumns,
  relationshipColumns,
  relationshipOf,
} from "../blocks/queries.ts";

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

export const commentTargetQuery = (
  type: CommentTarget,
  id: number,
  viewer: Actor | null,
): Statement<CommentTargetRow> => statement(selectTarget(type, id, viewer));

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
