import { setTimeout as pause } from "node:timers/promises";
import type { ChatServer } from "./chat-server.ts";
import type { BenchUser } from "./crowd.ts";
import { HttpConnection, type HttpResponse } from "./http-connection.ts";
import { RawWebSocket } from "./raw-web-socket.ts";
import { ReceiptTimes } from "./receipt-times.ts";

/** Returns a message of 40 characters, a typical length. */
const messageText = (n: number): string =>
  `#${n}# see you at the volcano tower soon`.padEnd(40, "!").slice(0, 40);
const NUMBER = /#(\d+)#/;
/** The reply to a message that was sent on the socket, with the number from its id. */
const REPLY = /"MessageSent","client_id":"\w+-(\d+)"/;
/** The number for a socket's first frame, which isn't a message. */
const HELLO = 0;
/** Distinguishes this run's messages from others. */
const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
let sent = 0;

export interface ChatListener {
  id: number;
  socket: RawWebSocket;
  received: ReceiptTimes;
  /** Replies to messages that were sent on this socket. */
  acknowledged: ReceiptTimes;
}

/** Opens a user's socket and waits for its first frame. */
export async function openListener(server: ChatServer, { id, headers }: BenchUser): Promise<ChatListener> {
  const [received, acknowledged] = [new ReceiptTimes(), new ReceiptTimes()];
  const socket = await RawWebSocket.open(server.url + server.socketPath, headers, {
    onMessage: (payload) => {
      const text = payload.toString("latin1");
      if (text.includes('"MessageRejected"')) throw new Error(`A message was rejected: ${text}`);
      const reply = REPLY.exec(text)?.[1];
      if (reply) acknowledged.receive(Number(reply));
      else received.receive(Number(NUMBER.exec(text)?.[1] ?? HELLO));
    },
  });
  await received.waitFor(HELLO);
  return { id, socket, received, acknowledged };
}

/** A message that was sent. Its response is only known over HTTP. */
interface BenchMessage {
  number: number;
  acknowledged: Promise<HttpResponse | null>;
}

/** Sends messages as a user's page does. */
export interface ChatWriter {
  send(to: number): BenchMessage;
  close(): void;
}

/** Opens a writer: on the user's socket, by default a new one, if the server takes messages there, else over HTTP. */
export async function openWriter(
  server: ChatServer,
  user: BenchUser,
  listener?: ChatListener,
): Promise<ChatWriter> {
  const { frame } = server;
  if (frame) return new SocketWriter(frame, listener ?? (await openListener(server, user)));
  const connection = new HttpConnection(server.url, user.writeHeaders);
  await connection.open();
  return new HttpWriter(server, connection);
}

/** Returns the next message's number, text and id. */
function nextMessage(): { number: number; body: string; clientId: string } {
  const number = ++sent;
  return { number, body: messageText(number), clientId: `${RUN}-${String(number).padStart(27, "0")}` };
}

class HttpWriter implements ChatWriter {
  readonly #server: ChatServer;
  readonly #connection: HttpConnection;

  constructor(server: ChatServer, connection: HttpConnection) {
    this.#server = server;
    this.#connection = connection;
  }

  send(to: number): BenchMessage {
    const { number, body, clientId } = nextMessage();
    const { path, input } = this.#server.message(to, body, clientId);
    const acknowledged = this.#connection.post(path, JSON.stringify(input)).then((result) => {
      if (result.status >= 300) throw new Error(`A message got ${result.status}: ${result.body}`);
      return result;
    });
    return { number, acknowledged };
  }

  close(): void {
    this.#connection.close();
  }
}

class SocketWriter implements ChatWriter {
  readonly #frame: NonNullable<ChatServer["frame"]>;
  readonly #listener: ChatListener;

  constructor(frame: NonNullable<ChatServer["frame"]>, listener: ChatListener) {
    this.#frame = frame;
    this.#listener = listener;
  }

  send(to: number): BenchMessage {
    const { number, body, clientId } = nextMessage();
    const { socket, acknowledged } = this.#listener;
    socket.send(this.#frame(to, body, clientId));
    return { number, acknowledged: acknowledged.waitFor(number).then(() => null) };
  }

  close(): void {
    this.#listener.socket.close();
  }
}

/** Users of a server, each with an open socket and a writer. Neighbors form pairs. */
export class ChatGroup {
  readonly #members: { listener: ChatListener; writer: ChatWriter }[];

  private constructor(members: { listener: ChatListener; writer: ChatWriter }[]) {
    this.#members = members;
  }

  static async open(server: ChatServer, count: number): Promise<ChatGroup> {
    const members = server.users.slice(0, count).map(async (user) => {
      const listener = await openListener(server, user);
      return { listener, writer: await openWriter(server, user, listener) };
    });
    return new ChatGroup(await Promise.all(members));
  }

  #memberAt(at: number) {
    const member = this.#members[at % this.#members.length];
    if (!member) throw new Error("There are no users.");
    return member;
  }

  /** Sends messages at a steady rate. Returns the milliseconds from sending each to the recipient's socket. */
  async chat(perSecond: number, milliseconds: number): Promise<number[]> {
    const started = performance.now();
    const every = 1000 / perSecond;
    const took: Promise<number>[] = [];
    for (let n = 0; n * every < milliseconds; n++) {
      const wait = started + n * every - performance.now();
      if (wait > 0) await pause(wait);
      // Everyone sends, and no pair writes twice in a row.
      took.push(this.#exchange(n * 37));
    }
    return Promise.all(took);
  }

  async #exchange(at: number): Promise<number> {
    const { listener } = this.#memberAt(at ^ 1);
    const sentAt = performance.now();
    const { number, acknowledged } = this.#memberAt(at).writer.send(listener.id);
    const [moment] = await Promise.all([listener.received.waitFor(number), acknowledged]);
    return moment - sentAt;
  }

  /** One user of each pair sends as fast as possible. Returns the received messages per second. */
  measureThroughput(milliseconds: number): Promise<number> {
    const activeWriters = this.#members.flatMap(({ writer }, at) =>
      at % 2 ? [] : [{ writer, listeners: [this.#memberAt(at + 1).listener] }],
    );
    return measureThroughput(activeWriters, milliseconds);
  }

  /** Returns the bytes that a message takes on both sockets, in both directions, and in the POST. */
  async measureBytes(): Promise<MessageBytes> {
    const [{ writer, listener: own }, { listener: other }] = [this.#memberAt(0), this.#memberAt(1)];
    const before = [own.socket.sentBytes, own.socket.bytes, other.socket.bytes] as const;
    const { number, acknowledged } = writer.send(other.id);
    const response = await acknowledged;
    await other.received.waitFor(number);
    if (response) await own.received.waitFor(number);
    return {
      request: response?.sent ?? own.socket.sentBytes - before[0],
      response: response?.received ?? 0,
      sender: own.socket.bytes - before[1],
      receiver: other.socket.bytes - before[2],
    };
  }

  close(): void {
    for (const { listener, writer } of this.#members) {
      listener.socket.close();
      writer.close();
    }
  }
}

/** The bytes of a message: sent by its page, in the HTTP response, and on the sockets of both users. */
export interface MessageBytes {
  request: number;
  response: number;
  sender: number;
  receiver: number;
}

interface ActiveWriter {
  writer: ChatWriter;
  /** All sockets of the recipient. */
  listeners: readonly ChatListener[];
}

/** Everyone sends to their listener as fast as possible. Returns the received messages per second. */
export async function measureThroughput(
  activeWriters: readonly ActiveWriter[],
  milliseconds: number,
): Promise<number> {
  const started = performance.now();
  const end = started + milliseconds;
  let count = 0;
  await Promise.all(
    activeWriters.map(async ({ writer, listeners }) => {
      const [first] = listeners;
      if (!first) return;
      let last = 0;
      for (; performance.now() < end; count++) {
        const { number, acknowledged } = writer.send(first.id);
        await acknowledged;
        last = number;
      }
      await Promise.all(listeners.map(({ received }) => received.waitFor(last)));
    }),
  );
  return (count / (performance.now() - started)) * 1000;
}
