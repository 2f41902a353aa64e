import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";

/** Notices of each kind at most. */
const PER_KIND = 3;

/** A notice (domain/notifications/notice.ts) as JSON, from SQL expressions. */
const noticeSql = (type: string, fields: Record<"group" | "actor" | "title" | "url", SQL>): SQL =>
  sql`json_object('type', ${type}, 'group', ${fields.group}, 'actor', ${fields.actor}, 'title', ${fields.title},
    'url', ${fields.url})`;

/**
 * Statements that queue notifications of several kinds for a demo member about what the demo world has for them: comments,
 * sales, achievements and buddies. The site's schedule delivers them. All other rows must exist already.
 */
export function noticeRows(username: string): Statement[] {
  const me = sql`(select id from users where username = ${username})`;
  const kinds: [notice: SQL, createdAt: SQL, from: SQL][] = [
    [
      noticeSql("comment", {
        group: sql`'comment:level:' || l.id`,
        actor: sql`c.user_id`,
        title: sql`l.title`,
        url: sql`'/levels/' || l.id || '#comments'`,
      }),
      sql`c.created_at`,
      sql`comments c join levels l on l.id = c.target_id and l.user_id = ${me}
        where c.target_type = 'level' and c.user_id <> ${me}`,
    ],
    [
      noticeSql("comment", {
        group: sql`'comment:user:' || c.target_id`,
        actor: sql`c.user_id`,
        title: sql`'your profile'`,
        url: sql`'/users/' || ${username} || '#comments'`,
      }),
      sql`c.created_at`,
      sql`comments c where c.target_type = 'user' and c.target_id = ${me} and c.user_id <> ${me}`,
    ],
    [
      noticeSql("sale", {
        group: sql`'sale:' || i.id`,
        actor: sql`t.source_id`,
        title: sql`i.name`,
        url: sql`'/items/' || i.id`,
      }),
      sql`t.created_at`,
      sql`transactions t join items i on i.id = t.copies ->> '$[0][0]'
        where t.user_id = ${me} and t.type_id = 1 and t.source_type = 'user'`,
    ],
    [
      noticeSql("achievement", {
        group: sql`'achievement:' || a.id`,
        actor: sql`null`,
        title: sql`a.name`,
        url: sql`'/users/' || ${username} || '/achievements'`,
      }),
      sql`h.created_at`,
      sql`user_achievements h join achievements a on a.id = h.achievement_id where h.user_id = ${me}`,
    ],
    [
      noticeSql("buddy_request", {
        group: sql`'buddy_request'`,
        actor: sql`r.from_id`,
        title: sql`''`,
        url: sql`'/users/' || ${username} || '/buddies/incoming'`,
      }),
      sql`r.created_at`,
      sql`buddy_requests r where r.to_id = ${me}`,
    ],
    [
      noticeSql("buddy_accept", {
        group: sql`'buddy_accept'`,
        actor: sql`b.buddy_id`,
        title: sql`''`,
        url: sql`'/users/' || u.username || '/buddies'`,
      }),
      sql`b.created_at`,
      sql`buddies b join users u on u.id = b.buddy_id where b.user_id = ${me}`,
    ],
  ];
  const newest = kinds.map(
    ([notice, createdAt, from]) =>
      sql`select * from (select ${notice} as notice, ${createdAt} as created_at from ${from}
        order by 2 desc limit ${PER_KIND})`,
  );
  return [
    statement(sql`insert into notices (user_id, notice, created_at)
      select ${me}, notice, created_at from (${sql.join(newest, sql` union all `)}) order by created_at`),
  ];
}
