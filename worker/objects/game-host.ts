import { Server } from "partyserver";
import { Database, type Statement } from "#db/database.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { clearRoute, grantByLevelRoute, heartbeatRoute } from "#domain/hosts/api.ts";
import { HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, ROOM_TIMEOUT_MS } from "#domain/hosts/limits.ts";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { awardAchievements } from "../achievements/award.ts";
import { type ExportCursor, exportState, importState, type StatePart } from "../backup/export-state.ts";
import { type TrackedAlarms, trackObject } from "../backup/track-object.ts";
import {
  type HostAvailability,
  hostAvailabilityStatement,
  type LevelTitle,
  levelCountStatements,
  levelTitlesQuery,
  parseRoomName,
} from "../hosts/counts.ts";
import {
  callFingerprint,
  failure,
  type HostResult,
  IDEMPOTENT_CALLS_SCHEMA,
  IdempotentCalls,
  success,
} from "../hosts/idempotent-calls.ts";
import { PLAY_SESSIONS_SCHEMA, PlaySessions, playSessionStatements } from "../hosts/play-sessions.ts";
import { HostRecord } from "../hosts/record.ts";
import { grantByLevel, reportClear } from "../hosts/reports.ts";
import { type AdmittedPlayer, type Arrival, readArrival, readRoomArrival } from "../hosts/room-arrival.ts";
import {
  compareRoomSeats,
  compareSeats,
  type LeaveReason,
  SEATS_SCHEMA,
  type Seat,
  type SeatChanges,
  Seats,
} from "../hosts/seats.ts";
import { cacheClear } from "../http/cache.ts";
import { isReadOnly, READ_ONLY_WAIT_MS } from "../http/read-only.ts";
import { BoardReporter } from "../live/board-reporter.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { notifyUser } from "../live/notify.ts";
import { ObjectSchema, row, rows, WRITE_INTERVAL_MS } from "../live/object-schema.ts";
import { boardStub, hubStub, roomStub } from "../live/stubs.ts";
import { pendingQuery } from "../outbox/effects.ts";
import { openDatabases, relay } from "../outbox/relay.ts";
import { FROM_PLAY } from "../outbox/write-with-effects.ts";
import { recordLiveRun, webCall } from "../runs/live-run.ts";
import type { LevelPlayers } from "./board-api.ts";
import type { GameHostApi, HostCaller, LiveRun, RoomRequest } from "./game-host-api.ts";

/** Changes within this time are sent to the users' hubs together. */
const NOTIFY_MS = 400;
const HUBS_AT_ONCE = 50;
const RELAY_PASSES = 2;

const SCHEMA = [
  ...SEATS_SCHEMA,
  ...PLAY_SESSIONS_SCHEMA,
  ...IDEMPOTENT_CALLS_SCHEMA,
  "create table levels (level integer primary key, title text, written integer not null)",
  "create table used_tokens (jti text primary key, until integer not null) without rowid",
];

/** The alarm that detects silent rooms. */
const ROOM_SILENCE = "room silence";

type Heartbeat = { at: number; call: string; fingerprint: string; response: OutputOf<typeof heartbeatRoute> };

/** A game host: players, heartbeat, recent calls. Writes only changes to D1; an alarm finds it silent. */
export class GameHost extends Server<Env> implements GameHostApi {
  readonly #storage: DurableObjectStorage;
  readonly #db: SqlStorage;
  readonly #id: number;
  readonly #logFailure: LogFailure;
  readonly #schema: ObjectSchema;
  readonly #alarms: TrackedAlarms<"flush" | "silence" | typeof ROOM_SILENCE>;
  #parts: { seats: Seats; calls: IdempotentCalls; sessions: PlaySessions } | undefined;
  readonly #record: HostRecord;
  readonly #reporter: BoardReporter<LevelPlayers[]>;
  #heartbeat: Heartbeat | undefined;
  #notifiesSoon = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#id = Number(ctx.id.name);
    this.#logFailure = failureLogger("GameHost", ctx.id);
    this.#schema = new ObjectSchema(ctx.storage, { host: SCHEMA });
    ({ storage: this.#storage, alarms: this.#alarms } = trackObject(ctx, env, {
      kind: "host",
      handlers: {
        flush: () => this.#flush(),
        silence: () => this.#checkSilence(),
        [ROOM_SILENCE]: () => this.#checkRoomSilence(),
      },
      logFailure: this.#logFailure,
    }));
    this.#db = this.#storage.sql;
    this.#load();
    this.#record = new HostRecord(this.#storage.kv, env, this.#id);
    this.#reporter = new BoardReporter({
      read: () => [...this.#playersByLevel()].map(([level, seats]) => [level, seats.length]),
      send: (version, levels) => boardStub(env).reportLevels(this.#id, version, levels),
    });
  }

  #load(): void {
    this.#heartbeat = this.#storage.kv.get<Heartbeat>("heartbeat");
  }

  /** The object's state; its tables are created on first use. */
  get #state() {
    this.#schema.create("host");
    this.#parts ??= {
      seats: new Seats(this.#db),
      calls: new IdempotentCalls(this.#db),
      sessions: new PlaySessions(this.#db),
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

  checkKey(hash: string): ReturnType<GameHostApi["checkKey"]> {
    return this.#record.keyProblem(hash);
  }

  async hostChanged(): Promise<void> {
    const row = await this.#record.refresh();
    if (!this.#schema.has("host")) return;
    this.#scheduleFlush();
    if (row?.enabled) return;
    const seats = this.#seats.playing();
    this.#releaseAll("host_disabled");
    await this.#letGoFromHere(seats, ROOM_CLOSE_CODES.joinAgain);
  }

  // Calls from the site.

  async reserveSeat(user: number, until: number): Promise<HostResult<null>> {
    const row = await this.#record.read();
    if (!row?.enabled || !this.#isOnline()) return failure("no_host");
    const now = Date.now();
    const { seats } = this.#state;
    if (seats.countTaken(now, user) >= row.capacity) return failure("host_full");
    seats.reserve(user, until);
    return success(null);
  }

  async removePlayer(user: number, reason: "joined_elsewhere" | "banned", before: number): Promise<void> {
    const seat = this.#playingSeat(user);
    if (!seat || seat.joinedAt >= before) return;
    this.#releaseSeat(seat, reason);
    if (reason === "banned") await this.#letGo([seat], ROOM_CLOSE_CODES.banned);
    else await this.#letGoFromHere([seat], ROOM_CLOSE_CODES.playsElsewhere);
  }

  async levelChanged(level: number, title: string | null): Promise<void> {
    if (!this.#schema.has("host")) return;
    this.#db.exec("update levels set title = ? where level = ?", title, level);
    const seats = this.#seats.playing().filter((seat) => seat.level === level);
    for (const seat of seats) this.#seats.save({ ...seat, notified: 0 });
    this.#scheduleFlush();
    await this.#callRooms(seats, (room) => room.levelChanged());
  }

  async closeSession(user: number, code: RoomCloseCode, session?: string): Promise<void> {
    const seat = this.#playingSeat(user);
    if (!seat?.room || (session !== undefined && seat.session !== session)) return;
    this.#releaseSeat(seat, "left");
    await this.#letGo([seat], code, session);
  }

  async relationsChanged(user: number): Promise<void> {
    const room = this.roomOf(user);
    if (room !== null) await this.#roomStub(room).relationsChanged(user);
  }

  roomOf(user: number): string | null {
    return this.#playingSeat(user)?.room ?? null;
  }

  #playingSeat(user: number): Seat | undefined {
    const seat = this.#schema.has("host") ? this.#seats.get(user) : undefined;
    return seat?.state === "playing" ? seat : undefined;
  }

  // Calls to rooms.

  #roomStub(name: string): ReturnType<typeof roomStub> {
    const { level, instance } = parseRoomName(name);
    return roomStub(this.env, level, instance);
  }

  /** Calls each room of these seats once, with its users. */
  async #callRooms(
    seats: readonly Seat[],
    call: (room: ReturnType<typeof roomStub>, users: number[]) => Promise<void>,
  ): Promise<void> {
    const inRooms = seats.filter(({ room }) => room !== null);
    const rooms = Map.groupBy(inRooms, ({ room }) => String(room));
    await Promise.all(
      [...rooms].map(async ([name, players]) => {
        try {
          const users = players.map(({ user }) => user);
          await call(this.#roomStub(name), users);
        } catch (error) {
          this.#logFailure(`room ${name}`, error);
        }
      }),
    );
  }

  /** Closes the sockets of players whose seats were released, or only those of one session (its hash). */
  #letGo(seats: readonly Seat[], code: RoomCloseCode, session?: string): Promise<void> {
    return this.#callRooms(seats, (room, users) => room.letGo(users, code, session));
  }

  /** Closes the sockets that players have through this host: they may be in the same room through another one. */
  #letGoFromHere(seats: readonly Seat[], code: RoomCloseCode): Promise<void> {
    return this.#callRooms(seats, (room, users) => room.letGo(users, code, undefined, this.#id));
  }

  // Calls from the game host.

  async heartbeat({ hash, idempotencyKey }: HostCaller, { players }: InputOf<typeof heartbeatRoute>) {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const fingerprint = callFingerprint("heartbeat", players);
    if (this.#heartbeat?.call === idempotencyKey)
      return this.#heartbeat.fingerprint === fingerprint
        ? success(this.#heartbeat.response)
        : failure("idempotency_mismatch");
    const now = Date.now();
    const { seats } = this.#state;
    const isBack = !this.#isOnline();
    const { returned, left, remove } = compareSeats(seats, players, now);
    this.#applyChanges({ returned, left }, now);
    const response = {
      players_count: seats.playing().length,
      heartbeat_seconds: HEARTBEAT_MS / 1000,
      remove,
    };
    this.#heartbeat = { at: now, call: idempotencyKey, fingerprint, response };
    this.#storage.kv.put("heartbeat", this.#heartbeat);
    this.#alarms.schedule("silence", now + HEARTBEAT_TIMEOUT_MS);
    if (isBack) this.#scheduleFlush();
    return success(response);
  }

  /** Seats players who are back and releases the seats of those who left. */
  #applyChanges({ returned, left }: Pick<SeatChanges, "returned" | "left">, now: number): void {
    for (const seat of returned) this.#seatPlayer({ ...seat, joinedAt: now }, 0, now);
    for (const seat of left) this.#releaseSeat(seat, "left");
    // Store unlocked ratings before the player leaves.
    if (this.#sessions.hasUnlocks(now)) this.#scheduleFlush();
    // The board forgets hosts that are silent.
    if (this.#seats.playing().length > 0) this.#reporter.refresh();
  }

  /** Built-in hosts are always online. */
  #isOnline(now = Date.now()): boolean {
    if (this.#record.isRooms) return true;
    return this.#heartbeat !== undefined && now - this.#heartbeat.at < HEARTBEAT_TIMEOUT_MS;
  }

  /** Runs a call once, its key checked. A run that writes here calls `store` in its transaction. */
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
      const expected = { issuer, host: this.#id };
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
    if (this.#isUsed(jti, now)) return failure("token_used");
    if (this.#seats.countTaken(now, user) >= capacity) return failure("host_full");
    this.#storage.transactionSync(() => {
      this.#useToken(jti, expiresAt);
      this.#storeLevel(level, title);
      this.#seatPlayer({ user, level, joinedAt: now, room: null, session: null }, secondsPlayed, now);
      store(response);
    });
    return success(response);
  }

  #isUsed(jti: string, now: number): boolean {
    this.#db.exec("delete from used_tokens where until < ?", now);
    return row(this.#db, "select 1 from used_tokens where jti = ?", jti) !== undefined;
  }

  #useToken(jti: string, expiresAt: number): void {
    this.#db.exec("insert into used_tokens (jti, until) values (?, ?)", jti, expiresAt);
  }

  #storeLevel(level: number, title: string | null): void {
    this.#db.exec(
      "insert into levels (level, title, written) values (?, ?, 0) on conflict (level) do update set title = excluded.title",
      level,
      title,
    );
  }

  async leave(caller: HostCaller, user: number, room: string | null = null) {
    return this.#runOnce<{ left: boolean }>(caller, "leave", user, async (store) => {
      const seat = this.#seats.get(user);
      const left = seat?.state === "playing" && seat.room === room;
      this.#storage.transactionSync(() => {
        if (seat && left) this.#releaseSeat(seat, "left");
        store({ left });
      });
      return success({ left });
    });
  }

  async clear(caller: HostCaller, input: InputOf<typeof clearRoute>) {
    return this.#runOnce(caller, "clear", input, async () => {
      const seat = this.#seats.findRecent(input.user_id, input.level_id, Date.now());
      if (!seat) return failure("not_playing");
      const reportKey = `${this.#id}:${caller.idempotencyKey}`;
      return reportClear(this.env, { reportKey, host: this.#id, joinedAt: seat.joinedAt, ...input });
    });
  }

  async grant(caller: HostCaller, input: InputOf<typeof grantByLevelRoute>) {
    return this.#runOnce(caller, "grant", input, async () => {
      if (!this.#seats.findRecent(input.user_id, input.level_id, Date.now())) return failure("not_playing");
      return grantByLevel(this.env, `${this.#id}:${caller.idempotencyKey}`, input);
    });
  }

  // Calls from rooms.

  async admitToRoom({ hash }: HostCaller, token: string, issuer: string, request: RoomRequest) {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const expected = { issuer, host: this.#id };
    // The read may miss changes from here on.
    const startedAt = Date.now();
    const admitted = await readRoomArrival(this.env, token, expected, request);
    if (!admitted.ok) return admitted;
    const seated = await this.#seatInRoom(admitted.value, request.room, startedAt);
    if (!seated.ok) return seated;
    const entered = await this.#enterRoom(seated.value);
    // A block, a ban or a sign-out since then. Later ones find the player by their hub.
    const latest = entered.isChanged ? await readRoomArrival(this.env, token, expected, request) : admitted;
    if (!this.#isCurrent(seated.value)) return failure(this.#lossCode(seated.value));
    if (latest.ok) return success(latest.value.arrival);
    this.#releaseSeat(seated.value, "left");
    return latest;
  }

  async #seatInRoom({ token, secondsPlayed, arrival }: AdmittedPlayer, room: string, startedAt: number) {
    const row = await this.#record.read();
    const now = Date.now();
    const { seats } = this.#state;
    const { user, jti, exp } = token;
    const { level } = arrival;
    if (!row?.enabled) return failure("host_disabled");
    if (this.#isUsed(jti, now)) return failure("token_used");
    if (seats.countTaken(now, user) >= row.capacity) return failure("host_full");
    const before = this.#playingSeat(user);
    const joinedAt = Math.max(startedAt, (before?.joinedAt ?? 0) + 1);
    const seat = { user, level: level.id, joinedAt, room, session: arrival.session_id };
    this.#storage.transactionSync(() => {
      this.#useToken(jti, 1000 * exp);
      this.#storeLevel(level.id, level.visibility === "public" ? level.title : null);
      this.#seatPlayer(seat, secondsPlayed, now);
      // A room that ends before it has reported its players is silent, too.
      this.#alarms.schedule(ROOM_SILENCE, now + ROOM_TIMEOUT_MS);
    });
    if (before?.room && before.room !== room)
      this.ctx.waitUntil(this.#letGoFromHere([before], ROOM_CLOSE_CODES.playsElsewhere));
    return success(seats.get(user) as Seat);
  }

  /** Notifies the hub of a player who was just seated. Returns whether what was read about them may have changed. */
  async #enterRoom(seat: Seat): Promise<{ isChanged: boolean }> {
    const place = { level: seat.level, title: this.#titleOf(seat.level) };
    try {
      const hub = hubStub(this.env, seat.user);
      const { isNewest, isChanged } = await hub.enterRoom(this.#id, seat.joinedAt, place);
      if (this.#isCurrent(seat)) {
        if (isNewest) this.#seats.save({ ...seat, notified: 1 });
        else this.#releaseSeat(seat, "joined_elsewhere");
      }
      return { isChanged };
    } catch (error) {
      // The next update notifies it.
      this.#logFailure("hub", error);
      return { isChanged: true };
    }
  }

  /** Why a player lost the seat that they have just taken. */
  #lossCode({ user, room }: Seat): "conflict" | "banned" | "host_disabled" {
    const now = this.#seats.get(user);
    const reason = now?.room === room && now.state === "left" ? now.reason : null;
    return reason === "banned" || reason === "host_disabled" ? reason : "conflict";
  }

  /** Whether a player still has the seat that they joined with. */
  #isCurrent({ user, joinedAt, room }: Seat): boolean {
    const now = this.#playingSeat(user);
    return now?.joinedAt === joinedAt && now.room === room;
  }

  async roomBeat({ hash }: HostCaller, room: string, users: readonly number[]) {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const now = Date.now();
    const { seats } = this.#state;
    const { remove, ...changes } = compareRoomSeats(seats, room, users, now);
    this.#applyChanges(changes, now);
    this.#db.exec("insert or replace into room_beats (room, at) values (?, ?)", room, now);
    this.#alarms.schedule(ROOM_SILENCE, now + ROOM_TIMEOUT_MS);
    return success({ remove });
  }

  async countRun({ hash }: HostCaller, user: number, level: number, run: LiveRun) {
    const keyError = await this.checkKey(hash);
    if (keyError) return failure(keyError);
    const { seats, calls } = this.#state;
    const seat = seats.get(user);
    if (seat?.state === "left" && seat.reason === "banned") return failure("not_playing");
    return calls.runOnce(webCall(user, run.key), callFingerprint("run", [user, level]), () =>
      recordLiveRun(this.env, user, level, run, (work) => this.ctx.waitUntil(work)),
    );
  }

  // Seats and play sessions.

  /** Seats a player who has already played the level for `seconds`. */
  #seatPlayer(
    { user, level, joinedAt, room, session }: Pick<Seat, "user" | "level" | "joinedAt" | "room" | "session">,
    seconds: number,
    now: number,
  ): void {
    this.#seats.save({
      user,
      level,
      state: "playing",
      since: now,
      joinedAt,
      until: 0,
      reason: null,
      notified: 0,
      room,
      session,
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

  /** Sends changes to the board and the hubs soon, and writes them to the database after a while. */
  #scheduleFlush(): void {
    this.#alarms.schedule("flush", Date.now() + WRITE_INTERVAL_MS);
    this.#reporter.changed();
    if (this.#notifiesSoon) return;
    this.#notifiesSoon = true;
    setTimeout(() => {
      this.#notifiesSoon = false;
      this.ctx.waitUntil(this.#notify());
    }, NOTIFY_MS);
  }

  /** Sends joins and leaves to the hubs. What others wait for is written to the database at once. */
  async #notify(): Promise<void> {
    await this.#notifyHubs();
    try {
      const isUrgent = this.#sessions.hasUnlocks(Date.now()) || (await this.#changedAvailability()) !== null;
      if (isUrgent) this.#alarms.schedule("flush", Date.now());
    } catch (error) {
      // The alarm repeats it.
      this.#logFailure("availability", error);
    }
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  /** Removes everyone from a host that has been silent for too long. */
  #checkSilence(): void {
    const now = Date.now();
    if (this.#isOnline(now)) {
      this.#alarms.schedule("silence", (this.#heartbeat?.at ?? now) + HEARTBEAT_TIMEOUT_MS);
      return;
    }
    this.#releaseAll("silent");
    this.#alarms.schedule("flush", now);
  }

  /** Empties rooms that have been silent for too long. Their reports and new players show that they aren't. */
  #checkRoomSilence(): void {
    const now = Date.now();
    const beats = new Map(
      rows<{ room: string; at: number }>(this.#db, "select room, at from room_beats").map(({ room, at }) => [
        room,
        at,
      ]),
    );
    const rooms = Map.groupBy(this.#seats.playing(), ({ room }) => room ?? "");
    for (const [room, seats] of rooms) {
      if (room === "") continue;
      const silentAt = Math.max(beats.get(room) ?? 0, ...seats.map(({ since }) => since)) + ROOM_TIMEOUT_MS;
      if (silentAt > now) this.#alarms.schedule(ROOM_SILENCE, silentAt);
      else for (const seat of seats) this.#releaseSeat(seat, "silent", now);
    }
    for (const room of beats.keys())
      if (!this.#seats.playing().some((seat) => seat.room === room))
        this.#db.exec("delete from room_beats where room = ?", room);
  }

  /** Sends joins and leaves to hubs and the board, and changes to D1 (not while read-only); idempotent. */
  async #flush(): Promise<void> {
    const results = await Promise.allSettled([this.#notifyHubs(), this.#reporter.flush(), this.#write()]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    this.#seats.deleteExpired(Date.now());
    if (this.#seats.unnotified().length > 0 || this.#sessions.hasChanges()) this.#scheduleFlush();
  }

  async #write(): Promise<void> {
    const now = Date.now();
    if (await isReadOnly(this.env, now)) this.#alarms.schedule("flush", now + READ_ONLY_WAIT_MS);
    else await this.#writeChanges();
  }

  async #notifyHubs(): Promise<void> {
    const unnotified = this.#seats.unnotified();
    for (let start = 0; start < unnotified.length; start += HUBS_AT_ONCE)
      await Promise.all(unnotified.slice(start, start + HUBS_AT_ONCE).map((seat) => this.#notifyHub(seat)));
  }

  async #notifyHub(seat: Seat): Promise<void> {
    const { user, level, joinedAt } = seat;
    try {
      const place = seat.state === "playing" ? { level, title: this.#titleOf(level) } : null;
      const isNewest = await hubStub(this.env, user).setPlaying(this.#id, joinedAt, place);
      const now = this.#seats.get(user);
      if (now !== seat) return;
      if (isNewest || !place) {
        this.#seats.save({ ...seat, notified: 1 });
        return;
      }
      this.#releaseSeat(seat, "joined_elsewhere");
      await this.#letGoFromHere([seat], ROOM_CLOSE_CODES.playsElsewhere);
    } catch (error) {
      this.#logFailure("hub", error);
    }
  }

  /** The title of a public level that someone plays. */
  #titleOf(level: number): string | null {
    return (
      row<{ title: string | null }>(this.#db, "select title from levels where level = ?", level)?.title ??
      null
    );
  }

  /** Writes changes to the database, if there are any. */
  async #writeChanges(): Promise<void> {
    const now = Date.now();
    const { sessions, started, played, unlocked } = this.#sessions.due(now);
    const levels = this.#changedLevels();
    const availability = await this.#changedAvailability();
    const statements: Statement[] = [
      ...levelCountStatements(this.#id, levels),
      ...(availability ? [hostAvailabilityStatement(this.#id, availability, now)] : []),
    ];
    if (statements.length + sessions.length === 0) return;
    const entered = this.#enteredLevels(levels);
    const [titles, hasDueAchievements] = await Promise.all([
      this.#writeCounts(statements, entered),
      this.#writeSessions(started, played, now),
    ]);
    if (availability) await this.#record.storeAvailability(availability);
    this.#storage.transactionSync(() => {
      this.#sessions.markWritten(sessions, unlocked);
      this.#storeLevelCounts(levels);
    });
    // This process's cached visitor responses contain player counts.
    cacheClear();
    for (const { user, level } of unlocked)
      await notifyUser(this.env, user, { event: "RatingUnlocked", level_id: level });
    if (entered.length) await this.#updateTitles(entered, titles);
    if (hasDueAchievements) await awardAchievements(this.env);
  }

  /** Writes who plays what to the main database. Returns the titles of the entered levels. */
  async #writeCounts(statements: readonly Statement[], entered: readonly number[]): Promise<LevelTitle[]> {
    if (statements.length + entered.length === 0) return [];
    const { titles } = await new Database(this.env.DB).batch({
      statements,
      titles: entered.length > 0 ? levelTitlesQuery(entered) : null,
    });
    return titles;
  }

  /** Writes play sessions to their database. Returns whether achievements can be awarded. */
  async #writeSessions(
    started: Parameters<typeof playSessionStatements>[0],
    played: Parameters<typeof playSessionStatements>[1],
    now: number,
  ): Promise<boolean> {
    if (started.length + played.length === 0) return false;
    const databases = openDatabases(this.env);
    const { pending } = await databases.play.batch({
      sessions: playSessionStatements(started, played, now),
      pending: started.length > 0 ? pendingQuery("main") : null,
    });
    try {
      const relayed = await relay(databases, FROM_PLAY, { rows: pending, passes: RELAY_PASSES });
      return relayed.hasDueAchievements;
    } catch (error) {
      // The schedule repeats it.
      this.#logFailure("effects", error);
      return false;
    }
  }

  /** Whether the host can be chosen, if the database doesn't know it yet; null otherwise. */
  async #changedAvailability(): Promise<HostAvailability | null> {
    const row = await this.#record.read();
    if (!row) return null;
    // Another built-in host opens before this one has no seat left.
    const seatsToFill = this.#record.isRooms ? ROOM_LIMITS.hostPreferredPlayers : Number.POSITIVE_INFINITY;
    const online = this.#isOnline();
    const full = this.#seats.playing().length >= Math.min(row.capacity, seatsToFill);
    return Boolean(row.online) !== online || Boolean(row.full) !== full ? { online, full } : null;
  }

  /** Levels that no one played here until now: changes to them weren't sent here. */
  #enteredLevels(levels: readonly [level: number, players: number][]): number[] {
    return levels
      .filter(([level]) => row(this.#db, "select 1 from levels where level = ? and written = 0", level))
      .map(([level]) => level);
  }

  async #updateTitles(levels: readonly number[], found: readonly LevelTitle[]): Promise<void> {
    const titles = new Map(found.map(({ id, title }) => [id, title]));
    for (const level of levels) {
      const title = titles.get(level) ?? null;
      if (title !== this.#titleOf(level)) await this.levelChanged(level, title);
    }
  }

  #storeLevelCounts(levels: readonly [level: number, players: number][]): void {
    for (const [level, players] of levels)
      this.#db.exec("update levels set written = ? where level = ?", players, level);
    // A host that returns after a silence reports its players with their levels again.
    this.#db.exec("delete from levels where written = 0 and level not in (select level from seats)");
  }

  #playersByLevel(): Map<number, Seat[]> {
    return Map.groupBy(this.#schema.has("host") ? this.#seats.playing() : [], ({ level }) => level);
  }

  /** The levels whose number of players differs from the stored one. */
  #changedLevels(): [level: number, players: number][] {
    const players = this.#playersByLevel();
    return rows<{ level: number; written: number }>(this.#db, "select level, written from levels")
      .map(({ level, written }) => ({ level, written, now: players.get(level)?.length ?? 0 }))
      .filter(({ written, now }) => written !== now)
      .map(({ level, now }) => [level, now]);
  }

  exportState(cursor: ExportCursor | null): Promise<StatePart> {
    return exportState(this.#storage, { object: "host", name: String(this.ctx.id.name) }, cursor);
  }

  async importState(text: string): Promise<void> {
    if (!(await importState(this.ctx.storage, text))) return;
    this.#schema.load();
    this.#load();
  }
}
