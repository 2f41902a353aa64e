import { exports } from "cloudflare:workers";
import { vi } from "vitest";
import { type LiveEvent, type LiveEventName, readLiveEvent } from "#domain/live/events.ts";
import { LIVE_PATH, type UpFrame } from "#domain/live/frames.ts";
import { type Browser, ORIGIN } from "./browser.ts";

type EventOf<N extends LiveEventName> = Extract<LiveEvent, { event: N }>;

const WAIT = { timeout: 10_000, interval: 5 };

/** A page's end of a socket, which keeps what it hears. */
export class TestSocket {
  readonly #socket: WebSocket;
  readonly heard: string[] = [];
  /** Why it was closed; null while it is open. */
  closed: { code: number; reason: string } | null = null;
  /** The last mark it has heard. */
  mark: string | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.heard.push(String(data));
      if (data !== "pong") this.mark = readLiveEvent(String(data))?.mark ?? this.mark;
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
    });
    socket.accept();
  }

  say(frame: UpFrame): void {
    this.send(JSON.stringify(frame));
  }

  send(message: string | Uint8Array): void {
    this.#socket.send(message);
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Every event heard so far. */
  get events(): LiveEvent[] {
    return this.heard.flatMap((text) => {
      const read = text === "pong" ? null : readLiveEvent(text);
      return read ? [read.event] : [];
    });
  }

  /** The events of a name heard so far, once there are as many. */
  all<N extends LiveEventName>(name: N, count = 1): Promise<EventOf<N>[]> {
    return vi.waitUntil(() => {
      const found = this.events.filter((event): event is EventOf<N> => event.event === name);
      return found.length >= count && found;
    }, WAIT);
  }

  /** The newest event of a name that fits. */
  async one<N extends LiveEventName>(
    name: N,
    fits: (event: EventOf<N>) => boolean = () => true,
  ): Promise<EventOf<N>> {
    return vi.waitUntil(
      () =>
        this.events.findLast(
          (event): event is EventOf<N> => event.event === name && fits(event as EventOf<N>),
        ),
      WAIT,
    ) as Promise<EventOf<N>>;
  }

  /** Resolves once everything that was said before has been heard: an answer to a ping comes last. */
  async settled(): Promise<void> {
    const pongs = () => this.heard.filter((text) => text === "pong").length;
    const before = pongs();
    this.send("ping");
    await vi.waitUntil(() => pongs() > before, WAIT);
  }

  /** Why it was closed, once it is. */
  end(): Promise<{ code: number; reason: string }> {
    return vi.waitUntil(() => this.closed, WAIT) as Promise<{ code: number; reason: string }>;
  }
}

/** Opens the socket that pages of a browser listen on, going on after a mark; null when it is refused. */
export async function openSocket(
  browser: Browser,
  after?: string | null,
  claimed: Record<string, string> = {},
): Promise<TestSocket | null> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Upgrade: "websocket", Origin: ORIGIN, Cookie: cookie, ...claimed };
  const { default: site } = exports as unknown as { default: Fetcher };
  const path = after ? `${LIVE_PATH}?after=${encodeURIComponent(after)}` : LIVE_PATH;
  const { webSocket } = await site.fetch(new Request(ORIGIN + path, { headers }));
  return webSocket && new TestSocket(webSocket);
}

/** The same where a refusal would be a mistake; it has heard its greeting. */
export async function listen(who: { browser: Browser }, after?: string | null): Promise<TestSocket> {
  const socket = await openSocket(who.browser, after);
  if (!socket) throw new Error("no socket was opened");
  await socket.all("Hello");
  return socket;
}
