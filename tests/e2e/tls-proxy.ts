import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "#scripts/run-script.mjs";
import { freePort } from "#scripts/site/free-port.ts";
import { TEST_CERTIFICATE } from "#tests/stand-ins/certificate.ts";

export interface TlsProxy {
  httpPort: number;
  httpsPort: number;
  stop(): Promise<void>;
}

const POLL_MS = 50;

/** Returns Caddy's path: from `CADDY`, or else from the system. Debian's package is `caddy`. */
function findCaddy(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "caddy"));
  return [process.env.CADDY ?? "", ...folders].find((path) => path && existsSync(path));
}

/** Starts Caddy with the project's Caddyfile on ports of its own, or a server that does the same where there's no Caddy. */
export async function startTlsProxy(sitePort: number): Promise<TlsProxy> {
  const ports = { httpPort: await freePort(), httpsPort: await freePort() };
  const caddy = findCaddy();
  return caddy ? startCaddy(caddy, sitePort, ports) : startOwnProxy(sitePort, ports);
}

type Ports = Pick<TlsProxy, "httpPort" | "httpsPort">;

async function startCaddy(caddy: string, sitePort: number, ports: Ports): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-caddy-"));
  const child: ChildProcess = spawn(
    caddy,
    ["run", "--config", join(root, "docker/Caddyfile"), "--adapter", "caddyfile"],
    {
      stdio: "ignore",
      env: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        DOMAIN: "localhost",
        SITE: `127.0.0.1:${sitePort}`,
        HTTP_PORT: String(ports.httpPort),
        HTTPS_PORT: String(ports.httpsPort),
      },
    },
  );
  const up = () => fetch(`http://localhost:${ports.httpPort}`, { redirect: "manual" }).catch(() => null);
  while (!(await up())) {
    if (child.exitCode !== null) throw new Error(`Caddy exited with ${child.exitCode}.`);
    await pause(POLL_MS);
  }
  // It makes its certificate right after that.
  while (!existsSync(join(folder, "caddy/certificates/local/localhost/localhost.crt"))) await pause(POLL_MS);
  return {
    ...ports,
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startOwnProxy(sitePort: number, ports: Ports): Promise<TlsProxy> {
  const forward = (request: IncomingMessage) => {
    const { method, url, headers, socket } = request;
    // Like Caddy, it drops the chain that the client sends.
    const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress };
    return httpRequest({ port: sitePort, host: "127.0.0.1", method, path: url, headers: forwarded });
  };
  const https = createHttpsServer(TEST_CERTIFICATE, (request, response) => {
    const upstream = forward(request);
    upstream.on("response", (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  https.on("upgrade", (request, client, fromClient) => {
    const upstream = forward(request);
    upstream.on("upgrade", (incoming, socket, fromSite) => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
      // The first frames can arrive together with the headers.
      client.write(fromSite);
      socket.write(fromClient);
      socket.pipe(client).pipe(socket);
      for (const [one, other] of [
        [socket, client],
        [client, socket],
      ] as const)
        one.on("error", () => other.destroy()).on("close", () => other.destroy());
    });
    upstream.on("error", () => client.destroy());
    upstream.end();
  });
  const http = createHttpServer((request, response) =>
    response.writeHead(308, { Location: `https://localhost${request.url}` }).end(),
  );
  https.listen(ports.httpsPort, "localhost");
  http.listen(ports.httpPort, "localhost");
  await Promise.all([once(https, "listening"), once(http, "listening")]);
  return {
    ...ports,
    async stop() {
      for (const server of [https, http]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
