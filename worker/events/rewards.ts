import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { give } from "../ledger/grant.ts";
import { type Act, withGold } from "../ledger/movement.ts";

/** A clear that counts: `counts` is true, as SQL, in the batch that counts it and in no other. */
export interface CountedClear {
  user: number;
  level: number;
  ms: number;
  /** When it was run, in milliseconds since 1970. */
  at: number;
  counts: SQL;
}

/** The user is bound as text: a number bound for itself would read "7.0". */
const rewardKey = (name: string, id: SQL, user: number): SQL => sql`${name} || ':' || ${id} || ${`:${user}`}`;

/** Tells whoever got a reward, in the batch that gave it (domain/notifications/notice.ts). */
const notice = (act: Act, key: SQL, user: number, title: SQL, now: number): Statement =>
  statement(sql`insert into notices (user_id, notice, created_at)
    select ${user}, json_object('type', 'reward', 'group', ${key}, 'actor', null, 'title', ${title}, 'url', '/events',
      'picture', null), ${now} where ${act.wrote(key)}`);

/** Statements that pay the level's challenge to whoever has done what it asks for, once. */
export function challengeReward(
  act: Act,
  { user, level, ms, at, counts }: CountedClear,
  now: number,
): Statement[] {
  const on = sql`challenges c where c.id = (select challenge_id from levels where id = ${level}) and c.level_id = ${level}
    and c.starts_at <= ${at} and c.ends_at > ${at} and (c.goal_ms is null or c.goal_ms >= ${ms})`;
  const of = (column: string): SQL => sql`(select c.${sql.raw(column)} from ${on})`;
  const key = rewardKey("level-challenge", of("id"), user);
  const reward = {
    key,
    user,
    type: 3,
    source: { type: "challenge", id: of("id") },
    coins: of("coins"),
    xp: withGold(of("xp"), now),
    items: of("item_id"),
    when: sql`exists (select 1 from ${on}) and ${counts}`,
  } as const;
  return [...give(act, reward, now), notice(act, key, user, of("name"), now)];
}

/** Statements that note a clear for the level's event and pay who has cleared enough of its levels, once. */
export function eventReward(act: Act, { user, level, at, counts }: CountedClear, now: number): Statement[] {
  const on = sql`events e where e.id = (select event_id from levels where id = ${level})
    and e.starts_at <= ${at} and e.ends_at > ${at}`;
  const of = (column: string): SQL => sql`(select e.${sql.raw(column)} from ${on})`;
  const key = rewardKey("event", of("id"), user);
  const cleared = sql`(select count(*) from event_clears k where k.event_id = e.id and k.user_id = ${user})`;
  const reward = {
    key,
    user,
    type: 4,
    source: { type: "event", id: of("id") },
    coins: of("coins"),
    xp: withGold(of("xp"), now),
    items: of("item_id"),
    when: sql`exists (select 1 from ${on} and ${cleared} >= e.goal) and ${counts}`,
  } as const;
  return [
    statement(sql`insert into event_clears (event_id, user_id, level_id)
      select e.id, ${user}, ${level} from ${on} and ${counts} on conflict do nothing`),
    ...give(act, reward, now),
    notice(act, key, user, of("short_name"), now),
  ];
}
