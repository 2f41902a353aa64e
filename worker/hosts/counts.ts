import { type Columns, type Database, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Visit } from "../outbox/effects.ts";

/** Reads how long a user has played a level, in seconds. */
export async function readSecondsPlayed(
  play: Database,
  { user, level }: { user: number; level: number },
): Promise<number> {
  const row = await play.first(
    statement<Columns<"plays", "seconds">>`select seconds from plays where user_id = ${user}
      and level_id = ${level}`,
  );
  return row?.seconds ?? 0;
}

/** The name of a room's object, stored with seats: "7:0" is instance 0 of level 7. */
export const roomName = (level: number, instance: number): string => `${level}:${instance}`;

export function parseRoomName(name: string): { level: number; instance: number } {
  const [level, instance] = name.split(":").map(Number);
  if (!Number.isSafeInteger(level) || !Number.isSafeInteger(instance))
    throw new Error(`bad room name ${name}`);
  return { level: Number(level), instance: Number(instance) };
}

/** Counts plays and visitors. A creator's plays of their own levels only count for the stamp. */
export function countVisits(visits: readonly Visit[], when: SQL): Statement[] {
  const list = JSON.stringify(visits);
  const rows = sql`(select value ->> 0 as user, value ->> 1 as level, value ->> 2 as day, value ->> 3 as visit,
    value ->> 4 as today, value ->> 5 as first from json_each(${list}))`;
  // After a rewind of this database, a player's account may be missing.
  const others = sql`${rows} s cross join levels l on l.id = s.level and l.user_id <> s.user cross join users p on p.id = s.user`;
  const hasNew = visits.some(([, , , , , first]) => first === 1);
  return [
    statement`insert into level_days (level_id, day, plays, players)
      select s.level, s.day, sum(s.visit), sum(s.today) from ${others} where ${when} group by s.level, s.day
      on conflict (level_id, day) do update set plays = plays + excluded.plays, players = players + excluded.players`,
    statement`update levels set plays_count = plays_count + n.visits, visitors_count = visitors_count + n.first
      from (select l.id, sum(s.visit) as visits, sum(s.first) as first from ${others} group by l.id) n
      where levels.id = n.id and n.visits > 0 and ${when}`,
    ...(hasNew
      ? [
          statement`update users set plays_sum = plays_sum + n.visitors
            from (select l.user_id as id, sum(s.first) as visitors from ${others} group by l.user_id) n
            where users.id = n.id and n.visitors > 0 and ${when}`,
          // Accounts without a board have null, which stays null.
          statement`update users set first_night = first_night | 2
            where id in (select s.user from ${rows} s where s.first = 1) and first_night & 2 = 0 and ${when}`,
        ]
      : []),
  ];
}

/** The columns that decide whether a host can be chosen. */
export interface HostAvailability {
  online: boolean;
  full: boolean;
}

/** Statements that store the numbers of players of some of a host's levels. Idempotent. */
export function levelCountStatements(host: number, levels: readonly [level: number, players: number][]) {
  const played = levels.filter(([, players]) => players > 0);
  const empty = levels.filter(([, players]) => players === 0).map(([level]) => level);
  return [
    ...(played.length
      ? [
          statement`insert into host_levels (host_id, level_id, players)
            select ${host}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(played)}) where true
            on conflict (host_id, level_id) do update set players = excluded.players where players <> excluded.players`,
        ]
      : []),
    ...(empty.length
      ? [
          statement`delete from host_levels where host_id = ${host}
            and level_id in (select value from json_each(${JSON.stringify(empty)}))`,
        ]
      : []),
  ];
}

/** The statement that stores whether a host can be chosen. */
export const hostAvailabilityStatement = (host: number, { online, full }: HostAvailability, now: number) =>
  statement`update hosts set changed_at = case when online <> ${Number(online)} then ${now} else changed_at end,
    online = ${Number(online)}, full = ${Number(full)} where id = ${host}`;

/** A level's title; null if it's private. */
export interface LevelTitle extends Columns<"levels", "id"> {
  title: string | null;
}

/** The titles of those of some levels that exist. */
export const levelTitlesQuery = (ids: readonly number[]): Statement<LevelTitle> =>
  statement`select id, iif(visibility = 'public', title, null) as title from levels
    where id in (select value from json_each(${JSON.stringify(ids)})) and visibility <> 'deleted'`;
