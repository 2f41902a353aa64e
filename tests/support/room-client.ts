import { joinTokenRoute } from "#domain/play/api.ts";
import { tickAt } from "#domain/room/epoch.ts";
import type { ComeEvent, LeftEvent, RoomMessage, RoomPlayer } from "#domain/room/events.ts";
import { FrameReader } from "#domain/room/frame-reader.ts";
import {
  chatFrame,
  DOWN,
  type DownFrame,
  emoteFrame,
  inputsFrame,
  joinFrame,
  pingFrame,
  readDownFrame,
  restartFrame,
  type Welcome,
  watchFrame,
} from "#domain/room/frames.ts";
import type { Seen } from "#domain/room/seen.ts";
import type { Input } from "#domain/sim/input.ts";
import type { TestResponse } from "./browser.ts";
import { requestSocket, untilClosed } from "./socket.ts";
import type { TestUser } from "./test-user.ts";
import { until } from "./until.ts";

export interface RoomTicket {
  room: string;
  token: string;
  level_id: number;
  revision: number;
}

/** Requests a token for a room. Returns the response, even if it's an error. */
export const tryRoomTicket = (
  user: TestUser,
  destination: { destination_type: "Level" | "User"; id: number },
): Promise<TestResponse> => user.call(joinTokenRoute, { ...destination, client: "web" });

/** Requests a token for a room of a level and expects success. */
export const roomTicket = (user: TestUser, id: number) =>
  user.output(joinTokenRoute, { destination_type: "Level", id, client: "web" }) as Promise<RoomTicket>;

/** A browser's socket to a room. It keeps everything that it received. */
export class RoomClient {
  readonly #socket: WebSocket;
  readonly #reader = new FrameReader();
  #pings = 0;
  /** All frames other than `frame`, in order, also those inside a `frame` message. */
  readonly received: DownFrame[] = [];
  /** Slots with bytes in a `frame`, and the tick of it. */
  readonly seen: { tick: number; slots: number[] }[] = [];
  /** Messages and bytes, as they came. */
  readonly messages: Uint8Array[] = [];
  /** Players by slot, from `come` and `left`. */
  readonly players = new Map<number, RoomPlayer>();
  /** The code in the `Closing` event, and that of the close. */
  closing: number | null = null;
  closed: number | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#receive(data as string | ArrayBuffer));
    socket.addEventListener("close", ({ code }) => {
      this.closed = code;
    });
    socket.accept();
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") {
      this.closing = (JSON.parse(data) as { code?: number }).code ?? null;
      return;
    }
    const bytes = new Uint8Array(data);
    this.messages.push(bytes);
    if (bytes[0] !== DOWN.frame) {
      this.#read(bytes);
      return;
    }
    const { tick, changed, others } = this.#reader.read(bytes);
    this.seen.push({ tick, slots: changed });
    for (const other of others) this.#read(other);
  }

  #read(bytes: Uint8Array): void {
    const frame = readDownFrame(bytes);
    if (!frame) throw new Error(`A room sent an unknown frame: ${bytes[0]}`);
    this.received.push(frame);
    if (frame.type === "come")
      for (const player of (JSON.parse(frame.text) as ComeEvent).players)
        this.players.set(player.slot, player);
    if (frame.type === "left") {
      const { slot } = JSON.parse(frame.text) as LeftEvent;
      this.players.delete(slot);
      this.#reader.drop(slot);
    }
  }

  /** Waits for a frame of this type that matches, from now on or from before. Returns the newest. */
  async one<T extends DownFrame["type"]>(
    type: T,
    matches: (frame: Extract<DownFrame, { type: T }>) => boolean = () => true,
  ): Promise<Extract<DownFrame, { type: T }>> {
    return until(() => this.all(type).findLast(matches)) as Promise<Extract<DownFrame, { type: T }>>;
  }

  /** All received frames of this type. */
  all<T extends DownFrame["type"]>(type: T): Extract<DownFrame, { type: T }>[] {
    return this.received.filter((frame): frame is Extract<DownFrame, { type: T }> => frame.type === type);
  }

  /** Waits for a condition on what was received. */
  async until(condition: () => boolean): Promise<void> {
    await until(condition);
  }

  get welcome(): Welcome {
    const [welcome] = this.all("welcome");
    if (!welcome) throw new Error("No welcome has arrived.");
    return welcome;
  }

  get slot(): number {
    return this.welcome.slot;
  }

  /** The room's clock: the tests run on the same machine. */
  get tick(): number {
    return tickAt(Date.now(), this.welcome.epoch);
  }

  /** The contents of all `come`. */
  get arrivals(): ComeEvent[] {
    return this.all("come").map(({ text }) => JSON.parse(text) as ComeEvent);
  }

  /** The contents of all `message`. */
  get chatEvents(): RoomMessage[] {
    return this.all("message").map(({ text }) => JSON.parse(text) as RoomMessage);
  }

  /** The lines of chat that arrived. */
  get lines(): string[] {
    return this.chatEvents.flatMap((event) => ("text" in event ? [event.text] : []));
  }

  get problems(): string[] {
    return this.chatEvents.flatMap((event) => ("problem" in event ? [event.problem] : []));
  }

  /** The player with this user id, if this client knows of them. */
  playerOf(user: { id: number }): RoomPlayer | undefined {
    return [...this.players.values()].find((player) => player.user.id === user.id);
  }

  /** Where a slot was last seen. */
  placeOf = (slot: number): Seen | undefined => this.#reader.seen.get(slot);
  send = (bytes: string | Uint8Array<ArrayBuffer>): void => this.#socket.send(bytes);
  inputs = (tick: number, inputs: readonly Input[]): void => this.send(inputsFrame(tick, inputs));
  restart = (tick: number): void => this.send(restartFrame(tick));
  sendLine = (text: string): void => this.send(chatFrame(text));
  emote = (emote: number): void => this.send(emoteFrame(emote));
  watch = (slot: number | null): void => this.send(watchFrame(slot));

  /** Waits until the room has handled all earlier messages: its response to a ping comes last. */
  async settled(): Promise<void> {
    const time = ++this.#pings;
    this.send(pingFrame(time));
    await this.one("pong", (pong) => pong.time === time);
  }

  /** Closes the socket as a page that is left. */
  close = (code = 1000): void => this.#socket.close(code);

  /** Waits until it's closed. Returns the code. */
  end = (): Promise<number> => untilClosed(this);
}

/** Opens a room's socket without joining. Returns null with the status if it's rejected. */
export async function openRoom(
  ...request: Parameters<typeof requestSocket>
): Promise<{ client: RoomClient | null; status: number }> {
  const { webSocket, status } = await requestSocket(...request);
  return { client: webSocket && new RoomClient(webSocket), status };
}

/** Opens the socket of a ticket and sends the token. Doesn't wait for the room. */
export async function enterRoom(user: TestUser, ticket: RoomTicket): Promise<RoomClient> {
  const { client, status } = await openRoom(user, ticket.room);
  if (!client) throw new Error(`The room's socket wasn't opened: ${status}`);
  client.send(joinFrame(ticket.token));
  return client;
}

/** Lets a user join a level's room and waits until they have everyone. */
export async function joinRoom(user: TestUser, level: number): Promise<RoomClient> {
  const client = await enterRoom(user, await roomTicket(user, level));
  await client.until(() => client.closed !== null || client.all("come").length > 0);
  if (client.closed !== null) throw new Error(`The room closed the socket: ${client.closed}`);
  return client;
}
