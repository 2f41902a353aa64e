import type { Connection, ConnectionContext } from "partyserver";
import type { LastingEvent, LiveEvent } from "#domain/live/events.ts";
import { CLOSE, CREDITS, FRAME_BYTES, readUpFrame, type UpFrame } from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { LiveObject, type Schema } from "./object.ts";
import { endSocket } from "./reasons.ts";

/** What an object keeps of each open socket while it sleeps. */
export interface SocketState {
  /** Hash of the session that opened it. */
  session: string;
  /** Users whose presence it watches. */
  watched: readonly number[];
}

/** Set by the route that has checked the session, read here: they never come from outside. */
export const SESSION_HEADER = "x-live-session";

/** A page asks for its data first and opens its socket a moment later: what was said in between is said again (rule 4). */
const REPEATED_FOR = 30_000;
/** Events kept for pages that come back (rule 3). */
const KEPT = 200;
const TRIMMED_EVERY = 50;

const JOURNAL = [
  `create table journal (seq integer primary key, body text not null, at integer not null,
    other integer, have integer)`,
];

/** A kept event; those that a conversation has made carry the other person and the number of the change. */
export interface JournalRow {
  seq: number;
  body: string;
  other: number | null;
  have: number | null;
}

/**
 * An object with sockets, asleep while nothing is said. The rules it keeps are in domain/live/PROTOCOL.md: lasting
 * events are numbered and kept for a while, a page that comes back gets silence, a replay or is told to ask anew.
 */
export abstract class Room extends LiveObject {
  static override options = { hibernate: true };

  /** Frames a socket may still send; a room that has slept gives all of them anew. */
  readonly #credits = new WeakMap<WebSocket, { left: number; at: number }>();

  constructor(ctx: DurableObjectState, env: Env, schema: Schema) {
    super(ctx, env, { journal: JOURNAL, ...schema });
    this.prepare("alarms", "journal");
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Which storage this is: should it ever begin anew, old marks mean nothing (rule 3). */
  #epoch: string | undefined;
  #last: number | undefined;

  #mark(seq: number): string {
    const { kv } = this.ctx.storage;
    this.#epoch ??= kv.get<string>("epoch");
    if (!this.#epoch) {
      this.#epoch = crypto.randomUUID().slice(0, 8);
      kv.put("epoch", this.#epoch);
    }
    return `${this.#epoch}.${seq}`;
  }

  /** The number of the newest lasting event. */
  protected get lastSaid(): number {
    this.#last ??= this.row<{ seq: number | null }>("select max(seq) as seq from journal")?.seq ?? 0;
    return this.#last;
  }

  /** Says a lasting event on every open socket and keeps it for those that come back. */
  protected say(event: LastingEvent, from?: { other: number; have: number }): void {
    const body = JSON.stringify(event);
    const seq = this.lastSaid + 1;
    this.db.exec(
      "insert into journal (seq, body, at, other, have) values (?, ?, ?, ?, ?)",
      seq,
      body,
      Date.now(),
      from?.other ?? null,
      from?.have ?? null,
    );
    this.#last = seq;
    if (seq % TRIMMED_EVERY === 0) {
      this.beforeTrim();
      this.db.exec("delete from journal where seq <= ?", seq - KEPT);
    }
    this.send(withMark(body, this.#mark(seq)));
  }

  /** Kept events after one of them, in order. */
  protected keptAfter(seq: number): JournalRow[] {
    return this.rows("select seq, body, other, have from journal where seq > ? order by seq", seq);
  }

  /** Old events are about to go: whatever follows from them alone must be written down. */
  protected abstract beforeTrim(): void;

  /** Says something that is only true now. */
  protected sayNow(event: LiveEvent): void {
    this.send(JSON.stringify(event));
  }

  protected send(text: string, sockets: Iterable<WebSocket> = this.sockets()): void {
    for (const socket of sockets) {
      try {
        socket.send(text);
      } catch {
        // It has gone this moment; its page comes back with its last mark.
      }
    }
  }

  /** The open sockets, of one session or all. */
  protected sockets(session?: string): WebSocket[] {
    return this.ctx
      .getWebSockets(session && tagOf(session))
      .filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN);
  }

  /** The open sockets with what is kept of each. */
  protected states(): { socket: WebSocket; state: SocketState }[] {
    return [...this.getConnections<SocketState>()].flatMap((socket) =>
      socket.state ? [{ socket, state: socket.state }] : [],
    );
  }

  /** Closes the sockets of a session, or all (rule 9). */
  protected kick(code: number, session?: string): void {
    for (const socket of this.sockets(session)) endSocket(socket, code);
  }

  /** The counts that a page starts with. */
  protected abstract counts(): { unread_messages: number; unread_notifications: number };
  /** A socket has come. */
  protected abstract onCome(request: Request): Promise<void>;
  /** A socket has gone. */
  protected abstract onGone(): Promise<void>;
  /** A page says something; how often and how much is bounded already. */
  protected abstract onFrame(socket: Connection<SocketState>, frame: UpFrame): Promise<void>;

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    return [tagOf(request.headers.get(SESSION_HEADER) ?? "")];
  }

  override async onConnect(
    connection: Connection<SocketState>,
    { request }: ConnectionContext,
  ): Promise<void> {
    connection.setState({ session: request.headers.get(SESSION_HEADER) ?? "", watched: [] });
    this.#greet(connection, new URL(request.url).searchParams.get("after"));
    await this.#guard("come", () => this.onCome(request));
  }

  /** Rule 4: what a socket hears first. */
  #greet(connection: Connection, after: string | null): void {
    const last = this.lastSaid;
    const missed = this.#missed(after, last);
    const resume = after === null ? "new" : missed === null ? "resync" : missed.length ? "replay" : "silence";
    const hello: LiveEvent = { event: "Hello", resume, ...this.counts() };
    connection.send(withMark(JSON.stringify(hello), this.#mark(last)));
    for (const { seq, body } of missed ?? []) connection.send(withMark(body, this.#mark(seq)));
  }

  /** What was said after a mark; null where that can't be told any more. */
  #missed(after: string | null, last: number): { seq: number; body: string }[] | null {
    const since = "select seq, body from journal where seq > ? and at > ? order by seq";
    if (after === null) return this.rows(since, last - KEPT, Date.now() - REPEATED_FOR);
    const number = after.split(".")[1] ?? "";
    const seq = Number(number);
    if (!/^\d{1,15}$/.test(number) || this.#mark(seq) !== after || seq > last) return null;
    if (seq < last - KEPT) return null;
    return this.rows(since, seq, 0);
  }

  override async onMessage(connection: Connection<SocketState>, message: unknown): Promise<void> {
    if (typeof message !== "string" || message.length > FRAME_BYTES) {
      connection.close(CLOSE.tooLarge, "too large");
      return;
    }
    if (!this.#pay(connection)) {
      connection.close(CLOSE.tooFast, "too fast");
      return;
    }
    const frame = readUpFrame(message);
    if (frame) await this.#guard("frame", () => this.onFrame(connection, frame));
  }

  /** Rule 8: takes one credit; they come back with time. */
  #pay(socket: WebSocket): boolean {
    const now = Date.now();
    const before = this.#credits.get(socket) ?? { left: CREDITS.most, at: now };
    const back = ((now - before.at) / 1_000) * CREDITS.perSecond;
    const left = Math.min(CREDITS.most, before.left + back) - 1;
    this.#credits.set(socket, { left, at: now });
    return left >= 0;
  }

  override onClose(): Promise<void> {
    return this.#guard("gone", () => this.onGone());
  }

  override onError(): Promise<void> {
    return this.#guard("gone", () => this.onGone());
  }

  /** A failing hook must neither end the object nor tell its stack to a page (partyserver would do both). */
  async #guard(what: string, hook: () => Promise<void>): Promise<void> {
    try {
      await hook();
    } catch (error) {
      this.complain(what, error);
    }
  }
}

const tagOf = (session: string) => `session:${session}`;

/** Puts a mark in front of an event's other fields. */
const withMark = (body: string, mark: string) => `{"mark":"${mark}",${body.slice(1)}`;
