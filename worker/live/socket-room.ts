import type { Connection } from "partyserver";
import type { LiveEvent, StoredEvent } from "#domain/live/events.ts";
import {
  CLOSE_CODES,
  CREDITS,
  MAX_FRAME_LENGTH,
  parseClientFrame,
  type ReceivedFrame,
} from "#domain/live/frames.ts";
import { closeSocket } from "./close-socket.ts";
import type { EventJournal } from "./event-journal.ts";

/** The state of an open socket, stored while the object hibernates. */
export interface SocketState {
  /** Hash of the session that opened it. */
  session: string;
  /** Users whose presence it watches. */
  watched: readonly number[];
  /** The time over which its page spreads its return after a cut, in milliseconds (rule 17). */
  spread: number;
}

/** Set by the route that checked the session; never accepted from outside. */
export const SESSION_HEADER = "x-live-session";
/** The time over which pages spread their return, in milliseconds. Set by the route. */
export const SPREAD_HEADER = "x-live-spread";

const sessionOf = (request: Request) => request.headers.get(SESSION_HEADER) ?? "";
const tagOf = (session: string) => `session:${session}`;

/** Returns the tag by which the sockets of a session are found. */
export const sessionTag = (request: Request): string => tagOf(sessionOf(request));

/** A hibernating object's sockets (PROTOCOL.md): reconnecting gets nothing, a replay, or a refetch. */
export class SocketRoom {
  readonly #ctx: DurableObjectState;
  readonly #journal: EventJournal;
  readonly #connections: () => Iterable<Connection<SocketState>>;
  /** Frames that a socket can still send. All credits return when the object hibernates. */
  readonly #credits = new WeakMap<WebSocket, { left: number; at: number }>();

  /** `connections` is partyserver's `getConnections`: only that restores state after hibernation. */
  constructor(
    ctx: DurableObjectState,
    journal: EventJournal,
    connections: () => Iterable<Connection<SocketState>>,
  ) {
    this.#ctx = ctx;
    this.#journal = journal;
    this.#connections = connections;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Publishes and stores a lasting event. The socket of `reply` gets that event instead. */
  publish(
    event: StoredEvent,
    from?: { other: number; have: number },
    reply?: { socket: WebSocket; event: LiveEvent },
  ): void {
    const body = JSON.stringify(event);
    const seq = this.#journal.add(body, from);
    const sockets = this.list();
    this.send(
      this.#journal.withCursor(body, seq),
      reply ? sockets.filter((one) => one !== reply.socket) : sockets,
    );
    if (reply) this.send(this.#journal.withCursor(JSON.stringify(reply.event), seq), [reply.socket]);
  }

  /** Publishes an event that isn't stored. */
  publishEphemeral(event: LiveEvent): void {
    this.send(JSON.stringify(event));
  }

  send(text: string, sockets: Iterable<WebSocket> = this.list()): void {
    for (const socket of sockets) {
      try {
        socket.send(text);
      } catch {
        // Socket closed concurrently; the client resumes from its last cursor.
      }
    }
  }

  /** Returns the open sockets, of one session or all. */
  list(session?: string): WebSocket[] {
    return this.#ctx
      .getWebSockets(session && tagOf(session))
      .filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN);
  }

  /** Returns the open sockets with their state. */
  states(): { socket: WebSocket; state: SocketState }[] {
    return [...this.#connections()].flatMap((socket) =>
      socket.state ? [{ socket, state: socket.state }] : [],
    );
  }

  /** The longest spread of the open sockets, in milliseconds; null without any. */
  get spread(): number | null {
    const states = this.states();
    return states.length ? Math.max(...states.map(({ state }) => state.spread ?? 0)) : null;
  }

  /** Closes the sockets of a session, or all (rule 9). */
  close(
    code: number,
    { session, bookmark }: { session?: string | undefined; bookmark?: string | undefined },
  ): void {
    for (const socket of this.list(session)) closeSocket(socket, code, { bookmark });
  }

  /** Rule 4: sends the first events on a socket. `counts` are those that its page starts with. */
  open(
    connection: Connection<SocketState>,
    request: Request,
    counts: { unread_messages: number; unread_notifications: number },
  ): void {
    const spread = Number(request.headers.get(SPREAD_HEADER) ?? 0);
    connection.setState({ session: sessionOf(request), watched: [], spread });
    const after = new URL(request.url).searchParams.get("after");
    const missed = this.#journal.missedAfter(after);
    const resume = after === null ? "new" : missed === null ? "resync" : missed.length ? "replay" : "silence";
    const hello: LiveEvent = { event: "Hello", resume, ...counts, reconnect_ms: spread };
    connection.send(this.#journal.withCursor(JSON.stringify(hello), this.#journal.last));
    for (const { seq, body } of missed ?? []) connection.send(this.#journal.withCursor(body, seq));
  }

  /** Reads a frame from a page; null if it's malformed. Closes sockets that send too much. */
  readFrame(connection: Connection<SocketState>, message: unknown): ReceivedFrame | null {
    if (typeof message !== "string" || message.length > MAX_FRAME_LENGTH) {
      connection.close(CLOSE_CODES.tooLarge, "too large");
      return null;
    }
    if (!this.#takeCredit(connection)) {
      connection.close(CLOSE_CODES.tooFast, "too fast");
      return null;
    }
    return parseClientFrame(message);
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
  returnCredit(socket: WebSocket): void {
    const credits = this.#credits.get(socket);
    if (credits) credits.left++;
  }
}
