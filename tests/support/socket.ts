import { exports } from "cloudflare:workers";
import { vi } from "vitest";
import { LIVE_PATH } from "#domain/live/path.ts";
import { type Browser, ORIGIN } from "./browser.ts";

/** A page's end of a socket, which keeps what it hears. */
export class TestSocket {
  readonly #socket: WebSocket;
  readonly #heard: string[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#heard.push(String(data));
    });
    socket.accept();
  }

  send(message: string | Uint8Array): void {
    this.#socket.send(message);
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Everything heard so far, once it is as many messages as that. */
  messages(count: number): Promise<readonly string[]> {
    return vi.waitUntil(() => this.#heard.length >= count && this.#heard, { timeout: 10_000, interval: 5 });
  }
}

/** Opens the socket that pages of a browser listen on; null when it is refused. */
export async function openSocket(browser: Browser): Promise<TestSocket | null> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Upgrade: "websocket", Origin: ORIGIN, Cookie: cookie };
  const { default: site } = exports as unknown as { default: Fetcher };
  const { webSocket } = await site.fetch(new Request(ORIGIN + LIVE_PATH, { headers }));
  return webSocket && new TestSocket(webSocket);
}
