import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";

/** The columns that decide whether a host can be chosen. */
export interface HostAvailability {
  online: boolean;
  full: boolean;
}

/** Statements that store the numbers of players of some of a host's levels. Idempotent. */
export function levelCountStatements(
  host: number,
  levels: readonly [level: number, players: number][],
): Statement[] {
  const played = levels.filter(([, players]) => players > 0);
  const empty = levels.filter(([, players]) => players === 0).map(([level]) => level);
  return [
    ...(played.length
      ? [
          statement(sql`insert into host_levels (host_id, level_id, players)
            select ${host}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(played)}) where true
            on conflict (host_id, level_id) do update set players = excluded.players where players <> excluded.players`),
        ]
      : []),
    ...(empty.length
      ? [
          statement(sql`delete from host_levels where host_id = ${host}
            and level_id in (select value from json_each(${JSON.stringify(empty)}))`),
        ]
      : []),
  ];
}

/** The statement that stores whether a host can be chosen. */
export const hostAvailabilityStatement = (
  host: number,
  { online, full }: HostAvailability,
  now: number,
): Statement =>
  statement(sql`update hosts set changed_at = case when online <> ${Number(online)} then ${now} else changed_at end,
    online = ${Number(online)}, full = ${Number(full)} where id = ${host}`);

/** A level's title; null if it's private. */
export interface LevelTitle extends Columns<"levels", "id"> {
  title: string | null;
}

/** The titles of those of some levels that exist. */
export const levelTitlesQuery = (ids: readonly number[]): Statement<LevelTitle> =>
  statement(sql`select id, iif(visibility = 'public', title, null) as title from levels
    where id in (select value from json_each(${JSON.stringify(ids)})) and visibility <> 'deleted'`);
