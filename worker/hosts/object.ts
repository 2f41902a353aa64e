import { Database, type Statement } from "#db/client.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { clearRoute, grantByLevelRoute, heartbeatRoute } from "#domain/hosts/api.ts";
import { HEARTBEAT_MS, SILENCE_MS } from "#domain/hosts/limits.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import { notifyUser } from "../live/notify.ts";
import { LiveObject } from "../live/object.ts";
import { hubOf } from "../live/stubs.ts";
import { type Arrival, readArrival } from "./arrive.ts";
import { type Answer, CALLS_SCHEMA, Calls, done, printOf, refused } from "./calls.ts";
import { levelCounts, type Standing, standingStatement } from "./counts.ts";
import { PlaySessions, STAYS_SCHEMA, stayStatements } from "./play-sessions.ts";
import { HostRecord } from "./record.ts";
import { giveByLevel, reportClear } from "./reports.ts";
import { compare, type Leaving, SEATS_SCHEMA, type Seat, Seats } from "./seats.ts";

/** Moves of so long are written to the database together, and then told. */
const FLUSH_MS = 400;
const TOLD_AT_ONCE = 50;

const SCHEMA = [
  ...SEATS_SCHEMA,
  ...STAYS_SCHEMA,
  ...CALLS_SCHEMA,
  "create table levels (level integer primary key, title text, written integer not null)",
  "create table used (jti text primary key, until integer not null) without rowid",
];

/** Who calls for a host: the hash of the key they have, and the name they give the call. */
export interface Caller {
  hash: string;
  call: string;
}

type Beat = { at: number; call: string; print: string; answer: OutputOf<typeof heartbeatRoute> };

/**
 * A game host: who was let in and plays there, when it was heard from last, and which calls it has made. The database is
 * told of changes alone; an alarm notices that a host is silent.
 */
export class GameHost extends LiveObject {
  #parts: { seats: Seats; calls: Calls; stays: PlaySessions } | undefined;
  readonly #record: HostRecord;
  #beat: Beat | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { host: SCHEMA });
    this.#beat = ctx.storage.kv.get<Beat>("beat");
    this.#record = new HostRecord(ctx.storage.kv, env, this.nameNumber);
  }

  /** What is kept here; made when the host does something for the first time. */
  get #kept() {
    this.prepare("alarms", "host");
    this.#parts ??= {
      seats: new Seats(this.db),
      calls: new Calls(this.db),
      stays: new PlaySessions(this.db),
    };
    return this.#parts;
  }

  get #seats(): Seats {
    return this.#kept.seats;
  }

  get #stays(): PlaySessions {
    return this.#kept.stays;
  }

  // Who may call.

  /** Why a key opens nothing, or null. */
  check(hash: string): ReturnType<HostRecord["problem"]> {
    return this.#record.problem(hash);
  }

  /** Staff have changed the host's row. One that is switched off empties at once. */
  async changed(): Promise<void> {
    const row = await this.#record.readAnew();
    if (!this.has("host")) return;
    if (!row?.enabled) this.#empty("host_disabled");
    this.#flushSoon();
  }

  // What the site asks.

  /** Keeps a seat for whoever gets a token; a refusal where the host is not there, or full. */
  async keepSeat(user: number, until: number): Promise<Answer<null>> {
    const row = await this.#record.read();
    if (!row?.enabled || !this.#isHere()) return refused("no_host");
    const now = Date.now();
    const { seats } = this.#kept;
    if (seats.taken(now, user) >= row.capacity) return refused("host_full");
    seats.keep(user, until);
    return done(null);
  }

  /** Who came before then (ms) has come to another host, or was banned: their seat is free, and the host hears of it. */
  expel(user: number, reason: "joined_elsewhere" | "banned", before: number): void {
    if (!this.has("host")) return;
    const seat = this.#seats.get(user);
    if (seat?.state === "playing" && seat.came < before) this.#leave(seat, reason);
  }

  /** A level has another title, or is private (null) from now on. */
  levelChanged(level: number, title: string | null): void {
    if (!this.has("host")) return;
    this.db.exec("update levels set title = ? where level = ?", title, level);
    for (const seat of this.#seats.playing()) if (seat.level === level) this.#seats.put({ ...seat, told: 0 });
    this.#flushSoon();
  }

  // What the host says.

  async heartbeat(
    { hash, call }: Caller,
    { players }: InputOf<typeof heartbeatRoute>,
  ): Promise<Answer<OutputOf<typeof heartbeatRoute>>> {
    const refusal = await this.check(hash);
    if (refusal) return refused(refusal);
    const print = printOf("heartbeat", players);
    if (this.#beat?.call === call)
      return this.#beat.print === print ? done(this.#beat.answer) : refused("idempotency_mismatch");
    const now = Date.now();
    const { seats } = this.#kept;
    const isNew = !this.#isHere();
    const { back, gone, remove } = compare(seats, players, now);
    for (const seat of back) this.#sit(seat.user, seat.level, 0, now);
    for (const seat of gone) this.#leave(seat, "left");
    // Who has played long enough to rate the level is written down before they leave.
    if (this.#stays.hasLong(now)) this.#flushSoon();
    const answer = {
      players_count: seats.playing().length,
      heartbeat_seconds: HEARTBEAT_MS / 1000,
      remove,
    };
    this.#beat = { at: now, call, print, answer };
    this.ctx.storage.kv.put("beat", this.#beat);
    this.wake("silence", now + SILENCE_MS);
    if (isNew) this.#flushSoon();
    return done(answer);
  }

  #isHere(now = Date.now()): boolean {
    return this.#beat !== undefined && now - this.#beat.at < SILENCE_MS;
  }

  /**
   * Does what a call asks for, once, for whoever has the key. `keep` notes the answer: a run that writes here calls it in the
   * same transaction, for any other it is done afterwards.
   */
  async #once<T>(
    { hash, call }: Caller,
    what: string,
    input: unknown,
    run: (keep: (value: T) => void) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const refusal = await this.check(hash);
    if (refusal) return refused(refusal);
    const { calls } = this.#kept;
    const print = printOf(what, input);
    return calls.once(call, print, () => run((value) => calls.keep(call, print, value, Date.now())));
  }

  async redeem(caller: Caller, token: string, issuer: string): Promise<Answer<Arrival["answer"]>> {
    return this.#once<Arrival["answer"]>(caller, "redeem", token, async (keep) => {
      const expected = { issuer, host: this.nameNumber };
      const arrival = await readArrival(this.env, token, expected, Date.now());
      if (!arrival.ok) return arrival;
      const row = await this.#record.read();
      return this.#admit(arrival.value, row?.capacity ?? 0, keep);
    });
  }

  /** Lets somebody in with a token that has not been used. `keep` is done with it or not at all, should the process die. */
  #admit(
    { user, level, jti, until, title, seconds, answer }: Arrival,
    capacity: number,
    keep: (answer: Arrival["answer"]) => void,
  ): Answer<Arrival["answer"]> {
    const now = Date.now();
    this.db.exec("delete from used where until < ?", now);
    if (this.row("select 1 from used where jti = ?", jti)) return refused("token_used");
    if (this.#seats.taken(now, user) >= capacity) return refused("host_full");
    this.ctx.storage.transactionSync(() => {
      this.db.exec("insert into used (jti, until) values (?, ?)", jti, until);
      this.db.exec(
        "insert into levels (level, title, written) values (?, ?, 0) on conflict (level) do update set title = excluded.title",
        level,
        title,
      );
      this.#sit(user, level, seconds, now);
      keep(answer);
    });
    return done(answer);
  }

  async leave(caller: Caller, user: number): Promise<Answer<{ left: boolean }>> {
    return this.#once<{ left: boolean }>(caller, "leave", user, async (keep) => {
      const seat = this.#seats.get(user);
      const left = seat?.state === "playing";
      this.ctx.storage.transactionSync(() => {
        if (seat && left) this.#leave(seat, "left");
        keep({ left });
      });
      return done({ left });
    });
  }

  async clear(
    caller: Caller,
    input: InputOf<typeof clearRoute>,
  ): Promise<Answer<OutputOf<typeof clearRoute>>> {
    return this.#once(caller, "clear", input, async () => {
      const seat = this.#seats.vouch(input.user_id, input.level_id, Date.now());
      if (!seat) return refused("not_playing");
      const name = `${this.nameNumber}:${caller.call}`;
      return reportClear(this.env, { call: name, host: this.nameNumber, since: seat.came, ...input });
    });
  }

  async grant(
    caller: Caller,
    input: InputOf<typeof grantByLevelRoute>,
  ): Promise<Answer<OutputOf<typeof grantByLevelRoute>>> {
    return this.#once(caller, "grant", input, async () => {
      if (!this.#seats.vouch(input.user_id, input.level_id, Date.now())) return refused("not_playing");
      return giveByLevel(this.env, `${this.nameNumber}:${caller.call}`, input);
    });
  }

  // Seats and stays.

  /** Somebody plays a level from now on, after `seconds` of it before. */
  #sit(user: number, level: number, seconds: number, now: number): void {
    const nothing = { until: 0, reason: null, told: 0 } as const;
    this.#seats.put({ user, level, state: "playing", since: now, came: now, ...nothing });
    this.#stays.begin(user, level, seconds, now);
    this.#flushSoon();
  }

  #leave(seat: Seat, reason: Leaving, now = Date.now()): void {
    this.#seats.free(seat, reason, now);
    this.#stays.end(seat.user, now);
    this.#flushSoon();
  }

  #empty(reason: Leaving): void {
    for (const seat of this.#seats.playing()) this.#leave(seat, reason);
  }

  // What follows from it.

  #flushSoon(): void {
    this.wake("flush", Date.now() + FLUSH_MS);
  }

  protected override async onNamedAlarm(name: string): Promise<void> {
    if (name === "silence") this.#listen();
    else await this.#flush();
  }

  /** A host that has not been heard from is gone, and so is everybody on it. */
  #listen(): void {
    const now = Date.now();
    if (this.#isHere(now)) {
      this.wake("silence", (this.#beat?.at ?? now) + SILENCE_MS);
      return;
    }
    this.#empty("silent");
    this.wake("flush", now);
  }

  /** Tells hubs who came and went, and the database what has changed; said twice it changes nothing. */
  async #flush(): Promise<void> {
    const told = this.#tellHubs();
    await this.#write();
    await told;
    this.#seats.forget(Date.now());
    if (this.#seats.untold().length > 0 || this.#stays.hasNews()) this.#flushSoon();
  }

  async #tellHubs(): Promise<void> {
    const untold = this.#seats.untold();
    for (let at = 0; at < untold.length; at += TOLD_AT_ONCE)
      await Promise.all(untold.slice(at, at + TOLD_AT_ONCE).map((seat) => this.#tellHub(seat)));
  }

  async #tellHub(seat: Seat): Promise<void> {
    const { user, level, came } = seat;
    const title =
      this.row<{ title: string | null }>("select title from levels where level = ?", level)?.title ?? null;
    try {
      const place = seat.state === "playing" ? { level, title } : null;
      const isNewest = await hubOf(this.env, user).playsAt(this.nameNumber, came, place);
      const now = this.#seats.get(user);
      if (now !== seat) return;
      if (isNewest || !place) this.#seats.put({ ...seat, told: 1 });
      else this.#leave(seat, "joined_elsewhere");
    } catch (error) {
      this.complain("hub", error);
    }
  }

  /** Tells the database what has changed, if anything has. */
  async #write(): Promise<void> {
    const now = Date.now();
    const { come, stayed, long, list } = this.#stays.due(now);
    const levels = this.#movedLevels();
    const row = await this.#record.read();
    const standing: Standing = {
      online: this.#isHere(),
      full: this.#seats.playing().length >= (row?.capacity ?? 0),
    };
    const isMoved = row && (Boolean(row.online) !== standing.online || Boolean(row.full) !== standing.full);
    const queries: Statement[] = [
      ...stayStatements(come, stayed),
      ...levelCounts(this.nameNumber, levels),
      ...(isMoved ? [standingStatement(this.nameNumber, standing, now)] : []),
    ];
    if (queries.length === 0) return;
    await new Database(this.env.DB).batch(queries);
    if (isMoved) await this.#record.noteStanding(standing);
    this.ctx.storage.transactionSync(() => {
      this.#stays.written(list, long);
      this.#noteLevels(levels);
    });
    // What this process keeps for visitors tells who plays where.
    cacheClear();
    for (const { user, level } of long)
      await notifyUser(this.env, user, { event: "RatingUnlocked", level_id: level });
  }

  #noteLevels(levels: readonly [level: number, players: number][]): void {
    for (const [level, players] of levels)
      this.db.exec("update levels set written = ? where level = ?", players, level);
    // A host that comes back after a silence brings its players again, with their levels.
    this.db.exec("delete from levels where written = 0 and level not in (select level from seats)");
  }

  /** Levels whose number of players is another one than what was written. */
  #movedLevels(): [level: number, players: number][] {
    const players = Map.groupBy(this.#seats.playing(), ({ level }) => level);
    return this.rows<{ level: number; written: number }>("select level, written from levels")
      .map(({ level, written }) => ({ level, written, now: players.get(level)?.length ?? 0 }))
      .filter(({ written, now }) => written !== now)
      .map(({ level, now }) => [level, now]);
  }
}
