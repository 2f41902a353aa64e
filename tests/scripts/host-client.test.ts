import { statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { leaveRoute } from "#domain/hosts/api.ts";
import { RejectedError, UnavailableError } from "#scripts/client/site-client.ts";
import { HostApi } from "#scripts/host/host-api.ts";
import { readOptions, UsageError } from "#scripts/host/options.ts";
import { StateFile } from "#scripts/host/state-file.ts";
import { newFolder } from "#tests/support/new-folder.ts";

interface ReceivedCall {
  key: string | undefined;
  name: unknown;
  body: string;
}

let site: Server;
let url: string;
let received: ReceivedCall[];
/** The site's responses in order. The last one repeats. */
let responses: [status: number, body: object][];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) body += part;
  return body;
}

beforeEach(async () => {
  received = [];
  responses = [[200, { left: true }]];
  site = createServer(async (request, response) => {
    const { authorization: key, "idempotency-key": name } = request.headers;
    received.push({ key, name, body: await bodyOf(request) });
    const [status, body] = (responses.length > 1 ? responses.shift() : responses[0]) ?? [500, {}];
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterEach(() => {
  site.close();
  site.closeAllConnections();
});

const leave = () => new HostApi(url, "bph_1_key").post(leaveRoute, { user_id: 5 });

test("each call sends the host's key and a new idempotency key", async () => {
  expect(await leave()).toEqual({ left: true });
  await leave();
  expect(received[0]).toMatchObject({ key: "Bearer bph_1_key", body: '{"user_id":5}' });
  expect(received[0]?.name).toMatch(/^[\w-]{8,64}$/);
  expect(received[1]?.name).not.toBe(received[0]?.name);
});

test("a call without a successful response is repeated with the same idempotency key and body", async () => {
  responses = [
    [503, {}],
    [200, { left: false }],
  ];
  expect(await leave()).toEqual({ left: false });
  expect(received).toHaveLength(2);
  expect(received[1]).toEqual(received[0]);
});

test("a rejected call isn't repeated", async () => {
  responses = [[401, { message: "This isn't a game host's key.", code: "host_key" }]];
  const error = await leave().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(RejectedError);
  expect(error).toMatchObject({
    status: 401,
    code: "host_key",
    message: "This isn't a game host's key.",
  });
  expect(received).toHaveLength(1);
});

test("a call to a site that's down throws UnavailableError", async () => {
  site.close();
  site.closeAllConnections();
  await expect(new HostApi(url, "bph_1_key").self()).rejects.toThrow(UnavailableError);
});

test("the state file is readable only by its owner, and several hosts can share it", () => {
  const file = join(newFolder(), "state", "host.json");
  const [one, other] = [new StateFile(file), new StateFile(file)];
  one.saveHost(url, 7777, { id: 1, key: "first" });
  other.saveHost(url, 7778, { id: 2, key: "second" });
  one.saveAccounts(url, new Map([["Otter", { password: "p", cookies: { session: "s" } }]]));
  other.saveAccounts(url, new Map([["Yeti", { password: "q", cookies: {} }]]));
  expect(one.host(url, 7777)).toEqual({ id: 1, key: "first" });
  expect(one.host(url, 7778)).toEqual({ id: 2, key: "second" });
  expect(one.host("https://elsewhere.example", 7777)).toBeUndefined();
  expect(Object.keys(one.accounts(url))).toEqual(["Otter", "Yeti"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("readOptions defaults to a host for the site on this machine", () => {
  expect(readOptions([], {})).toMatchObject({
    site: "http://localhost:8787",
    port: 7777,
    region: "weur",
    capacity: 300,
    players: 0,
    key: undefined,
    admin: { username: "admin" },
  });
  expect(readOptions(["--help"], {})).toBe(null);
});

test("readOptions sends 10 bots into rooms with --web, or as many as --players says", () => {
  expect(readOptions(["--web"], {})).toMatchObject({ isWeb: true, players: 10 });
  expect(readOptions(["--web", "--players", "3"], {})).toMatchObject({ isWeb: true, players: 3 });
  expect(readOptions(["--web", "--level", "7"], {})).toMatchObject({ isWeb: true, level: 7 });
  expect(readOptions([], {})).toMatchObject({ isWeb: false, level: null });
});

test.each([
  ["a site that isn't a URL", ["--site", "bopolis"]],
  ["an unknown region", ["--region", "mars"]],
  ["a capacity of 0", ["--capacity", "0"]],
  ["a port above the maximum", ["--port", "70000"]],
  ["bots on a real site", ["--site", "https://bopolis.example", "--players", "5"]],
  ["bots in rooms of a real site", ["--site", "https://bopolis.example", "--web"]],
  ["an unknown option", ["--fast"]],
])("readOptions rejects %s", (_, args) => expect(() => readOptions(args, {})).toThrow(UsageError));
