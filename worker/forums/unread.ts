import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/auth/roles.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { LIMITS } from "#domain/limits.ts";

/**
 * The time since which posts in a subforum (an expression) are new to a user: when they last marked it as read, or
 * else when they signed up. Written so that each lookup runs once per statement, not once per thread.
 */
export function readAt(userId: number, subforum: SQL): SQL {
  const marks = SUBFORUM_IDS.map(
    (id) =>
      sql`when ${sql.raw(String(id))} then (select read_at from forum_visits where user_id = ${userId} and subforum_id = ${sql.raw(String(id))})`,
  );
  return sql`coalesce(case ${subforum} ${sql.join(marks, sql` `)} end, (select created_at from users where id = ${userId}))`;
}

/**
 * The viewer's first unread reply in thread `t`, as "position:id": the one after the last they saw, or if they never
 * opened the thread, the first since `readAt`. Reads one index row.
 */
export function unreadColumn(viewer: Actor | null): SQL {
  if (!viewer) return sql`null as unread`;
  const since = readAt(viewer.id, sql`t.subforum_id`);
  return sql`case when t.last_reply_at <= ${since} then null
    when s.seen_at >= ${since} then
      (select position || ':' || id from replies where thread_id = t.id and position = s.position + 1)
    else (select position || ':' || id from replies where thread_id = t.id and created_at > ${since}
      order by created_at, position limit 1) end as unread`;
}

/** The join that `unreadColumn` needs. */
export const visitJoin = (viewer: Actor | null): SQL =>
  viewer ? sql`left join thread_visits s on s.user_id = ${viewer.id} and s.thread_id = t.id` : sql``;

/**
 * Stores how far a user has read a thread. Never moves back, and counts everything before the subforum's read mark as
 * read.
 */
export const visitStatement = (userId: number, thread: SQL, position: SQL, now: number): SQL => {
  const since = readAt(userId, sql`t.subforum_id`);
  return sql`insert into thread_visits (user_id, thread_id, position, seen_at)
    select ${userId}, t.id, max(min(${position}, t.replies_count), coalesce(
      (select min(position) - 1 from replies where thread_id = t.id and created_at > ${since}), t.replies_count)), ${now}
    from threads t where t.id = ${thread}
    on conflict do update set position = max(position, excluded.position), seen_at = excluded.seen_at
      where excluded.position > position or seen_at < coalesce(
        (select ${since} from threads t where t.id = thread_visits.thread_id), 0)`;
};

/** The page of a thread that shows a reply; the opening post is on page 1. */
export const pageOfReply = (position: number): number =>
  Math.max(1, Math.ceil(position / LIMITS.pageSize.replies));
