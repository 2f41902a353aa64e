import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { beforeAll, expect, test } from "vitest";
import { checkToken, type Keys, type TokenProblem } from "#scripts/host/tokens.ts";
import { Used } from "#scripts/host/used.ts";

const ISSUER = "https://bopolis.example";
const HOST = "7";
/** Seconds since 1970, and the same as the clock tells it. */
const NOW = 1_800_000_000;
const now = () => NOW * 1000;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let site: Pair;
let stranger: Pair;
let keys: Keys;

const setOf = async (pairs: Record<string, Pair>): Promise<Keys> => {
  const parts = Object.entries(pairs).map(async ([kid, { publicKey }]) => {
    return { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" };
  });
  return createLocalJWKSet({ keys: await Promise.all(parts) });
};

beforeAll(async () => {
  [site, stranger] = await Promise.all([generateKeyPair("EdDSA"), generateKeyPair("EdDSA")]);
  keys = await setOf({ first: site });
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

const sign = (claims: JWTPayload, { pair = site, kid = "first", typ = "JWT" } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid, typ }).sign(pair.privateKey);

const check = (token: string, more: Partial<Parameters<typeof checkToken>[1]> = {}) =>
  checkToken(token, { keys, issuer: ISSUER, audience: HOST, now, ...more });

const expectRefused = (token: string, code: TokenProblem) =>
  expect(check(token)).rejects.toMatchObject({ code });

/** The token with one character of a part changed. */
function altered(token: string, part: 0 | 1 | 2): string {
  const parts = token.split(".");
  const text = parts[part] ?? "";
  const at = Math.floor(text.length / 2);
  parts[part] = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  return parts.join(".");
}

test("a token of the site says who may come to which level", async () => {
  expect(await check(await sign(CLAIMS))).toEqual({ userId: 42, levelId: 5, jti: CLAIMS.jti, exp: NOW + 60 });
});

test("a token whose claims or signature were altered is not the site's", async () => {
  const token = await sign(CLAIMS);
  const [head = "", , signature = ""] = token.split(".");
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: "1" })).toString("base64url");
  await expectRefused(`${head}.${claims}.${signature}`, "token_signature");
  await expectRefused(altered(token, 2), "token_signature");
});

test("a token signed with another key is not the site's, whichever key it names", async () => {
  await expectRefused(await sign(CLAIMS, { pair: stranger }), "token_signature");
  await expectRefused(await sign(CLAIMS, { pair: stranger, kid: "second" }), "token_signature");
});

test("a token that says that nobody has signed it is not looked at further", async () => {
  await expectRefused(new UnsecuredJWT(CLAIMS).encode(), "token_unsigned");
  const head = Buffer.from(JSON.stringify({ alg: "nOnE", kid: "first" })).toString("base64url");
  const [, claims, signature] = (await sign(CLAIMS)).split(".");
  await expectRefused(`${head}.${claims}.${signature}`, "token_unsigned");
});

test("a token whose algorithm is not text is malformed", async () => {
  const [, claims, signature] = (await sign(CLAIMS)).split(".");
  for (const alg of [7, true, ["EdDSA"], {}]) {
    const head = Buffer.from(JSON.stringify({ alg, kid: "first", typ: "JWT" })).toString("base64url");
    await expectRefused(`${head}.${claims}.${signature}`, "token_malformed");
  }
});

test("a token signed with the public key as if it were a shared secret is not the site's", async () => {
  const { x = "" } = await exportJWK(site.publicKey);
  const token = await new SignJWT(CLAIMS)
    .setProtectedHeader({ alg: "HS256", kid: "first", typ: "JWT" })
    .sign(Buffer.from(x, "base64url"));
  await expectRefused(token, "token_signature");
});

test("a token for another host or from another site is refused as such", async () => {
  await expectRefused(await sign({ ...CLAIMS, aud: "8" }), "token_audience");
  await expectRefused(await sign({ ...CLAIMS, iss: "https://elsewhere.example" }), "token_issuer");
});

test("a token is good for its minute, with two seconds for clocks that differ", async () => {
  const at = (iat: number) => sign({ ...CLAIMS, iat, exp: iat + 60 });
  await check(await at(NOW - 61));
  await check(await at(NOW + 2));
  await expectRefused(await at(NOW - 62), "token_expired");
  await expectRefused(await at(NOW + 3), "token_not_yet");
  await expectRefused(await sign({ ...CLAIMS, nbf: NOW + 30 }), "token_not_yet");
});

test("a token that says it is good for longer is not", async () => {
  await expectRefused(await sign({ ...CLAIMS, iat: NOW - 300, exp: NOW + 300 }), "token_expired");
});

test.each(["iss", "aud", "sub", "level_id", "jti", "iat", "exp"])(
  "a token without %s is none",
  async (claim) => {
    await expectRefused(await sign({ ...CLAIMS, [claim]: undefined }), "token_malformed");
  },
);

test.each([
  ["a user who is no number", { sub: "bobby" }],
  ["a user that no number can tell", { sub: "99999999999999999" }],
  ["no real level", { level_id: -1 }],
  ["a level as text", { level_id: "5" as never }],
  ["a name too short to be one", { jti: "1" }],
  ["a time as text", { exp: "tomorrow" as never }],
])("a token with %s is none", async (_, claims) => {
  await expectRefused(await sign({ ...CLAIMS, ...claims }), "token_malformed");
});

test.each(["", "token", "a.b.c", "e30.e30.e30", "....", `${"A".repeat(5_000)}.A.A`])(
  "what is no token at all is refused as such: %j",
  async (token) => {
    await expect(check(token)).rejects.toMatchObject({ name: "TokenRefusal" });
  },
);

test("while keys are changed, tokens of both are taken, and afterwards only those of the new one", async () => {
  const [before, after] = await Promise.all([sign(CLAIMS), sign(CLAIMS, { pair: stranger, kid: "second" })]);
  keys = await setOf({ first: site, second: stranger });
  await check(before);
  await check(after);
  keys = await setOf({ second: stranger });
  await check(after);
  await expectRefused(before, "token_signature");
  keys = await setOf({ first: site });
});

test("a key that was published a moment after the last look is found with a second one", async () => {
  let looks = 0;
  const late = Object.assign(
    (...args: Parameters<Keys>) =>
      ++looks === 1 ? Promise.reject(new errors.JWKSNoMatchingKey()) : keys(...args),
    { coolingDown: true },
  );
  await check(await sign(CLAIMS), { keys: late });
  expect(looks).toBe(2);
});

test("keys that can't be had are no fault of the token", async () => {
  const away = () => Promise.reject(new TypeError("fetch failed"));
  await expect(check(await sign(CLAIMS), { keys: away })).rejects.toThrow(TypeError);
});

test("a token is taken once, and forgotten when it has expired", () => {
  let time = now();
  const used = new Used(() => time);
  const claims = { userId: 42, levelId: 5, jti: CLAIMS.jti, exp: CLAIMS.exp };
  used.take(claims);
  expect(() => used.take(claims)).toThrow(expect.objectContaining({ code: "token_used" }));
  time += 63_000;
  used.take({ ...claims, jti: "another one", exp: NOW + 120 });
  expect(used.size).toBe(1);
});

test("a token that came to nothing can be shown again", () => {
  const used = new Used(now);
  const claims = { userId: 42, levelId: 5, jti: CLAIMS.jti, exp: CLAIMS.exp };
  used.take(claims);
  used.giveBack(claims);
  used.take(claims);
  expect(used.size).toBe(1);
});
