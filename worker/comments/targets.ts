import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import { type Actor, canSeeLevel } from "#domain/levels/rules.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";

/** The thing that is commented on, and what stands between its owner and the one who asks. */
export interface TargetRow extends BetweenColumns {
  owner_id: number;
  /** A level's title, an item's name, a user's name. */
  title: string;
  comments_enabled: 0 | 1;
  comments_count: number;
  visibility: Visibility;
  /** 1 everyone, 2 buddies, 3 no one; of profiles only. */
  privacy: number;
}

const SOURCES: Record<CommentTarget, SQL> = {
  level: sql`select id, user_id as owner_id, title, comments_enabled, comments_count, visibility, 1 as privacy from levels where visibility <> 'deleted'`,
  item: sql`select id, user_id as owner_id, name as title, comments_enabled, comments_count, case state when 'shown' then 'public' else 'private' end as visibility, 1 as privacy from items`,
  user: sql`select id, id as owner_id, username as title, 1 as comments_enabled, comments_count, 'public' as visibility, comment_privacy as privacy from users where deleted_at is null`,
};

export function targetQuery(type: CommentTarget, id: number, viewer: Actor | null): Statement<TargetRow> {
  return statement<TargetRow>(sql`
    select t.owner_id, t.title, t.comments_enabled, t.comments_count, t.visibility, t.privacy,
      ${betweenColumns(sql`${viewer?.id ?? 0}`, sql`t.owner_id`)}
    from (${SOURCES[type]}) t where t.id = ${id}`);
}

/** Why the viewer can't comment there: an error code, or null when they can. */
export function commentProblem(
  type: CommentTarget,
  target: TargetRow,
  viewer: Actor,
): "comments_disabled" | "comments_not_allowed" | null {
  if (!target.comments_enabled) return "comments_disabled";
  // Blocks and privacy are about profiles: a level or an item is for everybody who sees it.
  if (type !== "user" || viewer.id === target.owner_id) return null;
  return contactProblem(viewer, betweenOf(target, target.privacy)) && "comments_not_allowed";
}

export function canSeeTarget(target: TargetRow | undefined, viewer: Actor | null): target is TargetRow {
  return (
    target !== undefined && canSeeLevel(viewer, { user_id: target.owner_id, visibility: target.visibility })
  );
}
