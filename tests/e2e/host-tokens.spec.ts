import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { decodeJwt } from "jose";
import { redeemRoute } from "#domain/hosts/api.ts";
import { RejectedError, SiteClient } from "#scripts/client/site-client.ts";
import { type RunningHost, startHost } from "#scripts/host/host.ts";
import { HostApi } from "#scripts/host/host-api.ts";
import { StateFile } from "#scripts/host/state-file.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { sealSecret } from "#worker/security/totp.ts";
import { Api, type ApiLevel, worldUpload } from "./api.ts";
import { type Account, expect, newAccount, register, uniqueWord } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** The secret behind the keys of join tokens. */
const JOIN_SECRET = "a secret of the browser tests alone";

interface OwnSite {
  url: string;
  state: string;
  /** With the secret of the admin's authenticator app. */
  admin: Account & { twoFactor: string };
  /** The API with the admin's cookies. */
  staff: Api;
  /** Makes the site accept a code of the admin's again, because a test doesn't wait for the next one. */
  forgetCodes: () => Promise<unknown>;
  /** A level that anyone can play. */
  level: ApiLevel;
  /** Signs up a new member. */
  member: () => Promise<Api & { id: number }>;
}

interface OwnHost extends RunningHost {
  key: string;
}

/** A site for the tests of one file with only an admin, who has created a level, and a game host. */
const test = base.extend<object, { own: OwnSite; host: OwnHost }>({
  own: [
    async ({ playwright }, use) => {
      await withOwnState(async (start, state) => {
        const site = await start({ vars: { JOIN_SECRET } });
        const requests: { dispose(): Promise<void> }[] = [];
        const addMember = async (account: Account) => {
          const request = await playwright.request.newContext();
          requests.push(request);
          const api = new Api(request, site.url);
          const { user } = await register(api, account);
          return Object.assign(api, { id: user.id });
        };
        const admin = { ...newAccount(), twoFactor: DEMO_TWO_FACTOR };
        const maker = await addMember(admin);
        await site.d1
          .prepare("update users set role = 'admin', two_factor_at = 1, two_factor_secret = ?2 where id = ?1")
          .bind(maker.id, await sealSecret(site.sealing, maker.id, DEMO_TWO_FACTOR))
          .run();
        const level = await maker.makeLevel({ title: `Steps ${uniqueWord()}`, file: worldUpload("obby") });
        const forgetCodes = () => site.d1.prepare("update users set two_factor_step = 0").run();
        await use({
          forgetCodes,
          url: site.url,
          state,
          admin,
          staff: maker,
          level,
          member: () => addMember(newAccount()),
        });
        await Promise.all(requests.map((request) => request.dispose()));
      });
    },
    { scope: "worker" },
  ],

  host: [
    async ({ own }, use) => {
      const file = join(own.state, "host.json");
      const host = await startHost({
        site: own.url,
        port: 0,
        region: "weur",
        capacity: 10,
        admin: own.admin,
        stateFile: file,
        log: () => undefined,
      });
      const port = Number(new URL(host.url).port);
      const key = new StateFile(file).host(own.url, port)?.key ?? "";
      const isOnline = async () =>
        (await own.staff.get<{ data: { online: boolean }[] }>("/api/staff/hosts")).data.some(
          ({ online }) => online,
        );
      await expect.poll(isOnline).toBe(true);
      await use({ ...host, key });
      await host.stop();
    },
    { scope: "worker" },
  ],
});

const root = join(import.meta.dirname, "../..");

// In order, because they share one site.
test.describe.configure({ mode: "default" });

/** The error code of a rejected call; null if it succeeds. */
const errorCodeOf = (done: Promise<unknown>): Promise<string | null> =>
  done.then(
    () => null,
    (error) => (error instanceof RejectedError ? error.code : Promise.reject(error)),
  );

const joinHost = (host: OwnHost, token: string) =>
  errorCodeOf(new SiteClient(host.url).post("/join", { token }));
const redeemAtSite = ({ url }: OwnSite, host: OwnHost, token: string) =>
  errorCodeOf(new HostApi(url, host.key).post(redeemRoute, { token }));

async function realToken(own: OwnSite): Promise<string> {
  const member = await own.member();
  const destination = { destination_type: "Level", id: own.level.id };
  return (await member.post<{ token: string }>("/api/join-token", destination)).token;
}

const readSub = (token: string): string => decodeJwt(token).sub ?? "";

function altered(token: string): string {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const payload = JSON.parse(Buffer.from(claims, "base64url").toString());
  const other = Buffer.from(JSON.stringify({ ...payload, sub: "1" })).toString("base64url");
  return [header, other, signature].join(".");
}

test("a token is accepted once, by the host and by the site", async ({ own, host }) => {
  const token = await realToken(own);
  expect(await joinHost(host, token)).toBe(null);
  expect(await joinHost(host, token)).toBe("token_used");
  expect(await redeemAtSite(own, host, token)).toBe("token_used");
  expect(host.players().filter(({ user }) => user.id === Number(readSub(token)))).toHaveLength(1);
});

test("an altered token is rejected with the reason, and the token stays good", async ({ own, host }) => {
  const players = host.players();
  const good = await realToken(own);
  const bad = altered(good);
  expect(await joinHost(host, bad)).toBe("token_signature");
  expect(await redeemAtSite(own, host, bad)).toBe("token_signature");
  expect(host.players()).toEqual(players);
  expect(await joinHost(host, good)).toBe(null);
});

test("tokens of both keys are accepted while the site rotates its key", async ({ own, host }) => {
  const before = await realToken(own);
  await own.staff.post("/api/staff/signing-keys/rotate");
  const after = await realToken(own);
  expect(after.split(".")[0]).not.toBe(before.split(".")[0]);
  expect(await joinHost(host, after)).toBe(null);
  expect(await joinHost(host, before)).toBe(null);
});

/** Debian's own Python with its PyJWT. */
const PYTHON = "/usr/bin/python3";
const hasPyJwt = spawnSync(PYTHON, ["-c", "import jwt, cryptography"]).status === 0;

test("the Python program in docs/HOSTS.md accepts the site's token and no other", async ({ own, host }) => {
  test.skip(!hasPyJwt, `${PYTHON} has no PyJWT: apt install python3-jwt python3-cryptography`);
  const docs = readFileSync(join(root, "docs/HOSTS.md"), "utf8");
  const program = join(own.state, "check.py");
  writeFileSync(program, /```python\n(.+?)```/s.exec(docs)?.[1] ?? "");
  const token = await realToken(own);
  const check = (given: string, audience = String(host.id)) =>
    spawnSync(PYTHON, [program, own.url, own.url, audience, given], { encoding: "utf8" });

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

test("a host whose key was rotated or lost is the same host after a restart", async ({ own }) => {
  const options = {
    site: own.url,
    region: "eeur" as const,
    capacity: 5,
    admin: own.admin,
    log: () => undefined,
    stateFile: join(own.state, "second.json"),
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
  const third = await startHost({ ...options, port, stateFile: join(own.state, "lost.json") });
  expect({ id: third.id, capacity: third.capacity }).toEqual({ id: first.id, capacity: 5 });
  await third.stop();
  // Disabled, because no one must be sent to a host that isn't running.
  await own.staff.post(`/api/staff/hosts/${first.id}`, { enabled: false });
});

test("npm run host's players join through the API, and have left once it stops", async ({ own }) => {
  const playing = async () => {
    const { data } = await new SiteClient(own.url).get<{ data: { players_count: number }[] }>(
      `/api/playing?ids=${own.level.id}`,
    );
    return data[0]?.players_count ?? 0;
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
    await expect.poll(playing).toBeGreaterThan(before);
    const ended = once(program, "exit");
    program.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    await expect.poll(playing).toBe(before);
  } finally {
    program.kill("SIGKILL");
  }
});
