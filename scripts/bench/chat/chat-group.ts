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
/** The number for a socket's first frame, which isn't a message. */
const HELLO = 0;
/** Distinguishes this run's messages from others. */
const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
let sent = 0;

export interface ChatListener {
  id: number;
  socket: RawWebSocket;
  received: ReceiptTimes;
}

/** Opens a user's socket and waits for its first frame. */
export async function openListener(server: ChatServer, { id, headers }: BenchUser): Promise<ChatListener> {
  const received = new ReceiptTimes();
  const socket = await RawWebSocket.open(server.url + server.socketPath, headers, {
    onMessage: (payload) => received.receive(Number(NUMBER.exec(payload.toString("latin1"))?.[1] ?? HELLO)),
  });
  await received.waitFor(HELLO);
  return { id, socket, received };
}

/** Sends messages on its own connection. */
export class ChatWriter {
  readonly #server: ChatServer;
  readonly #connection: HttpConnection;

  private constructor(server: ChatServer, connection: HttpConnection) {
    this.#server = server;
    this.#connection = connection;
  }

  static async open(server: ChatServer, { writeHeaders }: BenchUser): Promise<ChatWriter> {
    const connection = new HttpConnection(server.url, writeHeaders);
    await connection.open();
    return new ChatWriter(server, connection);
  }

  /** Sends a message and returns its number. */
  send(to: number): { number: number; response: Promise<HttpResponse> } {
    const number = ++sent;
    const { path, input } = this.#server.message(to, messageText(number), `${RUN}-${number}`);
    const response = this.#connection.post(path, JSON.stringify(input)).then((result) => {
      if (result.status >= 300) throw new Error(`A message got ${result.status}: ${result.body}`);
      return result;
    });
    return { number, response };
  }

  close(): void {
    this.#connection.close();
  }
}

/** Users of a server, each with an open socket and a connection for writing. Neighbors form pairs. */
export class ChatGroup {
  readonly #members: { listener: ChatListener; writer: ChatWriter }[];

  private constructor(members: { listener: ChatListener; writer: ChatWriter }[]) {
    this.#members = members;
  }

  static async open(server: ChatServer, count: number): Promise<ChatGroup> {
    const members = server.users.slice(0, count).map(async (user) => ({
      listener: await openListener(server, user),
      writer: await ChatWriter.open(server, user),
    }));
    return new ChatGroup(await Promise.all(members));
  }

  #memberAt(at: number) {
    const member = this.#members[at % this.#members.length];
    if (!member) throw new Error("There are no users.");
    return member;
  }

  /** Sends messages at a steady rate. Returns the milliseconds from each POST to the recipient's socket. */
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
    const message = performance.now();
    const { number, response } = this.#memberAt(at).writer.send(listener.id);
    const [moment] = await Promise.all([listener.received.waitFor(number), response]);
    return moment - message;
  }

  /** One user of each pair sends as fast as possible. Returns the received messages per second. */
  measureThroughput(milliseconds: number): Promise<number> {
    const activeWriters = this.#members.flatMap(({ writer }, at) =>
      at % 2 ? [] : [{ writer, listeners: [this.#memberAt(at + 1).listener] }],
    );
    return measureThroughput(activeWriters, milliseconds);
  }

  /** Returns the bytes that a message takes on both sockets and in the POST. */
  async measureBytes(): Promise<{ receiver: number; sender: number; response: HttpResponse }> {
    const [{ writer, listener: own }, { listener: other }] = [this.#memberAt(0), this.#memberAt(1)];
    const [ownBefore, otherBefore] = [own.socket.bytes, other.socket.bytes];
    const message = writer.send(other.id);
    const response = await message.response;
    await Promise.all([own.received.waitFor(message.number), other.received.waitFor(message.number)]);
    return { sender: own.socket.bytes - ownBefore, receiver: other.socket.bytes - otherBefore, response };
  }

  close(): void {
    for (const { listener, writer } of this.#members) {
      listener.socket.close();
      writer.close();
    }
  }
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
        const { number, response } = writer.send(first.id);
        await response;
        last = number;
      }
      await Promise.all(listeners.map(({ received }) => received.waitFor(last)));
    }),
  );
  return (count / (performance.now() - started)) * 1000;
}
