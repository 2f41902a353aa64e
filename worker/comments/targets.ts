import { type SQL, sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import { type Actor, canSeeLevel, isStaff } from "#domain/levels/rules.ts";

/** The thing that is commented on, and what stands between its owner and the one who asks. */
export interface TargetRow {
  owner_id: number;
  comments_enabled: 0 | 1;
  comments_count: number;
  visibility: Visibility;
  /** 1 everyone, 2 buddies, 3 no one; of profiles only. */
  privacy: number;
  is_buddy: 0 | 1;
  is_blocked: 0 | 1;
}

const SOURCES: Record<CommentTarget, SQL> = {
  level: sql`select id, user_id as owner_id, comments_enabled, comments_count, visibility, 1 as privacy from levels where visibility <> 'deleted'`,
  item: sql`select id, user_id as owner_id, comments_enabled, comments_count, 'public' as visibility, 1 as privacy from items`,
  user: sql`select id, id as owner_id, 1 as comments_enabled, comments_count, 'public' as visibility, comment_privacy as privacy from users`,
};

export function targetQuery(type: CommentTarget, id: number, viewer: Actor | null): Query<TargetRow> {
  const me = viewer?.id ?? 0;
  return select<TargetRow>(sql`
    select t.owner_id, t.comments_enabled, t.comments_count, t.visibility, t.privacy,
      exists (select 1 from buddies where user_id = t.owner_id and buddy_id = ${me}) as is_buddy,
      exists (select 1 from blocks where user_id = t.owner_id and blocked_id = ${me})
        or exists (select 1 from blocks where user_id = ${me} and blocked_id = t.owner_id) as is_blocked
    from (${SOURCES[type]}) t where t.id = ${id}`);
}

/** Why the viewer can't comment there: an error code, or null when they can. */
export function commentProblem(
  type: CommentTarget,
  target: TargetRow,
  viewer: Actor,
): "comments_disabled" | "comments_not_allowed" | null {
  if (!target.comments_enabled) return "comments_disabled";
  if (viewer.id === target.owner_id || isStaff(viewer)) return null;
  if (type !== "user") return null;
  if (target.is_blocked) return "comments_not_allowed";
  const allowed = target.privacy === 1 || (target.privacy === 2 && target.is_buddy === 1);
  return allowed ? null : "comments_not_allowed";
}

export function canSeeTarget(target: TargetRow | undefined, viewer: Actor | null): target is TargetRow {
  return (
    target !== undefined && canSeeLevel(viewer, { user_id: target.owner_id, visibility: target.visibility })
  );
}
