import { type Statement, sql, statement } from "#db/database.ts";
import type { PresenceState as UserPresence } from "#domain/presence/presence.ts";

type Person = { user: number } & UserPresence;

/** Rows and counters of online and playing users, one per move and counter. Idempotent. */
export function countStatements(people: readonly Person[], now: number): Statement[] {
  const playing = people.filter(({ player }) => player !== null);
  return [
    ...count(
      "presence",
      "online",
      ids(people, ({ online }) => online),
      ids(people, ({ online }) => !online),
    ),
    ...(people.some(({ online }) => online)
      ? [
          statement`insert or ignore into presence (user_id, since)
            select value, ${now} from json_each(${ids(people, ({ online }) => online)})`,
        ]
      : []),
    ...remove(
      "presence",
      ids(people, ({ online }) => !online),
    ),
    ...count(
      "playing",
      "in_game",
      ids(people, isPlaying),
      ids(people, (person) => !isPlaying(person)),
    ),
    ...(playing.length
      ? [
          statement`insert into playing (user_id, level_id, since)
            select value ->> 0, value ->> 1, ${now} from json_each(${JSON.stringify(playing.map(levelOf))}) where true
            on conflict (user_id) do update set level_id = excluded.level_id, since = excluded.since
              where level_id <> excluded.level_id`,
        ]
      : []),
    ...remove(
      "playing",
      ids(people, (person) => !isPlaying(person)),
    ),
  ];
}

const isPlaying = ({ player }: Person) => player !== null;
const levelOf = ({ user, player }: Person) => [user, player?.level.id ?? 0];
const ids = (people: readonly Person[], of: (person: Person) => boolean) =>
  JSON.stringify(people.filter(of).map(({ user }) => user));

function count(table: "presence" | "playing", counter: string, added: string, removed: string): Statement[] {
  const rows = sql.raw(table);
  return [
    statement`update counters set value = value + d.change from (select
        (select count(*) from json_each(${added}) j where not exists (select 1 from ${rows} where user_id = j.value))
        - (select count(*) from json_each(${removed}) j where exists (select 1 from ${rows} where user_id = j.value)) as change) d
      where name = ${counter} and d.change <> 0`,
  ];
}

const remove = (table: "presence" | "playing", removed: string): Statement[] =>
  removed === "[]"
    ? []
    : [statement`delete from ${sql.raw(table)} where user_id in (select value from json_each(${removed}))`];
