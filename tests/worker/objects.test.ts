import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { forgotPasswordRoute, loginRoute } from "#domain/auth/sign-in/api.ts";
import { checkClearRoute, publishBuildRoute, saveBuildRoute } from "#domain/build/publishing/api.ts";
import { createBuildRoute } from "#domain/build/starts/api.ts";
import { messageListRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import { hostSelfRoute } from "#domain/hosts/api.ts";
import {
  createLevelRoute,
  editLevelRoute,
  type Level,
  levelShotsRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, reportRoute } from "#domain/reports/api.ts";
import { roomPath } from "#domain/room/api.ts";
import { joinFrame } from "#domain/room/frames.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { alarmsOf } from "#tests/support/alarms.ts";
import { countRows, ORIGIN, testEnv } from "#tests/support/browser.ts";
import { openBuild } from "#tests/support/build-client.ts";
import { TestHost } from "#tests/support/hosts.ts";
import { makeSharedBuild } from "#tests/support/invite-editor.ts";
import { sendMessage } from "#tests/support/messages.ts";
import { openRoom, RoomClient, roomTicket } from "#tests/support/room-client.ts";
import {
  clearInput,
  createRunLevel,
  runPlayer,
  runWorld,
  sendRun,
  straightRun,
} from "#tests/support/runs.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";
import { LevelDraft } from "#worker/build/level-draft.ts";
import { CONVERSATION_SCHEMA } from "#worker/conversations/conversation-log.ts";
import { randomToken } from "#worker/http/session.ts";
import { ALARMS_KEY, AlarmScheduler } from "#worker/live/alarm-scheduler.ts";
import { ObjectSchema } from "#worker/live/object-schema.ts";
import { buildStub, conversationStub, roomStub } from "#worker/live/stubs.ts";

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
      expect(await socket.trySendMessage(message)).toMatchObject({ event: "MessageRejected", status: 404 });
      await socket.settled();
    });
    expect(made).toEqual({ CONVERSATION: 0, USER_HUB: 0 });
  });
});

test("a guess of a host's key is counted before an object or the database is asked, and a valid key is not limited", async () => {
  const host = await TestHost.register(await signedInUser({ role: "admin" }));
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

test("a room that no one has entered stores nothing", async () => {
  const { room } = await roomTicket(ann, level);
  expect((await openRoom(ann, room)).client).toBeInstanceOf(RoomClient);
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

test("an object's alarms after a rollback run without those of a newer version, which wait for it", () =>
  withStorage(async (storage) => {
    storage.kv.put(ALARMS_KEY, { "of a newer version": 1, known: 2 });
    const ran: string[] = [];
    const alarms = new AlarmScheduler(storage, { known: () => ran.push("known") }, fail);
    await alarms.run();
    expect(ran).toEqual(["known"]);
    expect(alarmsOf(storage)).toEqual({ "of a newer version": 1 });
    alarms.schedule("known", Date.now() + 2 * HOUR_MS);
    expect((await storage.getAlarm()) ?? 0).toBeGreaterThan(Date.now() + HOUR_MS / 2);
    expect((await storage.getAlarm()) ?? 0).toBeLessThan(Date.now() + 2 * HOUR_MS);
  }));

test("An object's schema counts what a newer version has applied, so going back and forth applies it once", () =>
  withStorage((storage) => {
    const older = { extra: ["create table extra (a)"], conversation: CONVERSATION_SCHEMA };
    const newer = {
      ...older,
      extra: [...older.extra, "create table more (a)"],
      added: ["create table added (a)"],
    };
    new ObjectSchema(storage, newer).create("extra", "added");
    for (const parts of [older, newer, older, newer]) new ObjectSchema(storage, parts).create("extra");
    expect(storage.kv.get("schema")).toMatchObject({
      extra: 2,
      added: 1,
      conversation: CONVERSATION_SCHEMA.length,
    });
  }));

const DAY_SECONDS = 86_400;
const budgetOf = ({ id }: TestUser) => testEnv.THROTTLE.getByName(`storage:${id}`);
/** Uses up what is left of a budget. */
async function spendRest(limit: number, spend: (bytes: number) => Promise<number>): Promise<void> {
  for (let bytes = limit; bytes >= 1; bytes = Math.floor(bytes / 2)) while ((await spend(bytes)) === 0);
}
const spendAll = (user: TestUser) =>
  budgetOf(user).attempt(Number.MAX_SAFE_INTEGER, DAY_SECONDS, LIMITS.storedBytesPerDay + 1);
/** How many bytes of an account were counted. */
const countedOf = (user: TestUser) =>
  runInDurableObject(
    budgetOf(user),
    (_, { storage }) => storage.kv.get<{ count: number }>("attempts")?.count ?? 0,
  );
/** Limits are off in other tests. */
function limited<User extends TestUser>(user: User): User {
  user.variant = { ...user.variant, RATE_LIMITS: "on" };
  return user;
}
const REFUSED = {
  message: expect.stringMatching(/^You've stored as many new files .* You can go on in 24 hours\.$/),
};
const countFiles = async () => (await testEnv.BUCKET.list({ limit: 1_000 })).objects.length;

test("an account can store so many bytes in a day: then files are refused with a sentence, and the rest goes on", async () => {
  const ann = limited(await signedInUser());
  const file = () => worldFile(JSON.stringify(runWorld()));
  const create = () => ann.call(createLevelRoute, { title: "Mine", file: file() });
  const { status, body } = await create();
  expect(status).toBe(201);
  const { id, revision } = body.level as Level;
  const spend = (bytes: number) => budgetOf(ann).attempt(LIMITS.storedBytesPerDay, DAY_SECONDS, bytes);
  // The new level's document was counted.
  expect(await spend(LIMITS.storedBytesPerDay)).toBeGreaterThan(0);
  await spendRest(LIMITS.storedBytesPerDay, spend);
  const before = [await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)];
  const edit = (input: Record<string, unknown>) => ann.call(editLevelRoute, { id, ...input });
  for (const refused of [await create(), await edit({ file: file() })])
    expect(refused).toMatchObject({ status: 429, body: REFUSED });
  expect([await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)]).toEqual(before);
  expect((await edit({ title: "Renamed" })).body.level).toMatchObject({ title: "Renamed", revision });
  const ben = limited(await signedInUser());
  expect((await ben.call(createLevelRoute, { title: "Ben's", file: file() })).status).toBe(201);
});

test("an account can have so many bytes of documents read in a minute: large ones are refused before they are read", async () => {
  const ann = limited(await signedInUser());
  const file = worldFile(JSON.stringify(runWorld({ stars: [{ position: [1, 1, 1] }] })));
  const { id } = (await ann.call(createLevelRoute, { title: "Mine", file })).body.level as Level;
  const edit = (input: Record<string, unknown>) => ann.call(editLevelRoute, { id, ...input });
  const broken = () => worldFile(" ".repeat(WORLD_LIMITS.bytes));
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await edit({ file: broken() })).status);
  expect(statuses).toEqual([422, 422, 429]);
  const refused = await ann.call(createLevelRoute, { title: "Other", file: broken() });
  const message = /^Large levels take the site a while. You can go on in \d+ seconds?\.$/;
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(message)]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const limit = LIMITS.documentBytesPerMinute;
  await spendRest(limit, (bytes) => budgetOf(ann).attempt(limit, 60, bytes, "documents"));
  const other = [
    await ann.call(levelShotsRoute, { id }),
    await ann.call(restoreRevisionRoute, { id, revision: 1 }),
    await edit({ category: "star collection" }),
    await ann.call(publishBuildRoute, { id, title: "Mine", visibility: "private" }),
  ];
  expect(other.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect((await edit({ title: "Renamed" })).status).toBe(200);
});

test("the budget of a day covers the documents of levels that begin in the builder", async () => {
  const ann = limited(await signedInUser());
  const create = () => ann.call(createBuildRoute, { title: "Mine", start: "obby" });
  expect((await create()).status).toBe(201);
  expect(await countedOf(ann)).toBeGreaterThan(100);
  await spendAll(ann);
  expect(await create()).toMatchObject({ status: 429, body: REFUSED });
  expect(await countRows("levels", sql`user_id = ${ann.id}`)).toBe(1);
});

test("the budget of a day covers recorded runs, and clear checks with their documents", async () => {
  const ann = limited(await runPlayer());
  const level = await createRunLevel(ann, runWorld(), { visibility: "private" });
  const document = await countedOf(ann);
  const check = () => ann.call(checkClearRoute, { id: level, ...clearInput(straightRun()) });
  expect((await check()).status).toBe(201);
  expect(await countedOf(ann)).toBeGreaterThan(2 * document);
  const before = await countedOf(ann);
  const run = straightRun();
  expect((await sendRun(ann, level, run)).status).toBe(201);
  expect(await countedOf(ann)).toBe(before + run.log.length);
  await spendAll(ann);
  const files = await countFiles();
  expect(await check()).toMatchObject({ status: 429, body: REFUSED });
  expect(await sendRun(ann, level, straightRun())).toMatchObject({ status: 429, body: REFUSED });
  expect(await countFiles()).toBe(files);
});

test("the budget of a day covers versions of the builder, which those who worked on them share", async () => {
  const { ann, ben, level, page } = await makeSharedBuild();
  const other = await openBuild(ben, level);
  await page.block();
  await other.block();
  /** The level's draft with limits. */
  const withDraft = <T>(work: (draft: LevelDraft) => Promise<T>) =>
    runInDurableObject(buildStub(testEnv, level), (_, { storage }) =>
      work(
        new LevelDraft({ ...testEnv, RATE_LIMITS: "on" }, level, {
          storage,
          createTables: () => undefined,
          hasTables: () => true,
          broadcast: () => undefined,
        }),
      ),
    );
  const versions = () => withDraft(async (draft) => draft.versions.page(1, 20).total);
  limited(ann);
  await withDraft((draft) => draft.saveWhenAllowed());
  expect(await versions()).toBe(1);
  const [anns, bens] = [await countedOf(ann), await countedOf(ben)];
  expect(anns).toBeGreaterThan(100);
  expect(bens).toBe(anns);
  await page.block();
  await spendAll(ann);
  // Not even from time to time. What was built is stored in any case.
  await withDraft((draft) => draft.saveWhenAllowed());
  const save = () => ann.call(saveBuildRoute, { id: level });
  expect(await save()).toMatchObject({ status: 429, body: REFUSED });
  const publish = { title: "Mine", visibility: "private" } as const;
  const refused = await ann.call(publishBuildRoute, { id: level, ...publish });
  expect(refused).toMatchObject({ status: 429, body: REFUSED });
  expect(await versions()).toBe(1);
  await budgetOf(ann).clear();
  await withDraft((draft) => draft.saveWhenAllowed());
  expect(await versions()).toBe(2);
});
