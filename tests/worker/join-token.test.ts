import fc from "fast-check";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from "jose";
import { rotateSigningKeyRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { isRequestKey } from "#domain/hosts/rules.ts";
import { joinTokenRoute, jwksRoute } from "#domain/play/api.ts";
import { Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { disableHosts, joinToken, TestHost } from "#tests/support/hosts.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { loadKeyPair, OVERLAP_MS } from "#worker/play/tokens.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(disableHosts);

/** A host that is online, a player and a level. */
const newGame = async () =>
  [await TestHost.online(admin), await signedInUser(), await addLevel(maker.id)] as const;

const jwks = async () =>
  (await (await Browser.visitor()).call(jwksRoute)).body as { keys: { kid: string }[] };

describe("a join token", () => {
  test("is signed with EdDSA, names the site, host, player and level, and expires after a minute", async () => {
    const [host, ann, level] = await newGame();
    const { status, body } = await ann.call(joinTokenRoute, { destination_type: "Level", id: level });
    expect(status).toBe(200);
    expect(body.host).toEqual({ ip_address: host.ip_address });
    const token = String(body.token);
    const keys = await jwks();
    expect(decodeProtectedHeader(token)).toEqual({ alg: "EdDSA", typ: "JWT", kid: keys.keys[0]?.kid });
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: ORIGIN,
      audience: String(host.id),
      algorithms: ["EdDSA"],
    });
    expect(payload).toMatchObject({ sub: String(ann.id), level_id: level });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    expect(payload.jti).toMatch(/^[\w-]{36}$/);
  });

  test("admits its player once and gives the host their name and the level to load", async () => {
    const [host, ann, level] = await newGame();
    const token = await joinToken(ann, level);
    const first = await host.redeem(token, "call-0001");
    expect(first).toMatchObject({
      status: 200,
      body: { user: { id: ann.id, username: ann.username }, level: { id: level, revision: 1 } },
    });
    // The same idempotency key repeats the call; another key redeems the token again.
    expect((await host.redeem(token, "call-0001")).body).toEqual(first.body);
    expect(await host.redeem(token)).toMatchObject({ status: 409, body: { code: "token_used" } });
    expect(await host.redeem(await joinToken(ann, level), "call-0001")).toMatchObject({
      status: 409,
      body: { code: "idempotency_mismatch" },
    });
  });

  test("admits once when ten concurrent calls of a host redeem it", async () => {
    const [host, ann, level] = await newGame();
    const token = await joinToken(ann, level);
    const tries = await Promise.all(Array.from({ length: 10 }, () => host.redeem(token)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe("an invalid join token", () => {
  let host: TestHost;
  let other: TestHost;
  let ann: TestUser;
  let level: number;
  let token: string;
  beforeEach(async () => {
    [host, ann, level] = await newGame();
    other = await TestHost.register(admin);
    token = await joinToken(ann, level);
  });

  const ownKey = async () => {
    const rows = await runSql<{ id: number }>`select max(id) as id from signing_keys`;
    return loadKeyPair(testEnv, rows[0]?.id ?? 0);
  };

  /** The same claims with changes, signed by the site's key or another one. */
  async function forged(changes: Record<string, unknown>, key?: CryptoKey): Promise<string> {
    const own = await ownKey();
    const claims = { ...decodeJwt(token), ...changes };
    return new SignJWT(JSON.parse(JSON.stringify(claims)) as Record<string, unknown>)
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: own.kid })
      .sign(key ?? own.private);
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  /** The token with other parts, and its own signature by default. */
  const altered = (header: object | null, claims: object | null, signature = token.split(".")[2]) => {
    const [ownHeader, ownClaims] = token.split(".");
    return `${header ? encoded(header) : ownHeader}.${claims ? encoded(claims) : ownClaims}.${signature}`;
  };
  const now = () => Math.floor(Date.now() / 1000);

  const CASES: [string, () => Promise<string> | string, string][] = [
    ["is valid for longer than a minute", () => forged({ exp: now() + 3_600 }), "token_malformed"],
    ["names no player", () => forged({ sub: undefined }), "token_malformed"],
    ["has no id", () => forged({ jti: undefined }), "token_malformed"],
    ["has no expiry", () => forged({ exp: undefined }), "token_malformed"],
    [
      "names another level than the signed one",
      () => altered(null, { ...decodeJwt(token), level_id: level + 1 }),
      "token_signature",
    ],
    [
      "names another player than the signed one",
      () => altered(null, { ...decodeJwt(token), sub: `${maker.id}` }),
      "token_signature",
    ],
    ["has lost its signature", () => altered(null, null, ""), "token_signature"],
    ["claims to need no signature", () => altered({ alg: "none" }, null, ""), "token_unsigned"],
    ["has the algorithm None", () => altered({ alg: "None", typ: "JWT" }, null), "token_unsigned"],
    [
      "is signed by another key",
      async () => forged({}, (await generateKeyPair("EdDSA")).privateKey),
      "token_signature",
    ],
    [
      "uses the public key as a secret",
      async () => {
        const { keys } = await jwks();
        const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
        const kid = keys[0]?.kid ?? "";
        return new SignJWT({ ...decodeJwt(token) }).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
      },
      "token_signature",
    ],
    ["isn't a token", () => "hello", "token_malformed"],
    ["is empty", () => "", "token_malformed"],
    ["is three dots", () => "...", "token_malformed"],
  ];

  test.each(CASES)("that %s is rejected with its error code", async (_, make, code) => {
    const rejected = await host.redeem(await make());
    expect([rejected.body.code, rejected.status]).toEqual([code, 422]);
    expect(String(rejected.body.message)).toMatch(/^This .+\.$/);
    // The original token still works.
    expect((await host.redeem(token)).status).toBe(200);
  });

  test("is malformed with anything added, changed or cut off, and the original token stays valid", async () => {
    for (const [name, altered] of [
      ["a space after it", `${token} `],
      ["a line break after it", `${token}\n`],
      ["a dot after it", `${token}.`],
      ["two dots after it", `${token}..`],
      ["a fourth part", `${token}.AAAA`],
      ["a letter after it", `${token}A`],
      ["four letters after it", `${token}AAAA`],
      ["padding after it", `${token}==`],
      ["an exclamation mark after it", `${token}!`],
      ["a NUL after it", `${token}\u0000`],
      ["a copy of itself after it", token + token],
      ["a space before it", ` ${token}`],
      ["a space within it", token.replace(".", ". ")],
      // Its last letter holds two bits of the signature, so four spellings mean the same bytes.
      ["another spelling of its last letter", token.slice(0, -1) + (token.endsWith("A") ? "B" : "R")],
      ["its last letter cut off", token.slice(0, -1)],
    ] as const) {
      const { status, body } = await host.redeem(altered);
      expect([status, body.code], name).toEqual([422, "token_malformed"]);
    }
    expect((await host.redeem(token)).status).toBe(200);
  });

  /** A token with any header and claims, signed by the site's key. */
  async function signed(header: unknown, claims: unknown): Promise<string> {
    const own = await ownKey();
    const text = `${encoded(header)}.${encoded(claims)}`;
    const signature = await crypto.subtle.sign("Ed25519", own.private, Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString("base64url")}`;
  }

  /** The error code for one replaced header or claim; null if the token stays valid. */
  function expectedCode(field: string, value: unknown): string | null {
    const isText = typeof value === "string";
    const isNumber = typeof value === "number";
    switch (field) {
      case "alg":
        if (!isText) return "token_malformed";
        return /^(none)?$/i.test(value) ? "token_unsigned" : "token_signature";
      case "kid":
        return "token_signature";
      case "iss":
        return "token_issuer";
      case "aud":
        return "token_audience";
      case "sub":
        return isText && /^[1-9]\d{0,14}$/.test(value) ? "not_found" : "token_malformed";
      case "level_id":
        return Number.isSafeInteger(value) && Number(value) > 0 ? "not_found" : "token_malformed";
      case "jti":
        return isText && isRequestKey(value) ? null : "token_malformed";
      case "iat":
        return isNumber && value > now() ? "token_not_yet" : "token_malformed";
      case "exp":
        return isNumber && value < now() ? "token_expired" : "token_malformed";
      case "nbf":
        if (isNumber) return value > now() ? "token_not_yet" : null;
        return "token_malformed";
      default:
        return "token_malformed";
    }
  }

  test("is rejected with the right error code, whatever JSON replaces one header or claim", async () => {
    const headers = ["alg", "kid", "typ", "crit"];
    const claims = ["iss", "aud", "sub", "level_id", "jti", "iat", "exp", "nbf"];
    const values = fc.oneof(
      fc.constantFrom(null, true, 0, -1, 0.5, 9e15, "", "none", "0", "9000000000001", [], ["EdDSA"], {}),
      fc.jsonValue({ maxDepth: 2 }),
    );
    // The token would expire after a minute.
    const clock = new StoppedClock();
    await forAllAsync(250, fc.constantFrom(...headers, ...claims), values, async (field, value) => {
      const code = expectedCode(field, value);
      fc.pre(code !== null);
      const change = { [field]: value };
      const isHeader = headers.includes(field);
      const forgery = await signed(
        { ...decodeProtectedHeader(token), ...(isHeader && change) },
        { ...decodeJwt(token), ...(!isHeader && change) },
      );
      const rejected = await host.redeem(forgery);
      expect([rejected.body.code, rejected.status]).toEqual([code, code === "not_found" ? 404 : 422]);
    });
    expect((await host.redeem(token)).status).toBe(200);
    clock.restore();
  });

  test("is rejected whatever JSON replaces its header and claims", async () => {
    await forAllAsync(
      50,
      fc.jsonValue(),
      fc.oneof(fc.constant(decodeJwt(token)), fc.jsonValue()),
      async (header, claims) => {
        const { status, body } = await host.redeem(await signed(header, claims));
        expect(status).toBe(422);
        expect(body.code).toMatch(/^token_(malformed|unsigned|signature)$/);
      },
    );
  });

  test("is rejected by a host it isn't for and stays valid for its own", async () => {
    expect((await other.redeem(token)).body.code).toBe("token_audience");
    expect((await host.redeem(token)).status).toBe(200);
  });

  test("is rejected once its player is banned", async () => {
    await runSql`update users set banned_at = 1 where id = ${ann.id}`;
    expect(await host.redeem(token)).toMatchObject({ status: 403, body: { code: "banned" } });
  });

  test("is rejected once its level is private or deleted", async () => {
    for (const visibility of ["private", "deleted"]) {
      await runSql`update levels set visibility = ${visibility} where id = ${level}`;
      expect((await host.redeem(token)).status).toBe(404);
    }
  });
});

test("a key rotation keeps tokens of the previous key valid and publishes both keys for a while", async () => {
  const [host, ann, level] = await newGame();
  const before = await jwks();
  const token = await joinToken(ann, level);
  const data = (await admin.call(rotateSigningKeyRoute)).body.data as { kid: string; signing: boolean }[];
  const during = await jwks();
  expect(during.keys.map(({ kid }) => kid)).toEqual(data.map(({ kid }) => kid));
  expect(during.keys.slice(1)).toEqual(before.keys);
  expect(data.map(({ signing }) => signing)).toEqual([true, ...before.keys.map(() => false)]);
  const newer = await joinToken(ann, level);
  expect(decodeProtectedHeader(newer).kid).toBe(during.keys[0]?.kid);
  for (const one of [token, newer]) expect((await host.redeem(one)).status).toBe(200);
  expect(new Set(during.keys.map((key) => JSON.stringify(key))).size).toBe(during.keys.length);
});

test("a key rotation ends after the overlap: the previous key is neither published nor accepted", async () => {
  const [host, ann, level] = await newGame();
  const old = (await jwks()).keys[0]?.kid;
  const token = await joinToken(ann, level);
  await admin.call(rotateSigningKeyRoute);
  await runSql`update signing_keys set created_at = created_at - ${OVERLAP_MS}`;
  const { body } = await admin.call(signingKeysRoute);
  expect((body.data as { kid: string }[]).map(({ kid }) => kid)).not.toContain(old);
  expect((await host.redeem(token)).body.code).toBe("token_signature");
});

test("a key rotation needs no extra secret: the keys are derived from one secret and differ with it", async () => {
  const [one, two] = [await loadKeyPair(testEnv, 1), await loadKeyPair(testEnv, 2)];
  const other = await loadKeyPair({ ...testEnv, JOIN_SECRET: "another" }, 1);
  expect(new Set([one.jwk.x, two.jwk.x, other.jwk.x]).size).toBe(3);
  expect(await exportJWK(one.public)).toMatchObject({ x: one.jwk.x });
  expect(JSON.stringify(one.jwk)).not.toContain('"d"');
});
