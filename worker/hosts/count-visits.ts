import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Visit } from "../outbox/effects.ts";

/**
 * Statements that count play sessions: plays and visitors of levels by day and in total, visitors of the creators' levels for
 * achievements, and the first-night stamp for playing. A creator's plays of their own levels count for nothing but the stamp.
 */
export function countVisits(visits: readonly Visit[], when: SQL): Statement[] {
  const list = JSON.stringify(visits);
  const rows = sql`(select value ->> 0 as user, value ->> 1 as level, value ->> 2 as day, value ->> 3 as visit,
    value ->> 4 as today, value ->> 5 as first from json_each(${list}))`;
  // After a rewind of this database, a player's account may be missing.
  const others = sql`${rows} s cross join levels l on l.id = s.level and l.user_id <> s.user cross join users p on p.id = s.user`;
  const hasNew = visits.some(([, , , , , first]) => first === 1);
  return [
    statement(sql`insert into level_days (level_id, day, plays, players)
      select s.level, s.day, sum(s.visit), sum(s.today) from ${others} where ${when} group by s.level, s.day
      on conflict (level_id, day) do update set plays = plays + excluded.plays, players = players + excluded.players`),
    statement(sql`update levels set plays_count = plays_count + n.visits, visitors_count = visitors_count + n.first
      from (select l.id, sum(s.visit) as visits, sum(s.first) as first from ${others} group by l.id) n
      where levels.id = n.id and n.visits > 0 and ${when}`),
    ...(hasNew
      ? [
          statement(sql`update users set plays_sum = plays_sum + n.visitors
            from (select l.user_id as id, sum(s.first) as visitors from ${others} group by l.user_id) n
            where users.id = n.id and n.visitors > 0 and ${when}`),
          // Accounts without a board have null, which stays null.
          statement(sql`update users set first_night = first_night | 2
            where id in (select s.user from ${rows} s where s.first = 1) and first_night & 2 = 0 and ${when}`),
        ]
      : []),
  ];
}
