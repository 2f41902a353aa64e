import type { Connection, ConnectionContext } from "partyserver";
import type { LiveEvent, StoredEvent } from "#domain/live/events.ts";
import {
  CLOSE_CODES,
  CREDITS,
  MAX_FRAME_LENGTH,
  parseClientFrame,
  type ReceivedFrame,
} from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { closeSocket } from "./close-socket.ts";
import { LiveObject, type StorageSchema } from "./live-object.ts";

/** The state of an open socket, stored while the object hibernates. */
export interface SocketState {
  /** Hash of the session that opened it. */
  session: string;
  /** Users whose presence it watches. */
  watched: readonly number[];
}

/** Set by the route that checked the session; never accepted from outside. */
export const SESSION_HEADER = "x-live-session";

/**
 * A page fetches its data shortly before it opens its socket, so events published in between are repeated
 * (rule 4).
 */
const REPLAY_MS = 30_000;
/** Events stored for reconnecting pages (rule 3). */
const MAX_JOURNAL = 200;
const TRIM_INTERVAL = 50;

const JOURNAL_SCHEMA = [
  `create table journal (seq integer primary key, body text not null, at integer not null,
    other integer, have integer)`,
];

/** A stored event. Events of a conversation carry the other user and the number of the change. */
export interface JournalRow {
  seq: number;
  body: string;
  other: number | null;
  have: number | null;
}

/**
 * An object with sockets that hibernates between events. It implements domain/live/PROTOCOL.md: lasting
 * events are numbered and stored for a while, and a reconnecting page gets nothing, a replay, or a request to
 * refetch.
 */
export abstract class SocketRoom extends LiveObject {
  static override options = { hibernate: true };

  /** Frames that a socket can still send. All credits return when the object hibernates. */
  readonly #credits = new WeakMap<WebSocket, { left: number; at: number }>();

  constructor(ctx: DurableObjectState, env: Env, schema: StorageSchema) {
    super(ctx, env, { journal: JOURNAL_SCHEMA, ...schema });
    this.createTables("alarms", "journal");
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Identifies this storage: if it's ever recreated, old cursors are invalid (rule 3). */
  #epoch: string | undefined;
  #last: number | undefined;

  #cursorAt(seq: number): string {
    const { kv } = this.ctx.storage;
    this.#epoch ??= kv.get<string>("epoch");
    if (!this.#epoch) {
      this.#epoch = crypto.randomUUID().slice(0, 8);
      kv.put("epoch", this.#epoch);
    }
    return `${this.#epoch}.${seq}`;
  }

  /** The sequence number of the newest lasting event. */
  protected get lastSeq(): number {
    this.#last ??= this.row<{ seq: number | null }>("select max(seq) as seq from journal")?.seq ?? 0;
    return this.#last;
  }

  /**
   * Publishes a lasting event to all open sockets and stores it for those that reconnect. The socket of `reply` gets
   * that event in its place.
   */
  protected publish(
    event: StoredEvent,
    from?: { other: number; have: number },
    reply?: { socket: WebSocket; event: LiveEvent },
  ): void {
    const body = JSON.stringify(event);
    const seq = this.lastSeq + 1;
    this.db.exec(
      "insert into journal (seq, body, at, other, have) values (?, ?, ?, ?, ?)",
      seq,
      body,
      Date.now(),
      from?.other ?? null,
      from?.have ?? null,
    );
    this.#last = seq;
    if (seq % TRIM_INTERVAL === 0) {
      this.beforeJournalTrim();
      this.db.exec("delete from journal where seq <= ?", seq - MAX_JOURNAL);
    }
    const mark = this.#cursorAt(seq);
    const sockets = this.sockets();
    this.send(withCursor(body, mark), reply ? sockets.filter((one) => one !== reply.socket) : sockets);
    if (reply) this.send(withCursor(JSON.stringify(reply.event), mark), [reply.socket]);
  }

  /** Returns the stored events after a sequence number, in order. */
  protected journalAfter(seq: number): JournalRow[] {
    return this.rows("select seq, body, other, have from journal where seq > ? order by seq", seq);
  }

  /** Runs before old events are deleted: save everything that can only be derived from them. */
  protected abstract beforeJournalTrim(): void;

  /** Publishes an event that isn't stored. */
  protected publishEphemeral(event: LiveEvent): void {
    this.send(JSON.stringify(event));
  }

  protected send(text: string, sockets: Iterable<WebSocket> = this.sockets()): void {
    for (const socket of sockets) {
      try {
        socket.send(text);
      } catch {
        // Socket closed concurrently; the client resumes from its last cursor.
      }
    }
  }

  /** Returns the open sockets, of one session or all. */
  protected sockets(session?: string): WebSocket[] {
    return this.ctx
      .getWebSockets(session && tagOf(session))
      .filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN);
  }

  /**
   * Returns the open sockets with their state. Only `getConnections` restores it after hibernation; sockets from
   * `getWebSockets` are bare (partyserver 0.5).
   */
  protected states(): { socket: WebSocket; state: SocketState }[] {
    return [...this.getConnections<SocketState>()].flatMap((socket) =>
      socket.state ? [{ socket, state: socket.state }] : [],
    );
  }

  /** Closes the sockets of a session, or all (rule 9). */
  protected closeSockets(code: number, session?: string): void {
    for (const socket of this.sockets(session)) closeSocket(socket, code);
  }

  /** Returns the counts that a page starts with. */
  protected abstract counts(): { unread_messages: number; unread_notifications: number };
  /** Runs after a socket has opened. */
  protected abstract onSocketOpen(request: Request): Promise<void>;
  /** Runs after a socket has closed. */
  protected abstract onSocketClose(): Promise<void>;
  /** Handles a frame from a page. Size and rate have already been limited. */
  protected abstract onFrame(socket: Connection<SocketState>, frame: ReceivedFrame): Promise<void>;

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    return [tagOf(request.headers.get(SESSION_HEADER) ?? "")];
  }

  override async onConnect(
    connection: Connection<SocketState>,
    { request }: ConnectionContext,
  ): Promise<void> {
    connection.setState({ session: request.headers.get(SESSION_HEADER) ?? "", watched: [] });
    this.#sendHello(connection, new URL(request.url).searchParams.get("after"));
    await this.#runHook("open", () => this.onSocketOpen(request));
  }

  /** Rule 4: the first events on a socket. */
  #sendHello(connection: Connection, after: string | null): void {
    const last = this.lastSeq;
    const missed = this.#missedEvents(after, last);
    const resume = after === null ? "new" : missed === null ? "resync" : missed.length ? "replay" : "silence";
    const hello: LiveEvent = { event: "Hello", resume, ...this.counts() };
    connection.send(withCursor(JSON.stringify(hello), this.#cursorAt(last)));
    for (const { seq, body } of missed ?? []) connection.send(withCursor(body, this.#cursorAt(seq)));
  }

  /** Returns the events after a cursor, or null if that's no longer known. */
  #missedEvents(after: string | null, last: number): { seq: number; body: string }[] | null {
    const since = "select seq, body from journal where seq > ? and at > ? order by seq";
    if (after === null) return this.rows(since, last - MAX_JOURNAL, Date.now() - REPLAY_MS);
    const number = after.split(".")[1] ?? "";
    const seq = Number(number);
    if (!/^\d{1,15}$/.test(number) || this.#cursorAt(seq) !== after || seq > last) return null;
    if (seq < last - MAX_JOURNAL) return null;
    return this.rows(since, seq, 0);
  }

  override async onMessage(connection: Connection<SocketState>, message: unknown): Promise<void> {
    if (typeof message !== "string" || message.length > MAX_FRAME_LENGTH) {
      connection.close(CLOSE_CODES.tooLarge, "too large");
      return;
    }
    if (!this.#takeCredit(connection)) {
      connection.close(CLOSE_CODES.tooFast, "too fast");
      return;
    }
    const frame = parseClientFrame(message);
    if (frame) await this.#runHook("frame", () => this.onFrame(connection, frame));
  }

  /** Rule 8: takes one credit. Credits return over time. */
  #takeCredit(socket: WebSocket): boolean {
    const now = Date.now();
    const before = this.#credits.get(socket) ?? { left: CREDITS.burst, at: now };
    const back = ((now - before.at) / 1_000) * CREDITS.perSecond;
    const left = Math.min(CREDITS.burst, before.left + back) - 1;
    this.#credits.set(socket, { left, at: now });
    return left >= 0;
  }

  /** Gives back the credit of a frame. */
  protected returnCredit(socket: WebSocket): void {
    const credits = this.#credits.get(socket);
    if (credits) credits.left++;
  }

  override onClose(): Promise<void> {
    return this.#runHook("close", () => this.onSocketClose());
  }

  override onError(): Promise<void> {
    return this.#runHook("close", () => this.onSocketClose());
  }

  /**
   * A hook that throws must neither end the object nor send its stack to a page (partyserver would do both).
   */
  async #runHook(what: string, hook: () => Promise<void>): Promise<void> {
    try {
      await hook();
    } catch (error) {
      this.logFailure(what, error);
    }
  }
}

const tagOf = (session: string) => `session:${session}`;

/** Adds the cursor as an event's first field. */
const withCursor = (body: string, mark: string) => `{"mark":"${mark}",${body.slice(1)}`;
