import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Away, Refused } from "./client.ts";
import { TokenRefusal } from "./tokens.ts";

const MOST_BYTES = 16 * 1024;

/** An answer of a status of its own. */
export class DoorError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What was sent: an object, nothing else is known of it. */
export type Said = Record<string, unknown>;

export interface Behind {
  /** Who plays, for people. */
  page(): string;
  /** The same for programs. */
  state(): object;
  /** What is done where something is posted to a path. */
  find(path: string): ((said: Said) => Promise<object>) | undefined;
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  "X-Content-Type-Options": "nosniff",
};

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": `${type}; charset=utf-8` }).end(body);
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, "application/json", JSON.stringify(body));

async function readSaid(request: IncomingMessage): Promise<Said> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new DoorError(413, "too_large", "That is too much for a game host.");
    parts.push(part);
  }
  try {
    const said: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (said && typeof said === "object" && !Array.isArray(said)) return said as Said;
  } catch {
    // Told below.
  }
  throw new DoorError(400, "bad_body", "Send a JSON object.");
}

/** Every failure as an answer: the site's own refusals are handed on as they are. */
function refusalOf(error: unknown, log: (line: string) => void): DoorError {
  if (error instanceof DoorError) return error;
  if (error instanceof TokenRefusal) {
    return new DoorError(error.code === "token_used" ? 409 : 422, error.code, error.message);
  }
  if (error instanceof Refused) return new DoorError(error.status, error.code, error.message);
  if (error instanceof Away) {
    return new DoorError(503, "site_away", "The site can't be reached just now. Try again in a moment.");
  }
  log(`Something broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new DoorError(500, "internal", "Something broke on this host.");
}

/** Where clients come in: plain HTTP, JSON both ways. */
export function openDoor(behind: Behind, log: (line: string) => void): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "/").replace(/\?.*$/s, "");
    const act = request.method === "POST" && behind.find(path);
    if (act) return sendJson(response, 200, await act(await readSaid(request)));
    if (request.method === "GET" && path === "/") {
      if (!request.headers.accept?.includes("text/html")) return sendJson(response, 200, behind.state());
      return send(response, 200, "text/html", behind.page());
    }
    throw new DoorError(404, "not_found", "There is nothing here.");
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, message, code } = refusalOf(error, log);
      sendJson(response, status, { message, code });
    });
  });
  // A client that says nothing holds no place for long.
  server.requestTimeout = 10_000;
  return server;
}
