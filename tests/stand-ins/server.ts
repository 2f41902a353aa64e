import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  header(name: string): string | undefined;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown;
}

export const redirect = (location: string): Answer => ({ status: 303, headers: { location } });
export const html = (body: string, status = 200): Answer => ({
  status,
  body,
  headers: { "content-type": "text/html; charset=utf-8" },
});

/** An answer that ends the handling of a request wherever it is thrown. */
export class Stop extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("answered");
    this.answer = answer;
  }
}

export interface SmallServer {
  url: string;
  stop(): Promise<void>;
}

/** A server on this machine alone, at `port` or where that is taken at any other. */
export async function listen(
  port: number,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<SmallServer> {
  const server = createServer((request, response) => void respond(request, response, answer));
  const at = (wanted: number) =>
    new Promise<void>((done, failed) => {
      server.once("error", failed);
      server.listen(wanted, "127.0.0.1", () => {
        server.removeListener("error", failed);
        done();
      });
    });
  // Whoever started it is what keeps the process going.
  server.unref();
  await at(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return at(0);
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
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked: Asked = {
    method: request.method ?? "GET",
    path: pathname,
    query: searchParams,
    body: Buffer.concat(chunks).toString("utf8"),
    header: (name) => request.headers[name]?.toString(),
  };
  let said: Answer;
  try {
    said = await answer(asked);
  } catch (error) {
    if (!(error instanceof Stop)) console.error(error);
    said =
      error instanceof Stop ? error.answer : { status: 500, body: { error: { message: String(error) } } };
  }
  const text = typeof said.body === "string";
  response.writeHead(said.status ?? 200, {
    "content-type": text ? "text/plain; charset=utf-8" : "application/json",
    "cache-control": "no-store",
    ...said.headers,
  });
  response.end(text ? said.body : JSON.stringify(said.body ?? {}));
}
