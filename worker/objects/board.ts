import { Server } from "partyserver";
import { Database } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { type LevelAudience, levelAudienceQueries, usersCountQuery } from "../board/queries.ts";
import { isReadOnly } from "../http/read-only.ts";
import { type BoardView, encodeBoard, type PrivateLevel } from "../live/board-view.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { ObjectSchema, rows } from "../live/object-schema.ts";
import { presenceShards, presenceStub } from "../live/stubs.ts";
import type { BoardApi, LevelPlayers, PeopleNumbers } from "./board-api.ts";

const SCHEMA = [
  `create table senders (kind text not null, id integer not null, version integer not null, reported_at integer not null,
    numbers text not null, primary key (kind, id)) without rowid`,
];

type SenderKind = "presence" | "host";

/** Hosts with players report with their heartbeats, at least twice a minute. One that is silent for longer doesn't exist any more. */
const SILENT_MS = 2 * 60_000;
/** `Presence` objects sleep while nothing happens. A report of one that is silent for longer is requested. */
const PRESENCE_SILENT_MS = 5 * 60_000;

const WAIT_MS = 1_000;
/** With more senders than this, each waits longer: one object can't take more than about 1,000 calls a second. */
const REPORTS_PER_SECOND = 300;

/** The number of users is read again after this time. */
const USERS_MS = 10_000;
/** The audience of all levels is read again after this time, in case a notification of a change was lost. */
const LEVELS_MS = 30_000;
const DATABASE_LIMIT_MS = 2_000;
/** After a failure of the database, the board does without it for this long. */
const RETRY_MS = 5_000;

/** As many as fit into 200 KB. Those with the most players are shown. */
const MAX_LEVELS = 25_000;
const MAX_PRIVATE_LEVELS = 1_000;
/** A text of more levels takes long to build, so it's used for a second. */
const LARGE_LEVELS = 2_000;
const LARGE_MS = 1_000;

interface Sender {
  kind: SenderKind;
  id: number;
  version: number;
  reportedAt: number;
  people: PeopleNumbers | null;
  levels: readonly LevelPlayers[];
}

/** Adds up reported numbers, as one text that the worker caches. Stores nothing: senders repeat. */
export class Board extends Server<Env> implements BoardApi {
  readonly #db: SqlStorage;
  readonly #schema: ObjectSchema;
  readonly #logFailure: LogFailure;
  readonly #senders = new Map<string, Sender>();
  /** Sums of the senders' levels; undefined after a report. */
  #players: Map<number, number> | undefined;
  /** The audience of levels with players, null for a deleted one. Levels that aren't known yet are shown to no one. */
  #audience = new Map<number, LevelAudience | null>();
  #audienceAt = Number.NEGATIVE_INFINITY;
  #users = 0;
  #usersAt = Number.NEGATIVE_INFINITY;
  #retryAt = 0;
  /** Levels that have changed since the running query began. */
  #changedMeanwhile = new Set<number>();
  #refreshing: Promise<void> | undefined;
  /** When a report of each `Presence` object was last requested. */
  readonly #requestedAt = new Map<number, number>();
  /** The last text; undefined if something in it has changed that must not wait. */
  #built: { text: string; at: number; isReadOnly: boolean; isCurrent: boolean; isLarge: boolean } | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#db = ctx.storage.sql;
    this.#logFailure = failureLogger("Board", ctx.id);
    this.#schema = new ObjectSchema(ctx.storage, { board: SCHEMA });
    if (this.#schema.has("board")) this.#load();
  }

  #load(): void {
    const query = "select kind, id, version, reported_at as reportedAt, numbers from senders";
    type Stored = Omit<Sender, "people" | "levels"> & { numbers: string };
    for (const { numbers, ...sender } of rows<Stored>(this.#db, query)) {
      const parsed = JSON.parse(numbers) as PeopleNumbers | LevelPlayers[];
      const sent = Array.isArray(parsed) ? { people: null, levels: parsed } : { people: parsed, levels: [] };
      this.#senders.set(`${sender.kind}:${sender.id}`, { ...sender, ...sent });
    }
  }

  reportPeople(shard: number, version: number, numbers: PeopleNumbers): number {
    return this.#report({ kind: "presence", id: shard, version, people: numbers, levels: [] });
  }

  reportLevels(host: number, version: number, levels: readonly LevelPlayers[]): number {
    return this.#report({ kind: "host", id: host, version, people: null, levels });
  }

  #report(report: Omit<Sender, "reportedAt">): number {
    const now = Date.now();
    const { kind, id, version, people, levels } = report;
    const key = `${kind}:${id}`;
    const before = this.#senders.get(key);
    // The clock of another machine may be behind. It can't be for long.
    const isOutdated = before && before.version >= version && !isSilent(before, now);
    if (!isOutdated) {
      this.#senders.set(key, { ...report, reportedAt: now });
      this.#schema.create("board");
      this.#db.exec(
        "insert or replace into senders (kind, id, version, reported_at, numbers) values (?, ?, ?, ?, ?)",
        ...[kind, id, version, now, JSON.stringify(people ?? levels)],
      );
      this.#numbersChanged();
    }
    return Math.max(WAIT_MS, Math.ceil((1000 * this.#senders.size) / REPORTS_PER_SECOND));
  }

  levelChanged(level: number): void {
    this.#audience.delete(level);
    this.#changedMeanwhile.add(level);
    // Even a large text: it may show a level that is private now.
    this.#built = undefined;
  }

  forgetDatabase(): void {
    for (const level of this.#audience.keys()) this.#changedMeanwhile.add(level);
    this.#audience = new Map();
    this.#usersAt = Number.NEGATIVE_INFINITY;
    this.#built = undefined;
  }

  async read(): Promise<string> {
    const now = Date.now();
    if (this.#built?.isLarge && now - this.#built.at < LARGE_MS) return this.#built.text;
    this.#dropSilentHosts(now);
    this.#requestReports(now);
    this.#refreshing ??= this.#refresh(now).finally(() => {
      this.#refreshing = undefined;
    });
    const [readOnly] = await Promise.all([isReadOnly(this.env, now), this.#refreshing]);
    return this.#text(readOnly, now);
  }

  #numbersChanged(): void {
    this.#players = undefined;
    if (this.#built) this.#built.isCurrent = false;
  }

  #dropSilentHosts(now: number): void {
    for (const [key, sender] of this.#senders) {
      if (sender.kind !== "host" || !isSilent(sender, now)) continue;
      this.#senders.delete(key);
      this.#db.exec("delete from senders where kind = 'host' and id = ?", sender.id);
      this.#numbersChanged();
    }
  }

  /** Requests reports of `Presence` objects that haven't sent any for long: it may have been lost, or they sleep. */
  #requestReports(now: number): void {
    const shards = presenceShards(this.env);
    for (let shard = 0; shard < shards; shard++) {
      const knownAt = this.#senders.get(`presence:${shard}`)?.reportedAt ?? 0;
      if (now - Math.max(knownAt, this.#requestedAt.get(shard) ?? 0) < PRESENCE_SILENT_MS) continue;
      this.#requestedAt.set(shard, now);
      const awake = presenceStub(this.env, shard).wakeUp();
      this.ctx.waitUntil(awake.catch((error: unknown) => this.#logFailure("presence", error)));
    }
  }

  /** The players of each level on all hosts. */
  #sumPlayers(): Map<number, number> {
    if (this.#players) return this.#players;
    this.#players = new Map();
    for (const { levels } of this.#senders.values())
      for (const [level, players] of levels)
        this.#players.set(level, (this.#players.get(level) ?? 0) + players);
    return this.#players;
  }

  /** Reads from the database what isn't known or old. Without it, the numbers go on, and new levels aren't shown. */
  async #refresh(now: number): Promise<void> {
    if (now < this.#retryAt) return;
    const played = [...this.#sumPlayers().keys()];
    const isAudienceOld = now - this.#audienceAt >= LEVELS_MS;
    const ids = isAudienceOld ? played : played.filter((id) => !this.#audience.has(id));
    const isUsersOld = now - this.#usersAt >= USERS_MS;
    if (ids.length === 0 && !isUsersOld) return;
    this.#changedMeanwhile = new Set();
    try {
      const queries = { users: usersCountQuery, ...levelAudienceQueries(ids) };
      const reading = new Database(this.env.DB).batch(queries);
      const { users, ...found } = await withTimeLimit(DATABASE_LIMIT_MS, reading);
      this.#users = users[0]?.value ?? 0;
      this.#usersAt = now;
      this.#storeAudience(ids, Object.values(found).flat() as LevelAudience[], isAudienceOld);
      if (isAudienceOld) this.#audienceAt = now;
      this.#built = undefined;
    } catch (error) {
      this.#retryAt = Date.now() + RETRY_MS;
      this.#logFailure("database", error);
    }
  }

  #storeAudience(ids: readonly number[], found: readonly LevelAudience[], isAll: boolean): void {
    const byId = new Map(found.map((level) => [level.id, level]));
    const next = isAll ? new Map<number, LevelAudience | null>() : this.#audience;
    for (const id of ids) if (!this.#changedMeanwhile.has(id)) next.set(id, byId.get(id) ?? null);
    this.#audience = next;
  }

  #text(readOnly: boolean, now: number): string {
    if (this.#built?.isCurrent && this.#built.isReadOnly === readOnly) return this.#built.text;
    const text = encodeBoard(this.#view(readOnly));
    const isLarge = this.#sumPlayers().size > LARGE_LEVELS;
    this.#built = { text, at: now, isReadOnly: readOnly, isCurrent: true, isLarge };
    return text;
  }

  #view(readOnly: boolean): BoardView {
    const publicPlayers: [number, number][] = [];
    const privateLevels: [number, PrivateLevel][] = [];
    for (const [level, players] of this.#sumPlayers()) {
      const audience = this.#audience.get(level);
      if (!audience) continue;
      if (audience.visibility === "public") publicPlayers.push([level, players]);
      else privateLevels.push([level, { players, creator: audience.user_id }]);
    }
    return {
      counts: this.#counts(),
      isReadOnly: readOnly,
      publicPlayers: new Map(first(MAX_LEVELS, publicPlayers, (players) => players)),
      privateLevels: new Map(first(MAX_PRIVATE_LEVELS, privateLevels, ({ players }) => players)),
    };
  }

  #counts(): BoardView["counts"] {
    // After their number was lowered, others count the users of the objects above it.
    const shards = presenceShards(this.env);
    const counts = { playing: 0, online: 0, users: this.#users };
    for (const { kind, id, people } of this.#senders.values()) {
      if (kind !== "presence" || id >= shards || !people) continue;
      counts.playing += people.playing;
      counts.online += people.online;
    }
    return counts;
  }
}

const isSilent = ({ reportedAt }: Sender, now: number): boolean => now - reportedAt >= SILENT_MS;

/** The `most` levels with the most players. */
function first<T>(most: number, levels: [number, T][], playersOf: (level: T) => number): [number, T][] {
  if (levels.length <= most) return levels;
  return levels.sort(([, a], [, b]) => playersOf(b) - playersOf(a)).slice(0, most);
}
