import { joinTokenRoute } from "#domain/play/api.ts";
import { FrameReader } from "#domain/room/frame-reader.ts";
import {
  DOWN,
  type DownFrame,
  inputsFrame,
  joinFrame,
  readDownFrame,
  type Welcome,
} from "#domain/room/frames.ts";
import type { Input } from "#domain/sim/input.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { sendRequest } from "../chat/send-request.ts";
import type { KillableSite } from "../killable-site.ts";
import { CuttableSocket } from "./cuttable-socket.ts";

const TIMEOUT_MS = 10_000;

/** Requests a ticket once. Returns undefined without a response. */
export async function requestTicket(
  site: KillableSite,
  user: BenchUser,
  level: number,
): Promise<RoomTicket | { problem: string } | undefined> {
  const input = { destination_type: "Level", id: level, client: "web" };
  const response = await sendRequest(site, user, joinTokenRoute.path, input);
  if (!response) return undefined;
  if (response.status !== 200) return { problem: `${response.status} ${response.text}` };
  return JSON.parse(response.text) as RoomTicket;
}

type FrameOf<T extends DownFrame["type"]> = Extract<DownFrame, { type: T }>;

/** A player who sends any frames and waits for the room's. */
export class RawPlayer {
  readonly socket: CuttableSocket;
  readonly frames: DownFrame[] = [];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  readonly #reader = new FrameReader();
  #wake = Promise.withResolvers<void>();

  constructor(site: KillableSite, user: BenchUser, room: string) {
    this.socket = new CuttableSocket(site.url + room, user.headers);
    const closed = Promise.withResolvers<number>();
    this.closed = closed.promise;
    this.socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.#receive(new Uint8Array(data));
    };
    this.socket.onclose = ({ code }) => {
      closed.resolve(code);
      this.#wake.resolve();
    };
  }

  #receive(bytes: Uint8Array): void {
    const messages = bytes[0] === DOWN.frame ? this.#reader.read(bytes).others : [bytes];
    this.frames.push(...messages.flatMap((message) => readDownFrame(message) ?? []));
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Joins with a token. Returns the welcome, or the close code. */
  async join(token: string): Promise<Welcome | number> {
    this.socket.onopen = () => this.socket.send(joinFrame(token));
    const welcome = await this.next("welcome");
    return welcome ?? (await this.closeCode());
  }

  /** Waits for the first frame of a type. Returns undefined if the socket closes, or nothing comes. */
  async next<T extends DownFrame["type"]>(
    type: T,
    isIt: (frame: FrameOf<T>) => boolean = () => true,
  ): Promise<FrameOf<T> | undefined> {
    const timeout = timeoutAfter(TIMEOUT_MS);
    for (;;) {
      const found = this.frames.find(
        (frame): frame is FrameOf<T> => frame.type === type && isIt(frame as FrameOf<T>),
      );
      if (found || this.socket.readyState === 3) return found;
      if ((await Promise.race([this.#wake.promise, timeout])) === "timeout") return undefined;
    }
  }

  /** The code with which the room closes the socket; 0 if it doesn't. */
  async closeCode(): Promise<number> {
    const code = await Promise.race([this.closed, timeoutAfter(TIMEOUT_MS)]);
    return code === "timeout" ? 0 : code;
  }

  /** Sends the inputs of consecutive ticks. */
  sendInputs(tick: number, inputs: readonly Input[]): void {
    this.socket.send(inputsFrame(tick, inputs));
  }
}

const timeoutAfter = (ms: number): Promise<"timeout"> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("timeout"), ms).unref();
  });
