import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { roomRunKey } from "#domain/room/epoch.ts";
import type { ComeEvent, LeftEvent, RoomMessage, RoomPlayer } from "#domain/room/events.ts";
import { FrameReader } from "#domain/room/frame-reader.ts";
import {
  chatFrame,
  DOWN,
  type DownFrame,
  desyncFrame,
  emoteFrame,
  type Finished,
  inputsFrame,
  joinFrame,
  pingFrame,
  type Receipt,
  readDownFrame,
  readReceipt,
  restartFrame,
  resumeFrames,
  type Welcome,
  watchFrame,
} from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import type { Seen } from "#domain/room/seen.ts";
import type { Input } from "#domain/sim/input.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { RoomClock } from "./room-clock.ts";
import { RoomRun } from "./room-run.ts";
import type { RoomSocket } from "./room-socket.ts";
import { SendLimit } from "./send-limit.ts";

/** The response of `POST /api/join-token` to browsers. */
export interface RoomTicket {
  /** The path of the room's socket. */
  room: string;
  token: string;
  level_id: number;
  revision: number;
}

/**
 * `alone` is a cut of more than 30 seconds; the link goes on trying. `closed` is for good: `code` says why the room closed it,
 * or `message` why there was no ticket.
 */
export interface RoomLinkState {
  at: "connecting" | "open" | "reconnecting" | "alone" | "closed";
  code: number | null;
  message: string | null;
}

/** Where players are, after a frame. `seen` has all known places by slot, and changes with the next frame. */
export interface PlacesEvent {
  tick: number;
  changed: readonly number[];
  seen: ReadonlyMap<number, Seen>;
}

export interface RoomLinkEvents {
  welcome: Welcome;
  come: ComeEvent;
  left: LeftEvent;
  message: RoomMessage;
  frame: PlacesEvent;
  finished: Finished;
  /** A hash of the player's own state. `isEqual` is null if it can't be compared. */
  state: { tick: number; hash: number; isEqual: boolean | null };
  /** `isRepair`: the own state was another one, so the run has to go on from this one. */
  receipt: Receipt & { isRepair: boolean };
  /** After a cut: whether the room took the run back. If not, it goes on alone. */
  resumed: { ok: boolean; tick: number };
}

export interface RoomLinkOptions {
  levelId: number;
  revision: number;
  physics: number;
  /**
   * Requests a ticket, for each connection. An error with a `status` from 400 to 499 closes the link for good, except 408, 425
   * and 429; others are network failures.
   */
  getTicket(): Promise<RoomTicket>;
  openSocket(path: string): RoomSocket;
  /** Milliseconds of a steady clock. */
  now?: () => number;
  /** 0 to 1, so that not everyone comes back at once. */
  random?: () => number;
}

/** Messages a player sends in a second, at most. The room accepts more (rule 9). */
const MESSAGES = 15;
/** Pings at the start, the time between them and between later ones, in milliseconds. */
const FIRST_PINGS = 5;
const FIRST_PING_MS = 120;
const PING_MS = 10_000;
/** A connection that isn't in the room by then, or whose ping has no pong for so long, is cut. */
const PATIENCE_MS = 10_000;
/** Time until the first attempt after a cut, and between later ones at most. */
const RETRY_MS = 400;
const MAX_RETRY_MS = 10_000;
/** Longer cuts are `alone`. */
const ALONE_MS = 30_000;
/** Most inputs in a message: it then fits into the limit, also if each differs. */
const MAX_INPUTS = 8_000;
/** A run can begin this many ticks ago. Leaves time for the way to the room. */
const LATE_START = ROOM_LIMITS.ticksBehind - 120;
/** A connection that lasted so long was a good one. */
const GOOD_MS = 10_000;
/** So many connections in a row that the room closed for the player's own frames are enough. */
const MAX_FAULTS = 3;

/** The `readyState` of an open socket. */
const OPEN = 1;
/** How the link closes a socket: leaving for good, or coming back for the run, which the room then keeps. */
const LEAVE_CODE = 1000;
const CUT_CODE = 4000;

const FINAL: ReadonlySet<number> = new Set([
  ROOM_CLOSE_CODES.sessionEnded,
  ROOM_CLOSE_CODES.banned,
  ROOM_CLOSE_CODES.removed,
  ROOM_CLOSE_CODES.playsElsewhere,
  ROOM_CLOSE_CODES.levelClosed,
]);
const FAULTS: ReadonlySet<number> = new Set([
  ROOM_CLOSE_CODES.invalidFrame,
  ROOM_CLOSE_CODES.tooLarge,
  ROOM_CLOSE_CODES.tooFast,
]);

type Timer = ReturnType<typeof setTimeout>;
type Listeners = { [K in keyof RoomLinkEvents]: Set<(event: RoomLinkEvents[K]) => void> };

/**
 * A player's connection to a room (domain/room/ROOM.md): its clock, the own inputs, and what the room says. Comes back after
 * cuts and takes the run along. Connects at once. Without a page, so bots use it too.
 */
export class RoomLink {
  readonly state: Store<RoomLinkState> = createStore<RoomLinkState>({
    at: "connecting",
    code: null,
    message: null,
  });
  /** The player's own slot; null before the first welcome. Changes with each connection. */
  slot: number | null = null;
  /** The epoch that the room's ticks count from (domain/room/epoch.ts). */
  epoch = 0;
  /** Frames per second. */
  rate = 15;
  /** Everyone in the room by slot, and what its first `come` states about the room; null before that. */
  readonly players = new Map<number, RoomPlayer>();
  room: ComeEvent["room"] | null = null;
  readonly levelId: number;
  readonly #options: RoomLinkOptions;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #clock = new RoomClock();
  readonly #limit = new SendLimit(MESSAGES);
  readonly #listeners: Listeners = {
    welcome: new Set(),
    come: new Set(),
    left: new Set(),
    message: new Set(),
    frame: new Set(),
    finished: new Set(),
    state: new Set(),
    receipt: new Set(),
    resumed: new Set(),
  };
  #reader = new FrameReader();
  #socket: RoomSocket | null = null;
  /** Counts connections, so that events of an old one are ignored. */
  #connection = 0;
  #isIn = false;
  /** The code of the room's `Closing`, which arrives even if the close frame gets lost. */
  #closing: number | null = null;
  /** Frames in their order, before any inputs that aren't sent yet. */
  #queue: Uint8Array<ArrayBuffer>[] = [];
  #run: RoomRun | null = null;
  /** The run that the room decides whether to take back. Its inputs wait for the response. */
  #resuming: RoomRun | null = null;
  /** The tick after the log that the room got for it. */
  #resumingTo = 0;
  #hasBegunRun = false;
  #checkState: ((tick: number) => number | null) | null = null;
  /** A receipt to go on from is on its way, for a state at this tick. */
  #repairFrom: number | null = null;
  #cutAt: number | null = null;
  #openedAt = 0;
  #attempts = 0;
  #faults = 0;
  #pump: Timer | undefined;
  #ping: Timer | undefined;
  #retry: Timer | undefined;
  #patience: Timer | undefined;
  #alone: Timer | undefined;

  constructor(options: RoomLinkOptions) {
    this.#options = options;
    this.levelId = options.levelId;
    this.#now = options.now ?? (() => performance.now());
    this.#random = options.random ?? Math.random;
    void this.#connect();
  }

  /** Whether the current run goes on without the room: it wasn't taken back, or it began too long ago. */
  get isRunAlone(): boolean {
    return this.#run?.isAlone ?? false;
  }

  /** The key of the current run, which it has wherever it is sent; null without a run. */
  get runKey(): string | null {
    return this.#run && roomRunKey(this.levelId, this.#run.epoch, this.#run.startTick);
  }

  /** The last known places by slot. */
  get seen(): ReadonlyMap<number, Seen> {
    return this.#reader.seen;
  }

  on<K extends keyof RoomLinkEvents>(type: K, listener: (event: RoomLinkEvents[K]) => void): () => void {
    this.#listeners[type].add(listener);
    return () => this.#listeners[type].delete(listener);
  }

  /** The room's clock now, estimated. NaN before the first welcome. */
  exactTick(): number {
    return this.#clock.tickAt(this.#now());
  }

  /** How the player's own states are compared with the room's: returns the hash of the state after a tick, or null. */
  setStateCheck(check: ((tick: number) => number | null) | null): void {
    this.#checkState = check;
  }

  /** Begins a run, whose first input is that of `startTick`. Ends the one before. `inputs` are those so far. */
  begin(startTick: number, inputs: Iterable<Input> = []): void {
    if (this.#run) this.restart(startTick);
    this.#run = new RoomRun(startTick, this.epoch);
    for (const input of inputs) this.#run.push(input);
    this.#repairFrom = null;
    this.#hasBegunRun = true;
    this.#send();
  }

  /** The input of the next tick. */
  push(input: Input): void {
    const run = this.#run;
    if (!run || run.isAlone) return;
    run.push(input);
    // A room doesn't take back a run after so long.
    if (!this.#isIn && run.unsent.length > ROOM_LIMITS.resumeTicks) this.#leaveAlone(run);
    else if (run.unsent.length >= ROOM_LIMITS.inputTicks) this.#send();
  }

  /** Sends the last inputs at once: the run was cleared, or the page is about to sleep. */
  flush(): void {
    this.#queueInputs();
    this.#send();
  }

  /** Ends the run at a tick. The next one can begin at any later time. */
  restart(tick: number): void {
    if (!this.#run) return;
    if (this.#isIn) {
      this.#queueInputs();
      this.#push(restartFrame(Math.max(0, Math.floor(tick))));
    }
    this.#run = null;
    this.#repairFrom = null;
  }

  /** The inputs of the current run from a tick on; null without such a tick. */
  inputsFrom(tick: number): Input[] | null {
    return this.#run?.inputsFrom(tick) ?? null;
  }

  /** Says a line. Returns false while there is no connection. */
  chat(text: string): boolean {
    return this.#push(chatFrame(text));
  }

  /** Shows an emote: its index in `EMOTES`. Returns false while there is no connection. */
  emote(emote: number): boolean {
    return this.#push(emoteFrame(emote));
  }

  /** Reports which other the player watches; null for no one. */
  watch(slot: number | null): boolean {
    return this.#push(watchFrame(slot));
  }

  /** Leaves the room. */
  close(): void {
    this.#finish({ at: "closed", code: null, message: null });
  }

  // Connecting.

  async #connect(): Promise<void> {
    const connection = ++this.#connection;
    this.#closing = null;
    let ticket: RoomTicket;
    try {
      ticket = await this.#options.getTicket();
    } catch (error) {
      if (connection !== this.#connection) return;
      const message = finalMessage(error);
      if (message === null) this.#cut(null);
      else this.#finish({ at: "closed", code: null, message });
      return;
    }
    if (connection !== this.#connection) return;
    if (ticket.revision !== this.#options.revision || ticket.level_id !== this.levelId) {
      this.#finish({ at: "closed", code: null, message: null });
      return;
    }
    try {
      this.#open(connection, ticket);
    } catch {
      this.#cut(null);
    }
  }

  #open(connection: number, { room, token }: RoomTicket): void {
    const socket = this.#options.openSocket(room);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#openedAt = this.#now();
    const isCurrent = () => connection === this.#connection;
    this.#patience = setTimeout(() => this.#cut(null), PATIENCE_MS);
    socket.addEventListener("open", () => {
      if (!isCurrent()) return;
      this.#limit.take(this.#now());
      this.#transmit(joinFrame(token));
    });
    socket.addEventListener("message", ({ data }) => {
      if (isCurrent()) this.#receive(data);
    });
    socket.addEventListener("error", () => {});
    socket.addEventListener("close", ({ code }) => {
      if (isCurrent()) this.#cut(this.#closing ?? code);
    });
  }

  /** The connection is over. Comes back, unless the room's code means that it's no use. */
  #cut(code: number | null): void {
    this.#disconnect(CUT_CODE);
    if (code !== null && FINAL.has(code)) {
      this.#finish({ at: "closed", code, message: null });
      return;
    }
    const now = this.#now();
    const wasGood = this.#cutAt === null && now - this.#openedAt > GOOD_MS;
    if (wasGood) this.#faults = 0;
    if (code !== null && FAULTS.has(code)) {
      // Whatever the run's inputs did, the room must not close again for them.
      if (this.#run && code === ROOM_CLOSE_CODES.invalidFrame) this.#leaveAlone(this.#run);
      if (++this.#faults >= MAX_FAULTS) {
        this.#finish({ at: "closed", code, message: null });
        return;
      }
    }
    this.#cutAt ??= now;
    const isMoved = code === ROOM_CLOSE_CODES.joinAgain && this.#attempts === 0;
    const wait = isMoved ? 0 : Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#attempts);
    this.#attempts++;
    const isAlone = now - this.#cutAt >= ALONE_MS;
    this.#change(isAlone ? "alone" : this.#hasJoined ? "reconnecting" : "connecting", code);
    this.#alone ??= setTimeout(() => this.#change("alone", this.state.get().code), ALONE_MS);
    this.#retry = setTimeout(() => void this.#connect(), wait * (0.5 + this.#random() / 2));
  }

  get #hasJoined(): boolean {
    return this.slot !== null;
  }

  #disconnect(code: number): void {
    this.#connection++;
    const socket = this.#socket;
    this.#socket = null;
    this.#isIn = false;
    this.#resuming = null;
    this.#queue = [];
    this.#repairFrom = null;
    clearTimeout(this.#pump);
    this.#pump = undefined;
    clearTimeout(this.#ping);
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    try {
      socket?.close(code);
    } catch {
      // It was closed before.
    }
  }

  #finish(state: RoomLinkState): void {
    this.#disconnect(LEAVE_CODE);
    clearTimeout(this.#alone);
    if (this.state.get().at !== "closed") this.state.set(state);
  }

  #change(at: RoomLinkState["at"], code: number | null): void {
    const before = this.state.get();
    if (before.at === "closed" || (before.at === at && before.code === code)) return;
    this.state.set({ at, code, message: null });
  }

  // Sending.

  /** Queues a frame. Returns false while there is no connection. */
  #push(frame: Uint8Array<ArrayBuffer>): boolean {
    if (!this.#isIn) return false;
    this.#queue.push(frame);
    this.#send();
    return true;
  }

  /** Puts the inputs that aren't sent yet behind the queued frames. */
  #queueInputs(): void {
    while (this.#canSendInputs) this.#queue.push(this.#takeInputs());
  }

  get #canSendInputs(): boolean {
    const run = this.#run;
    return this.#isIn && run !== null && run !== this.#resuming && !run.isAlone && run.unsent.length > 0;
  }

  #takeInputs(): Uint8Array<ArrayBuffer> {
    const run = this.#run as RoomRun;
    const tick = run.unsentTick;
    run.isKnown = true;
    return inputsFrame(tick, run.unsent.splice(0, MAX_INPUTS));
  }

  /** Sends what is waiting, as far as the limit of messages allows. */
  #send(): void {
    const now = this.#now();
    for (;;) {
      const isDue = (this.#run?.unsent.length ?? 0) >= ROOM_LIMITS.inputTicks && this.#canSendInputs;
      if (this.#queue.length === 0 && !isDue) return;
      const wait = this.#limit.wait(now);
      if (wait > 0) {
        this.#pump ??= setTimeout(() => {
          this.#pump = undefined;
          this.#send();
        }, wait);
        return;
      }
      this.#limit.take(now);
      this.#transmit(this.#queue.shift() ?? this.#takeInputs());
    }
  }

  #transmit(frame: Uint8Array<ArrayBuffer>): void {
    // If it's closing, its event follows.
    if (this.#socket?.readyState === OPEN) this.#socket.send(frame);
  }

  #sendPing(left: number): void {
    if (this.#clock.isWaiting && left <= 0) {
      this.#cut(null);
      return;
    }
    this.#push(pingFrame(this.#clock.ping(this.#now())));
    this.#ping = setTimeout(() => this.#sendPing(left - 1), left > 1 ? FIRST_PING_MS : PING_MS);
  }

  // Receiving.

  #receive(data: unknown): void {
    if (typeof data === "string") {
      const { event, code } = (parse(data) ?? {}) as { event?: unknown; code?: unknown };
      if (event === "Closing" && typeof code === "number") this.#closing = code;
      return;
    }
    const bytes = bytesOf(data);
    if (!bytes || bytes.length === 0) return;
    try {
      if (bytes[0] === DOWN.frame) {
        this.#readPlaces(bytes);
        return;
      }
      const frame = readDownFrame(bytes);
      if (frame) this.#handle(frame);
    } catch (error) {
      // A frame that ends too early is of a broken connection.
      if (!(error instanceof RangeError)) throw error;
      this.#cut(null);
    }
  }

  #readPlaces(bytes: Uint8Array): void {
    const { tick, changed, others } = this.#reader.read(bytes);
    this.#emit("frame", { tick, changed, seen: this.#reader.seen });
    for (const other of others) {
      const frame = readDownFrame(other);
      if (frame) this.#handle(frame);
    }
  }

  #handle(frame: DownFrame): void {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame);
        return;
      case "pong":
        this.#clock.pong(frame.time, frame.tick, this.#now());
        return;
      case "come": {
        const event = parse(frame.text) as ComeEvent | null;
        if (!event) return;
        if (event.room) this.room = event.room;
        for (const player of event.players) this.players.set(player.slot, player);
        this.#emit("come", event);
        return;
      }
      case "message": {
        const event = parse(frame.text) as RoomMessage | null;
        if (event) this.#emit("message", event);
        return;
      }
      case "left": {
        const event = parse(frame.text) as LeftEvent | null;
        if (!event) return;
        this.#reader.drop(event.slot);
        this.players.delete(event.slot);
        this.#emit("left", event);
        return;
      }
      case "finished":
        if (frame.slot === this.slot && frame.isCounted) this.#run?.count(frame.ticks);
        this.#emit("finished", frame);
        return;
      case "receipt":
        this.#keepReceipt(frame.bytes);
        return;
      case "state":
        this.#compare(frame.tick, frame.hash);
        return;
      case "resumed":
        this.#resume(frame.ok, frame.tick);
        return;
    }
  }

  #emit<K extends keyof RoomLinkEvents>(type: K, event: RoomLinkEvents[K]): void {
    for (const listener of this.#listeners[type]) listener(event);
  }

  #welcome(welcome: Welcome): void {
    const { physics, revision } = this.#options;
    if (welcome.physics !== physics) {
      this.#finish({ at: "closed", code: null, message: null });
      return;
    }
    // The next ticket says what the level's revision is.
    if (welcome.revision !== revision) {
      this.#cut(null);
      return;
    }
    clearTimeout(this.#patience);
    clearTimeout(this.#alone);
    this.#alone = undefined;
    this.#cutAt = null;
    this.#openedAt = this.#now();
    this.#attempts = 0;
    this.#reader = new FrameReader();
    this.players.clear();
    this.room = null;
    this.slot = welcome.slot;
    this.epoch = welcome.epoch;
    this.rate = welcome.rate;
    this.#clock.welcome(welcome.tick, this.#now());
    this.#isIn = true;
    // Before anything that could let inputs through.
    this.#bringRun();
    this.#sendPing(FIRST_PINGS);
    this.#emit("welcome", welcome);
    this.#change("open", null);
  }

  /** Shows the room the run that was cut, or begins it there. */
  #bringRun(): void {
    const run = this.#run;
    if (run && !run.isAlone) {
      if (run.epoch !== this.epoch || run.isCounted || !run.fitsLog) this.#leaveAlone(run);
      else if (run.isKnown) {
        this.#resuming = run;
        this.#resumingTo = run.nextTick;
        for (const frame of resumeFrames(run.receipt, run.log())) this.#push(frame);
        return;
      } else if (run.startTick < this.exactTick() - LATE_START) this.#leaveAlone(run);
    }
    // The room can still have an earlier run.
    if (this.#hasBegunRun) this.#push(this.#restartNow());
  }

  #restartNow(): Uint8Array<ArrayBuffer> {
    return restartFrame(Math.max(0, Math.floor(this.exactTick())));
  }

  #resume(ok: boolean, tick: number): void {
    const run = this.#run;
    const resumed = this.#resuming;
    this.#resuming = null;
    // The player has restarted since: the response is about the run before.
    if (!run || (resumed && resumed !== run)) return;
    if (!resumed) {
      // The room can give a run up at any time.
      if (!ok) this.#leaveAlone(run);
      return;
    }
    // Without a receipt, the room can take the log for that of an earlier run, whose restart was lost with the connection.
    const isSame = ok && (run.receipt.length > 0 || tick === this.#resumingTo);
    const unsent = isSame ? run.inputsFrom(tick) : null;
    if (unsent) {
      run.unsent = unsent;
      this.#emit("resumed", { ok: true, tick });
      this.#send();
      return;
    }
    if (!isSame && this.#canSendAgain(run)) {
      run.isSentAgain = true;
      run.unsent = run.inputsFrom(run.startTick) ?? [];
      this.#push(this.#restartNow());
      return;
    }
    this.#leaveAlone(run);
  }

  /** A run that was cut before its first receipt is new to a restarted room. */
  #canSendAgain(run: RoomRun): boolean {
    return !run.isSentAgain && run.receipt.length === 0 && run.startTick >= this.exactTick() - LATE_START;
  }

  #leaveAlone(run: RoomRun): void {
    if (run.isAlone) return;
    run.isAlone = true;
    run.unsent = [];
    if (run.isCounted) return;
    this.#emit("resumed", { ok: false, tick: run.nextTick });
  }

  #keepReceipt(bytes: Uint8Array): void {
    const run = this.#run;
    const receipt = readReceipt(bytes);
    if (!run || run.isAlone || !receipt || receipt.startTick !== run.startTick) return;
    run.receipt = bytes.slice();
    const isRepair = this.#repairFrom !== null && receipt.tick >= this.#repairFrom;
    if (isRepair) this.#repairFrom = null;
    this.#emit("receipt", { ...receipt, isRepair });
  }

  /** Compares the room's state of the player with their own. */
  #compare(tick: number, hash: number): void {
    const own = this.#run?.isAlone === false ? (this.#checkState?.(tick) ?? null) : null;
    const isEqual = own === null ? null : own === hash;
    if (isEqual === false && this.#repairFrom === null) {
      this.#repairFrom = tick;
      this.#push(desyncFrame(tick));
    }
    this.#emit("state", { tick, hash, isEqual });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
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
