import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { joinFrame } from "#domain/room/frames.ts";
import { parseJson } from "#web/lib/parse-json.ts";
import type { RoomTicket as PageTicket } from "#web/lib/room-ticket.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { RoomSocket } from "./room-socket.ts";

/** The response of `POST /api/join-token` to browsers. `room` is the path of the room's socket. */
export type RoomTicket = Pick<PageTicket, "room" | "token" | "level_id" | "revision">;

/**
 * `alone` is a cut of more than 30 seconds; the connection is still retried. `closed` is for good: `code` says why the room
 * closed it, or `message` why there was no ticket.
 */
export interface RoomConnectionState {
  at: "connecting" | "open" | "reconnecting" | "alone" | "closed";
  code: number | null;
  message: string | null;
}

export interface RoomConnectionOptions {
  levelId: number;
  revision: number;
  /** Requests a ticket. Errors with a `status` of 4xx close the link for good, except 408, 425 and 429. */
  getTicket(): Promise<RoomTicket>;
  openSocket(path: string): RoomSocket;
  /** Milliseconds of a steady clock. */
  now(): number;
  /** 0 to 1, so that not everyone comes back at once. */
  random(): number;
  onJoin(): void;
  onFrame(bytes: Uint8Array): void;
  onDisconnect(): void;
  /** The room closed the connection because of a frame. */
  onInvalidFrame(): void;
}

/** A connection that isn't in the room by then is cut. */
const PATIENCE_MS = 10_000;
/** Time until the first attempt after a cut: at random, so that players don't all come back at once, but well within 10 s. */
const FIRST_RETRY_MS = 300;
const RETRY_SPREAD_MS = 2_700;
/** Time between later attempts, at first and at most. */
const RETRY_MS = 400;
const MAX_RETRY_MS = 10_000;
/** Longer cuts are `alone`. */
const ALONE_MS = 30_000;
/** A connection that lasted so long was a good one. */
const GOOD_MS = 10_000;
/** So many connections in a row that the room closed for the player's own frames are enough. */
const MAX_FAULTS = 3;

const OPEN = 1;
/** How a socket is closed: leaving for good, or coming back for the run, which the room then keeps. */
const LEAVE_CODE = 1000;
const CUT_CODE = 4000;

const { sessionEnded, banned, removed, playsElsewhere, levelClosed } = ROOM_CLOSE_CODES;
const FINAL: ReadonlySet<number> = new Set([sessionEnded, banned, removed, playsElsewhere, levelClosed]);
const { invalidFrame, tooLarge, tooFast } = ROOM_CLOSE_CODES;
const FAULTS: ReadonlySet<number> = new Set([invalidFrame, tooLarge, tooFast]);

type Timer = ReturnType<typeof setTimeout>;

/** The socket to a room: gets a ticket, joins, and comes back after cuts. Knows nothing of what the room says. */
export class RoomConnection {
  readonly state: Store<RoomConnectionState> = createStore<RoomConnectionState>({
    at: "connecting",
    code: null,
    message: null,
  });
  readonly #options: RoomConnectionOptions;
  #socket: RoomSocket | null = null;
  /** Counts connections, so that events of an old one are ignored. */
  #connection = 0;
  /** The code of the room's `Closing`, which arrives even if the close frame gets lost. */
  #closing: number | null = null;
  #hasJoined = false;
  #cutAt: number | null = null;
  #openedAt = 0;
  #attempts = 0;
  #faults = 0;
  #retry: Timer | undefined;
  #patience: Timer | undefined;
  #alone: Timer | undefined;

  constructor(options: RoomConnectionOptions) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const connection = ++this.#connection;
    this.#closing = null;
    let ticket: RoomTicket;
    try {
      ticket = await this.#options.getTicket();
    } catch (error) {
      if (connection !== this.#connection) return;
      const message = finalMessage(error);
      if (message === null) this.cut();
      else this.#finish(null, message);
      return;
    }
    if (connection !== this.#connection) return;
    const { levelId, revision } = this.#options;
    if (ticket.revision !== revision || ticket.level_id !== levelId) return this.close();
    try {
      this.#open(connection, ticket);
    } catch {
      this.cut();
    }
  }

  #open(connection: number, { room, token }: RoomTicket): void {
    const socket = this.#options.openSocket(room);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#openedAt = this.#options.now();
    const isCurrent = () => connection === this.#connection;
    this.#patience = setTimeout(() => this.cut(), PATIENCE_MS);
    socket.addEventListener("open", () => {
      if (!isCurrent()) return;
      this.#options.onJoin();
      this.send(joinFrame(token));
    });
    socket.addEventListener("message", ({ data }) => {
      if (isCurrent()) this.#receive(data);
    });
    socket.addEventListener("error", () => {});
    socket.addEventListener("close", ({ code }) => {
      if (isCurrent()) this.cut(this.#closing ?? code);
    });
  }

  #receive(data: unknown): void {
    if (typeof data === "string") {
      const { event, code } = (parseJson(data) ?? {}) as { event?: unknown; code?: unknown };
      if (event === "Closing" && typeof code === "number") this.#closing = code;
      return;
    }
    const bytes = bytesOf(data);
    if (bytes && bytes.length > 0) this.#options.onFrame(bytes);
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    // If it's closing, its event follows.
    if (this.#socket?.readyState === OPEN) this.#socket.send(frame);
  }

  /** The room has admitted the player. */
  join(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#alone);
    this.#alone = undefined;
    this.#cutAt = null;
    this.#openedAt = this.#options.now();
    this.#attempts = 0;
    this.#hasJoined = true;
  }

  showOpen(): void {
    this.#change("open", null);
  }

  /** The connection is over. Comes back, unless the room's code means that it's no use. */
  cut(code: number | null = null) {
    this.#disconnect(CUT_CODE);
    if (code !== null && FINAL.has(code)) return this.#finish(code);
    const now = this.#options.now();
    const wasGood = this.#cutAt === null && now - this.#openedAt > GOOD_MS;
    if (wasGood) this.#faults = 0;
    if (code !== null && FAULTS.has(code)) {
      if (code === invalidFrame) this.#options.onInvalidFrame();
      if (++this.#faults >= MAX_FAULTS) return this.#finish(code);
    }
    this.#cutAt ??= now;
    const isMoved = code === ROOM_CLOSE_CODES.joinAgain && this.#attempts === 0;
    const wait = isMoved ? 0 : this.#retryDelay();
    this.#attempts++;
    const isAlone = now - this.#cutAt >= ALONE_MS;
    this.#change(isAlone ? "alone" : this.#hasJoined ? "reconnecting" : "connecting", code);
    this.#alone ??= setTimeout(() => this.#change("alone", this.state.get().code), ALONE_MS);
    this.#retry = setTimeout(() => void this.connect(), wait);
  }

  #retryDelay(): number {
    const random = this.#options.random();
    if (this.#attempts === 0) return FIRST_RETRY_MS + random * RETRY_SPREAD_MS;
    return Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#attempts) * (0.5 + random / 2);
  }

  close(): void {
    this.#finish();
  }

  #disconnect(code: number): void {
    this.#connection++;
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    this.#options.onDisconnect();
    try {
      socket?.close(code);
    } catch {}
  }

  #finish(code: number | null = null, message: string | null = null): void {
    this.#disconnect(LEAVE_CODE);
    clearTimeout(this.#alone);
    if (this.state.get().at !== "closed") this.state.set({ at: "closed", code, message });
  }

  #change(at: RoomConnectionState["at"], code: number | null): void {
    const before = this.state.get();
    if (before.at === "closed" || (before.at === at && before.code === code)) return;
    this.state.set({ at, code, message: null });
  }
}

function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return data instanceof Uint8Array ? data : null;
}

/** Errors after which another attempt can work. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Why there will be no ticket; null if another attempt can get one. */
function finalMessage(error: unknown): string | null {
  if (!(error instanceof Error) || !("status" in error)) return null;
  const { status, message } = error as Error & { status: unknown };
  const isFinal = typeof status === "number" && status >= 400 && status < 500 && !PASSING.has(status);
  return isFinal ? message : null;
}
