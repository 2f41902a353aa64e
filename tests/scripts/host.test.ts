import { statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { leaveRoute } from "#domain/hosts/api.ts";
import { RejectedError, UnavailableError } from "#scripts/client/site-client.ts";
import { HostApi } from "#scripts/host/host-api.ts";
import { readOptions, UsageError } from "#scripts/host/options.ts";
import { StateFile } from "#scripts/host/state-file.ts";
import { checkJoinToken, type JoinTokenKeys, type TokenProblem, UsedTokens } from "#scripts/host/tokens.ts";
import { newFolder } from "#tests/support/new-folder.ts";

let site: Server;
let url: string;
let received: { key: string | undefined; name: unknown; body: string }[];
/** The site's responses in order. The last one repeats. */
let responses: [status: number, body: object][];

beforeEach(async () => {
  received = [];
  responses = [[200, { left: true }]];
  site = createServer(async (request, response) => {
    const { authorization: key, "idempotency-key": name } = request.headers;
    received.push({ key, name, body: await text(request) });
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

test("a call without a response is repeated with the same idempotency key and body, a rejected call isn't", async () => {
  responses = [
    [503, {}],
    [200, { left: false }],
  ];
  expect(await leave()).toEqual({ left: false });
  expect(received).toHaveLength(2);
  expect(received[1]).toEqual(received[0]);
  responses = [[401, { message: "This isn't a game host's key.", code: "host_key" }]];
  const error = await leave().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(RejectedError);
  expect(error).toMatchObject({ status: 401, ...responses[0]?.[1] });
  expect(received).toHaveLength(3);
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

test("readOptions defaults to a host for the site on this machine, and sends bots into rooms with --web", () => {
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

const ISSUER = "https://bopolis.example";
const HOST = "7";
/** The current time in seconds since 1970. */
const NOW = 1_800_000_000;
const now = () => NOW * 1000;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let signer: Pair;
let stranger: Pair;
let keys: JoinTokenKeys;

const setOf = async (pairs: Record<string, Pair>): Promise<JoinTokenKeys> => {
  const parts = Object.entries(pairs).map(async ([kid, { publicKey }]) => {
    return { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" };
  });
  return createLocalJWKSet({ keys: await Promise.all(parts) });
};

beforeAll(async () => {
  [signer, stranger] = await Promise.all([generateKeyPair("EdDSA"), generateKeyPair("EdDSA")]);
  keys = await setOf({ first: signer });
});

const CLAIMS = {
  iss: ISSUER,
  aud: HOST,
  sub: "42",
  level_id: 5,
  jti: "0123456789abcdef",
  iat: NOW,
  exp: NOW + 60,
};

const sign = (claims: JWTPayload, { pair = signer, kid = "first", typ = "JWT" } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid, typ }).sign(pair.privateKey);

const check = (token: string, more: Partial<Parameters<typeof checkJoinToken>[1]> = {}) =>
  checkJoinToken(token, { keys, issuer: ISSUER, audience: HOST, now, ...more });

const expectRejected = (token: string, code: TokenProblem) =>
  expect(check(token)).rejects.toMatchObject({ code });

test("checkJoinToken returns the user and the level of a valid token", async () => {
  expect(await check(await sign(CLAIMS))).toEqual({ userId: 42, levelId: 5, jti: CLAIMS.jti, exp: NOW + 60 });
});

test("checkJoinToken rejects tokens with altered claims or signatures", async () => {
  const token = await sign(CLAIMS);
  const [head = "", payload = "", signature = ""] = token.split(".");
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: "1" })).toString("base64url");
  await expectRejected(`${head}.${claims}.${signature}`, "token_signature");
  const other = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  await expectRejected(`${head}.${payload}.${other}`, "token_signature");
});

test("checkJoinToken rejects tokens signed with another key, whichever key they name", async () => {
  await expectRejected(await sign(CLAIMS, { pair: stranger }), "token_signature");
  await expectRejected(await sign(CLAIMS, { pair: stranger, kid: "second" }), "token_signature");
});

test("checkJoinToken rejects tokens without a signature and those with an algorithm that isn't a string", async () => {
  await expectRejected(new UnsecuredJWT(CLAIMS).encode(), "token_unsigned");
  const head = Buffer.from(JSON.stringify({ alg: "nOnE", kid: "first" })).toString("base64url");
  const [, claims, signature] = (await sign(CLAIMS)).split(".");
  await expectRejected(`${head}.${claims}.${signature}`, "token_unsigned");
  for (const alg of [7, true, ["EdDSA"], {}]) {
    const head = Buffer.from(JSON.stringify({ alg, kid: "first", typ: "JWT" })).toString("base64url");
    await expectRejected(`${head}.${claims}.${signature}`, "token_malformed");
  }
});

test("checkJoinToken rejects tokens signed with the public key as a shared secret", async () => {
  const { x = "" } = await exportJWK(signer.publicKey);
  const token = await new SignJWT(CLAIMS)
    .setProtectedHeader({ alg: "HS256", kid: "first", typ: "JWT" })
    .sign(Buffer.from(x, "base64url"));
  await expectRejected(token, "token_signature");
});

test("checkJoinToken rejects tokens for another host or from another site", async () => {
  await expectRejected(await sign({ ...CLAIMS, aud: "8" }), "token_audience");
  await expectRejected(await sign({ ...CLAIMS, iss: "https://elsewhere.example" }), "token_issuer");
});

test("checkJoinToken accepts tokens for a minute, with two seconds of tolerance, even if they claim longer", async () => {
  const at = (iat: number) => sign({ ...CLAIMS, iat, exp: iat + 60 });
  await check(await at(NOW - 61));
  await check(await at(NOW + 2));
  await expectRejected(await at(NOW - 62), "token_expired");
  await expectRejected(await at(NOW + 3), "token_not_yet");
  await expectRejected(await sign({ ...CLAIMS, nbf: NOW + 30 }), "token_not_yet");
  await expectRejected(await sign({ ...CLAIMS, iat: NOW - 300, exp: NOW + 300 }), "token_expired");
});

test.each(["iss", "aud", "sub", "level_id", "jti", "iat", "exp"])(
  "checkJoinToken rejects tokens without %s",
  async (claim) => {
    await expectRejected(await sign({ ...CLAIMS, [claim]: undefined }), "token_malformed");
  },
);

test.each([
  ["a user id that isn't a number", { sub: "bobby" }],
  ["a user id above the safe integers", { sub: "99999999999999999" }],
  ["a negative level id", { level_id: -1 }],
  ["a level id as a string", { level_id: "5" as never }],
  ["a jti that's too short", { jti: "1" }],
  ["an expiry as a string", { exp: "tomorrow" as never }],
])("checkJoinToken rejects tokens with %s", async (_, claims) => {
  await expectRejected(await sign({ ...CLAIMS, ...claims }), "token_malformed");
});

test.each(["", "token", "a.b.c", "e30.e30.e30", "....", `${"A".repeat(5_000)}.A.A`])(
  "checkJoinToken rejects %j",
  async (token) => {
    await expect(check(token)).rejects.toMatchObject({ name: "TokenError" });
  },
);

test("checkJoinToken accepts tokens of both keys during a key rotation and only new ones afterwards", async () => {
  const [before, after] = await Promise.all([sign(CLAIMS), sign(CLAIMS, { pair: stranger, kid: "second" })]);
  keys = await setOf({ first: signer, second: stranger });
  await check(before);
  await check(after);
  keys = await setOf({ second: stranger });
  await check(after);
  await expectRejected(before, "token_signature");
  keys = await setOf({ first: signer });
});

test("checkJoinToken fetches the keys again if one was published meanwhile, and passes on errors", async () => {
  let fetches = 0;
  const late = Object.assign(
    (...args: Parameters<JoinTokenKeys>) =>
      ++fetches === 1 ? Promise.reject(new errors.JWKSNoMatchingKey()) : keys(...args),
    { coolingDown: true },
  );
  await check(await sign(CLAIMS), { keys: late });
  expect(fetches).toBe(2);
  const unavailable = () => Promise.reject(new TypeError("fetch failed"));
  await expect(check(await sign(CLAIMS), { keys: unavailable })).rejects.toThrow(TypeError);
});

test("UsedTokens accepts each token once, again after its release, and forgets expired ones", () => {
  let time = now();
  const used = new UsedTokens(() => time);
  const claims = { userId: 42, levelId: 5, jti: CLAIMS.jti, exp: CLAIMS.exp };
  used.markUsed(claims);
  expect(() => used.markUsed(claims)).toThrow(expect.objectContaining({ code: "token_used" }));
  time += 63_000;
  const another = { ...claims, jti: "another one", exp: NOW + 120 };
  used.markUsed(another);
  expect(used.size).toBe(1);
  used.release(another);
  used.markUsed(another);
  expect(used.size).toBe(1);
});
