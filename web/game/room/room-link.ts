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
import { parseJson } from "#web/lib/parse-json.ts";
import type { Store } from "#web/lib/store.ts";
import { FrameQueue } from "./frame-queue.ts";
import { RoomClock } from "./room-clock.ts";
import { RoomConnection, type RoomConnectionOptions, type RoomConnectionState } from "./room-connection.ts";
import { RoomRun } from "./room-run.ts";

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
  state: { tick: number; hash: number; isEqual: boolean | null };
  /** `isRepair`: the own state was another one, so the run has to go on from this one. */
  receipt: Receipt & { isRepair: boolean };
  /** After a cut: whether the room took the run back. If not, it goes on alone. */
  resumed: { ok: boolean; tick: number };
}

export interface RoomLinkOptions
  extends Pick<RoomConnectionOptions, "levelId" | "revision" | "getTicket" | "openSocket">,
    Partial<Pick<RoomConnectionOptions, "now" | "random">> {
  physics: number;
}

/** Pings at the start, the time between them and between later ones, in milliseconds. A ping without a pong by the next cuts. */
const FIRST_PINGS = 5;
const FIRST_PING_MS = 120;
const PING_MS = 10_000;
/** Most inputs in a message: it then fits into the limit, also if each differs. */
const MAX_INPUTS = 8_000;
/** A run can begin this many ticks ago. Leaves time for the way to the room. */
const LATE_START = ROOM_LIMITS.ticksBehind - 120;

/**
 * A player's connection to a room (domain/room/ROOM.md): its clock, the own inputs, and what the room says. Comes back after
 * cuts and takes the run along. Connects at once. Without a page, so bots use it too.
 */
export class RoomLink {
  readonly state: Store<RoomConnectionState>;
  /** The player's own slot; null before the first welcome. Changes with each connection. */
  slot: number | null = null;
  /** The epoch that the room's ticks count from (domain/room/epoch.ts). */
  epoch = 0;
  /** Frames per second. */
  rate = 15;
  readonly players = new Map<number, RoomPlayer>();
  room: ComeEvent["room"] | null = null;
  readonly levelId: number;
  readonly #options: RoomLinkOptions;
  readonly #now: () => number;
  readonly #connection: RoomConnection;
  readonly #queue: FrameQueue;
  readonly #clock = new RoomClock();
  readonly #listeners: { [K in keyof RoomLinkEvents]: Set<(event: RoomLinkEvents[K]) => void> } = {
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
  #isIn = false;
  #run: RoomRun | null = null;
  /** The run that the room decides whether to take back. Its inputs wait for the response. */
  #resuming: RoomRun | null = null;
  /** The tick after the log that the room got for it. */
  #resumingTo = 0;
  #hasBegunRun = false;
  #checkState: ((tick: number) => number | null) | null = null;
  /** A receipt to go on from is on its way, for a state at this tick. */
  #repairFrom: number | null = null;
  #ping: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RoomLinkOptions) {
    this.#options = options;
    this.levelId = options.levelId;
    this.#now = options.now ?? (() => performance.now());
    this.#connection = new RoomConnection({
      ...options,
      now: this.#now,
      random: options.random ?? Math.random,
      onJoin: () => this.#queue.count(),
      onFrame: (bytes) => this.#receive(bytes),
      onDisconnect: () => this.#reset(),
      onInvalidFrame: () => {
        // Whatever the run's inputs did, the room must not close again for them.
        if (this.#run) this.#leaveAlone(this.#run);
      },
    });
    this.state = this.#connection.state;
    // Inputs follow any queued frames.
    this.#queue = new FrameQueue({
      now: this.#now,
      transmit: (frame) => this.#connection.send(frame),
      hasDue: () => (this.#run?.unsent.length ?? 0) >= ROOM_LIMITS.inputTicks && this.#canSendInputs,
      takeDue: () => this.#takeInputs(),
    });
    void this.#connection.connect();
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

  begin(startTick: number, inputs: Iterable<Input> = []): void {
    if (this.#run) this.restart(startTick);
    this.#run = new RoomRun(startTick, this.epoch);
    for (const input of inputs) this.#run.push(input);
    this.#repairFrom = null;
    this.#hasBegunRun = true;
    this.#queue.send();
  }

  push(input: Input): void {
    const run = this.#run;
    if (!run || run.isAlone) return;
    run.push(input);
    // A room doesn't take back a run after so long.
    if (!this.#isIn && run.unsent.length > ROOM_LIMITS.resumeTicks) this.#leaveAlone(run);
    else if (run.unsent.length >= ROOM_LIMITS.inputTicks) this.#queue.send();
  }

  /** Sends the last inputs at once: the run was cleared, or the page is about to sleep. */
  flush(): void {
    this.#queueInputs();
    this.#queue.send();
  }

  /** Ends the run at a tick. The next one can begin at any later time. */
  restart(tick: number): void {
    if (!this.#run) return;
    if (this.#isIn) {
      this.#queueInputs();
      this.#push(restartFrame(Math.max(0, Math.floor(tick))));
    }
    this.#run = this.#repairFrom = null;
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

  close(): void {
    this.#connection.close();
  }

  #reset(): void {
    this.#isIn = false;
    this.#resuming = this.#repairFrom = null;
    this.#queue.clear();
    clearTimeout(this.#ping);
  }

  /** Queues a frame. Returns false while there is no connection. */
  #push(frame: Uint8Array<ArrayBuffer>): boolean {
    if (!this.#isIn) return false;
    this.#queue.add(frame);
    this.#queue.send();
    return true;
  }

  /** Puts the inputs that aren't sent yet behind the queued frames. */
  #queueInputs(): void {
    while (this.#canSendInputs) this.#queue.add(this.#takeInputs());
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

  #sendPing(left: number) {
    if (this.#clock.isWaiting && left <= 0) return this.#connection.cut();
    this.#push(pingFrame(this.#clock.ping(this.#now())));
    this.#ping = setTimeout(() => this.#sendPing(left - 1), left > 1 ? FIRST_PING_MS : PING_MS);
  }

  #receive(bytes: Uint8Array) {
    try {
      if (bytes[0] === DOWN.frame) return this.#readPlaces(bytes);
      const frame = readDownFrame(bytes);
      if (frame) this.#handle(frame);
    } catch (error) {
      // A frame that ends too early is of a broken connection.
      if (!(error instanceof RangeError)) throw error;
      this.#connection.cut();
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

  #handle(frame: DownFrame) {
    switch (frame.type) {
      case "welcome":
        return this.#welcome(frame);
      case "pong":
        return this.#clock.pong(frame.time, frame.tick, this.#now());
      case "come": {
        const event = parseJson(frame.text) as ComeEvent | null;
        if (!Array.isArray(event?.players)) return;
        if (event.room) this.room = event.room;
        for (const player of event.players) this.players.set(player.slot, player);
        return this.#emit("come", event);
      }
      case "message": {
        const event = parseJson(frame.text) as RoomMessage | null;
        if (event) this.#emit("message", event);
        return;
      }
      case "left": {
        const event = parseJson(frame.text) as LeftEvent | null;
        if (!event) return;
        this.#reader.drop(event.slot);
        this.players.delete(event.slot);
        return this.#emit("left", event);
      }
      case "finished":
        if (frame.slot === this.slot && frame.isCounted) this.#run?.count(frame.ticks);
        return this.#emit("finished", frame);
      case "receipt":
        return this.#keepReceipt(frame.bytes);
      case "state":
        return this.#compare(frame.tick, frame.hash);
      case "resumed":
        return this.#resume(frame.ok, frame.tick);
    }
  }

  #emit<K extends keyof RoomLinkEvents>(type: K, event: RoomLinkEvents[K]): void {
    for (const listener of this.#listeners[type]) listener(event);
  }

  #welcome(welcome: Welcome) {
    const { physics, revision } = this.#options;
    if (welcome.physics !== physics) return this.#connection.close();
    // The next ticket says what the level's revision is.
    if (welcome.revision !== revision) return this.#connection.cut();
    this.#connection.join();
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
    this.#connection.showOpen();
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
      this.#queue.send();
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
