import { Server } from "partyserver";
import { Database } from "#db/database.ts";
import { reconnectSpread } from "#domain/live/reconnect.ts";
import { OFFLINE, type PresenceState as UserPresence } from "#domain/presence/presence.ts";
import { isReadOnly, READ_ONLY_WAIT_MS } from "../http/read-only.ts";
import { AlarmScheduler } from "../live/alarm-scheduler.ts";
import { BoardReporter } from "../live/board-reporter.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { ObjectSchema, row, rows, WRITE_INTERVAL_MS } from "../live/object-schema.ts";
import { boardStub, hubStub, presenceShards } from "../live/stubs.ts";
import { countStatements } from "../presence/counts.ts";
import { LEASE_MS, MAX_SAVED_WATCHERS } from "../presence/watched-users.ts";
import type { PeopleNumbers } from "./board-api.ts";
import type { PresenceApi, VersionedPresence } from "./presence-api.ts";

const FLUSH_BATCH = 500;
/** After a restart, hubs are queried this much later, and then in steps of this length. */
const REFRESH_STEP_MS = 1_000;
/** A hub that has been silent for this long is queried: its process may have died with its sockets. */
const SILENCE_MS = 30 * 60_000;
/** Hubs queried at once, so that those of a restarted process aren't all started at once. */
const REFRESH_BATCH = 25;
const RESTORE_BATCH = 100;

const SCHEMA = [
  `create table people (user integer primary key, online integer not null, player text, version integer not null,
    pending integer not null, reported_at integer not null)`,
  "create index people_pending on people (user) where pending = 1",
  "create index people_reported on people (reported_at)",
  "create table watching (hub integer primary key, until integer not null)",
];

interface PersonRow {
  user: number;
  online: 0 | 1;
  player: string | null;
  version: number;
  reported_at: number;
}

/** Identifies this process: sockets don't survive it. */
let processId: string | undefined;

/** The presence of a share of the users: counted in D1 in batches, sent to watching hubs. */
export class Presence extends Server<Env> implements PresenceApi {
  readonly #db: SqlStorage;
  readonly #shard: number;
  readonly #logFailure: LogFailure;
  readonly #alarms: AlarmScheduler<"flush" | "doubt">;
  readonly #reporter: BoardReporter<PeopleNumbers>;
  /** The numbers of this object's users; undefined until they're counted. */
  #numbers: PeopleNumbers | undefined;
  /** Watching hubs by user. Incomplete after hibernating with watchers, until `#restoreWatchers` has run. */
  readonly #watchers = new Map<number, Set<number>>();
  #isComplete: boolean;
  /** When the lease of each stored watcher ends. */
  readonly #savedWatchers: Map<number, number>;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#db = ctx.storage.sql;
    this.#shard = Number(ctx.id.name);
    this.#logFailure = failureLogger("Presence", ctx.id);
    const schema = new ObjectSchema(ctx.storage, { presence: SCHEMA });
    schema.create("presence");
    this.#alarms = new AlarmScheduler(
      ctx.storage,
      { flush: () => this.#flush(), doubt: () => this.#refreshSilent() },
      this.#logFailure,
    );
    this.#reporter = new BoardReporter({
      read: () => this.#countPeople(),
      send: (version, numbers) => boardStub(env).reportPeople(this.#shard, version, numbers),
    });
    const written = rows<{ hub: number; until: number }>(this.#db, "select hub, until from watching");
    this.#savedWatchers = new Map(written.map(({ hub, until }) => [hub, until]));
    this.#isComplete = written.length === 0;
    processId ??= crypto.randomUUID();
    if (ctx.storage.kv.get<string>("process") === processId) return;
    ctx.storage.kv.put("process", processId);
    if (row(this.#db, "select 1 from people limit 1")) {
      this.#db.exec("update people set reported_at = 0");
      this.#alarms.schedule("doubt", Date.now() + REFRESH_STEP_MS);
      this.#reporter.changed();
    }
  }

  wakeUp(): void {
    if (row(this.#db, "select 1 from people limit 1")) this.#reporter.refresh();
  }

  writeAll(): void {
    if (!row(this.#db, "select 1 from people limit 1")) return;
    this.#db.exec("update people set pending = 1");
    this.#alarms.schedule("flush", Date.now());
  }

  peopleAfter(user: number, limit: number): number[] {
    const query = "select user from people where user > ? order by user limit ?";
    return rows<{ user: number }>(this.#db, query, user, limit).map((person) => person.user);
  }

  async setPresence(user: number, seen: VersionedPresence): Promise<void> {
    if (!this.#store(user, seen)) return;
    this.#reporter.changed();
    this.#alarms.schedule("flush", Date.now() + WRITE_INTERVAL_MS);
    this.#alarms.schedule("doubt", Date.now() + SILENCE_MS);
    await this.#notifyWatchers(user, seen);
  }

  /** Returns whether this is newer than the stored presence. */
  #store(user: number, { online, player, version }: VersionedPresence): boolean {
    const before = this.#person(user);
    const now = Date.now();
    if (before && before.version >= version) {
      this.#db.exec("update people set reported_at = ? where user = ?", now, user);
      return false;
    }
    const insert = `insert or replace into people (user, online, player, version, pending, reported_at)
      values (?, ?, ?, ?, 1, ?)`;
    this.#db.exec(insert, user, online ? 1 : 0, player && JSON.stringify(player), version, now);
    if (before) this.#count(user, toPresence(before), -1);
    this.#count(user, { online, player }, 1);
    return true;
  }

  /** The numbers of users online and playing. Counted once, then kept up to date. */
  #countPeople(): PeopleNumbers {
    this.#numbers ??= row<PeopleNumbers>(
      this.#db,
      "select count(*) filter (where online = 1) as online, count(player) as playing from people where user % ? = ?",
      presenceShards(this.env),
      this.#shard,
    ) ?? { online: 0, playing: 0 };
    return { online: this.#numbers.online, playing: this.#numbers.playing };
  }

  /** Adds a user to the numbers, or takes them off. Users that another object counts by now aren't in them. */
  #count(user: number, { online, player }: UserPresence, sign: 1 | -1): void {
    if (!this.#numbers || user % presenceShards(this.env) !== this.#shard) return;
    if (online) this.#numbers.online += sign;
    if (player) this.#numbers.playing += sign;
  }

  #person(user: number): PersonRow | undefined {
    return row(this.#db, "select * from people where user = ?", user);
  }

  watch(hub: number, ids: number[], all: number[] | null): ({ user_id: number } & UserPresence)[] {
    if (all) this.#setWatched(hub, all);
    const query = "select * from people where user in (select value from json_each(?))";
    const people = rows<PersonRow>(this.#db, query, JSON.stringify(ids));
    return people.map((row) => ({ user_id: row.user, ...toPresence(row) }));
  }

  #setWatched(hub: number, all: readonly number[]): void {
    for (const hubs of this.#watchers.values()) hubs.delete(hub);
    for (const id of all) this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(hub));
    if (all.length) this.#saveWatcher(hub);
  }

  #saveWatcher(hub: number): void {
    const now = Date.now();
    const until = this.#savedWatchers.get(hub);
    if (until === undefined && this.#savedWatchers.size >= MAX_SAVED_WATCHERS)
      this.#deleteExpiredWatchers(now);
    const isFull = until === undefined && this.#savedWatchers.size >= MAX_SAVED_WATCHERS;
    if (isFull || (until ?? 0) > now + LEASE_MS / 2) return;
    this.#savedWatchers.set(hub, now + LEASE_MS);
    this.#db.exec("insert or replace into watching (hub, until) values (?, ?)", hub, now + LEASE_MS);
  }

  #deleteExpiredWatchers(now: number): void {
    for (const [hub, until] of this.#savedWatchers) if (until < now) this.#savedWatchers.delete(hub);
    this.#db.exec("delete from watching where until < ?", now);
  }

  async #notifyWatchers(user: number, { online, player }: UserPresence): Promise<void> {
    if (!this.#isComplete) await this.#restoreWatchers();
    const hubs = [...(this.#watchers.get(user) ?? [])];
    await Promise.all(
      hubs.map(async (hub) => {
        try {
          const watched = await hubStub(this.env, hub).pushPresence([{ user_id: user, online, player }]);
          if (!watched.includes(user)) this.#watchers.get(user)?.delete(hub);
        } catch (error) {
          this.#logFailure("watcher", error);
        }
      }),
    );
    if (this.#watchers.get(user)?.size === 0) this.#watchers.delete(user);
  }

  /** After hibernation, queries the stored hubs for the users they watch. */
  async #restoreWatchers(): Promise<void> {
    this.#isComplete = true;
    this.#deleteExpiredWatchers(Date.now());
    const hubs = [...this.#savedWatchers.keys()].map((hub) => ({ hub }));
    for (let at = 0; at < hubs.length; at += RESTORE_BATCH)
      await Promise.all(
        hubs.slice(at, at + RESTORE_BATCH).map(async ({ hub }) => {
          try {
            const ids = await hubStub(this.env, hub).watchedIn(this.#shard);
            for (const id of ids) this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(hub));
            if (ids.length > 0) return;
            this.#savedWatchers.delete(hub);
            this.#db.exec("delete from watching where hub = ?", hub);
          } catch (error) {
            this.#logFailure("restore watchers", error);
          }
        }),
      );
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  /** Writes pending changes to the database. If the board didn't get a report, it gets it now or when this alarm runs again. */
  async #flush(): Promise<void> {
    const results = await Promise.allSettled([this.#reporter.flush(), this.#write()]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Writes pending changes to the database in one round trip. Safe to repeat. Changes wait in read-only mode. */
  async #write(): Promise<void> {
    const query = "select * from people where pending = 1 order by user limit ?";
    const moved = rows<PersonRow>(this.#db, query, FLUSH_BATCH);
    if (moved.length === 0) return;
    const now = Date.now();
    if (await isReadOnly(this.env, now)) return this.#alarms.schedule("flush", now + READ_ONLY_WAIT_MS);
    const people = moved.map((row) => ({ user: row.user, ...toPresence(row) }));
    await new Database(this.env.DB).batch({ counts: countStatements(people, now) }, { idempotent: true });
    this.ctx.storage.transactionSync(() => {
      for (const { user, version, online, player } of moved) {
        const isAway = online === 0 && player === null;
        const query = isAway
          ? "delete from people where user = ? and version = ?"
          : "update people set pending = 0 where user = ? and version = ?";
        this.#db.exec(query, user, version);
      }
    });
    if (row(this.#db, "select 1 from people where pending = 1 limit 1"))
      this.#alarms.schedule("flush", Date.now());
  }

  /** Queries the hubs that have been silent for too long. */
  async #refreshSilent(): Promise<void> {
    const now = Date.now();
    const query = "select * from people where reported_at < ? order by reported_at limit ?";
    const silent = rows<PersonRow>(this.#db, query, now - SILENCE_MS, REFRESH_BATCH);
    const spread = this.#spread();
    await Promise.all(silent.map(({ user }) => this.#refresh(user, spread)));
    const next = row<{ at: number | null }>(this.#db, "select min(reported_at) as at from people")?.at;
    if (typeof next === "number")
      this.#alarms.schedule("doubt", Math.max(now + REFRESH_STEP_MS, next + SILENCE_MS));
  }

  /** The spread of all users' return, from this object's share of them. */
  #spread(): number {
    return reconnectSpread(this.#countPeople().online * presenceShards(this.env));
  }

  async #refresh(user: number, spread: number): Promise<void> {
    // The number of shards has changed: another object counts this user now.
    if (user % presenceShards(this.env) !== this.#shard) {
      this.#db.exec("delete from people where user = ?", user);
      return;
    }
    try {
      await this.setPresence(user, await hubStub(this.env, user).presence(spread));
    } catch (error) {
      this.#logFailure("refresh", error);
      this.#db.exec("update people set reported_at = ? where user = ?", Date.now(), user);
    }
  }
}

const toPresence = ({ online, player }: Pick<PersonRow, "online" | "player">): UserPresence =>
  online || player ? { online: online === 1, player: player === null ? null : JSON.parse(player) } : OFFLINE;
