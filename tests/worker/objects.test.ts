import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { SignJWT } from "jose";
import { forgotPasswordRoute, loginRoute } from "#domain/auth/sign-in/api.ts";
import { messageListRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import { hostSelfRoute } from "#domain/hosts/api.ts";
import { messageRoute, reportRoute } from "#domain/reports/api.ts";
import { roomPath } from "#domain/room/api.ts";
import { joinFrame } from "#domain/room/frames.ts";
import { ORIGIN, testEnv } from "#tests/support/browser.ts";
import { TestHost } from "#tests/support/hosts.ts";
import { sendMessage } from "#tests/support/messages.ts";
import { openRoom, RoomClient, roomTicket } from "#tests/support/room-client.ts";
import { createRunLevel } from "#tests/support/runs.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { randomToken } from "#worker/http/session.ts";
import { ALARM_SCHEMA, AlarmScheduler } from "#worker/live/alarm-scheduler.ts";
import { ObjectSchema, rows } from "#worker/live/object-schema.ts";
import { conversationStub, roomStub } from "#worker/live/stubs.ts";

type Namespace = "GAME_HOST" | "LEVEL_ROOM" | "CONVERSATION" | "USER_HUB" | "LEVEL_BUILD" | "THROTTLE";

/** The ids of all objects of a class that were ever addressed. */
const idsOf = async (name: Namespace): Promise<Set<string>> =>
  new Set((await listDurableObjectIds(testEnv[name] as unknown as DurableObjectNamespace)).map(String));

/** The number of objects that `work` creates, by class. Only those of the named classes. */
async function objectsMadeBy(names: readonly Namespace[], work: () => Promise<unknown>) {
  const before = await Promise.all(names.map(idsOf));
  await work();
  const after = await Promise.all(names.map(idsOf));
  return Object.fromEntries(
    names.map((name, i) => [name, [...(after[i] ?? [])].filter((id) => !before[i]?.has(id)).length]),
  );
}

/** No user, level or host has such a number. */
const invented = () => 500_000_000 + Math.floor(Math.random() * 100_000_000);

const ann = await signedInUser();
const level = await createRunLevel(ann);

describe("a name from outside", () => {
  test("of a host in an invented key creates no object", async () => {
    const { default: site } = exports as unknown as { default: Fetcher };
    const made = await objectsMadeBy(["GAME_HOST"], async () => {
      for (let n = 0; n < 20; n++) {
        const headers = { Authorization: `Bearer bph_${invented()}_${randomToken()}` };
        expect((await site.fetch(ORIGIN + hostSelfRoute.path, { headers })).status).toBe(401);
      }
    });
    expect(made).toEqual({ GAME_HOST: 0 });
  });

  test.each([
    ["a login", loginRoute, (name: string) => ({ login: name, password: "not the password" })],
    ["an email address", forgotPasswordRoute, (name: string) => ({ email: `${name}@unknown.example` })],
  ])("of an account, as %s, creates no object of its own", async (_, route, body) => {
    const browser = await browserWith({ RATE_LIMITS: "on" });
    const made = await objectsMadeBy(["THROTTLE"], async () => {
      for (let n = 0; n < 15; n++) await browser.call(route, body(`unknown_${invented()}`));
    });
    // Four that all unknown names share, and the address.
    expect(made.THROTTLE).toBeLessThanOrEqual(5);
  });

  test("of a host in a join token creates no object", async () => {
    const ticket = await roomTicket(ann, level);
    const key = new Uint8Array(32);
    const { client } = await openRoom(ann, ticket.room);
    const token = await new SignJWT({ level_id: level, room: 0 })
      .setProtectedHeader({ alg: "HS256", kid: "1" })
      .setAudience(String(invented()))
      .setSubject(String(ann.id))
      .sign(key);
    const made = await objectsMadeBy(["GAME_HOST"], async () => {
      client?.send(joinFrame(token));
      expect(await client?.end()).toBe(4401);
    });
    expect(made).toEqual({ GAME_HOST: 0 });
  });

  test.each([
    ["a level that doesn't exist", () => roomPath(invented(), 0)],
    ["an instance that no one was sent to", () => roomPath(level, 42)],
    [
      "a pass of another room",
      async () => (await roomTicket(ann, level)).room.replace(`/${level}/0`, `/${level}/43`),
    ],
  ])("of a room of %s creates no object, and the page joins again", async (_, path) => {
    const room = await path();
    const made = await objectsMadeBy(["LEVEL_ROOM"], async () => {
      const { client } = await openRoom(ann, room);
      expect(await client?.end()).toBe(4301);
    });
    expect(made).toEqual({ LEVEL_ROOM: 0 });
  });

  test("of a room in a report creates no object", async () => {
    const target = await signedInUser();
    const made = await objectsMadeBy(["LEVEL_ROOM"], async () => {
      const input = { reason: "spam", room: roomPath(level, 77) };
      const params = { reportType: "user", target: target.username };
      expect((await ann.call(reportRoute, { ...params, ...input })).status).toBe(201);
    });
    expect(made).toEqual({ LEVEL_ROOM: 0 });
  });

  test("of a user in a chat creates no conversation", async () => {
    const socket = await connectSocket(ann);
    const made = await objectsMadeBy(["CONVERSATION", "USER_HUB"], async () => {
      const other = invented();
      const calls = [
        ann.call(messageListRoute, { userId: other }),
        ann.call(sendMessageRoute, { userId: other, body: "Hi", client_id: crypto.randomUUID() }),
        ann.call(messageRoute, { messageId: `${ann.id}_${other}_1` }),
        ann.call(reportRoute, { reportType: "message", target: `${ann.id}_${other}_1`, reason: "spam" }),
      ];
      for (const { status, body } of await Promise.all(calls))
        expect([status, body.code]).toEqual([404, "not_found"]);
      socket.sendFrame({ type: "typing", user_id: other });
      const message = { user_id: other, body: "Hi", client_id: crypto.randomUUID() };
      const reply = await socket.trySendMessage(message);
      expect(reply).toMatchObject({ event: "MessageRejected", status: 404 });
      await socket.settled();
    });
    expect(made).toEqual({ CONVERSATION: 0, USER_HUB: 0 });
  });
});

describe("a guess of a host's key", () => {
  test("is counted before an object or the database is asked, and a valid key is not limited", async () => {
    const admin = await signedInUser({ role: "admin" });
    const host = await TestHost.register(admin);
    const counted: string[] = [];
    const limit = async ({ key }: { key: string }) => ({ success: counted.push(key) <= 3 });
    const browser = await browserWith({ RATE_LIMITS: "on", WRITE_LIMIT: { limit } });
    const callWith = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": "203.0.113.9" };
      return browser.call(hostSelfRoute, {}, { headers });
    };
    const wrong = () => `bph_${host.id}_${randomToken()}`;
    for (let n = 0; n < 6; n++) expect((await callWith(host.key)).status).toBe(200);
    const tries = [await callWith(wrong()), await callWith("nonsense"), await callWith(wrong())];
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(tries[2]?.cost.roundTrips).toBe(0);
    expect(new Set(counted)).toEqual(new Set(["host:203.0.113.9"]));
    expect((await callWith(host.key)).status).toBe(200);
  });
});

test("a room that no one has entered stores nothing", async () => {
  const { room } = await roomTicket(ann, level);
  const { client } = await openRoom(ann, room);
  expect(client).toBeInstanceOf(RoomClient);
  const stored = await runInDurableObject(roomStub(testEnv, level, 0), async (_, { storage }) => [
    ...(await storage.list()).keys(),
  ]);
  expect(stored).toEqual([]);
});

const HOUR_MS = 3_600_000;
const fail = (what: string, error: unknown) => {
  throw new Error(`${what}: ${error}`);
};

/** Runs work on the storage of a conversation that has stored a message, and so has alarms. */
async function withStorage<T>(work: (storage: DurableObjectStorage) => Promise<T> | T): Promise<T> {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  await sendMessage(ann, bob, "hello");
  return runInDurableObject(conversationStub(testEnv, ann.id, bob.id), (_, { storage }) => work(storage));
}

const alarmRows = (storage: DurableObjectStorage) =>
  rows<{ name: string }>(storage.sql, "select name from alarms").map(({ name }) => name);

describe("an object's alarms after a rollback", () => {
  test("run without those of a newer version, which wait for it", () =>
    withStorage(async (storage) => {
      storage.sql.exec("insert into alarms (name, due) values ('of a newer version', 1), ('known', 2)");
      const ran: string[] = [];
      const alarms = new AlarmScheduler(storage, { known: () => ran.push("known") }, fail);
      await alarms.run();
      expect(ran).toEqual(["known"]);
      expect(alarmRows(storage)).toContain("of a newer version");
      storage.sql.exec("delete from alarms where name = 'report change'");
      alarms.schedule("known", Date.now() + 2 * HOUR_MS);
      expect((await storage.getAlarm()) ?? 0).toBeGreaterThan(Date.now() + HOUR_MS / 2);
      expect((await storage.getAlarm()) ?? 0).toBeLessThan(Date.now() + 2 * HOUR_MS);
    }));
});

test("An object's schema counts what a newer version has applied, so going back and forth applies it once", () =>
  withStorage((storage) => {
    const older = { extra: ["create table extra (a)"], alarms: ALARM_SCHEMA };
    const newer = {
      ...older,
      extra: [...older.extra, "create table more (a)"],
      added: ["create table added (a)"],
    };
    new ObjectSchema(storage, newer).create("extra", "added");
    for (const parts of [older, newer, older, newer]) new ObjectSchema(storage, parts).create("extra");
    expect(storage.kv.get("schema")).toMatchObject({ extra: 2, added: 1, alarms: 1 });
  }));
