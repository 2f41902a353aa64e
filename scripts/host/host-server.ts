import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { RejectedError, UnavailableError } from "../client/site-client.ts";
import { TokenError } from "./tokens.ts";

const MAX_BODY_BYTES = 16 * 1024;

/** An error with its HTTP status. */
export class HostError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The parsed JSON of a request. Its fields are unchecked. */
export type RequestBody = Record<string, unknown>;

export interface HostHandlers {
  /** The current players. */
  state(): object;
  /** Returns the command for a POST to this path. */
  findCommand(path: string): ((body: RequestBody) => Promise<object>) | undefined;
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Type": "application/json; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
};

const sendJson = (response: ServerResponse, status: number, body: object): unknown =>
  response.writeHead(status, HEADERS).end(JSON.stringify(body));

async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new HostError(413, "too_large", "That's too large for a game host.");
    parts.push(part);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (body && typeof body === "object" && !Array.isArray(body)) return body as RequestBody;
  } catch {
    // Reported below.
  }
  throw new HostError(400, "bad_body", "Send a JSON object.");
}

/** Turns any error into a response. Errors of the site are passed on unchanged. */
function toHostError(error: unknown, log: (line: string) => void): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof TokenError) {
    return new HostError(error.code === "token_used" ? 409 : 422, error.code, error.message);
  }
  if (error instanceof RejectedError) return new HostError(error.status, error.code, error.message);
  if (error instanceof UnavailableError) {
    return new HostError(503, "site_away", "The site can't be reached right now. Try again in a moment.");
  }
  log(`Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new HostError(500, "internal", "Something went wrong on this host. Try again.");
}

/** Creates the server for clients: plain HTTP with JSON in both directions. */
export function createHostServer(handlers: HostHandlers, log: (line: string) => void): Server {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "/").replace(/\?.*$/s, "");
    const command = request.method === "POST" && handlers.findCommand(path);
    if (command) return sendJson(response, 200, await command(await readBody(request)));
    if (request.method === "GET" && path === "/") return sendJson(response, 200, handlers.state());
    throw new HostError(404, "not_found", "There's nothing here.");
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      const { status, message, code } = toHostError(error, log);
      sendJson(response, status, { message, code });
    });
  });
  // Idle clients don't keep a connection open for long.
  server.requestTimeout = 10_000;
  return server;
}
