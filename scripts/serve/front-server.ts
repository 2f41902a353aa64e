import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestUpstream,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import type { TrustedProxies } from "./trusted-proxies.ts";

interface FrontOptions {
  host: string;
  /** The port; any free one if it's 0. */
  port: number;
  /** The site's own origin. The worker sees it in every URL, whatever `Host` a client sends. */
  origin: string;
  /** The worker's socket. */
  upstream: { host: string; port: number };
  proxies: TrustedProxies;
  /** Logs a request that got no response from the worker. */
  onError(error: Error, request: IncomingMessage): void;
}

/** Longer than proxies keep idle connections (Caddy: 2 minutes), so a proxy never uses one that is being closed. */
const KEEP_ALIVE_MS = 150_000;
/** Shorter than the runtime keeps idle connections (5 seconds), for the same reason. */
const UPSTREAM_IDLE_MS = 3_000;
/** How long open requests may take when the site stops. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 50;

/**
 * Headers that only this server sets, or that concern one connection: `CF-Connecting-IP` is the address that rate limits
 * count, and `MF-…` headers control the runtime.
 */
const DROPPED =
  /^(?:cf-.*|mf-.*|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|host|expect|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
/** Headers of a response that concern one connection. */
const CONNECTION = /^(?:connection|keep-alive|transfer-encoding|proxy-.*)$/i;

const UNAVAILABLE = JSON.stringify({
  message: "The site is restarting. Please try again in a moment.",
  code: "unavailable",
});

/** Returns pairs of `rawHeaders` whose names don't match, so repeated headers such as `Set-Cookie` stay as they are. */
function withoutHeaders(raw: readonly string[], dropped: RegExp): string[] {
  const headers: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!dropped.test(raw[i] as string)) headers.push(raw[i] as string, raw[i + 1] as string);
  return headers;
}

/**
 * The server in front of the runtime, whose own socket knows no client addresses. It passes requests, responses and
 * WebSockets through and adds the client's address.
 */
export class FrontServer {
  readonly #options: FrontOptions;
  readonly #agent = new Agent({ keepAlive: true, timeout: UPSTREAM_IDLE_MS, scheduling: "lifo" });
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true }, (request, response) =>
    this.#forward(request, response),
  );

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    // Requests with `Expect: 100-continue` are forwarded like others.
    this.#server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
      response.writeContinue();
      this.#forward(request, response);
    });
  }

  /** Opens the port. Returns the URL on this machine. Throws Node's EADDRINUSE, EADDRNOTAVAIL or EACCES. */
  async listen(): Promise<string> {
    this.#server.listen(this.#options.port, this.#options.host);
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    const { host } = this.#options;
    if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
    if (host === "::") return `http://[::1]:${port}`;
    return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }

  /** Closes the port and WebSockets, and waits until open requests have ended, at most ten seconds. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    // A connection is idle again after each response, and would stay open.
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_MS);
    const late = setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    this.#agent.destroy();
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    let upstream: ClientRequest;
    try {
      upstream = this.#request(request, []);
    } catch {
      // Node's parser accepts some URLs that it refuses to send.
      response.writeHead(400, { Connection: "close" }).end();
      return;
    }
    upstream.on("response", (incoming) => {
      response.writeHead(
        incoming.statusCode ?? 502,
        incoming.statusMessage,
        withoutHeaders(incoming.rawHeaders, CONNECTION),
      );
      // A response that breaks off must not look complete.
      pipeline(incoming, response, (error) => error && response.destroy());
    });
    upstream.on("error", (error) => this.#fail(error, request, response));
    response.on("close", () => {
      if (!response.writableFinished) upstream.destroy();
    });
    // The error handler above responds; the runtime may respond before it has read the whole body.
    pipeline(request, upstream, () => undefined);
  }

  #fail(error: Error, request: IncomingMessage, response: ServerResponse): void {
    // The client has left.
    if (response.destroyed || request.readableAborted) return;
    this.#options.onError(error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(503, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "1",
      Connection: "close",
    });
    response.end(UNAVAILABLE);
  }

  #upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    // The server no longer counts this connection, so nothing would close it.
    if (!this.#server.listening) {
      client.destroy();
      return;
    }
    this.#sockets.add(client);
    client.on("close", () => this.#sockets.delete(client));
    client.on("error", () => client.destroy());
    let upstream: ClientRequest;
    try {
      upstream = this.#request(request, ["Connection", "Upgrade", "Upgrade", request.headers.upgrade ?? ""]);
    } catch {
      client.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return;
    }
    client.on("close", () => upstream.destroy());
    upstream.on("upgrade", (incoming, socket, firstBytes) => {
      client.write(statusLine(incoming) + headerLines(incoming.rawHeaders));
      if (firstBytes.length) client.write(firstBytes);
      if (head.length) socket.write(head);
      pipeline(socket, client, () => client.destroy());
      pipeline(client, socket, () => socket.destroy());
    });
    upstream.on("response", (incoming) => {
      client.write(
        statusLine(incoming) +
          headerLines([...withoutHeaders(incoming.rawHeaders, CONNECTION), "Connection", "close"]),
      );
      pipeline(incoming, client, () => client.destroy());
    });
    upstream.on("error", (error) => {
      this.#options.onError(error, request);
      client.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n\r\n");
    });
    upstream.end();
  }

  #request(request: IncomingMessage, extra: readonly string[]): ClientRequest {
    const { origin, upstream, proxies } = this.#options;
    const forwardedFor = request.headers["x-forwarded-for"];
    const ip = proxies.clientIp(
      request.socket.remoteAddress ?? "",
      typeof forwardedFor === "string" ? forwardedFor : forwardedFor?.join(),
    );
    const isUpgrade = extra.length > 0;
    const headers = withoutHeaders(request.rawHeaders, DROPPED);
    headers.push("Host", new URL(origin).host, "CF-Connecting-IP", ip, ...extra);
    if (request.headers["transfer-encoding"]) headers.push("Transfer-Encoding", "chunked");
    return requestUpstream({
      host: upstream.host,
      port: upstream.port,
      method: request.method ?? "GET",
      path: origin + pathOf(request.url ?? "/"),
      headers,
      agent: isUpgrade ? false : this.#agent,
      setHost: false,
    });
  }
}

/** The path and query of a request line, which may have an absolute URL or `*`. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  if (!URL.canParse(target)) return "/";
  const { pathname, search } = new URL(target);
  return pathname + search;
}

const statusLine = ({ statusCode, statusMessage }: IncomingMessage): string =>
  `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;

function headerLines(raw: readonly string[]): string {
  let lines = "";
  for (let i = 0; i + 1 < raw.length; i += 2) lines += `${raw[i]}: ${raw[i + 1]}\r\n`;
  return `${lines}\r\n`;
}
