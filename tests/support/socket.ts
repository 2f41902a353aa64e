import { type LiveEvent, type LiveEventName, parseLiveEvent } from "#domain/live/events.ts";
import { type ClientFrame, LIVE_PATH, type SendFrame } from "#domain/live/frames.ts";
import { type Browser, builtSite, knownStates, ORIGIN } from "./browser.ts";
import { until } from "./until.ts";

type EventOf<N extends LiveEventName> = Extract<LiveEvent, { event: N }>;

/** Waits until a socket is closed. Returns the code. */
export const untilClosed = (socket: { closed: number | null }): Promise<number> =>
  until(() => socket.closed) as Promise<number>;

/** A page's socket that stores all received messages. */
export class TestSocket {
  readonly #socket: WebSocket;
  readonly received: string[] = [];
  /** The close code and reason; null while it's open. */
  closed: { code: number; reason: string } | null = null;
  /** The last received cursor. */
  cursor: string | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.received.push(String(data));
      if (data === "pong") return;
      const read = parseLiveEvent(String(data));
      this.cursor = read?.mark ?? this.cursor;
      knownStates.add(read?.bookmark ?? null);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
    });
    socket.accept();
  }

  sendFrame = (frame: ClientFrame): void => this.send(JSON.stringify(frame));
  send = (message: string | Uint8Array): void => this.#socket.send(message);

  /** Sends a message to a user. Returns the reply, even if it's an error. */
  async trySendMessage(
    message: Omit<SendFrame, "type">,
  ): Promise<EventOf<"MessageSent" | "MessageRejected">> {
    const before = this.events.length;
    this.sendFrame({ type: "send", ...message });
    return until(() =>
      this.events
        .slice(before)
        .find(
          (event): event is EventOf<"MessageSent" | "MessageRejected"> =>
            (event.event === "MessageSent" || event.event === "MessageRejected") &&
            event.client_id === message.client_id,
        ),
    ) as Promise<EventOf<"MessageSent" | "MessageRejected">>;
  }

  /** Sends a message to a user and expects success. */
  async sendMessage(message: Omit<SendFrame, "type">): Promise<EventOf<"MessageSent">> {
    const reply = await this.trySendMessage(message);
    if (reply.event !== "MessageSent") throw new Error(`The message was rejected: ${JSON.stringify(reply)}`);
    return reply;
  }

  close = (): void => this.closeWith(1000);

  /** Closes with a code: one from 1011 on is what an object receives when it or a network is at fault. */
  closeWith = (code: number): void => this.#socket.close(code);

  /** All received events. */
  get events(): LiveEvent[] {
    return this.received.flatMap((text) => {
      const read = text === "pong" ? null : parseLiveEvent(text);
      return read ? [read.event] : [];
    });
  }

  /** Waits for `count` events with this name. Returns all of them. */
  all<N extends LiveEventName>(name: N, count = 1): Promise<EventOf<N>[]> {
    return until(() => {
      const found = this.events.filter((event): event is EventOf<N> => event.event === name);
      return found.length >= count && found;
    });
  }

  /** Waits for an event with this name that matches. Returns the newest. */
  async one<N extends LiveEventName>(
    name: N,
    matches: (event: EventOf<N>) => boolean = () => true,
  ): Promise<EventOf<N>> {
    return until(() =>
      this.events.findLast(
        (event): event is EventOf<N> => event.event === name && matches(event as EventOf<N>),
      ),
    ) as Promise<EventOf<N>>;
  }

  /** Waits until all earlier messages have arrived: the response to a ping comes last. */
  async settled(): Promise<void> {
    const pongs = () => this.received.filter((text) => text === "pong").length;
    const before = pongs();
    this.send("ping");
    await until(() => pongs() > before);
  }

  /** Waits until it's closed. Returns the code and reason. */
  end(): Promise<{ code: number; reason: string }> {
    return until(() => this.closed) as Promise<{ code: number; reason: string }>;
  }
}

/** Opens a browser's live socket, optionally after a cursor. Returns null if it's rejected. */
export async function tryConnectSocket(
  browser: Browser,
  after?: string | null,
  extraHeaders: Record<string, string> = {},
): Promise<TestSocket | null> {
  const path = after ? `${LIVE_PATH}?after=${encodeURIComponent(after)}` : LIVE_PATH;
  const { webSocket } = await requestSocket(browser, path, extraHeaders);
  return webSocket && new TestSocket(webSocket);
}

/** Opens a browser's live socket, expects success, and waits for its Hello. */
export async function connectSocket(user: Browser, after?: string | null): Promise<TestSocket> {
  const socket = await tryConnectSocket(user, after);
  if (!socket) throw new Error("The socket wasn't opened.");
  await socket.all("Hello");
  return socket;
}

/** Opens a socket at a path with a browser's cookies. Returns the status, and the socket unless it's rejected. */
export async function requestSocket(
  browser: Browser,
  path: string,
  extraHeaders: Record<string, string> = {},
): Promise<{ webSocket: WebSocket | null; status: number }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Upgrade: "websocket", Origin: ORIGIN, Cookie: cookie, ...extraHeaders };
  return builtSite.fetch(new Request(ORIGIN + path, { headers }));
}
