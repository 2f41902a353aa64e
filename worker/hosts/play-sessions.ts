import { type Statement, sql, statement } from "#db/database.ts";
import { RATE_AFTER_SECONDS } from "#domain/levels/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import { storeEffectsOf } from "../outbox/effects.ts";

/** A period in which a user played a level, kept until the database has all of it. Times in milliseconds since 1970. */
export interface PlaySession {
  id: number;
  user: number;
  level: number;
  started: number;
  ended: number | null;
  /** Whether its start is in the database. */
  recorded: 0 | 1;
  /** When they'll have played long enough to rate the level; 0 once that's stored, or if it was before. */
  unlock_at: number;
}

export const PLAY_SESSIONS_SCHEMA = [
  `create table play_sessions (id integer primary key, user integer not null, level integer not null, started integer not null,
    ended integer, recorded integer not null, unlock_at integer not null)`,
  "create index play_sessions_user on play_sessions (user)",
];

/** Sessions written at once. */
const BATCH_SIZE = 500;

/** Where and when a session started or ended, as the database needs it. */
export type SessionStart = Pick<PlaySession, "user" | "level" | "started">;
type EndedSession = SessionStart & { ended: number };

/** A host's play sessions that aren't completely in the database yet, in its object's storage. */
export class PlaySessions {
  readonly #db: SqlStorage;

  constructor(db: SqlStorage) {
    this.#db = db;
  }

  /** Starts a session and ends the user's earlier one. `seconds` is how long they've already played the level. */
  start(user: number, level: number, seconds: number, now: number): void {
    this.end(user, now);
    const remaining = RATE_AFTER_SECONDS - seconds;
    this.#db.exec(
      "insert into play_sessions (user, level, started, ended, recorded, unlock_at) values (?, ?, ?, null, 0, ?)",
      ...[user, level, now, remaining > 0 ? now + 1000 * remaining : 0],
    );
  }

  end(user: number, now: number): void {
    this.#db.exec("update play_sessions set ended = ? where user = ? and ended is null", now, user);
  }

  /** Whether anyone has now played long enough to rate a level. */
  hasUnlocks(now: number): boolean {
    return this.#has("unlock_at > 0 and unlock_at <= ?", now);
  }

  /** Whether starts or ends aren't in the database yet. */
  hasChanges(): boolean {
    return this.#has("recorded = 0 or ended is not null");
  }

  #has(condition: string, ...values: number[]): boolean {
    return (
      this.#db.exec(`select 1 from play_sessions where ${condition} limit 1`, ...values).toArray().length > 0
    );
  }

  /** The sessions to write: started ones, ones with time to add, and ones that unlocked the rating. */
  due(now: number) {
    const rows = this.#db
      .exec(
        `select id, user, level, started, ended, recorded, unlock_at from play_sessions
          where recorded = 0 or ended is not null or (unlock_at > 0 and unlock_at <= ?)
          order by id limit ?`,
        ...[now, BATCH_SIZE],
      )
      .toArray() as unknown as PlaySession[];
    // A user's second session in the same level waits until the first one is written.
    const first = new Map(
      rows.map((session) => [`${session.user}:${session.level}`, session] as const).reverse(),
    );
    const sessions = [...first.values()];
    const unlocked = sessions.filter(({ unlock_at }) => unlock_at > 0 && unlock_at <= now);
    return {
      sessions,
      unlocked,
      started: sessions.filter(({ recorded }) => recorded === 0),
      played: sessions
        .filter((session) => session.ended !== null || unlocked.includes(session))
        .map((session) => ({ ...session, ended: session.ended ?? now })),
    };
  }

  markWritten(sessions: readonly PlaySession[], unlocked: readonly PlaySession[]): void {
    for (const { id, ended } of sessions) {
      if (ended === null) this.#db.exec("update play_sessions set recorded = 1 where id = ?", id);
      else this.#db.exec("delete from play_sessions where id = ?", id);
    }
    for (const { id } of unlocked) this.#db.exec("update play_sessions set unlock_at = 0 where id = ?", id);
  }
}

/** Returning within this time continues the previous play. */
const RETURN_MS = 30 * 60_000;

/** Stores starts, times and the day's plays, idempotent by `plays`. One session per user and level. */
export function playSessionStatements(
  started: readonly SessionStart[],
  played: readonly EndedSession[],
  now: number,
): Statement[] {
  return [
    ...(started.length ? startStatements(started, now) : []),
    ...(played.length ? [playTimeStatement(played)] : []),
  ];
}

function startStatements(sessions: readonly SessionStart[], now: number): Statement[] {
  const list = JSON.stringify(
    sessions.map(({ user, level, started }) => [user, level, started, newYorkDay(started)]),
  );
  const rows = sql`(select value ->> 0 as user, value ->> 1 as level, value ->> 2 as started, value ->> 3 as day
    from json_each(${list}))`;
  const isFirst = sql`p.user_id is null`;
  const visits = sql`select json_group_array(json_array(s.user, s.level, s.day,
      ${isFirst} or s.started > p.counted_until + ${RETURN_MS}, ${isFirst} or p.played_day <> s.day, ${isFirst})) as visits
    from ${rows} s left join plays p on p.user_id = s.user and p.level_id = s.level
    where ${isFirst} or s.started > p.played_at`;
  return [
    // Before the plays change.
    storeEffectsOf(
      "main",
      sql`select json_array(json_object('type', 'visits', 'visits', json(visits))) as effects
        from (${visits}) where visits <> '[]'`,
      now,
    ),
    statement`insert into plays (user_id, level_id, counted_until, played_at, played_day)
      select s.user, s.level, s.started, s.started, s.day from ${rows} s where true
      on conflict (user_id, level_id) do update set
        visits = visits + (excluded.played_at > counted_until + ${RETURN_MS}),
        counted_until = max(counted_until, excluded.played_at), played_at = excluded.played_at,
        played_day = excluded.played_day
        where excluded.played_at > played_at`,
  ];
}

/** Counts whole seconds only; the counted time advances by them. */
function playTimeStatement(sessions: readonly EndedSession[]): Statement {
  const list = JSON.stringify(
    sessions.map(({ user, level, started, ended }) => [user, level, started, ended]),
  );
  const seconds = sql`(s.ended - max(plays.counted_until, s.started)) / 1000`;
  return statement`update plays set seconds = seconds + ${seconds},
      counted_until = max(plays.counted_until, s.started) + 1000 * (${seconds})
    from (select value ->> 0 as user, value ->> 1 as level, value ->> 2 as started, value ->> 3 as ended
      from json_each(${list})) s
    where plays.user_id = s.user and plays.level_id = s.level and s.ended >= plays.counted_until + 1000`;
}
