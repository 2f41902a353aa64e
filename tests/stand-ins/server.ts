import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

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

/** A small server that simulates another company's HTTP API if there are no keys for the real one. */
export interface StandIn {
  /** Its URL, without a trailing slash. */
  url: string;
  /** The worker's variables for using it. */
  vars: Record<string, string>;
  /** Sets the site's URL for webhooks, once it's known. */
  setSiteUrl(url: string): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  /** The port; any free port if it's 0 or in use. */
  port: number;
  /** The folder for its state, so it survives a restart. Without one, nothing is stored. */
  state?: string | undefined;
}

/** The offset from the browser tests' port to their stand-ins' ports, so parallel sites don't conflict. */
export const STAND_IN_PORT_OFFSET = 1_000;

export interface StoredState<T> {
  value: T;
  /** Writes the value to disk. */
  save(): void;
}

/** Loads a stand-in's state from a JSON file. Without a folder, the state is only in memory. */
export function loadState<T>(folder: string | undefined, name: string, initial: T): StoredState<T> {
  if (!folder) return { value: initial, save: () => undefined };
  const file = join(folder, name);
  const value: T = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : initial;
  return {
    value,
    save() {
      mkdirSync(dirname(file), { recursive: true });
      // Write and rename, so a crash keeps the old file.
      writeFileSync(`${file}.new`, JSON.stringify(value));
      renameSync(`${file}.new`, file);
    },
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

/** Returns a stand-in's page with a notice at the top. It has no scripts. */
export function page(title: string, notice: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="notice" role="note">${notice}</p>
<main>${main}</main>
</body>
</html>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2333; --quiet: #566079; --card: #fff; --ground: #f1f3f8; --line: #c5ccdb;
  --act: #4a3fd1; --on-act: #fff; --bad: #b3261e; --good: #17663a }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f7; --quiet: #aab3c8; --card: #1f2636; --ground: #141926;
  --line: #414c66; --act: #a9a2ff; --on-act: #141926; --bad: #ff9d94; --good: #7fdca5 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.notice { margin: 0; padding: 10px 16px; background: #ffc940; color: #2b2100; text-align: center; font-weight: 600 }
main { max-width: 480px; margin: 32px auto; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
@media (max-width: 540px) { main { margin: 0; border: 0; border-radius: 0; padding: 24px 20px; min-height: 100vh } }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25 } h2 { margin: 28px 0 8px; font-size: 18px }
p { margin: 0 0 12px } .quiet { color: var(--quiet) } .price { font-size: 32px; font-weight: 700; margin: 8px 0 20px }
label { display: block; margin: 14px 0 4px; font-weight: 600 }
input { width: 100%; padding: 11px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 10px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
button, .button { display: block; width: 100%; margin-top: 18px; padding: 12px; font: inherit; font-weight: 700; text-align: center;
  color: var(--on-act); background: var(--act); border: 2px solid var(--act); border-radius: 10px; cursor: pointer; text-decoration: none }
.plain { color: var(--act); background: transparent }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
a { color: var(--act) } .back { display: inline-block; margin-top: 20px }
.bad { color: var(--bad); font-weight: 600 } .good { color: var(--good); font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 0 } dt { color: var(--quiet) } dd { margin: 0; text-align: right }
ul { margin: 0; padding: 0; list-style: none } li { display: flex; justify-content: space-between; gap: 12px; padding: 10px 0; border-top: 1px solid var(--line) }`;
