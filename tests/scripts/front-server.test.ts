import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "#scripts/chaos/free-port.ts";
import { FrontServer } from "#scripts/serve/front-server.ts";
import { TrustedProxies } from "#scripts/serve/trusted-proxies.ts";

const ORIGIN = "https://play.example.com";
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a server in place of the runtime. */
async function startUpstream(respond: Respond): Promise<Server & { port: number }> {
  const server = createServer((incoming, response) => void respond(incoming, response)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

interface Front {
  url: string;
  port: number;
  errors: string[];
  server: FrontServer;
}

async function startFront(upstreamPort: number, trusted: string[] = []): Promise<Front> {
  const errors: string[] = [];
  const server = new FrontServer({
    host: "127.0.0.1",
    port: 0,
    origin: ORIGIN,
    upstream: { host: "127.0.0.1", port: upstreamPort },
    proxies: new TrustedProxies(trusted),
    onError: ({ message }) => errors.push(message),
  });
  const url = await server.listen();
  stops.push(() => server.stop());
  return { url, port: Number(new URL(url).port), errors, server };
}

/** Responds with what the runtime received. */
const echo: Respond = async (incoming, response) => {
  const { method, url, headers } = incoming;
  const body = await text(incoming);
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ method, url, headers, body }));
};

interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

const readEcho = async (response: Response) => (await response.json()) as Echo;

/** Sends bytes and returns everything until the connection ends. */
async function exchange(port: number, lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(lines.join("\r\n"));
  return text(socket);
}

describe("the server in front of the runtime", () => {
  test("replaces every header that claims an address or controls the runtime", async () => {
    const { url } = await startFront((await startUpstream(echo)).port);
    const spoofed = {
      "CF-Connecting-IP": "6.6.6.6",
      "CF-Ray": "invented",
      "CF-IPCountry": "XX",
      "MF-CF-Blob": '{"country":"XX"}',
      "X-Forwarded-For": "6.6.6.6",
      "X-Forwarded-Host": "evil.example",
      "X-Real-IP": "6.6.6.6",
      "True-Client-IP": "6.6.6.6",
      Forwarded: "for=6.6.6.6",
      "X-Requested-With": "XMLHttpRequest",
    };
    const { headers } = await readEcho(await fetch(`${url}/api/session`, { headers: spoofed }));
    expect(headers["cf-connecting-ip"]).toBe("127.0.0.1");
    expect(headers["x-requested-with"]).toBe("XMLHttpRequest");
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|invented|XX|evil/);
  });

  test("takes the client's address from a trusted proxy", async () => {
    const { port } = await startUpstream(echo);
    const { url } = await startFront(port, ["127.0.0.1"]);
    const headers = { "X-Forwarded-For": "6.6.6.6, 203.0.113.9", "CF-Connecting-IP": "6.6.6.6" };
    expect((await readEcho(await fetch(url, { headers }))).headers["cf-connecting-ip"]).toBe("203.0.113.9");
  });

  test("shows the worker the site's own origin, whatever host the client names", async () => {
    const { port } = await startFront((await startUpstream(echo)).port);
    for (const target of ["/a/b?c=d", "http://evil.example/a/b?c=d"]) {
      const response = await exchange(port, [
        `GET ${target} HTTP/1.1`,
        "Host: evil.example",
        "Connection: close",
        "\r\n",
      ]);
      const { url, headers } = JSON.parse(
        response.slice(response.indexOf("{"), response.lastIndexOf("}") + 1),
      );
      expect([url, headers.host]).toEqual([`${ORIGIN}/a/b?c=d`, "play.example.com"]);
    }
  });

  test("passes bodies of any kind in both directions unchanged", async () => {
    const sent = Buffer.alloc(5_000_000, "bopi");
    const upstream = await startUpstream((incoming, response) => {
      response.writeHead(201, {
        "Set-Cookie": ["a=1", "b=2"],
        "X-Length": incoming.headers["content-length"] ?? "none",
      });
      incoming.pipe(response);
    });
    const { url } = await startFront(upstream.port);
    const response = await fetch(url, { method: "POST", body: sent });
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
    expect(response.headers.get("X-Length")).toBe(String(sent.length));
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), sent)).toBe(0);

    // Without a length, as a stream.
    const chunked = request(url, { method: "POST" });
    chunked.write("first ");
    chunked.end("second");
    const [incoming] = (await once(chunked, "response")) as [IncomingMessage];
    expect((await buffer(incoming)).toString()).toBe("first second");
  });

  test("streams a response before it's complete", async () => {
    const rest = Promise.withResolvers<void>();
    const upstream = await startUpstream(async (_, response) => {
      response.write("first");
      await rest.promise;
      response.end(" last");
    });
    const reader = (await fetch((await startFront(upstream.port)).url)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    rest.resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(" last");
  });

  test("serves several requests on one connection, to the client and to the runtime", async () => {
    const upstream = await startUpstream(echo);
    let connections = 0;
    upstream.on("connection", () => connections++);
    const { port } = await startFront(upstream.port);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    stops.push(() => agent.destroy());
    const reused: boolean[] = [];
    for (let n = 0; n < 3; n++) {
      const sent = request({ host: "127.0.0.1", port, agent });
      sent.end();
      const [incoming] = (await once(sent, "response")) as [IncomingMessage];
      await text(incoming);
      reused.push(sent.reusedSocket);
    }
    expect([reused, connections]).toEqual([[false, true, true], 1]);
  });

  test("connects WebSockets, with bytes that come with the handshake", async () => {
    const upstream = await startUpstream(echo);
    upstream.on("upgrade", (incoming, socket, head) => {
      const { url, headers } = incoming;
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
      socket.write(`${url} ${headers.upgrade} ${headers["cf-connecting-ip"]} ${head}`);
      socket.pipe(socket);
    });
    const { port } = await startFront(upstream.port);
    const response = await exchangeUntil(
      port,
      "GET /ws?a=b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCF-Connecting-IP: 6.6.6.6\r\n\r\nhello",
      "hello",
    );
    expect(response).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(response).toContain(`${ORIGIN}/ws?a=b websocket 127.0.0.1 `);
  });

  test("passes on a response that refuses a WebSocket", async () => {
    const upstream = await startUpstream(echo);
    upstream.on("upgrade", (_, socket) => {
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
    });
    const { port } = await startFront(upstream.port);
    const lines = ["GET /ws HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket", "\r\n"];
    expect(await exchange(port, lines)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*\r\n\r\nno$/s);
  });

  test("ends the runtime's request when the client leaves", async () => {
    const left = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const upstream = await startUpstream((_, response) => {
      response.on("close", () => left.resolve());
      arrived.resolve();
    });
    const { port, errors } = await startFront(upstream.port);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrived.promise;
    socket.destroy();
    await left.promise;
    expect(errors).toEqual([]);
  });

  test("responds with 503 while the runtime is away, and breaks off a response that the runtime breaks off", async () => {
    const away = await startFront(await freePort());
    const response = await fetch(away.url);
    expect([response.status, response.headers.get("Retry-After"), away.errors.length]).toEqual([503, "1", 1]);
    const lines = ["GET /ws HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket", "\r\n"];
    expect(await exchange(away.port, lines)).toMatch(/^HTTP\/1\.1 503 /);

    const upstream = await startUpstream((_, half) => {
      half.writeHead(200, { "Content-Length": "100" });
      half.write("half", () => half.destroy());
    });
    const broken = await startFront(upstream.port);
    await expect(fetch(broken.url).then((half) => half.text())).rejects.toThrow("terminated");
  });

  test("waits for open requests when it stops, and accepts no others", async () => {
    const rest = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const upstream = await startUpstream(async (_, response) => {
      arrived.resolve();
      await rest.promise;
      response.end("done");
    });
    const { url, server } = await startFront(upstream.port);
    const open = fetch(url).then((response) => response.text());
    await arrived.promise;
    const stopped = server.stop();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    rest.resolve();
    expect(await open).toBe("done");
    await stopped;
  });

  test("opens no WebSocket once it stops", async () => {
    const upstream = await startUpstream(echo);
    let upgrades = 0;
    upstream.on("upgrade", (_, socket) => {
      upgrades++;
      socket.destroy();
    });
    const { url, port, server } = await startFront(upstream.port);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n");
    // The first half of the request has arrived when a later request has its response.
    await once(socket, "connect");
    await readEcho(await fetch(url));
    const stopped = server.stop();
    socket.write("Upgrade: websocket\r\n\r\n");
    expect(await text(socket)).toBe("");
    await stopped;
    expect(upgrades).toBe(0);
  });

  test("responds with 400 to a URL that can't be forwarded", async () => {
    const { port } = await startFront((await startUpstream(echo)).port);
    const response = await exchange(port, ["GET * HTTP/1.1", "Host: x", "Connection: close", "\r\n"]);
    expect(response).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  });
});

/** Sends bytes and returns what came back as soon as it ends with `end`. */
async function exchangeUntil(port: number, bytes: string, end: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  let received = "";
  for await (const chunk of socket) {
    received += chunk;
    if (received.endsWith(end)) break;
  }
  return received;
}
