import {
  finishedFrame,
  joinResume,
  jsonFrame,
  pongFrame,
  readReceipt,
  readUpFrame,
  receiptFrame,
  resumedFrame,
  stateFrame,
  type UpFrame,
  welcomeFrame,
} from "#domain/room/frames.ts";
import type { Input } from "#domain/sim/input.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import { RoomLink, type RoomLinkOptions } from "#web/game/room/room-link.ts";
import type { RoomSocket } from "#web/game/room/room-socket.ts";

/** A socket without a network. The test and the link call each other. */
export class FakeSocket implements RoomSocket {
  /** Always open: a test that cuts it ignores what is sent. */
  readonly readyState = 1;
  binaryType = "blob";
  /** The frames that the link sent, and when. */
  readonly sent: { at: number; frame: UpFrame }[] = [];
  /** How the link closed it. */
  closedWith: number | null = null;
  isCut = false;
  onFrame: (frame: UpFrame) => void = () => {};
  readonly #listeners = new Map<string, ((event: never) => void)[]>();

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  send(data: Uint8Array): void {
    if (this.isCut) return;
    const frame = readUpFrame(data);
    if (!frame) throw new Error("The link sent a malformed frame.");
    this.sent.push({ at: performance.now(), frame });
    this.onFrame(frame);
  }

  close(code?: number): void {
    this.closedWith ??= code ?? 1005;
  }

  emit(type: "open" | "message" | "close", event: object = {}): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }

  receive(frame: Uint8Array<ArrayBuffer>): void {
    this.emit("message", { data: frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.length) });
  }
}

/** Gives the tests of a file time that they let pass, and closes their links. */
export function setUpFakeRooms(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const link of links.splice(0)) link.close();
    vi.useRealTimers();
  });
}
const links: RoomLink[] = [];

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A room, and a link that has joined it. */
export async function joinRoom(ms = 1_000): Promise<{ room: FakeRoom; link: RoomLink }> {
  const room = new FakeRoom();
  const link = room.link();
  await pass(ms);
  return { room, link };
}

export interface FakeRun {
  startTick: number;
  inputs: Input[];
}

/** The least of a room: a clock, and runs as lists of inputs. Rejects what a room rejects. */
export class FakeRoom {
  readonly sockets: FakeSocket[] = [];
  readonly runs: FakeRun[] = [];
  readonly tokens: string[] = [];
  epoch = 7;
  physics = 1;
  revision = 3;
  slot = 5;
  /** The room's tick at time 0. */
  startTick = 10_000;
  /** Milliseconds that each message takes. */
  latency = 0;
  /** Whether sockets open at all. */
  isUp = true;
  /** Whether it takes runs back. */
  takesBack = true;
  ticketError: Error | null = null;
  run: FakeRun | null = null;
  /** Reasons for which it would have closed the connection. */
  readonly problems: string[] = [];
  #parts: Uint8Array[] = [];
  #tickets = 0;
  #lastAt = 0;
  readonly #waiting: (() => void)[] = [];

  get tick(): number {
    return Math.floor(this.startTick + performance.now() * 0.06);
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("The link hasn't connected.");
    return socket;
  }

  link(options: Partial<RoomLinkOptions> = {}): RoomLink {
    const link = new RoomLink({
      levelId: 9,
      revision: 3,
      physics: 1,
      now: () => performance.now(),
      random: () => 0,
      getTicket: () => this.#ticket(),
      openSocket: () => this.#open(),
      ...options,
    });
    links.push(link);
    return link;
  }

  async #ticket(): Promise<RoomTicket> {
    if (this.ticketError) throw this.ticketError;
    return {
      room: "/api/rooms/9/0",
      token: `token ${++this.#tickets}`,
      level_id: 9,
      revision: this.revision,
    };
  }

  #open(): FakeSocket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    socket.onFrame = (frame) => this.#later(() => this.#receive(socket, frame));
    this.#later(() => (this.isUp ? socket.emit("open") : socket.emit("close", { code: 1006 })));
    return socket;
  }

  /** Messages don't overtake each other. */
  #later(task: () => void): void {
    const now = performance.now();
    this.#lastAt = Math.max(this.#lastAt, now + this.latency);
    this.#waiting.push(task);
    setTimeout(() => this.#waiting.shift()?.(), this.#lastAt - now);
  }

  send(frame: Uint8Array<ArrayBuffer>, socket = this.socket): void {
    this.#later(() => {
      if (!socket.isCut) socket.receive(frame);
    });
  }

  /** Loses the connection. */
  cut(code = 1006): void {
    const { socket } = this;
    socket.isCut = true;
    socket.emit("close", { code });
  }

  /** A restarted room knows nothing. */
  forget(): void {
    this.run = null;
  }

  sendReceipt(tick: number): void {
    if (!this.run) throw new Error("There is no run.");
    const { startTick } = this.run;
    this.send(receiptFrame({ tick, startTick, mac: new Uint8Array(32).fill(9), state: new Uint8Array(4) }));
  }

  sendState(tick: number, hash: number): void {
    this.send(stateFrame(tick, hash));
  }

  sendLine(slot: number, text: string): void {
    this.send(jsonFrame("message", { slot, text }));
  }

  finish(ticks: number): void {
    const { slot } = this;
    this.send(
      finishedFrame({ slot, ticks, place: 4, run: 77, isCounted: true, isFirst: true, isBest: true }),
    );
  }

  #receive(socket: FakeSocket, frame: UpFrame): void {
    if (socket.isCut) return;
    switch (frame.type) {
      case "join": {
        this.tokens.push(frame.token);
        const { slot, tick, epoch, physics, revision } = this;
        this.send(welcomeFrame({ slot, tick, epoch, physics, rate: 15, revision }), socket);
        return;
      }
      case "ping":
        this.send(pongFrame(frame.time, this.tick), socket);
        return;
      case "inputs":
        this.#take(frame);
        return;
      case "restart":
        this.run = null;
        return;
      case "resume":
        this.#parts.push(frame.part);
        if (frame.isLast) this.#takeBack(socket);
        return;
    }
  }

  #take({ tick, stretches }: UpFrame & { type: "inputs" }): void {
    if (!this.run) {
      this.run = { startTick: tick, inputs: [] };
      this.runs.push(this.run);
      if (tick < this.tick - 600) this.problems.push("A run began too long ago.");
    }
    const { startTick, inputs } = this.run;
    if (tick !== startTick + inputs.length) this.problems.push("Inputs have a gap.");
    for (const { input, ticks } of stretches) for (let i = 0; i < ticks; i++) inputs.push(input);
    if (startTick + inputs.length > this.tick + 60) this.problems.push("Inputs are ahead of time.");
  }

  #takeBack(socket: FakeSocket): void {
    const resume = joinResume(this.#parts.splice(0));
    if (!resume) throw new Error("The parts of a log don't fit.");
    const inputs = [...readInputs(resume.log)];
    const receipt = resume.receipt.length > 0 ? readReceipt(resume.receipt) : null;
    const known = this.run;
    const startTick = known?.startTick ?? receipt?.startTick;
    if (!this.takesBack || startTick === undefined) {
      this.send(resumedFrame(false, 0), socket);
      return;
    }
    // The same inputs as far as both go are taken for the same run.
    if (known?.inputs.some((input, i) => i < inputs.length && inputs[i] !== input))
      this.problems.push("The log is another one.");
    this.run = known && known.inputs.length > inputs.length ? known : { startTick, inputs };
    this.runs.push(this.run);
    this.send(resumedFrame(true, startTick + this.run.inputs.length), socket);
  }
}
