import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  /** The same as it was sent. */
  bytes: Uint8Array;
  header(name: string): string | undefined;
}

export interface StandInResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Strings are sent as text, anything else as JSON. */
  body?: unknown;
}

export const redirect = (location: string): StandInResponse => ({ status: 303, headers: { location } });
export const htmlResponse = (body: string, status = 200): StandInResponse => ({
  status,
  body,
  headers: { "content-type": "text/html; charset=utf-8" },
});

/** A response that's thrown to end the handling of a request. */
export class ThrownResponse extends Error {
  readonly response: StandInResponse;

  constructor(response: StandInResponse) {
    super("This response was thrown.");
    this.response = response;
  }
}

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server on this machine, at `port` or, if it's in use, at any other. */
export async function startServer(
  port: number,
  handler: (request: StandInRequest) => StandInResponse | Promise<StandInResponse>,
): Promise<RunningServer> {
  const server = createServer((request, response) => void respond(request, response, handler));
  const listenAt = (wanted: number) =>
    new Promise<void>((done, failed) => {
      server.once("error", failed);
      server.listen(wanted, "127.0.0.1", () => {
        server.removeListener("error", failed);
        done();
      });
    });
  // The client ends connections: one that ends here while a request is on its way fails that request.
  server.keepAliveTimeout = 0;
  // The server doesn't keep the process alive.
  server.unref();
  await listenAt(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return listenAt(0);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handler: (request: StandInRequest) => StandInResponse | Promise<StandInResponse>,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const parsed: StandInRequest = {
    method: request.method ?? "GET",
    path: pathname,
    query: searchParams,
    body: bytes.toString("utf8"),
    bytes,
    header: (name) => request.headers[name]?.toString(),
  };
  let result: StandInResponse;
  try {
    result = await handler(parsed);
  } catch (error) {
    if (!(error instanceof ThrownResponse)) console.error(error);
    result =
      error instanceof ThrownResponse
        ? error.response
        : { status: 500, body: { error: { message: String(error) } } };
  }
  const isText = typeof result.body === "string";
  response.writeHead(result.status ?? 200, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "cache-control": "no-store",
    ...result.headers,
  });
  response.end(isText ? result.body : JSON.stringify(result.body ?? {}));
}
