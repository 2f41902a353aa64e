import { Database } from "#db/client.ts";
import { AWAY, type Presence as Whereabouts } from "#domain/presence/presence.ts";
import type { Env } from "../env.ts";
import { LiveObject } from "../live/object.ts";
import { hubOf, presenceShards } from "../live/stubs.ts";
import { countStatements } from "./counts.ts";
import type { Seen } from "./place.ts";
import { LEASE_MS, MOST_WRITTEN_DOWN } from "./watching.ts";

/** Moves of so long are written to the database together. */
const FLUSH_MS = 1_000;
const FLUSHED_AT_ONCE = 500;
/** After so long without a word, a hub is asked whether its user is still there: a process may have died with its sockets. */
const DOUBT_MS = 30 * 60_000;
const ASKED_AT_ONCE = 100;

const SCHEMA = [
  `create table people (user integer primary key, online integer not null, player text, version integer not null,
    pending integer not null, heard_at integer not null)`,
  "create index people_pending on people (user) where pending = 1",
  "create index people_heard on people (heard_at)",
  "create table watching (hub integer primary key, until integer not null)",
];

interface PersonRow {
  user: number;
  online: 0 | 1;
  player: string | null;
  version: number;
  heard_at: number;
}

/** One per process: sockets do not survive it. */
let process_id: string | undefined;

/**
 * Where a share of all users is. It counts them in the database, many moves with one write, and tells the hubs whose
 * pages watch them. It knows only people that are online or playing.
 */
export class Presence extends LiveObject {
  /** Who watches whom; complete unless this object has slept with watchers (then `#recall` completes it). */
  readonly #watchers = new Map<number, Set<number>>();
  #isComplete: boolean;
  /** Watchers that are written down, and until when. */
  readonly #written: Map<number, number>;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { presence: SCHEMA });
    this.prepare("alarms", "presence");
    const written = this.rows<{ hub: number; until: number }>("select hub, until from watching");
    this.#written = new Map(written.map(({ hub, until }) => [hub, until]));
    this.#isComplete = written.length === 0;
    process_id ??= crypto.randomUUID();
    if (ctx.storage.kv.get<string>("process") === process_id) return;
    ctx.storage.kv.put("process", process_id);
    if (this.row("select 1 from people limit 1")) {
      this.db.exec("update people set heard_at = 0");
      this.wake("doubt", Date.now() + FLUSH_MS);
    }
  }

  /** Whatever is to be done on waking is done by then. */
  wakeUp(): void {}

  /** A hub says where its user is seen. What comes late is known to be old by its version. */
  async moved(user: number, seen: Seen): Promise<void> {
    if (!this.#note(user, seen)) return;
    this.wake("flush", Date.now() + FLUSH_MS);
    this.wake("doubt", Date.now() + DOUBT_MS);
    await this.#tell(user, seen);
  }

  /** Whether that is news. */
  #note(user: number, { online, player, version }: Seen): boolean {
    const before = this.#person(user);
    const now = Date.now();
    if (before && before.version >= version) {
      this.db.exec("update people set heard_at = ? where user = ?", now, user);
      return false;
    }
    this.db.exec(
      `insert or replace into people (user, online, player, version, pending, heard_at) values (?, ?, ?, ?, 1, ?)`,
      user,
      online ? 1 : 0,
      player && JSON.stringify(player),
      version,
      now,
    );
    return true;
  }

  #person(user: number): PersonRow | undefined {
    return this.row("select * from people where user = ?", user);
  }

  /** Where some people are, those that are anywhere; with `all`, their moves are told to the hub from now on. */
  watch(hub: number, ids: number[], all: number[] | null): ({ user_id: number } & Whereabouts)[] {
    if (all) this.#enlist(hub, all);
    return this.rows<PersonRow>(
      "select * from people where user in (select value from json_each(?))",
      JSON.stringify(ids),
    ).map((row) => ({ user_id: row.user, ...whereaboutsOf(row) }));
  }

  #enlist(hub: number, all: readonly number[]): void {
    for (const hubs of this.#watchers.values()) hubs.delete(hub);
    for (const id of all) this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(hub));
    if (all.length) this.#writeDown(hub);
  }

  #writeDown(hub: number): void {
    const now = Date.now();
    const until = this.#written.get(hub);
    if (until === undefined && this.#written.size >= MOST_WRITTEN_DOWN) this.#forgetLapsed(now);
    const isFull = until === undefined && this.#written.size >= MOST_WRITTEN_DOWN;
    if (isFull || (until ?? 0) > now + LEASE_MS / 2) return;
    this.#written.set(hub, now + LEASE_MS);
    this.db.exec("insert or replace into watching (hub, until) values (?, ?)", hub, now + LEASE_MS);
  }

  #forgetLapsed(now: number): void {
    for (const [hub, until] of this.#written) if (until < now) this.#written.delete(hub);
    this.db.exec("delete from watching where until < ?", now);
  }

  async #tell(user: number, { online, player }: Whereabouts): Promise<void> {
    if (!this.#isComplete) await this.#recall();
    const hubs = [...(this.#watchers.get(user) ?? [])];
    await Promise.all(
      hubs.map(async (hub) => {
        try {
          const still = await hubOf(this.env, hub).presenceChanged([{ user_id: user, online, player }]);
          if (!still.includes(user)) this.#watchers.get(user)?.delete(hub);
        } catch (error) {
          this.complain("watcher", error);
        }
      }),
    );
    if (this.#watchers.get(user)?.size === 0) this.#watchers.delete(user);
  }

  /** Asks the hubs that watched before this object slept whom they watch. */
  async #recall(): Promise<void> {
    this.#isComplete = true;
    this.#forgetLapsed(Date.now());
    const hubs = [...this.#written.keys()].map((hub) => ({ hub }));
    for (let at = 0; at < hubs.length; at += ASKED_AT_ONCE)
      await Promise.all(
        hubs.slice(at, at + ASKED_AT_ONCE).map(async ({ hub }) => {
          try {
            const ids = await hubOf(this.env, hub).watchedIn(this.nameNumber);
            for (const id of ids) this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(hub));
            if (ids.length > 0) return;
            this.#written.delete(hub);
            this.db.exec("delete from watching where hub = ?", hub);
          } catch (error) {
            this.complain("recall", error);
          }
        }),
      );
  }

  protected override async onNamedAlarm(name: string): Promise<void> {
    if (name === "flush") await this.#flush();
    else await this.#doubt();
  }

  /** Writes what has moved to the database, in one round; said twice it changes nothing. */
  async #flush(): Promise<void> {
    const moved = this.rows<PersonRow>(
      "select * from people where pending = 1 order by user limit ?",
      FLUSHED_AT_ONCE,
    );
    if (moved.length === 0) return;
    const people = moved.map((row) => ({ user: row.user, ...whereaboutsOf(row) }));
    await new Database(this.env.DB).batch(countStatements(people, Date.now()));
    this.ctx.storage.transactionSync(() => {
      for (const { user, version, online, player } of moved) {
        const isAway = online === 0 && player === null;
        const query = isAway
          ? "delete from people where user = ? and version = ?"
          : "update people set pending = 0 where user = ? and version = ?";
        this.db.exec(query, user, version);
      }
    });
    if (this.row("select 1 from people where pending = 1 limit 1")) this.wake("flush", Date.now());
  }

  /** Asks the hubs of those not heard of for long where their users are. */
  async #doubt(): Promise<void> {
    const now = Date.now();
    const silent = this.rows<PersonRow>(
      "select * from people where heard_at < ? order by heard_at limit ?",
      now - DOUBT_MS,
      ASKED_AT_ONCE,
    );
    await Promise.all(silent.map(({ user }) => this.#ask(user)));
    const next = this.row<{ at: number | null }>("select min(heard_at) as at from people")?.at;
    if (typeof next === "number") this.wake("doubt", Math.max(now + FLUSH_MS, next + DOUBT_MS));
  }

  async #ask(user: number): Promise<void> {
    // Another object counts them since the shares were changed.
    if (user % presenceShards(this.env) !== this.nameNumber) {
      this.db.exec("delete from people where user = ?", user);
      return;
    }
    try {
      await this.moved(user, await hubOf(this.env, user).whereabouts());
    } catch (error) {
      this.complain("doubt", error);
      this.db.exec("update people set heard_at = ? where user = ?", Date.now(), user);
    }
  }
}

const whereaboutsOf = ({ online, player }: Pick<PersonRow, "online" | "player">): Whereabouts =>
  online || player ? { online: online === 1, player: player === null ? null : JSON.parse(player) } : AWAY;
