import { evictDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
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
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { rotateSigningKeyRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES, nearestRegions } from "#domain/hosts/regions.ts";
import { isCallKey } from "#domain/hosts/rules.ts";
import { readNotificationsRoute } from "#domain/notifications/api.ts";
import { joinTokenRoute, jwksRoute, playingRoute } from "#domain/play/api.ts";
import { Browser, db, ORIGIN, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { joinToken, switchOffHosts, TestHost } from "#tests/support/hosts.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addLevel } from "#tests/support/world.ts";
import { candidatesQuery } from "#worker/hosts/queries.ts";
import { hubOf } from "#worker/live/stubs.ts";
import { keyPair, OVERLAP_MS } from "#worker/play/keys.ts";

let admin: Person;
let maker: Person;
beforeAll(async () => {
  [admin, maker] = [await person({ role: "admin" }), await person()];
});
beforeEach(switchOffHosts);

const join = (who: Person, destination_type: string, id: unknown) =>
  who.browser.call(joinTokenRoute, { input: { destination_type, id } as Record<string, unknown> });
const jwks = async () =>
  (await (await Browser.visitor()).call(jwksRoute)).body as { keys: { kid: string }[] };

describe("a join token", () => {
  test("is signed with EdDSA, names site, host, player and level, and is good for a minute", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const { status, body } = await join(ann, "Level", level);
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

  test("lets its player in once, and says who they are and what to load", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const token = await joinToken(ann, level);
    const first = await host.redeem(token, "call-0001");
    expect(first).toMatchObject({
      status: 200,
      body: { user: { id: ann.id, username: ann.username }, level: { id: level, revision: 1 } },
    });
    // The same call tried again is the same; another call is another use.
    expect((await host.redeem(token, "call-0001")).body).toEqual(first.body);
    expect(await host.redeem(token)).toMatchObject({ status: 409, body: { code: "token_used" } });
    expect(await host.redeem(await joinToken(ann, level), "call-0001")).toMatchObject({
      status: 409,
      body: { code: "idempotency_mismatch" },
    });
  });

  test("of which ten hosts' calls try to make use lets in once", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const token = await joinToken(ann, level);
    const tries = await Promise.all(Array.from({ length: 10 }, () => host.redeem(token)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe("a token that can't be believed", () => {
  let host: TestHost;
  let other: TestHost;
  let ann: Person;
  let level: number;
  let token: string;
  beforeEach(async () => {
    [host, ann, level] = [await TestHost.online(admin.browser), await person(), await addLevel(maker.id)];
    other = await TestHost.register(admin.browser);
    token = await joinToken(ann, level);
  });

  /** The same claims, with some changed, signed by the site's key or another. */
  async function forged(
    changes: Record<string, unknown>,
    { key, kid }: { key?: CryptoKey; kid?: string } = {},
  ): Promise<string> {
    const rows = await db.all(
      statement<{ id: number }>(sql`select id from signing_keys order by id desc limit 1`),
    );
    const own = await keyPair(testEnv, rows[0]?.id ?? 0);
    const claims = { ...decodeJwt(token), ...changes };
    return new SignJWT(JSON.parse(JSON.stringify(claims)) as Record<string, unknown>)
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: kid ?? own.kid })
      .sign(key ?? own.private);
  }
  const parts = () => token.split(".") as [string, string, string];
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = () => Math.floor(Date.now() / 1000);

  const CASES: [string, () => Promise<string> | string, string][] = [
    ["is late", () => forged({ iat: now() - 120, exp: now() - 60 }), "token_expired"],
    ["is from a time to come", () => forged({ iat: now() + 600, exp: now() + 660 }), "token_not_yet"],
    ["would be good for longer than a minute", () => forged({ exp: now() + 3_600 }), "token_malformed"],
    ["is for another host", () => forged({ aud: String(other.id) }), "token_audience"],
    ["names no player", () => forged({ sub: undefined }), "token_malformed"],
    ["has no name of its own", () => forged({ jti: undefined }), "token_malformed"],
    ["has no end", () => forged({ exp: undefined }), "token_malformed"],
    [
      "names another level than was signed",
      () => {
        const [header, , signature] = parts();
        return `${header}.${encoded({ ...decodeJwt(token), level_id: level + 1 })}.${signature}`;
      },
      "token_signature",
    ],
    [
      "names another player than was signed",
      () => {
        const [header, , signature] = parts();
        return `${header}.${encoded({ ...decodeJwt(token), sub: String(maker.id) })}.${signature}`;
      },
      "token_signature",
    ],
    ["has lost its signature", () => `${parts()[0]}.${parts()[1]}.`, "token_signature"],
    ["says that it needs no signature", () => `${encoded({ alg: "none" })}.${parts()[1]}.`, "token_unsigned"],
    [
      "says None",
      () => `${encoded({ alg: "None", typ: "JWT" })}.${parts()[1]}.${parts()[2]}`,
      "token_unsigned",
    ],
    [
      "is signed by another key",
      async () => forged({}, { key: (await generateKeyPair("EdDSA")).privateKey }),
      "token_signature",
    ],
    ["is signed by a key of another name", () => forged({}, { kid: "99-elsewhere" }), "token_signature"],
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
    ["is not even a token", () => "hello", "token_malformed"],
    ["is empty", () => "", "token_malformed"],
    ["is three dots", () => "...", "token_malformed"],
  ];

  test.each(CASES)("because it %s is refused with the reason", async (_, make, code) => {
    const refusal = await host.redeem(await make());
    expect([refusal.body.code, refusal.status]).toEqual([code, 422]);
    expect(String(refusal.body.message)).toMatch(/^This .+\.$/);
    // It did no harm to the true one.
    expect((await host.redeem(token)).status).toBe(200);
  });

  test.each([
    ["a space after it", () => `${token} `],
    ["a line break after it", () => `${token}\n`],
    ["a dot after it", () => `${token}.`],
    ["two dots after it", () => `${token}..`],
    ["a fourth part", () => `${token}.AAAA`],
    ["a letter after it", () => `${token}A`],
    ["four letters after it", () => `${token}AAAA`],
    ["padding after it", () => `${token}==`],
    ["an exclamation mark after it", () => `${token}!`],
    ["a NUL after it", () => `${token}\u0000`],
    ["a copy of itself after it", () => token + token],
    ["a space before it", () => ` ${token}`],
    ["a space within it", () => token.replace(".", ". ")],
    // Its last letter holds two bits of the signature; four spellings mean the same bytes.
    ["another spelling of its last letter", () => token.slice(0, -1) + (token.endsWith("A") ? "B" : "R")],
    ["its last letter cut off", () => token.slice(0, -1)],
  ])("is malformed with %s, and the token itself stays valid", async (_, altered) => {
    const { status, body } = await host.redeem(altered());
    expect([status, body.code]).toEqual([422, "token_malformed"]);
    expect((await host.redeem(token)).status).toBe(200);
  });

  /** A token with any header and claims, signed by the site's key. */
  async function signed(header: unknown, claims: unknown): Promise<string> {
    const rows = await db.all(statement<{ id: number }>(sql`select max(id) as id from signing_keys`));
    const own = await keyPair(testEnv, rows[0]?.id ?? 0);
    const text = `${encoded(header)}.${encoded(claims)}`;
    const signature = await crypto.subtle.sign("Ed25519", own.private, Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString("base64url")}`;
  }

  /** The code for one header or claim with another value; null where the token stays good. */
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
        return isText && isCallKey(value) ? null : "token_malformed";
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

  test("is refused with the reason, whatever JSON one of its headers or claims is", async () => {
    const headers = ["alg", "kid", "typ", "crit"];
    const claims = ["iss", "aud", "sub", "level_id", "jti", "iat", "exp", "nbf"];
    const values = fc.oneof(
      fc.constantFrom(null, true, 0, -1, 0.5, 9e15, "", "none", "0", "9000000000001", [], ["EdDSA"], {}),
      fc.jsonValue({ maxDepth: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...headers, ...claims), values, async (field, value) => {
        const code = expectedCode(field, value);
        fc.pre(code !== null);
        const change = { [field]: value };
        const isHeader = headers.includes(field);
        const forgery = await signed(
          { ...decodeProtectedHeader(token), ...(isHeader && change) },
          { ...decodeJwt(token), ...(!isHeader && change) },
        );
        const refusal = await host.redeem(forgery);
        expect([refusal.body.code, refusal.status]).toEqual([code, code === "not_found" ? 404 : 422]);
      }),
      { numRuns: 250 },
    );
    expect((await host.redeem(token)).status).toBe(200);
  });

  test("is refused whatever JSON is in place of its header and claims", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.oneof(fc.constant(decodeJwt(token)), fc.jsonValue()),
        async (header, claims) => {
          const { status, body } = await host.redeem(await signed(header, claims));
          expect(status).toBe(422);
          expect(body.code).toMatch(/^token_(malformed|unsigned|signature)$/);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("is refused by the host it was stolen to, and stays good for its own", async () => {
    expect((await other.redeem(token)).body.code).toBe("token_audience");
    expect((await host.redeem(token)).status).toBe(200);
  });

  test("because its player was banned meanwhile is refused", async () => {
    await db.all(statement(sql`update users set banned_at = 1 where id = ${ann.id}`));
    expect(await host.redeem(token)).toMatchObject({ status: 403, body: { code: "banned" } });
  });

  test("because its level is private or gone by now is refused", async () => {
    await db.all(statement(sql`update levels set visibility = 'private' where id = ${level}`));
    expect((await host.redeem(token)).status).toBe(404);
    await db.all(statement(sql`update levels set visibility = 'deleted' where id = ${level}`));
    expect((await host.redeem(token)).status).toBe(404);
  });
});

describe("a change of keys", () => {
  test("leaves tokens of the key before good for a while; both are told meanwhile", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const before = await jwks();
    const token = await joinToken(ann, level);
    const { body } = await admin.browser.call(rotateSigningKeyRoute);
    const during = await jwks();
    expect(during.keys.map(({ kid }) => kid)).toEqual((body.data as { kid: string }[]).map(({ kid }) => kid));
    expect(during.keys.slice(1)).toEqual(before.keys);
    expect((body.data as { signing: boolean }[]).map(({ signing }) => signing)).toEqual([
      true,
      ...before.keys.map(() => false),
    ]);
    const newer = await joinToken(ann, level);
    expect(decodeProtectedHeader(newer).kid).toBe(during.keys[0]?.kid);
    for (const one of [token, newer]) expect((await host.redeem(one)).status).toBe(200);
    expect(new Set(during.keys.map((key) => JSON.stringify(key))).size).toBe(during.keys.length);
  });

  test("ends: after a while the key before is neither told nor believed", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const old = (await jwks()).keys[0]?.kid;
    const token = await joinToken(ann, level);
    await admin.browser.call(rotateSigningKeyRoute);
    await db.all(statement(sql`update signing_keys set created_at = created_at - ${OVERLAP_MS}`));
    const { body } = await admin.browser.call(signingKeysRoute);
    expect((body.data as { kid: string }[]).map(({ kid }) => kid)).not.toContain(old);
    expect((await host.redeem(token)).body.code).toBe("token_signature");
  });

  test("needs no secret of its own: the keys follow from one secret and differ with it", async () => {
    const [one, two] = [await keyPair(testEnv, 1), await keyPair(testEnv, 2)];
    const other = await keyPair({ ...testEnv, JOIN_SECRET: "another" }, 1);
    expect(new Set([one.jwk.x, two.jwk.x, other.jwk.x]).size).toBe(3);
    expect(await exportJWK(one.public)).toMatchObject({ x: one.jwk.x });
    expect(JSON.stringify(one.jwk)).not.toContain('"d"');
  });
});

describe("a way", () => {
  test("leads to where the level is played, else to a host near by, and not to one that is full", async () => {
    const far = await TestHost.online(admin.browser, { region: "oc", capacity: 2 });
    const [ann, ben, level] = [await person(), await person(), await addLevel(maker.id)];
    await far.admit(ann, level);
    const near = await TestHost.online(admin.browser, { region: "wnam" });
    const hostOf = async (who: Person, id: number) =>
      ((await join(who, "Level", id)).body.host as { ip_address: string }).ip_address;
    expect(await hostOf(ben, level)).toBe(far.ip_address);
    expect(await hostOf(ben, await addLevel(maker.id))).toBe(near.ip_address);
    // The seat that is kept for Ben is nobody else's.
    expect(await hostOf(await person(), level)).toBe(near.ip_address);
    expect(await hostOf(ben, level)).toBe(far.ip_address);
    // Nor is it forgotten when what somebody did before is written down.
    await far.admit(ben, level);
    await far.leave(ben.id);
    // As it will be a moment later: there is room.
    const hasRoom = () => db.all(statement(sql`update hosts set full = 0 where id = ${far.id}`));
    await hasRoom();
    const again = await joinToken(ben, level);
    await far.settled();
    expect(await hostOf(await person(), level)).toBe(near.ip_address);
    expect((await far.redeem(again)).status).toBe(200);
    await far.leave(ben.id);
    await hasRoom();
    await joinToken(ben, level);
    // Not even after the object has slept, or its process has died.
    await evictDurableObject(far.object);
    expect(await hostOf(await person(), level)).toBe(near.ip_address);
    const token = await joinToken(ben, level);
    expect((await far.redeem(token)).status).toBe(200);
  });

  test("goes by the distance of a region from where a request comes from", () => {
    expect(nearestRegions({ latitude: "52.5", longitude: "13.4" }).slice(0, 2)).toEqual(["weur", "eeur"]);
    expect(nearestRegions({ latitude: "37.8", longitude: "-122.4" })[0]).toBe("wnam");
    expect(nearestRegions({ latitude: "-33.9", longitude: "151.2" })[0]).toBe("oc");
    expect(nearestRegions({ continent: "SA" })[0]).toBe("sam");
    // Tokyo and Honolulu look across the date line.
    expect(nearestRegions({ latitude: "21.3", longitude: "-157.9" })[0]).toBe("wnam");
    for (const nothing of [{}, { latitude: "north" }, { continent: "XX" }, { latitude: "" }])
      expect(nearestRegions(nothing)).toEqual(HOST_REGION_NAMES);
    expect(new Set(nearestRegions({ latitude: 1, longitude: 1 })).size).toBe(HOST_REGION_NAMES.length);
  });

  test("is looked for in the nearest regions first", async () => {
    const hosts = [];
    for (const region of ["oc", "weur", "enam"] as const)
      hosts.push(await TestHost.online(admin.browser, { region }));
    const found = await db.all(candidatesQuery(["enam", "oc", "weur"]));
    expect(found.map(({ region }) => region)).toEqual(["enam", "oc", "weur"]);
  });

  test("costs one round of the database and a handful of rows", async () => {
    const [, ann, level] = [await TestHost.online(admin.browser), await person(), await addLevel(maker.id)];
    const { cost } = await join(ann, "Level", level);
    expect([cost.rounds, cost.written]).toEqual([1, 0]);
    expect(cost.read).toBeLessThan(40);
  });

  test.each([
    [{ destination_type: "Moon", id: 1 }],
    [{ destination_type: "Level" }],
    [{ destination_type: "Level", id: 0 }],
    [{ destination_type: "Level", id: "x" }],
    [{ id: 1 }],
  ])("to %o is refused", async (input) => {
    expect((await maker.browser.call(joinTokenRoute, { input })).status).toBe(422);
  });
});

describe("there is no way", () => {
  const refusalOf = async (who: Person, type: "Level" | "User", id: number) => {
    const { status, body } = await join(who, type, id);
    return { status, code: body.code, message: String(body.message) };
  };
  let host: TestHost;
  let level: number;
  beforeEach(async () => {
    [host, level] = [await TestHost.online(admin.browser), await addLevel(maker.id)];
  });

  test("to a level that is not there, or private to others", async () => {
    const hidden = await addLevel(maker.id, { visibility: "private" });
    const who = await person();
    expect(await refusalOf(who, "Level", hidden)).toEqual(await refusalOf(who, "Level", 999_999));
    expect((await refusalOf(who, "Level", hidden)).status).toBe(404);
    expect((await join(maker, "Level", hidden)).status).toBe(200);
    expect((await join(admin, "Level", hidden)).status).toBe(200);
  });

  test("when no host is online, or all are full; it says which", async () => {
    const who = await person();
    await switchOffHosts();
    expect(await refusalOf(who, "Level", level)).toMatchObject({ status: 409, code: "no_host" });
    const small = await TestHost.online(admin.browser, { capacity: 1 });
    await small.admit(await person(), level);
    expect(await refusalOf(who, "Level", level)).toMatchObject({ status: 409, code: "hosts_full" });
  });

  test("to a host that has died a moment ago", async () => {
    await host.goSilent();
    expect(await refusalOf(await person(), "Level", level)).toMatchObject({ code: "no_host" });
  });

  test("for a banned person, who is told why", async () => {
    const who = await person({ banned_at: 1, ban_reason: "Rude" });
    expect(await refusalOf(who, "Level", level)).toMatchObject({
      status: 403,
      message: expect.stringContaining("Reason: Rude"),
    });
  });

  test("for a visitor", async () => {
    const visitor = await Browser.visitor();
    const input = { destination_type: "Level", id: level };
    expect((await visitor.call(joinTokenRoute, { input })).status).toBe(401);
  });

  describe("to somebody", () => {
    const playing = async (fields: Parameters<typeof person>[0] = {}) => {
      const who = await person(fields);
      await host.admit(who, level);
      return who;
    };
    const befriend = (a: Person, b: Person) =>
      db.all(
        statement(
          sql`insert into buddies (user_id, buddy_id, created_at) values (${a.id}, ${b.id}, 1), (${b.id}, ${a.id}, 1)`,
        ),
      );
    const block = (a: Person, b: Person) =>
      db.all(
        statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${a.id}, ${b.id}, 1)`),
      );

    test("who is where one may go leads to their very host", async () => {
      const ann = await playing();
      const near = await TestHost.online(admin.browser);
      const { status, body } = await join(await person(), "User", ann.id);
      expect([status, body.host]).toEqual([200, { ip_address: host.ip_address }]);
      expect(decodeJwt(String(body.token))).toMatchObject({ aud: String(host.id), level_id: level });
      expect(near.ip_address).not.toBe(host.ip_address);
    });

    test("who is not there, plays nothing, or is oneself", async () => {
      const who = await person();
      expect(await refusalOf(who, "User", 999_999)).toMatchObject({ status: 404 });
      expect(await refusalOf(who, "User", maker.id)).toMatchObject({ status: 409, code: "not_in_game" });
      expect(await refusalOf(who, "User", who.id)).toMatchObject({ status: 422, code: "own_account" });
    });

    test("who appears offline", async () => {
      const ann = await playing();
      await hubOf(testEnv, ann.id).setHidden(true);
      expect(await refusalOf(await person(), "User", ann.id)).toMatchObject({ code: "not_in_game" });
    });

    test("who lets only buddies join, or nobody; staff come in", async () => {
      const [ann, ben, who] = [
        await playing({ join_privacy: 2 }),
        await playing({ join_privacy: 3 }),
        await person(),
      ];
      expect(await refusalOf(who, "User", ann.id)).toEqual({
        status: 403,
        code: "join_refused",
        message: `${ann.username} lets only buddies join. Send a buddy request first.`,
      });
      await befriend(who, ann);
      await befriend(who, ben);
      expect((await join(who, "User", ann.id)).status).toBe(200);
      expect(await refusalOf(who, "User", ben.id)).toMatchObject({ status: 403, code: "join_refused" });
      expect((await join(admin, "User", ben.id)).status).toBe(200);
    });

    test("across a block, either way; by whom it is told to the one who blocked alone", async () => {
      const [ann, ben, who] = [
        await playing({ join_privacy: 2 }),
        await playing({ join_privacy: 3 }),
        await person(),
      ];
      await block(who, ann);
      expect((await refusalOf(who, "User", ann.id)).message).toContain(`You have blocked ${ann.username}.`);
      const eve = await person();
      const closed = await refusalOf(eve, "User", ben.id);
      const open = await playing();
      await block(open, eve);
      const blocked = await refusalOf(eve, "User", open.id);
      expect(blocked.message.replace(open.username, "")).toBe(closed.message.replace(ben.username, ""));
    });

    test("in a private level, whose title stays with it", async () => {
      const hidden = await addLevel(maker.id, { visibility: "private", title: "Hush" });
      await host.admit(maker, hidden);
      const refusal = await refusalOf(await person(), "User", maker.id);
      expect(refusal).toMatchObject({ status: 403, code: "join_refused" });
      expect(refusal.message).not.toContain("Hush");
      await host.leave(maker.id);
    });

    test("whose game is full", async () => {
      const small = await TestHost.online(admin.browser, { capacity: 1, region: "wnam" });
      await db.all(statement(sql`update hosts set enabled = 0 where id = ${host.id}`));
      const ann = await person();
      await small.admit(ann, level);
      await db.all(statement(sql`update hosts set enabled = 1 where id = ${host.id}`));
      expect(await refusalOf(await person(), "User", ann.id)).toMatchObject({
        status: 409,
        code: "host_full",
      });
    });
  });
});

describe("how many play", () => {
  test("is told for those levels that one may see", async () => {
    const host = await TestHost.online(admin.browser);
    const [open, hidden, empty] = [
      await addLevel(maker.id),
      await addLevel(maker.id, { visibility: "private" }),
      await addLevel(maker.id),
    ];
    await host.admit(await person(), open);
    await host.admit(maker, hidden);
    const counts = async (browser: Browser) =>
      (await browser.call(playingRoute, { input: { ids: `${open},${hidden},${empty},999999` } })).body.data;
    expect(await counts(await Browser.visitor())).toEqual([{ id: open, players_count: 1 }]);
    expect(await counts(maker.browser)).toEqual([
      { id: open, players_count: 1 },
      { id: hidden, players_count: 1 },
    ]);
  });

  test("a poll of public levels is answered without the database, for members as for visitors", async () => {
    const host = await TestHost.online(admin.browser);
    const [one, other] = [await addLevel(maker.id), await addLevel(maker.id)];
    const hidden = await addLevel(maker.id, { visibility: "private" });
    await host.admit(await person(), one);
    await host.admit(maker, hidden);
    const poll = ({ browser }: { browser: Browser }, ...ids: number[]) =>
      browser.call(playingRoute, { input: { ids: ids.join() } });
    const [ann, bob] = [await person(), await person()];
    expectCost(await poll(ann, one, other), { rounds: 1 });
    for (const who of [ann, bob, { browser: await Browser.visitor() }]) {
      const answer = await poll(who, other, one);
      expect(answer.body.data).toEqual([{ id: one, players_count: 1 }]);
      expectCost(answer, { rounds: 0, read: 0 });
    }
    // A private level is its creator's alone and never shared.
    expect((await poll(maker, hidden)).body.data).toEqual([{ id: hidden, players_count: 1 }]);
    expect((await poll(ann, hidden)).body.data).toEqual([]);
    // Whoever changes something sees it at once.
    await db.all(statement(sql`update levels set visibility = 'private' where id = ${one}`));
    await maker.browser.call(readNotificationsRoute);
    expect((await poll(ann, one, other)).body.data).toEqual([]);
  });

  test.each([["x"], ["1,"], [""], [Array.from({ length: 101 }, (_, i) => i + 1).join(",")]])(
    "of %s is refused",
    async (ids) => {
      expect((await (await Browser.visitor()).call(playingRoute, { input: { ids } })).status).toBe(422);
    },
  );
});
