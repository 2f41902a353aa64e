import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { leaveRoute } from "#domain/hosts/api.ts";
import { Away, HostApi, Refused } from "#scripts/host/client.ts";
import { Memory } from "#scripts/host/memory.ts";
import { Mistake, readOptions } from "#scripts/host/options.ts";

interface Heard {
  key: string | undefined;
  name: unknown;
  body: string;
}

let site: Server;
let url: string;
let heard: Heard[];
/** What the site answers, one after the other; the last one from then on. */
let answers: [status: number, body: object][];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) body += part;
  return body;
}

beforeEach(async () => {
  heard = [];
  answers = [[200, { left: true }]];
  site = createServer(async (request, response) => {
    const { authorization: key, "idempotency-key": name } = request.headers;
    heard.push({ key, name, body: await bodyOf(request) });
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, {}];
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterEach(() => {
  site.close();
  site.closeAllConnections();
});

const leave = () => new HostApi(url, "bph_1_key").say(leaveRoute, { user_id: 5 });

test("a call carries the key and a name of its own, another one each time", async () => {
  expect(await leave()).toEqual({ left: true });
  await leave();
  expect(heard[0]).toMatchObject({ key: "Bearer bph_1_key", body: '{"user_id":5}' });
  expect(heard[0]?.name).toMatch(/^[\w-]{8,64}$/);
  expect(heard[1]?.name).not.toBe(heard[0]?.name);
});

test("a call that was not answered is made again under the same name, with the same words", async () => {
  answers = [
    [503, {}],
    [200, { left: false }],
  ];
  expect(await leave()).toEqual({ left: false });
  expect(heard).toHaveLength(2);
  expect(heard[1]).toEqual(heard[0]);
});

test("a call that is refused is not made again", async () => {
  answers = [[401, { message: "This is not the key of a game host.", code: "host_key" }]];
  const refusal = await leave().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({
    status: 401,
    code: "host_key",
    message: "This is not the key of a game host.",
  });
  expect(heard).toHaveLength(1);
});

test("a site that is not there is away", async () => {
  site.close();
  site.closeAllConnections();
  await expect(new HostApi(url, "bph_1_key").self()).rejects.toThrow(Away);
});

test("what is kept is for its owner's eyes alone, and several hosts can share it", () => {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-host-"));
  try {
    const file = join(folder, "state", "host.json");
    const [one, other] = [new Memory(file), new Memory(file)];
    one.keepHost(url, 7777, { id: 1, key: "first" });
    other.keepHost(url, 7778, { id: 2, key: "second" });
    one.keepPeople(url, new Map([["Otter", { password: "p", cookies: { session: "s" } }]]));
    other.keepPeople(url, new Map([["Yeti", { password: "q", cookies: {} }]]));
    expect(one.host(url, 7777)).toEqual({ id: 1, key: "first" });
    expect(one.host(url, 7778)).toEqual({ id: 2, key: "second" });
    expect(one.host("https://elsewhere.example", 7777)).toBeUndefined();
    expect(Object.keys(one.people(url))).toEqual(["Otter", "Yeti"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("without a word it is a host of the site on this machine", () => {
  expect(readOptions([], {})).toMatchObject({
    ...{
      site: "http://localhost:8787",
      port: 7777,
      region: "weur",
      capacity: 300,
      players: 0,
      key: undefined,
    },
    admin: { username: "admin" },
  });
  expect(readOptions(["--help"], {})).toBe(null);
});

test.each([
  ["a site that is no address", ["--site", "bopolis"]],
  ["a region that there is not", ["--region", "mars"]],
  ["room for nobody", ["--capacity", "0"]],
  ["a port beyond the last", ["--port", "70000"]],
  [
    "people who play by themselves on somebody's real site",
    ["--site", "https://bopolis.example", "--players", "5"],
  ],
  ["an option that there is not", ["--fast"]],
])("%s is refused with a sentence", (_, args) => {
  expect(() => readOptions(args, {})).toThrow(Mistake);
});
