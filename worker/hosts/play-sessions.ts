import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { RATE_AFTER_SECONDS } from "#domain/levels/rules.ts";
import { newYorkDay } from "#domain/time.ts";

/** A time that somebody played a level, until the database knows all of it. Milliseconds since 1970. */
export interface PlaySession {
  id: number;
  user: number;
  level: number;
  started: number;
  ended: number | null;
  /** The database knows that they came. */
  noted: 0 | 1;
  /** When they will have played long enough to rate the level; 0 once that is noted, or was so before. */
  unlock_at: number;
}

export const STAYS_SCHEMA = [
  `create table stays (id integer primary key, user integer not null, level integer not null, started integer not null,
    ended integer, noted integer not null, unlock_at integer not null)`,
  "create index stays_user on stays (user)",
];

/** How many are written at once. */
const AT_ONCE = 500;

type Ended = PlaySession & { ended: number };

/** The stays of a host that the database does not know all of, in its object's storage. */
export class PlaySessions {
  readonly #db: SqlStorage;

  constructor(db: SqlStorage) {
    this.#db = db;
  }

  /** Somebody has come; what they did before has ended. `seconds` are how long they have played the level before. */
  begin(user: number, level: number, seconds: number, now: number): void {
    this.end(user, now);
    const left = RATE_AFTER_SECONDS - seconds;
    this.#db.exec(
      "insert into stays (user, level, started, ended, noted, unlock_at) values (?, ?, ?, null, 0, ?)",
      ...[user, level, now, left > 0 ? now + 1000 * left : 0],
    );
  }

  end(user: number, now: number): void {
    this.#db.exec("update stays set ended = ? where user = ? and ended is null", now, user);
  }

  /** Whether somebody has just played long enough to rate a level. */
  hasLong(now: number): boolean {
    return this.#has("unlock_at > 0 and unlock_at <= ?", now);
  }

  /** Whether somebody has come or gone and the database does not know. */
  hasNews(): boolean {
    return this.#has("noted = 0 or ended is not null");
  }

  #has(condition: string, ...values: number[]): boolean {
    return this.#db.exec(`select 1 from stays where ${condition} limit 1`, ...values).toArray().length > 0;
  }

  /** What is to be written now: who came, how long others stayed, and which of those `long` enough to rate the level. */
  due(now: number): { list: PlaySession[]; come: PlaySession[]; stayed: Ended[]; long: PlaySession[] } {
    const rows = this.#db
      .exec(
        `select * from stays where noted = 0 or ended is not null or (unlock_at > 0 and unlock_at <= ?)
          order by id limit ?`,
        ...[now, AT_ONCE],
      )
      .toArray() as unknown as PlaySession[];
    // A second stay of the same person in the same level waits until the first one is written.
    const first = new Map(rows.map((stay) => [`${stay.user}:${stay.level}`, stay] as const).reverse());
    const list = [...first.values()];
    const long = list.filter(({ unlock_at }) => unlock_at > 0 && unlock_at <= now);
    return {
      list,
      long,
      come: list.filter(({ noted }) => noted === 0),
      stayed: list
        .filter((stay) => stay.ended !== null || long.includes(stay))
        .map((stay) => ({ ...stay, ended: stay.ended ?? now })),
    };
  }

  /** What was due is in the database. */
  written(list: readonly PlaySession[], long: readonly PlaySession[]): void {
    for (const { id, ended } of list) {
      if (ended === null) this.#db.exec("update stays set noted = 1 where id = ?", id);
      else this.#db.exec("delete from stays where id = ?", id);
    }
    for (const { id } of long) this.#db.exec("update stays set unlock_at = 0 where id = ?", id);
  }
}

/** Whoever is back within this time goes on with the play that was counted. */
const RETURN_MS = 30 * 60_000;

/**
 * Statements that note who came, how long they stayed, and the plays of the day. Each stay has its own start and end as
 * marks in the row of plays, so that said again they change nothing. One stay of a user and level at a time.
 */
export function stayStatements(come: readonly PlaySession[], stayed: readonly Ended[]): Statement[] {
  return [...(come.length ? comeStatements(come) : []), ...(stayed.length ? [stayedStatement(stayed)] : [])];
}

function comeStatements(come: readonly PlaySession[]): Statement[] {
  const list = JSON.stringify(
    come.map(({ user, level, started }) => [user, level, started, newYorkDay(started)]),
  );
  const rows = sql`(select value ->> 0 as user, value ->> 1 as level, value ->> 2 as started, value ->> 3 as day
    from json_each(${list}))`;
  return [
    // A creator's own plays are no plays of the level's.
    statement(sql`insert into level_days (level_id, day, plays, players)
      select s.level, s.day, sum(p.user_id is null or s.started > p.counted_until + ${RETURN_MS}),
        sum(p.user_id is null or p.played_day <> s.day)
      from ${rows} s cross join levels l on l.id = s.level and l.user_id <> s.user
        left join plays p on p.user_id = s.user and p.level_id = s.level
      where p.user_id is null or s.started > p.played_at group by s.level, s.day
      on conflict (level_id, day) do update set plays = plays + excluded.plays, players = players + excluded.players`),
    // A rewind of the database may have taken back a player's account.
    statement(sql`insert into plays (user_id, level_id, counted_until, played_at, played_day)
      select s.user, s.level, s.started, s.started, s.day from ${rows} s cross join levels l on l.id = s.level
        cross join users u on u.id = s.user where true
      on conflict (user_id, level_id) do update set
        visits = visits + (excluded.played_at > counted_until + ${RETURN_MS}),
        counted_until = max(counted_until, excluded.played_at), played_at = excluded.played_at,
        played_day = excluded.played_day
        where excluded.played_at > played_at`),
  ];
}

/** Whole seconds alone are counted, and the mark moves by them. */
function stayedStatement(stayed: readonly Ended[]): Statement {
  const list = JSON.stringify(stayed.map(({ user, level, started, ended }) => [user, level, started, ended]));
  const seconds = sql`(s.ended - max(plays.counted_until, s.started)) / 1000`;
  return statement(sql`update plays set seconds = seconds + ${seconds},
      counted_until = max(plays.counted_until, s.started) + 1000 * (${seconds})
    from (select value ->> 0 as user, value ->> 1 as level, value ->> 2 as started, value ->> 3 as ended
      from json_each(${list})) s
    where plays.user_id = s.user and plays.level_id = s.level and s.ended >= plays.counted_until + 1000`);
}
