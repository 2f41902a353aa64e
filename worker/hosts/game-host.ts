import { Database, type Statement } from "#db/database.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { clearRoute, grantByLevelRoute, heartbeatRoute } from "#domain/hosts/api.ts";
import { HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS } from "#domain/hosts/limits.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import { LiveObject } from "../live/live-object.ts";
import { notifyUser } from "../live/notify.ts";
import { hubStub } from "../live/stubs.ts";
import { type Arrival, readArrival } from "./arrival.ts";
import { type HostAvailability, hostAvailabilityStatement, levelCountStatements } from "./counts.ts";
import {
  callFingerprint,
  failure,
  type HostResult,
  IDEMPOTENT_CALLS_SCHEMA,
  IdempotentCalls,
  success,
} from "./idempotent-calls.ts";
import { PLAY_SESSIONS_SCHEMA, PlaySessions, playSessionStatements } from "./play-sessions.ts";
import { HostRecord } from "./record.ts";
import { grantByLevel, reportClear } from "./reports.ts";
import { compareSeats, type LeaveReason, SEATS_SCHEMA, type Seat, Seats } from "./seats.ts";

/** Changes within this time are written to the database together, then sent to the users' hubs. */
const FLUSH_MS = 400;
const HUBS_AT_ONCE = 50;

const SCHEMA = [
  ...SEATS_SCHEMA,
  ...PLAY_SESSIONS_SCHEMA,
  ...IDEMPOTENT_CALLS_SCHEMA,
  "create table levels (level integer primary key, title text, written integer not null)",
  "create table used (jti text primary key, until integer not null) without rowid",
];

/** A host's credentials: the hash of its key, and the idempotency key of the call. */
export interface HostCaller {
  hash: string;
  idempotencyKey: string;
}

type Heartbeat = { at: number; call: string; print: string; answer: OutputOf<typeof heartbeatRoute> };

/**
 * A game host: its players, its last heartbeat and its recent calls. Writes only changes to the database; an alarm
 * detects that a host is silent.
 */
export class GameHost extends LiveObject {
  #parts: { seats: Seats; calls: IdempotentCalls; sessions: PlaySessions } | undefined;
  readonly #record: HostRecord;
  #heartbeat: Heartbeat | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { host: SCHEMA });
    this.#heartbeat = ctx.storage.kv.get<Heartbeat>("beat");
    this.#record = new HostRecord(ctx.storage.kv, env, this.idFromName);
  }

  /** The object's state; its tables are created on first use. */
  get #state() {
    this.createTables("alarms", "host");
    this.#parts ??= {
      seats: new Seats(this.db),
      calls: new IdempotentCalls(this.db),
      sessions: new PlaySessions(this.db),
    };
    return this.#parts;
  }

  get #seats(): Seats {
    return this.#state.seats;
  }

  get #sessions(): PlaySessions {
    return this.#state.sessions;
  }

  // Authentication.

  /** Returns why a key is invalid, or null. */
  checkKey(hash: string): ReturnType<HostRecord["keyProblem"]> {
    return this.#record.keyProblem(hash);
  }

  /** Called when staff changed the host's row. A disabled host is emptied immediately. */
  async hostChanged(): Promise<void> {
    const row = await this.#record.refresh();
    if (!this.hasTables("host")) return;
    if (!row?.enabled) this.#releaseAll("host_disabled");
    this.#scheduleFlush();
  }

  // Calls from the site.

  /** Reserves a seat for a user who gets a token; fails if the host is offline or full. */
  async reserveSeat(user: number, until: number): Promise<HostResult<null>> {
    const row = await this.#record.read();
    if (!row?.enabled || !this.#isOnline()) return failure("no_host");
    const now = Date.now();
    const { seats } = this.#state;
    if (seats.countTaken(now, user) >= row.capacity) return failure("host_full");
    seats.reserve(user, until);
    return success(null);
  }

  /**
   * Removes a user who joined before that time (ms) because they joined another host or were banned; the host learns
   * of it with its next heartbeat.
   */
  removePlayer(user: number, reason: "joined_elsewhere" | "banned", before: number): void {
    if (!this.hasTables("host")) return;
    const seat = this.#seats.get(user);
    if (seat?.state === "playing" && seat.joinedAt < before) this.#releaseSeat(seat, reason);
  }

  /** A level has a new title; null if it's private now. */
  levelChanged(level: number, title: string | null): void {
    if (!this.hasTables("host")) return;
    this.db.exec("update levels set title = ? where level = ?", title, level);
    for (const seat of this.#seats.playing())
      if (seat.level === level) this.#seats.save({ ...seat, notified: 0 });
    this.#scheduleFlush();
  }

  // Calls from the game host.

  async heartbeat(
    { hash, idempotencyKey }: HostCaller,
    { players }: InputOf<typeof heartbeatRoute>,
  ): Promise<HostResult<OutputOf<typeof heartbeatRoute>>> {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const fingerprint = callFingerprint("heartbeat", players);
    if (this.#heartbeat?.call === idempotencyKey)
      return this.#heartbeat.print === fingerprint
        ? success(this.#heartbeat.answer)
        : failure("idempotency_mismatch");
    const now = Date.now();
    const { seats } = this.#state;
    const isBack = !this.#isOnline();
    const { returned, left, remove } = compareSeats(seats, players, now);
    for (const seat of returned) this.#seatPlayer(seat.user, seat.level, 0, now);
    for (const seat of left) this.#releaseSeat(seat, "left");
    // Store unlocked ratings before the player leaves.
    if (this.#sessions.hasUnlocks(now)) this.#scheduleFlush();
    const response = {
      players_count: seats.playing().length,
      heartbeat_seconds: HEARTBEAT_MS / 1000,
      remove,
    };
    this.#heartbeat = { at: now, call: idempotencyKey, print: fingerprint, answer: response };
    this.ctx.storage.kv.put("beat", this.#heartbeat);
    this.scheduleAlarm("silence", now + HEARTBEAT_TIMEOUT_MS);
    if (isBack) this.#scheduleFlush();
    return success(response);
  }

  #isOnline(now = Date.now()): boolean {
    return this.#heartbeat !== undefined && now - this.#heartbeat.at < HEARTBEAT_TIMEOUT_MS;
  }

  /**
   * Runs a call once after checking its key. A run that writes to this object calls `store` with the result in the
   * same transaction; otherwise the result is stored afterwards.
   */
  async #runOnce<T>(
    { hash, idempotencyKey }: HostCaller,
    method: string,
    input: unknown,
    run: (store: (value: T) => void) => Promise<HostResult<T>>,
  ): Promise<HostResult<T>> {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const { calls } = this.#state;
    const fingerprint = callFingerprint(method, input);
    return calls.runOnce(idempotencyKey, fingerprint, () =>
      run((value) => calls.set(idempotencyKey, fingerprint, value, Date.now())),
    );
  }

  async redeem(caller: HostCaller, token: string, issuer: string): Promise<HostResult<Arrival["response"]>> {
    return this.#runOnce<Arrival["response"]>(caller, "redeem", token, async (store) => {
      const expected = { issuer, host: this.idFromName };
      const arrival = await readArrival(this.env, token, expected, Date.now());
      if (!arrival.ok) return arrival;
      const row = await this.#record.read();
      return this.#admit(arrival.value, row?.capacity ?? 0, store);
    });
  }

  /** Admits a player with an unused token. `store` runs in the same transaction, so a crash can't separate them. */
  #admit(
    { user, level, jti, expiresAt, title, secondsPlayed, response }: Arrival,
    capacity: number,
    store: (response: Arrival["response"]) => void,
  ): HostResult<Arrival["response"]> {
    const now = Date.now();
    this.db.exec("delete from used where until < ?", now);
    if (this.row("select 1 from used where jti = ?", jti)) return failure("token_used");
    if (this.#seats.countTaken(now, user) >= capacity) return failure("host_full");
    this.ctx.storage.transactionSync(() => {
      this.db.exec("insert into used (jti, until) values (?, ?)", jti, expiresAt);
      this.db.exec(
        "insert into levels (level, title, written) values (?, ?, 0) on conflict (level) do update set title = excluded.title",
        level,
        title,
      );
      this.#seatPlayer(user, level, secondsPlayed, now);
      store(response);
    });
    return success(response);
  }

  async leave(caller: HostCaller, user: number): Promise<HostResult<{ left: boolean }>> {
    return this.#runOnce<{ left: boolean }>(caller, "leave", user, async (store) => {
      const seat = this.#seats.get(user);
      const left = seat?.state === "playing";
      this.ctx.storage.transactionSync(() => {
        if (seat && left) this.#releaseSeat(seat, "left");
        store({ left });
      });
      return success({ left });
    });
  }

  async clear(
    caller: HostCaller,
    input: InputOf<typeof clearRoute>,
  ): Promise<HostResult<OutputOf<typeof clearRoute>>> {
    return this.#runOnce(caller, "clear", input, async () => {
      const seat = this.#seats.findRecent(input.user_id, input.level_id, Date.now());
      if (!seat) return failure("not_playing");
      const reportKey = `${this.idFromName}:${caller.idempotencyKey}`;
      return reportClear(this.env, {
        reportKey,
        host: this.idFromName,
        joinedAt: seat.joinedAt,
        ...input,
      });
    });
  }

  async grant(
    caller: HostCaller,
    input: InputOf<typeof grantByLevelRoute>,
  ): Promise<HostResult<OutputOf<typeof grantByLevelRoute>>> {
    return this.#runOnce(caller, "grant", input, async () => {
      if (!this.#seats.findRecent(input.user_id, input.level_id, Date.now())) return failure("not_playing");
      return grantByLevel(this.env, `${this.idFromName}:${caller.idempotencyKey}`, input);
    });
  }

  // Seats and play sessions.

  /** Seats a player who has already played the level for `seconds`. */
  #seatPlayer(user: number, level: number, seconds: number, now: number): void {
    this.#seats.save({
      user,
      level,
      state: "playing",
      since: now,
      joinedAt: now,
      until: 0,
      reason: null,
      notified: 0,
    });
    this.#sessions.start(user, level, seconds, now);
    this.#scheduleFlush();
  }

  #releaseSeat(seat: Seat, reason: LeaveReason, now = Date.now()): void {
    this.#seats.release(seat, reason, now);
    this.#sessions.end(seat.user, now);
    this.#scheduleFlush();
  }

  #releaseAll(reason: LeaveReason): void {
    for (const seat of this.#seats.playing()) this.#releaseSeat(seat, reason);
  }

  // Effects of changes.

  #scheduleFlush(): void {
    this.scheduleAlarm("flush", Date.now() + FLUSH_MS);
  }

  protected override async onNamedAlarm(name: string): Promise<void> {
    if (name === "silence") this.#checkSilence();
    else await this.#flush();
  }

  /** Removes everyone from a host that has been silent for too long. */
  #checkSilence(): void {
    const now = Date.now();
    if (this.#isOnline(now)) {
      this.scheduleAlarm("silence", (this.#heartbeat?.at ?? now) + HEARTBEAT_TIMEOUT_MS);
      return;
    }
    this.#releaseAll("silent");
    this.scheduleAlarm("flush", now);
  }

  /** Sends joins and leaves to the users' hubs and changes to the database; idempotent. */
  async #flush(): Promise<void> {
    const notified = this.#notifyHubs();
    await this.#writeChanges();
    await notified;
    this.#seats.deleteExpired(Date.now());
    if (this.#seats.unnotified().length > 0 || this.#sessions.hasChanges()) this.#scheduleFlush();
  }

  async #notifyHubs(): Promise<void> {
    const unnotified = this.#seats.unnotified();
    for (let start = 0; start < unnotified.length; start += HUBS_AT_ONCE)
      await Promise.all(unnotified.slice(start, start + HUBS_AT_ONCE).map((seat) => this.#notifyHub(seat)));
  }

  async #notifyHub(seat: Seat): Promise<void> {
    const { user, level, joinedAt } = seat;
    const title =
      this.row<{ title: string | null }>("select title from levels where level = ?", level)?.title ?? null;
    try {
      const place = seat.state === "playing" ? { level, title } : null;
      const isNewest = await hubStub(this.env, user).setPlaying(this.idFromName, joinedAt, place);
      const now = this.#seats.get(user);
      if (now !== seat) return;
      if (isNewest || !place) this.#seats.save({ ...seat, notified: 1 });
      else this.#releaseSeat(seat, "joined_elsewhere");
    } catch (error) {
      this.logFailure("hub", error);
    }
  }

  /** Writes changes to the database, if there are any. */
  async #writeChanges(): Promise<void> {
    const now = Date.now();
    const { sessions, started, played, unlocked } = this.#sessions.due(now);
    const levels = this.#changedLevels();
    const row = await this.#record.read();
    const state: HostAvailability = {
      online: this.#isOnline(),
      full: this.#seats.playing().length >= (row?.capacity ?? 0),
    };
    const isChanged = row && (Boolean(row.online) !== state.online || Boolean(row.full) !== state.full);
    const statements: Statement[] = [
      ...playSessionStatements(started, played),
      ...levelCountStatements(this.idFromName, levels),
      ...(isChanged ? [hostAvailabilityStatement(this.idFromName, state, now)] : []),
    ];
    if (statements.length === 0) return;
    await new Database(this.env.DB).batch(statements);
    if (isChanged) await this.#record.storeAvailability(state);
    this.ctx.storage.transactionSync(() => {
      this.#sessions.markWritten(sessions, unlocked);
      this.#storeLevelCounts(levels);
    });
    // This process's cached visitor responses contain player counts.
    cacheClear();
    for (const { user, level } of unlocked)
      await notifyUser(this.env, user, { event: "RatingUnlocked", level_id: level });
  }

  #storeLevelCounts(levels: readonly [level: number, players: number][]): void {
    for (const [level, players] of levels)
      this.db.exec("update levels set written = ? where level = ?", players, level);
    // A host that returns after a silence reports its players with their levels again.
    this.db.exec("delete from levels where written = 0 and level not in (select level from seats)");
  }

  /** The levels whose number of players differs from the stored one. */
  #changedLevels(): [level: number, players: number][] {
    const players = Map.groupBy(this.#seats.playing(), ({ level }) => level);
    return this.rows<{ level: number; written: number }>("select level, written from levels")
      .map(({ level, written }) => ({ level, written, now: players.get(level)?.length ?? 0 }))
      .filter(({ written, now }) => written !== now)
      .map(({ level, now }) => [level, now]);
  }
}
