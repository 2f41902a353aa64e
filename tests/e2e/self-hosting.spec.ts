import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { ProductionSite, TEST_ORIGIN } from "#scripts/chaos/production-site.ts";
import { SiteClient } from "#scripts/client/site-client.ts";
import { node, root } from "#scripts/run-script.mjs";
import { databaseFile } from "#scripts/site/database-file.ts";
import { freePort } from "#scripts/site/free-port.ts";
import { localOperator } from "#scripts/site/operator-client.ts";
import { TEST_CERTIFICATE } from "#tests/stand-ins/certificate.ts";
import { startSmtp } from "#tests/stand-ins/smtp/start-smtp.ts";
import { STEP_SECONDS, totpAt } from "#worker/security/totp.ts";
import { Api } from "./api.ts";
import { waitForLive } from "./open-live.ts";
import { expect, newAccount, register, test } from "./test.ts";

interface TlsProxy {
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
async function startTlsProxy(sitePort: number): Promise<TlsProxy> {
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

// The image's entry script runs the site in production mode, behind TLS: with Caddy where it's installed.

/** The write limit of wrangler.toml is 120 a minute; a minute can end in between. */
const MORE_THAN_TWO_MINUTES_ALLOW = 250;

const runCommand = promisify(execFile);
/** Runs an npm command of the operator with settings. */
const runOperator = (settings: Record<string, string>, command: string, ...args: string[]) =>
  runCommand(
    node,
    ["--disable-warning=ExperimentalWarning", join(root, `scripts/${command}/main.ts`), ...args],
    { env: { PATH: process.env.PATH, ...settings } },
  );
/** Runs an npm command of the operator on a state folder. */
const operate = (command: string, state: string, ...args: string[]) =>
  runOperator({ BOPOLIS_STATE: state }, command, ...args);

/** Runs statements on the database of a stopped site, or reads the one of a running site. */
function rowsOf<Row>(state: string, sql: string): Row[] {
  const database = new DatabaseSync(databaseFile(state));
  const rows = database.prepare(sql).all() as Row[];
  database.close();
  return rows;
}

async function clientOf({ url }: ProductionSite): Promise<SiteClient> {
  const client = new SiteClient(url, { origin: TEST_ORIGIN });
  await client.open();
  return client;
}

/** Turns two-factor authentication on. Returns the recovery codes, and the authenticator's codes by steps from now. */
async function turnOnTwoFactor(client: SiteClient) {
  const { secret } = await client.post<{ secret: string }>("/api/auth/2fa/generate");
  const code = (steps = 0) => totpAt(secret, Date.now() + steps * STEP_SECONDS * 1000);
  const { status, text } = await client.send("/api/auth/2fa/enable", { code: code() });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return { codes: (JSON.parse(text) as { recovery_codes: string[] }).recovery_codes, code };
}

let folder: string;
test.beforeEach(() => {
  // They start several processes.
  test.slow();
  folder = mkdtempSync(join(tmpdir(), "bopolis-self-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a self-hosted site serves HTTPS, sockets and mail from nothing", async ({ browser, complaints }) => {
  const state = join(folder, "state");
  const smtpPort = await freePort();
  const smtp = await startSmtp({ port: smtpPort });
  const sitePort = await freePort();
  const proxy = await startTlsProxy(sitePort);
  const origin = `https://localhost:${proxy.httpsPort}`;
  const site = await ProductionSite.start(
    state,
    {
      ORIGIN: origin,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls.rejectUnauthorized=false`,
      MAIL_FROM: "no-reply@example.com",
    },
    sitePort,
  );
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  await complaints.watch(context);
  const redirect = await context.request.get(`http://localhost:${proxy.httpPort}/levels?page=2`, {
    maxRedirects: 0,
  });
  expect([redirect.status(), redirect.headers().location]).toEqual([308, "https://localhost/levels?page=2"]);
  expect((await context.request.get(`${origin}/dev/outbox`)).status()).toBe(404);

  const account = newAccount();
  const api = new Api(context.request, origin);
  await register(api, account);
  expect(
    (await context.cookies()).map(({ name, secure, httpOnly }) => [name, secure, httpOnly]).sort(),
  ).toEqual([
    // Scripts read this one to send the newest bookmark with their requests.
    ["bopolis_bookmark", true, false],
    ["bopolis_browser", true, true],
    ["bopolis_session", true, true],
  ]);
  const page = await context.newPage();
  const live = waitForLive(page);
  const socket = page.waitForEvent("websocket");
  await page.goto(origin);
  await live;
  expect((await socket).url()).toMatch(`wss://localhost:${proxy.httpsPort}/`);

  await expect.poll(() => smtp.received.length).toBe(1);
  const [mail] = smtp.received;
  expect([mail?.from, mail?.to]).toEqual(["no-reply@example.com", [account.email]]);
  const link = /https:\S+\/email\/verify\/\S+/.exec((mail?.source ?? "").replaceAll(/=\r?\n/g, ""))?.[0];
  expect(link).toMatch(origin);

  let status = 0;
  for (let n = 0; n < MORE_THAN_TWO_MINUTES_ALLOW && status !== 429; n++)
    status = (
      await context.request.post(`${origin}/api/avatar/update`, {
        data: { head: "no color" },
        headers: await api.headers(),
      })
    ).status();
  expect(status).toBe(429);

  // Another process can't use the same data.
  await expect(
    runCommand(join(root, "docker/entry.sh"), {
      env: { PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, BOPOLIS_STATE: state, ORIGIN: origin },
    }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(`^✗ npm run serve \\(process \\d+\\) uses the data in ${state}\\. Stop it first\\.\n$`),
    ),
  });

  // While the mail server is away, mails wait. The next run of the schedule that may try again sends them.
  await smtp.stop();
  const late = newAccount();
  const other = await browser.newContext({ ignoreHTTPSErrors: true });
  await register(new Api(other.request, origin), late);
  const unsent = "select recipient, attempts from mails where sent_at is null";
  await expect.poll(() => rowsOf(state, unsent)).toEqual([{ recipient: late.email, attempts: 1 }]);
  // An open page would complain that its site is away.
  await page.goto("about:blank");
  expect(await site.stop()).toBe(0);
  rowsOf(state, "update mails set claimed_until = 0");
  const smtpAgain = await startSmtp({ port: smtpPort });
  await site.restart();
  await expect.poll(() => smtpAgain.received.map(({ to }) => to)).toEqual([[late.email]]);

  // The secrets are the same: sessions continue.
  await page.goto(`${origin}/settings/account`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/settings/account`);
  await other.close();
  await context.close();
  await site.stop();
  await smtpAgain.stop();
  await proxy.stop();
});

test("the operator's commands make admins, back up a running site and restore it elsewhere", async () => {
  const state = join(folder, "state");
  const site = await ProductionSite.start(state);
  const [ann, bob] = [newAccount(), newAccount()];
  for (const account of [ann, bob]) await register(await clientOf(site), account);
  const message = (name: string) =>
    `${name} is an admin as soon as they turn on two-factor authentication in their settings. Until then they have the rights of a member.\n`;
  expect((await operate("admin", state, ann.username)).stdout).toBe(message(ann.username));
  await expect(operate("admin", state, "no_such_user")).rejects.toMatchObject({
    code: 1,
    stderr: '✗ No user is named "no_such_user". Sign up on the site first.\n',
  });

  const backup = join(folder, "backup");
  expect((await operate("backup", state, backup)).stdout).toMatch(/\d+ files, [\d.]+ MB, of 20/);
  await localOperator(site.url, state).backUp();
  await site.stop();
  const restored = join(folder, "restored");
  mkdirSync(restored);
  expect((await operate("restore", restored, backup)).stdout).toContain("Start the site now.");
  expect((await operate("admin", restored, bob.username)).stdout).toBe(message(bob.username));
  const admins = "select username from users where role = 'admin' order by id";
  expect(rowsOf(state, admins)).toEqual([{ username: ann.username }]);
  expect(rowsOf(restored, admins)).toEqual([{ username: ann.username }, { username: bob.username }]);
  expect(rowsOf(restored, "select action, subject_type, before, after from audit_log order by id")).toEqual(
    [ann, bob].map(() => ({
      action: "user.role",
      subject_type: "user",
      before: '{"role":"member"}',
      after: '{"role":"admin"}',
    })),
  );

  // The copy in its own bucket.
  const nightly = join(folder, "nightly");
  expect((await operate("restore", nightly, state, "--nightly", "newest")).stdout).toMatch(
    /^The restore 20/m,
  );
  expect(rowsOf(nightly, "select username from users order by id")).toEqual([
    { username: ann.username },
    { username: bob.username },
  ]);
});

test("an admin signs in to a site restored with another SEAL_SECRET once the operator resets the second factor", async () => {
  const state = join(folder, "state");
  const account = newAccount();
  const { username, password } = account;
  const original = await ProductionSite.start(state);
  const client = await clientOf(original);
  await register(client, account);
  const { codes, code } = await turnOnTwoFactor(client);
  await operate("admin", state, username);
  const backup = join(folder, "backup");
  await operate("backup", state, backup, "--without-secrets");
  await original.stop();

  const restored = join(folder, "restored");
  mkdirSync(restored);
  await operate("restore", restored, backup);
  // Without the old secrets, the operator asks for new ones.
  writeFileSync(join(restored, "secrets.json"), "{}");
  const site = await ProductionSite.start(restored);
  const signIn = async (secondStep?: object) => {
    const browser = await clientOf(site);
    const first = await browser.send("/api/auth/login", { login: username, password });
    const { status, text } = secondStep
      ? await browser.send("/api/auth/login/two-factor", secondStep)
      : first;
    return { browser, status, text };
  };
  expect((await signIn()).text).toBe('{"two_factor":true}');
  expect((await signIn({ recovery_code: codes[0] })).status).toBe(422);
  expect((await signIn({ code: code(1) })).status).toBe(500);

  const message = `${username} can sign in with the password alone, and is signed out everywhere. Until they turn on two-factor authentication again, they have the rights of a member.\n`;
  expect((await operate("admin", restored, "--reset-two-factor", username)).stdout).toBe(message);
  await expect(operate("admin", restored, "--reset-two-factor", username)).rejects.toMatchObject({
    code: 1,
    stderr: `✗ ${username} doesn't use two-factor authentication.\n`,
  });
  const { browser } = await signIn();
  expect((await browser.send("/api/staff/system")).status).toBe(403);
  await turnOnTwoFactor(browser);
  expect((await browser.send("/api/staff/system")).status).toBe(200);
  await site.stop();

  // The command works on a stopped site, too, with the site's URL for the mail.
  const reset = ["--reset-two-factor", username];
  await expect(operate("admin", restored, ...reset)).rejects.toMatchObject({
    stderr: expect.stringContaining("✗ Set ORIGIN"),
  });
  const { stdout } = await runOperator({ BOPOLIS_STATE: restored, ORIGIN: TEST_ORIGIN }, "admin", ...reset);
  expect(stdout).toBe(message);
  expect(rowsOf(restored, "select action from audit_log where action = 'user.two_factor'")).toHaveLength(2);
  const mails = "select body from mails where subject like '%is off%'";
  for (const { body } of rowsOf<{ body: string }>(restored, mails))
    expect(body).toContain(`${TEST_ORIGIN}/forgot-password`);
});

test("the operator switches read-only mode of a running site", async () => {
  const state = join(folder, "state");
  const site = await ProductionSite.start(state);
  const stored = () => rowsOf(state, "select value from site_values where name = 'read_only'");
  for (const value of ["on", "off"]) {
    const { stdout } = await operate("admin", state, "--read-only", value);
    expect(stdout).toContain(`${value}: within five seconds`);
    expect(stored()).toEqual([{ value }]);
  }
  await site.stop();
});

test("a stopping site accepts no requests while its scheduled work ends", async () => {
  const state = join(folder, "state");
  // It never greets, so a mail waits for it.
  const connections: Socket[] = [];
  const silent = createServer((socket) => connections.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const site = await ProductionSite.start(state, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "no-reply@example.com",
  });
  await register(await clientOf(site), newAccount());
  expect(await site.stop()).toBe(0);
  rowsOf(state, "update mails set claimed_until = 0");
  connections.length = 0;
  // Its first scheduled run sends the mail.
  await site.restart();
  await expect.poll(() => connections.length).toBeGreaterThan(0);
  const exit = site.stop();
  const status = async () => (await fetch(site.url, { method: "POST" })).status;
  await expect.poll(status).toBe(503);
  expect(connections.map(({ destroyed }) => destroyed)).toEqual([false]);
  expect(await exit).toBe(0);
  silent.close();
});
