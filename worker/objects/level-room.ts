import { type Connection, type ConnectionContext, Server } from "partyserver";
import { type Columns, Database, statement, type Without } from "#db/database.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { parseRoomName, roomName } from "../hosts/counts.ts";
import { hashToken } from "../http/session.ts";
import { failureLogger } from "../live/failure-logger.ts";
import { roomStub } from "../live/stubs.ts";
import { Arrivals } from "../room/arrivals.ts";
import { type AssignRequest, InstanceList } from "../room/instance-list.ts";
import type { Participant } from "../room/participant.ts";
import { PlayerMessages } from "../room/player-messages.ts";
import { Room, removalCode } from "../room/room.ts";
import { type ChatLine, type LevelRoomApi, ROOM_HEADERS, type RoomStats } from "./level-room-api.ts";

/** A page sends pings, so a player this silent has lost the connection. */
const SILENT_MS = 90_000;
/** How often seats, silence and reports are looked at. */
const CHORES_MS = 1_000;
/** Closes by a page that's left on purpose. */
const PAGE_CLOSES: readonly number[] = [1000, 1001];

type VisibleLevel = Columns<"levels", "id" | "user_id"> & Without<Columns<"levels", "visibility">, "deleted">;

/** An instance of a level: simulates its players and sends everyone where all are (domain/room/ROOM.md). */
export class LevelRoom extends Server<Env> implements LevelRoomApi {
  readonly #logFailure = failureLogger("LevelRoom", this.ctx.id);
  readonly #room: Room;
  readonly #arrivals: Arrivals;
  readonly #messages: PlayerMessages;
  readonly #sockets = new Map<Connection, Participant>();
  readonly #instances = new InstanceList();
  #timer: ReturnType<typeof setInterval> | null = null;
  #nextChores = 0;
  #nextBeat = 0;
  #nextReport = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { level, instance } = parseRoomName(ctx.id.name ?? "");
    this.#room = new Room(env, roomName(level, instance), {
      level,
      instance,
      beforeDetach: (player, now) => this.#handleWaiting(player, now),
    });
    this.#arrivals = new Arrivals(env, this.#room, (player, connection) => this.#enter(player, connection));
    this.#messages = new PlayerMessages(this.#room, (work) => this.#defer("message", work));
  }

  /** Lets work go on. Its failure must not end the room. */
  #defer(what: string, work: Promise<void>): void {
    this.ctx.waitUntil(work.catch((error: unknown) => this.#logFailure(what, error)));
  }

  /** A room stores nothing. partyserver has just stored its name, which its id has. */
  override async onStart(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  // Sockets.

  override onConnect(connection: Connection, { request: { headers } }: ConnectionContext): void {
    const sessionToken = headers.get(ROOM_HEADERS.session) ?? "";
    this.#arrivals.entrants.open(
      connection,
      {
        user: Number(headers.get(ROOM_HEADERS.user)),
        sessionToken,
        session: hashToken(sessionToken),
        issuer: headers.get(ROOM_HEADERS.origin) ?? "",
        host: Number(headers.get(ROOM_HEADERS.host)),
      },
      Date.now(),
    );
  }

  override onMessage(connection: Connection, message: unknown): void {
    const now = Date.now();
    const frame = message as ArrayBuffer | string;
    this.#room.counters.messagesIn++;
    const player = this.#sockets.get(connection);
    if (!player) {
      const entrant = this.#arrivals.entrants.get(connection);
      if (entrant) this.#defer("join", this.#arrivals.receive(entrant, frame, now));
      return;
    }
    if (this.#messages.receive(player, frame, now)) this.#handleWaiting(player, now);
  }

  /** Handles what a player has sent. If that fails, their run ends, and so does their socket. */
  #handleWaiting(player: Participant, now: number): void {
    let code: RoomCloseCode | null;
    try {
      code = this.#messages.handleWaiting(player, now);
    } catch (error) {
      this.#logFailure("message", error);
      // Nothing is known about the run anymore.
      this.#room.endRun(player);
      code = ROOM_CLOSE_CODES.invalidFrame;
    }
    if (code === null) return;
    player.waiting.length = 0;
    if (player.socket) this.#cut(player, code, now);
  }

  /** Closes a player's socket. They keep seat and run for a while. */
  #cut(player: Participant, code: RoomCloseCode, now: number): void {
    if (player.socket) this.#sockets.delete(player.socket);
    this.#room.players.close(player, code, now);
  }

  override onClose(connection: Connection, code: number): void {
    this.#onSocketClosed(connection, PAGE_CLOSES.includes(code));
  }

  override onError(connection: Connection): void {
    this.#onSocketClosed(connection, false);
  }

  #onSocketClosed(connection: Connection, hasLeft: boolean): void {
    const entrant = this.#arrivals.entrants.get(connection);
    if (entrant) this.#arrivals.entrants.leave(entrant);
    const player = this.#sockets.get(connection);
    this.#sockets.delete(connection);
    if (player?.socket !== connection) return;
    const now = Date.now();
    player.socket = null;
    player.cutAt = now;
    if (hasLeft) this.#leave(player, now);
  }

  /** Removes a player and releases their seat. */
  #leave(player: Participant, now: number): void {
    this.#room.remove(player, now);
    this.#arrivals.releaseSeat(player.id);
  }

  #enter(player: Participant, connection: Connection): void {
    this.#sockets.set(connection, player);
    if (this.#timer) return;
    const now = Date.now();
    this.#nextChores = now + CHORES_MS;
    this.#nextBeat = now + ROOM_LIMITS.beatMs;
    this.#nextReport = now;
    this.#timer = setInterval(() => this.#onTimer(), ROOM_LIMITS.frameMs);
  }

  // The timer runs only while someone is in the room.

  #onTimer(): void {
    const now = Date.now();
    try {
      if (this.#room.players.size === 0) {
        this.#stop(now);
        return;
      }
      for (const player of [...this.#room.players.list]) this.#handleWaiting(player, now);
      this.#room.sendFrames(now);
      if (now >= this.#nextChores) this.#doChores(now);
    } catch (error) {
      this.#logFailure("timer", error);
    }
  }

  #stop(now: number): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#report(now);
    this.#room.close();
  }

  #doChores(now: number): void {
    this.#nextChores = now + CHORES_MS;
    for (const player of [...this.#room.players.list]) {
      if (!player.socket && now - player.cutAt >= ROOM_LIMITS.seatMs) this.#leave(player, now);
      else if (player.socket && now - player.activeAt >= SILENT_MS)
        this.#cut(player, ROOM_CLOSE_CODES.joinAgain, now);
    }
    if (now >= this.#nextBeat) {
      this.#nextBeat = now + ROOM_LIMITS.beatMs;
      this.#beat();
    }
    if (now >= this.#nextReport) this.#report(now);
  }

  /** Reports the players to the hosts that hold their seats. */
  #beat(): void {
    const byHost = Map.groupBy([...this.#arrivals.seats], ([, host]) => host);
    for (const [host, seats] of byHost) {
      const users = seats.map(([user]) => user);
      this.#defer("beat", this.#beatHost(host, users));
    }
  }

  async #beatHost(host: number, users: number[]): Promise<void> {
    const reported = new Map(users.map((user) => [user, this.#room.players.get(user)]));
    const removed = await this.#room.host.beat(host, users);
    for (const { user_id: user, reason } of removed) {
      const player = this.#room.players.get(user);
      // They may have joined again meanwhile.
      if (player && player === reported.get(user) && player.admitted.host === host)
        this.letGo(user, removalCode(reason));
    }
  }

  /** Reports the players to instance 0. */
  #report(now: number): void {
    this.#nextReport = now + ROOM_LIMITS.reportMs;
    const { id, instance, level, players } = this.#room;
    const report = { instance, revision: level?.revision ?? 0, users: players.users() };
    if (instance === 0) this.#instances.report(0, report.revision, report.users, now);
    else this.#defer("report", Promise.resolve(roomStub(this.env, id, 0).reportInstance(report)));
  }

  // Calls from the site.

  assign(request: AssignRequest): number | null {
    const now = Date.now();
    const { level, players } = this.#room;
    if (level) this.#instances.report(0, level.revision, players.users(), now);
    return this.#instances.assign(request, now);
  }

  reportInstance({ instance, revision, users }: Parameters<LevelRoomApi["reportInstance"]>[0]): void {
    this.#instances.report(instance, revision, users, Date.now());
  }

  letGo(users: number | readonly number[], code: RoomCloseCode, session?: string, host?: number): void {
    const now = Date.now();
    for (const user of [users].flat()) {
      if (host === undefined) this.#arrivals.letGo(user, code, session);
      const player = this.#room.players.get(user);
      if (!player) continue;
      if (session !== undefined && player.admitted.session !== session) continue;
      if (host !== undefined && player.admitted.host !== host) continue;
      this.#arrivals.seats.delete(user);
      if (player.socket) this.#sockets.delete(player.socket);
      this.#room.expel(player, code, now);
    }
  }

  async relationsChanged(user: number): Promise<void> {
    await this.#room.refreshRelations(user);
  }

  async levelChanged(): Promise<void> {
    const { id, players } = this.#room;
    const level = await new Database(this.env.DB).first(
      statement<VisibleLevel>`select id, user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`,
    );
    const now = Date.now();
    for (const player of [...players.list]) {
      if (level && canSeeLevel({ id: player.id, role: player.admitted.role }, level)) continue;
      this.#cut(player, ROOM_CLOSE_CODES.levelClosed, now);
      this.#leave(player, now);
    }
  }

  chatLines(reporter: number, target: number): ChatLine[] {
    const { players, chat } = this.#room;
    return players.get(reporter) ? chat.linesFor(reporter, target) : [];
  }

  stats(): RoomStats {
    for (const player of [...this.#room.players.list]) this.#handleWaiting(player, Date.now());
    return { ...this.#room.counters, players: this.#room.players.size };
  }
}
