import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import {
  createHostRoute,
  editHostRoute,
  heartbeatRoute,
  hostListRoute,
  hostSelfRoute,
  rotateHostKeyRoute,
} from "#domain/hosts/api.ts";
import { deleteLevelRoute, editLevelRoute } from "#domain/levels/api.ts";
import { banRoute } from "#domain/moderation/api.ts";
import {
  countRows,
  firstRow,
  ORIGIN,
  playDb,
  runPlaySql,
  runSql,
  testEnv,
  unique,
} from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { disableHosts, playingCount, TestHost } from "#tests/support/hosts.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { hubStub } from "#worker/live/stubs.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(disableHosts);

const hostRow = (id: number) =>
  firstRow<{ key_hash: string; online: number; full: number; enabled: number }>`select * from hosts
    where id = ${id}`;
const seen = async (user: TestUser) => (await hubStub(testEnv, user.id).presence()).player;

const NEW_HOST = { name: `New ${unique()}`, ip_address: "203.0.113.7", region: "weur", capacity: 10 };

test("registering a game host returns the key once and stores only its hash", async () => {
  const host = await TestHost.register(admin, { name: `Once ${unique()}` });
  expect(host.key).toMatch(new RegExp(`^bph_${host.id}_[\\w-]{43}$`));
  expect(JSON.stringify(await hostRow(host.id))).not.toContain(host.key.slice(`bph_${host.id}_`.length));
  expect(JSON.stringify((await admin.call(hostListRoute)).body)).not.toContain("bph_");
  expect(await countRows("audit_log", sql`action = 'host.create' and subject_id = ${String(host.id)}`)).toBe(
    1,
  );
});

test.each([
  [{ name: "" }, "name"],
  [{ ip_address: "http://x" }, "ip_address"],
  [{ ip_address: "a b" }, "ip_address"],
  [{ region: "moon" }, "region"],
  [{ capacity: 0 }, "capacity"],
  [{ capacity: 1_001 }, "capacity"],
])("registering a game host rejects %o at its field", async (fields, field) => {
  const { body } = await admin.call(createHostRoute, { ...NEW_HOST, ...fields });
  expect(Object.keys(body.errors as object)).toEqual([field]);
});

test("registering a game host rejects a name that is taken, even when renaming a host", async () => {
  const [one, other] = [await TestHost.register(admin), await TestHost.register(admin)];
  const name = `Taken ${unique()}`;
  expect((await admin.call(editHostRoute, { id: one.id, name })).status).toBe(200);
  const again = await admin.call(editHostRoute, { id: other.id, name });
  expect([again.status, Object.keys(again.body.errors as object)]).toEqual([422, ["name"]]);
  expect((await admin.call(createHostRoute, { ...NEW_HOST, name })).status).toBe(422);
});

test("registering a game host can replace the key; the old one stops working", async () => {
  const host = await TestHost.online(admin);
  const { body } = await admin.call(rotateHostKeyRoute, { id: host.id });
  expect(await host.sendHeartbeat()).toMatchObject({ status: 401, body: { code: "host_key" } });
  host.key = String(body.key);
  expect((await host.sendHeartbeat()).status).toBe(200);
});

test("registering a game host lets the host fetch its own settings", async () => {
  const host = await TestHost.register(admin, { region: "apac", capacity: 7 });
  expect((await host.call(hostSelfRoute)).body).toMatchObject({
    host: { id: host.id, region: "apac", capacity: 7 },
    issuer: ORIGIN,
    audience: String(host.id),
    heartbeat_seconds: 15,
  });
});

describe("a host key", () => {
  test.each([
    ["empty", ""],
    ["a random word", "hello"],
    ["of an unknown host", `bph_987654_${"x".repeat(43)}`],
    ["almost right", null],
  ])("that is %s gets a 401", async (_, key) => {
    const host = await TestHost.register(admin);
    host.key = key ?? `${host.key.slice(0, -1)}${host.key.endsWith("A") ? "B" : "A"}`;
    expect(await host.sendHeartbeat()).toMatchObject({ status: 401, body: { code: "host_key" } });
    // The key is checked first; without a valid one the input isn't validated.
    expect((await host.call(heartbeatRoute, { players: 5 })).status).toBe(401);
    expect((await host.call(hostSelfRoute)).status).toBe(401);
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test("opens no member endpoints, as sessions open none of hosts, and needs an idempotency key for each write", async () => {
    const host = await TestHost.register(admin);
    expect((await admin.call(heartbeatRoute, { players: [] })).status).toBe(401);
    expect((await host.call(hostListRoute)).status).toBe(401);
    for (const name of ["", "short", "x".repeat(65), "no spaces please"])
      expect(await host.sendHeartbeat([], name)).toMatchObject({
        status: 422,
        body: { code: "idempotency_key" },
      });
  });

  test.each([
    [{}],
    [{ players: null }],
    [{ players: [{ user_id: 1 }] }],
    [{ players: [{ user_id: 0, level_id: 1 }] }],
    [{ players: [{ user_id: 1.5, level_id: 1 }] }],
    [{ players: Array.from({ length: 1_001 }, (_, i) => ({ user_id: i + 1, level_id: 1 })) }],
  ])("with invalid input (%#) gets a 422", async (input) => {
    const host = await TestHost.register(admin);
    expect((await host.call(heartbeatRoute, input)).status).toBe(422);
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test.each([
    ["half a document", '{"players":', "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["30,000 lists in each other", "[".repeat(30_000) + "]".repeat(30_000), "application/json", 400],
    ["a million letters", `{"x":"${"x".repeat(1_000_000)}"}`, "application/json", 413],
    ["a text without a type", "{}", "text/plain", 415],
  ])("with a body that is %s is rejected", async (_, body, type, status) => {
    const host = await TestHost.register(admin);
    for (const { path } of API_ROUTES.filter(
      ({ access, method }) => access === "host" && method === "POST",
    )) {
      const response = await host.send(path, body, type);
      expect([response.status, Object.keys((await response.json()) as object)], path).toEqual([
        status,
        expect.arrayContaining(["message", "code"]),
      ]);
    }
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test("of a disabled host is rejected, and the host is emptied at once", async () => {
    const [host, user, level] = [
      await TestHost.online(admin),
      await signedInUser(),
      await addLevel(maker.id),
    ];
    await host.joinPlayer(user, level);
    const edit = (enabled: boolean) => admin.call(editHostRoute, { id: host.id, enabled });
    await edit(false);
    await host.settle();
    expect(await playingCount(level)).toBe(0);
    expect(await seen(user)).toBeNull();
    expect(await host.sendHeartbeat()).toMatchObject({ status: 403, body: { code: "host_disabled" } });
    await edit(true);
    expect((await host.sendHeartbeat()).status).toBe(200);
  });
});

describe("a heartbeat", () => {
  const on = (level_id: number, ...people: TestUser[]) => people.map(({ id }) => ({ user_id: id, level_id }));

  test("brings its host online, and missing ones take the host and everyone on it offline", async () => {
    const [host, ann, ben] = [await TestHost.register(admin), await signedInUser(), await signedInUser()];
    const level = await addLevel(maker.id, { title: "Quiet Hill" });
    expect((await hostRow(host.id))?.online).toBe(0);
    await host.sendHeartbeat();
    await host.settle();
    expect((await hostRow(host.id))?.online).toBe(1);
    await host.joinPlayer(ann, level);
    await host.joinPlayer(ben, level);
    expect(await playingCount(level)).toBe(2);
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "Quiet Hill" } });
    await host.goOffline();
    expect((await hostRow(host.id))?.online).toBe(0);
    expect(await playingCount(level)).toBe(0);
    expect([await seen(ann), await seen(ben)]).toEqual([null, null]);
    expect(await countRows("host_levels", sql`host_id = ${host.id}`)).toBe(0);
  });

  test("after a silence brings back only players who were admitted", async () => {
    const [host, ann, eve] = [await TestHost.online(admin), await signedInUser(), await signedInUser()];
    const level = await addLevel(maker.id, { title: "Back Again" });
    await host.joinPlayer(ann, level);
    await host.goOffline();
    const { body } = await host.sendHeartbeat(on(level, ann, eve));
    expect(body.remove).toEqual([{ user_id: eve.id, reason: "not_admitted" }]);
    await host.settle();
    expect(await playingCount(level)).toBe(1);
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "Back Again" } });
  });

  test("writes nothing to D1 while no one joins or leaves", async () => {
    const [host, ann, level] = [await TestHost.online(admin), await signedInUser(), await addLevel(maker.id)];
    await host.joinPlayer(ann, level);
    const stored = async () => [
      await runSql`select * from hosts, host_levels`,
      await runPlaySql`select * from plays`,
    ];
    const before = await stored();
    for (let i = 0; i < 5; i++) expect((await host.sendHeartbeat(on(level, ann))).body.players_count).toBe(1);
    expect(await host.isIdle()).toBe(true);
    expect(await stored()).toEqual(before);
  });

  test("that omits a new player keeps them, a later one removes them, and a repeated one gets the same response", async () => {
    const [host, ann, level] = [await TestHost.online(admin), await signedInUser(), await addLevel(maker.id)];
    await host.joinPlayer(ann, level);
    expect((await host.sendHeartbeat([])).body.players_count).toBe(1);
    await host.age(ann.id, 11_000);
    expect((await host.sendHeartbeat([])).body.players_count).toBe(0);
    await host.settle();
    expect(await playingCount(level)).toBe(0);
    const first = await host.sendHeartbeat([], "beat-0001");
    await host.joinPlayer(ann, level);
    expect((await host.sendHeartbeat([], "beat-0001")).body).toEqual(first.body);
    expect((await host.sendHeartbeat(on(level, ann), "beat-0001")).body.code).toBe("idempotency_mismatch");
  });

  test("returns which players to remove: those who joined elsewhere and those who were banned", async () => {
    const [one, other] = [
      await TestHost.online(admin, { region: "weur" }),
      await TestHost.online(admin, { region: "oc" }),
    ];
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const [here, there] = [await addLevel(maker.id), await addLevel(maker.id)];
    await one.joinPlayer(ann, here);
    await one.joinPlayer(ben, here);
    await runSql`update hosts set enabled = id = ${other.id} where id in (${one.id}, ${other.id})`;
    await other.joinPlayer(ann, there);
    await runSql`update hosts set enabled = 1 where id in (${one.id}, ${other.id})`;
    await admin.call(banRoute, { username: ben.username, reason: "Rude" });
    expect((await one.sendHeartbeat(on(here, ann, ben))).body.remove).toEqual([
      { user_id: ann.id, reason: "joined_elsewhere" },
      { user_id: ben.id, reason: "banned" },
    ]);
    await one.settle();
    expect([await playingCount(here), await playingCount(there)]).toEqual([0, 1]);
    expect(await seen(ann)).toMatchObject({ level: { id: there } });
    expect(await seen(ben)).toBeNull();
  });
});

describe("a player's presence", () => {
  test("survives the eviction of every object", async () => {
    const [host, ann, level] = [await TestHost.online(admin), await signedInUser(), await addLevel(maker.id)];
    await host.joinPlayer(ann, level);
    for (const stub of [host.object, hubStub(testEnv, ann.id)]) await evict(stub);
    expect((await host.sendHeartbeat([{ user_id: ann.id, level_id: level }])).body).toMatchObject({
      players_count: 1,
      remove: [],
    });
    expect(await seen(ann)).toMatchObject({ level: { id: level } });
    expect((await host.leave(ann.id)).body).toEqual({ left: true });
    await host.settle();
    expect([await seen(ann), await playingCount(level)]).toEqual([null, 0]);
  });

  test("never includes a private level's title, even if the level becomes private during play", async () => {
    const [host, ann] = [await TestHost.online(admin), await signedInUser()];
    await host.joinPlayer(maker, await addLevel(maker.id, { title: "Secret Lair", visibility: "private" }));
    expect(await seen(maker)).toEqual({ level: { id: null, title_tooltip: "a private level" } });
    const level = await addLevel(maker.id, { title: "Open Door" });
    await host.joinPlayer(ann, level);
    maker.variant = {};
    await maker.call(editLevelRoute, { id: level, title: "New Name" });
    await host.settle();
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "New Name" } });
    await maker.call(editLevelRoute, { id: level, visibility: "private" });
    await host.settle();
    expect(await seen(ann)).toEqual({ level: { id: null, title_tooltip: "a private level" } });
    await maker.call(deleteLevelRoute, { id: level });
    maker.variant = null;
  });

  test("stays at the host they joined last, however late another one reports that they left", async () => {
    const [one, other] = [await TestHost.online(admin), await TestHost.online(admin)];
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const hub = hubStub(testEnv, ann.id);
    await hub.setPlaying(one.id, 100, { level, title: "A" });
    await hub.setPlaying(other.id, 200, { level, title: "B" });
    expect(await hub.setPlaying(one.id, 100, null)).toBe(false);
    expect(await hub.setPlaying(one.id, 150, { level, title: "A" })).toBe(false);
    expect(await seen(ann)).toMatchObject({ level: { title_tooltip: "B" } });
    expect(await hub.setPlaying(other.id, 200, null)).toBe(true);
    expect(await seen(ann)).toBeNull();
  });

  test("counts as one play in half an hour, with its seconds; a creator's own counts as none", async () => {
    const [host, ann] = [await TestHost.online(admin), await signedInUser()];
    const level = await addLevel(maker.id);
    const clock = new StoppedClock();
    onTestFinished(() => clock.restore());
    const row = () =>
      Promise.all([
        playDb.first(
          statement<{ visits: number; seconds: number }>(
            sql`select visits, seconds from plays where user_id = ${ann.id} and level_id = ${level}`,
          ),
        ),
        firstRow<{ plays_count: number; visitors_count: number }>`select plays_count, visitors_count
          from levels where id = ${level}`,
      ]).then(([play, counts]) => ({ ...play, ...counts }));
    await host.joinPlayer(ann, level);
    expect(await row()).toMatchObject({ visits: 1, seconds: 0, plays_count: 1, visitors_count: 1 });
    await host.age(ann.id, 90_500);
    await host.leave(ann.id);
    await host.settle();
    expect((await row()).seconds).toBe(90);
    await host.joinPlayer(ann, level);
    expect(await row()).toMatchObject({ visits: 1, plays_count: 1 });
    await host.leave(ann.id);
    await host.settle();
    await runPlaySql`update plays set counted_until = counted_until - 3600000, played_at = played_at - 3600000
        where user_id = ${ann.id}`;
    await host.joinPlayer(ann, level);
    expect(await row()).toMatchObject({ visits: 2, plays_count: 2, visitors_count: 1 });
    await host.joinPlayer(maker, level);
    expect(await row()).toMatchObject({ plays_count: 2, visitors_count: 1 });
    const days = await runSql`select sum(plays) as plays, sum(players) as players from level_days
      where level_id = ${level}`;
    expect(days).toEqual([{ plays: 2, players: 1 }]);
  });
});
