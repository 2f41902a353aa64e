import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { redeemRoute } from "#domain/hosts/api.ts";
import { fetchJson, HostApi, posting, Refused } from "#scripts/host/client.ts";
import { startHost } from "#scripts/host/host.ts";
import type { Env } from "#worker/env.ts";
import { keyPair } from "#worker/play/keys.ts";
import { expect } from "./fixtures.ts";
import { JOIN_SECRET, type OwnHost, type OwnSite, test } from "./own-site.ts";

const root = join(import.meta.dirname, "../..");

// One after the other, so that they need one site.
test.describe.configure({ mode: "default" });

/** The code that something is refused with; null where it is not. */
const refusalOf = (done: Promise<unknown>): Promise<string | null> =>
  done.then(
    () => null,
    (error) => (error instanceof Refused ? error.code : Promise.reject(error)),
  );

const atDoor = (host: OwnHost, token: string) => refusalOf(fetchJson(`${host.url}/join`, posting({ token })));
const atSite = ({ url }: OwnSite, host: OwnHost, token: string) =>
  refusalOf(new HostApi(url, host.key).say(redeemRoute, { token }));

async function realToken(own: OwnSite): Promise<string> {
  const member = await own.member();
  const destination = { destination_type: "Level", id: own.level.id };
  return (await member.post<{ token: string }>("/api/join-token", destination)).token;
}

/** Signs what the site never would, with the site's own key unless told. */
async function forge(own: OwnSite, host: OwnHost, claims: object, stranger = false): Promise<string> {
  const site = await keyPair({ JOIN_SECRET } as Env, 1);
  const now = Math.floor(Date.now() / 1000);
  const honest = {
    ...{ iss: own.url, aud: String(host.id), sub: "1", level_id: own.level.id, jti: crypto.randomUUID() },
    ...{ iat: now, exp: now + 60 },
  };
  const key = stranger ? (await generateKeyPair("EdDSA")).privateKey : site.private;
  return new SignJWT({ ...honest, ...claims })
    .setProtectedHeader({ alg: "EdDSA", kid: site.kid, typ: "JWT" })
    .sign(key);
}

const readSub = (token: string): string => decodeJwt(token).sub ?? "";

function altered(token: string): string {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const said = JSON.parse(Buffer.from(claims, "base64url").toString());
  const other = Buffer.from(JSON.stringify({ ...said, sub: "1" })).toString("base64url");
  return [head, other, signature].join(".");
}

test("a token is taken once, at the host's door and by the site", async ({ own, host }) => {
  const token = await realToken(own);
  expect(await atDoor(host, token)).toBe(null);
  expect(await atDoor(host, token)).toBe("token_used");
  expect(await atSite(own, host, token)).toBe("token_used");
  expect(host.players().filter(({ user }) => user.id === Number(readSub(token)))).toHaveLength(1);
});

test("every bad token is refused at the host's door and by the site, each with its reason", async ({
  own,
  host,
}) => {
  const there = host.players();
  const now = Math.floor(Date.now() / 1000);
  const { kid } = await keyPair({ JOIN_SECRET } as Env, 1);
  const good = await realToken(own);
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  const unknown = await new SignJWT({ level_id: own.level.id })
    .setProtectedHeader({ alg: "EdDSA", kid: "of nobody", typ: "JWT", jwk: await exportJWK(publicKey) })
    .setSubject("1")
    .sign(privateKey);
  const bad: Record<string, [token: string, code: string]> = {
    "no token": ["let me in", "token_malformed"],
    late: [await forge(own, host, { iat: now - 120, exp: now - 60 }), "token_expired"],
    "from the future": [await forge(own, host, { iat: now + 60, exp: now + 120 }), "token_not_yet"],
    "for another host": [await forge(own, host, { aud: String(host.id + 1) }), "token_audience"],
    altered: [altered(good), "token_signature"],
    "of another key": [await forge(own, host, {}, true), "token_signature"],
    "of a key that it brings along": [unknown, "token_signature"],
    "alg none": [
      new UnsecuredJWT({ level_id: own.level.id, aud: String(host.id), sub: "1", kid }).encode(),
      "token_unsigned",
    ],
  };
  for (const [name, [token, code]] of Object.entries(bad)) {
    expect.soft(await atDoor(host, token), `${name}, at the door`).toBe(code);
    expect.soft(await atSite(own, host, token), `${name}, by the site`).toBe(code);
  }
  expect(await atDoor(host, await forge(own, host, { iss: "https://elsewhere.example" }))).toBe(
    "token_issuer",
  );
  expect(host.players()).toEqual(there);
  // The token that was altered is as good as before.
  expect(await atDoor(host, good)).toBe(null);
});

test("tokens of both keys are taken while the site changes its key, without a word to the host", async ({
  own,
  host,
}) => {
  const before = await realToken(own);
  await own.staff.post("/api/staff/signing-keys/rotate");
  const after = await realToken(own);
  expect(after.split(".")[0]).not.toBe(before.split(".")[0]);
  expect(await atDoor(host, after)).toBe(null);
  expect(await atDoor(host, before)).toBe(null);
});

/** Debian's own Python, with its PyJWT. */
const PYTHON = "/usr/bin/python3";
const hasPyJwt = spawnSync(PYTHON, ["-c", "import jwt, cryptography"]).status === 0;

test("the Python program of docs/HOSTS.md, with a JWT library that is not ours, takes the site's token and no other", async ({
  own,
  host,
}) => {
  test.skip(!hasPyJwt, `${PYTHON} has no PyJWT: apt install python3-jwt python3-cryptography`);
  const docs = readFileSync(join(root, "docs/HOSTS.md"), "utf8");
  const program = join(own.state, "check.py");
  writeFileSync(program, /```python\n(.+?)```/s.exec(docs)?.[1] ?? "");
  const token = await realToken(own);
  const check = (shown: string, audience = String(host.id)) =>
    spawnSync(PYTHON, [program, own.url, own.url, audience, shown], { encoding: "utf8" });

  const good = check(token);
  expect(good.stderr).toBe("");
  expect(JSON.parse(good.stdout)).toMatchObject({
    iss: own.url,
    aud: String(host.id),
    level_id: own.level.id,
  });
  expect(check(altered(token)).stderr).toContain("InvalidSignatureError");
  expect(check(token, "999").stderr).toContain("InvalidAudienceError");
});

test("a host that staff have given another key, or that has lost its own, is the same host after it is started again", async ({
  own,
}) => {
  const options = {
    ...{ site: own.url, region: "eeur" as const, capacity: 5, admin: own.admin, log: () => undefined },
    memory: join(own.state, "second.json"),
  };
  await own.forgetCodes();
  const first = await startHost({ ...options, port: 0 });
  const port = Number(new URL(first.url).port);
  await first.stop();
  await own.staff.post(`/api/staff/hosts/${first.id}/rotate-key`);
  await own.forgetCodes();
  const second = await startHost({ ...options, port, capacity: 6 });
  expect({ id: second.id, capacity: second.capacity }).toEqual({ id: first.id, capacity: 6 });
  await second.stop();
  await own.forgetCodes();
  const third = await startHost({ ...options, port, memory: join(own.state, "lost.json") });
  expect({ id: third.id, capacity: third.capacity }).toEqual({ id: first.id, capacity: 5 });
  await third.stop();
  // So that nobody is sent to where nothing is.
  await own.staff.post(`/api/staff/hosts/${first.id}`, { enabled: false });
});

test("npm run host plays by itself: people come in by the front door, and all are gone when it is stopped", async ({
  own,
}) => {
  const playing = async () => {
    const { data } = await fetchJson(`${own.url}/api/playing?ids=${own.level.id}`);
    return (data as { data: { players_count: number }[] }).data[0]?.players_count ?? 0;
  };
  const before = await playing();
  await own.forgetCodes();
  const people = ["--site", own.url, "--port", "0", "--players", "2"];
  const admin = ["--admin", own.admin.username, "--password", own.admin.password];
  const program = spawn(process.execPath, [join(root, "scripts/host/main.ts"), ...people, ...admin], {
    env: { ...process.env, BOPOLIS_STATE: own.state, HOST_ADMIN_SECRET: own.admin.twoFactor },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await expect.poll(playing, { timeout: 30_000 }).toBeGreaterThan(before);
    const ended = once(program, "exit");
    program.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    await expect.poll(playing).toBe(before);
  } finally {
    program.kill("SIGKILL");
  }
});
