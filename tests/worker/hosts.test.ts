import { evictDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
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
import { countRows, db, ORIGIN, testEnv, unique } from "#tests/support/browser.ts";
import { playingCount, switchOffHosts, TestHost } from "#tests/support/hosts.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addLevel } from "#tests/support/world.ts";
import { hubOf } from "#worker/live/stubs.ts";

let admin: Person;
let maker: Person;
beforeAll(async () => {
  [admin, maker] = [await person({ role: "admin" }), await person()];
});
beforeEach(switchOffHosts);

const hostRow = (id: number) =>
  db.first(
    statement<{ key_hash: string; online: number; full: number; enabled: number }>(
      sql`select * from hosts where id = ${id}`,
    ),
  );
const seen = async (who: Person) => (await hubOf(testEnv, who.id).whereabouts()).player;

describe("registering", () => {
  test("shows the key once and keeps nothing but its hash", async () => {
    const host = await TestHost.register(admin.browser, { name: `Once ${unique()}` });
    expect(host.key).toMatch(new RegExp(`^bph_${host.id}_[\\w-]{43}$`));
    const row = await hostRow(host.id);
    expect(JSON.stringify(row)).not.toContain(host.key.split("_").at(-1));
    const { body } = await admin.browser.call(hostListRoute);
    expect(JSON.stringify(body)).not.toContain("bph_");
    expect(
      await countRows("audit_log", sql`action = 'host.create' and subject_id = ${String(host.id)}`),
    ).toBe(1);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ ip_address: "http://x" }, "ip_address"],
    [{ ip_address: "a b" }, "ip_address"],
    [{ region: "moon" }, "region"],
    [{ capacity: 0 }, "capacity"],
    [{ capacity: 1_001 }, "capacity"],
  ])("refuses %o at its field", async (fields, field) => {
    const before = await countRows("hosts");
    const input = {
      name: `Bad ${unique()}`,
      ip_address: "203.0.113.7",
      region: "weur",
      capacity: 10,
      ...fields,
    };
    const { status, body } = await admin.browser.call(createHostRoute, { input });
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([field]);
    expect(await countRows("hosts")).toBe(before);
  });

  test("takes a name once, also when a host is renamed", async () => {
    const [one, other] = [await TestHost.register(admin.browser), await TestHost.register(admin.browser)];
    const name = `Taken ${unique()}`;
    expect(
      (await admin.browser.call(editHostRoute, { params: { id: one.id }, input: { name } })).status,
    ).toBe(200);
    const again = await admin.browser.call(editHostRoute, { params: { id: other.id }, input: { name } });
    expect([again.status, Object.keys(again.body.errors as object)]).toEqual([422, ["name"]]);
    const made = { name, ip_address: "203.0.113.7", region: "weur", capacity: 10 };
    expect((await admin.browser.call(createHostRoute, { input: made })).status).toBe(422);
    expect(
      (await admin.browser.call(editHostRoute, { params: { id: 999_999 }, input: { name } })).status,
    ).toBe(404);
  });

  test("gives another key, with which the one before opens nothing", async () => {
    const host = await TestHost.online(admin.browser);
    const { body } = await admin.browser.call(rotateHostKeyRoute, { params: { id: host.id } });
    expect(await host.beat()).toMatchObject({ status: 401, body: { code: "host_key" } });
    host.key = String(body.key);
    expect((await host.beat()).status).toBe(200);
    expect((await admin.browser.call(rotateHostKeyRoute, { params: { id: 999_999 } })).status).toBe(404);
  });

  test("tells a host who it is", async () => {
    const host = await TestHost.register(admin.browser, { region: "apac", capacity: 7 });
    expect((await host.call(hostSelfRoute)).body).toMatchObject({
      host: { id: host.id, region: "apac", capacity: 7 },
      issuer: ORIGIN,
      audience: String(host.id),
      heartbeat_seconds: 15,
    });
  });
});

describe("a key", () => {
  test.each([
    ["nothing", ""],
    ["another word", "hello"],
    ["one of no host", `bph_987654_${"x".repeat(43)}`],
    ["one that is almost right", null],
  ])("that is %s opens nothing", async (_, key) => {
    const host = await TestHost.register(admin.browser);
    host.key = key ?? `${host.key.slice(0, -1)}${host.key.endsWith("A") ? "B" : "A"}`;
    expect(await host.beat()).toMatchObject({ status: 401, body: { code: "host_key" } });
    // Whose key opens nothing is not told what is wrong with what they sent.
    expect((await host.call(heartbeatRoute, { players: 5 })).status).toBe(401);
    expect((await host.call(hostSelfRoute)).status).toBe(401);
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test("of a session opens nothing, and a host's key no other door", async () => {
    const host = await TestHost.register(admin.browser);
    expect((await admin.browser.call(heartbeatRoute, { input: { players: [] } })).status).toBe(401);
    expect((await host.call(hostListRoute)).status).toBe(401);
  });

  test("needs a name for each call that does something", async () => {
    const host = await TestHost.register(admin.browser);
    for (const name of ["", "short", "x".repeat(65), "no spaces please"])
      expect(await host.beat([], name)).toMatchObject({ status: 422, body: { code: "idempotency_key" } });
  });

  test.each([
    [{}],
    [{ players: null }],
    [{ players: [{ user_id: 1 }] }],
    [{ players: [{ user_id: 0, level_id: 1 }] }],
    [{ players: [{ user_id: 1.5, level_id: 1 }] }],
    [{ players: Array.from({ length: 1_001 }, (_, i) => ({ user_id: i + 1, level_id: 1 })) }],
  ])("does not help bad input (%#)", async (input) => {
    const host = await TestHost.register(admin.browser);
    expect((await host.call(heartbeatRoute, input)).status).toBe(422);
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test.each([
    ["half a document", '{"players":', "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["30,000 lists in each other", "[".repeat(30_000) + "]".repeat(30_000), "application/json", 400],
    ["a million letters", `{"x":"${"x".repeat(1_000_000)}"}`, "application/json", 413],
    ["a text without a type", "{}", "text/plain", 415],
  ])("does not help a body that is %s", async (_, body, type, status) => {
    const host = await TestHost.register(admin.browser);
    for (const { path } of API.filter(({ access, method }) => access === "host" && method === "POST")) {
      const answer = await host.send(path, body, type);
      expect([answer.status, Object.keys((await answer.json()) as object)], path).toEqual([
        status,
        expect.arrayContaining(["message", "code"]),
      ]);
    }
    expect((await hostRow(host.id))?.online).toBe(0);
  });

  test("of a host that is switched off is refused, and the host is empty at once", async () => {
    const [host, who, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    await host.admit(who, level);
    const edit = (enabled: boolean) =>
      admin.browser.call(editHostRoute, { params: { id: host.id }, input: { enabled } });
    await edit(false);
    await host.settled();
    expect(await playingCount(level)).toBe(0);
    expect(await seen(who)).toBeNull();
    expect(await host.beat()).toMatchObject({ status: 403, body: { code: "host_disabled" } });
    await edit(true);
    expect((await host.beat()).status).toBe(200);
  });
});

describe("heartbeats", () => {
  const on = (level_id: number, ...people: Person[]) => people.map(({ id }) => ({ user_id: id, level_id }));

  test("bring a host online, and silence takes it and everybody on it away", async () => {
    const [host, ann, ben] = [await TestHost.register(admin.browser), await person(), await person()];
    const level = await addLevel(maker.id, { title: "Quiet Hill" });
    expect((await hostRow(host.id))?.online).toBe(0);
    await host.beat();
    await host.settled();
    expect((await hostRow(host.id))?.online).toBe(1);
    await host.admit(ann, level);
    await host.admit(ben, level);
    expect(await playingCount(level)).toBe(2);
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "Quiet Hill" } });
    await host.goSilent();
    expect((await hostRow(host.id))?.online).toBe(0);
    expect(await playingCount(level)).toBe(0);
    expect([await seen(ann), await seen(ben)]).toEqual([null, null]);
    expect(await countRows("host_levels", sql`host_id = ${host.id}`)).toBe(0);
  });

  test("of a host that was cut off bring back whom it had let in, and nobody else", async () => {
    const [host, ann, eve] = [await TestHost.online(admin.browser), await person(), await person()];
    const level = await addLevel(maker.id, { title: "Back Again" });
    await host.admit(ann, level);
    await host.goSilent();
    const { body } = await host.beat(on(level, ann, eve));
    expect(body.remove).toEqual([{ user_id: eve.id, reason: "not_admitted" }]);
    await host.settled();
    expect(await playingCount(level)).toBe(1);
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "Back Again" } });
  });

  test("write nothing to the database while nobody comes or goes", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    await host.admit(ann, level);
    const before = await db.all(statement(sql`select * from hosts, host_levels, plays`));
    for (let i = 0; i < 5; i++) expect((await host.beat(on(level, ann))).body.players_count).toBe(1);
    expect(await host.isIdle()).toBe(true);
    expect(await db.all(statement(sql`select * from hosts, host_levels, plays`))).toEqual(before);
  });

  test("that don't name somebody who has just come leave them there; later ones take them away", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    await host.admit(ann, level);
    expect((await host.beat([])).body.players_count).toBe(1);
    await host.age(ann.id, 11_000);
    expect((await host.beat([])).body.players_count).toBe(0);
    await host.settled();
    expect(await playingCount(level)).toBe(0);
  });

  test("said again by the same name are answered the same, and with another list refused", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    const first = await host.beat([], "beat-0001");
    await host.admit(ann, level);
    expect((await host.beat([], "beat-0001")).body).toEqual(first.body);
    expect(await host.beat(on(level, ann), "beat-0001")).toMatchObject({
      status: 409,
      body: { code: "idempotency_mismatch" },
    });
  });

  test("tell the host whom it has to let go: who plays elsewhere by now, and who was banned", async () => {
    const [one, other] = [
      await TestHost.online(admin.browser, { region: "weur" }),
      await TestHost.online(admin.browser, { region: "oc" }),
    ];
    const [ann, ben] = [await person(), await person()];
    const [here, there] = [await addLevel(maker.id), await addLevel(maker.id)];
    await one.admit(ann, here);
    await one.admit(ben, here);
    await db.all(
      statement(sql`update hosts set enabled = id = ${other.id} where id in (${one.id}, ${other.id})`),
    );
    await other.admit(ann, there);
    await db.all(statement(sql`update hosts set enabled = 1 where id in (${one.id}, ${other.id})`));
    await admin.browser.call(banRoute, { params: { username: ben.username }, input: { reason: "Rude" } });
    const { body } = await one.beat(on(here, ann, ben));
    expect(body.remove).toEqual([
      { user_id: ann.id, reason: "joined_elsewhere" },
      { user_id: ben.id, reason: "banned" },
    ]);
    await one.settled();
    expect([await playingCount(here), await playingCount(there)]).toEqual([0, 1]);
    expect(await seen(ann)).toMatchObject({ level: { id: there } });
    expect(await seen(ben)).toBeNull();
  });
});

describe("who plays", () => {
  test("is where they play after every object has slept", async () => {
    const [host, ann, level] = [
      await TestHost.online(admin.browser),
      await person(),
      await addLevel(maker.id),
    ];
    await host.admit(ann, level);
    for (const stub of [host.object, hubOf(testEnv, ann.id)]) await evictDurableObject(stub);
    expect((await host.beat([{ user_id: ann.id, level_id: level }])).body).toMatchObject({
      players_count: 1,
      remove: [],
    });
    expect(await seen(ann)).toMatchObject({ level: { id: level } });
    expect((await host.leave(ann.id)).body).toEqual({ left: true });
    await host.settled();
    expect([await seen(ann), await playingCount(level)]).toEqual([null, 0]);
  });

  test("is told without the title of a private level, also when it becomes private meanwhile", async () => {
    const [host, ann] = [await TestHost.online(admin.browser), await person()];
    const hidden = await addLevel(maker.id, { title: "Secret Lair", visibility: "private" });
    await host.admit(maker, hidden);
    expect(await seen(maker)).toEqual({ level: { id: null, title_tooltip: "a private level" } });
    const level = await addLevel(maker.id, { title: "Open Door" });
    await host.admit(ann, level);
    maker.browser.variant = {};
    await maker.browser.call(editLevelRoute, { params: { id: level }, input: { title: "New Name" } });
    await host.settled();
    expect(await seen(ann)).toEqual({ level: { id: level, title_tooltip: "New Name" } });
    await maker.browser.call(editLevelRoute, { params: { id: level }, input: { visibility: "private" } });
    await host.settled();
    expect(await seen(ann)).toEqual({ level: { id: null, title_tooltip: "a private level" } });
    await maker.browser.call(deleteLevelRoute, { params: { id: level } });
    maker.browser.variant = null;
  });

  test("stays where they came last, however late another host says that they left", async () => {
    const [one, other] = [await TestHost.online(admin.browser), await TestHost.online(admin.browser)];
    const [ann, level] = [await person(), await addLevel(maker.id)];
    const hub = hubOf(testEnv, ann.id);
    await hub.playsAt(one.id, 100, { level, title: "A" });
    await hub.playsAt(other.id, 200, { level, title: "B" });
    expect(await hub.playsAt(one.id, 100, null)).toBe(false);
    expect(await hub.playsAt(one.id, 150, { level, title: "A" })).toBe(false);
    expect(await seen(ann)).toMatchObject({ level: { title_tooltip: "B" } });
    expect(await hub.playsAt(other.id, 200, null)).toBe(true);
    expect(await seen(ann)).toBeNull();
  });

  test("counts as a play once in half an hour, with the seconds they stayed; a creator's own as none", async () => {
    const [host, ann] = [await TestHost.online(admin.browser), await person()];
    const level = await addLevel(maker.id);
    const row = () =>
      db.first(
        statement<{ visits: number; seconds: number; plays_count: number; visitors_count: number }>(
          sql`select p.visits, p.seconds, l.plays_count, l.visitors_count from plays p join levels l on l.id = p.level_id
            where p.user_id = ${ann.id} and p.level_id = ${level}`,
        ),
      );
    await host.admit(ann, level);
    expect(await row()).toMatchObject({ visits: 1, seconds: 0, plays_count: 1, visitors_count: 1 });
    await host.age(ann.id, 90_500);
    await host.leave(ann.id);
    await host.settled();
    expect((await row())?.seconds).toBe(90);
    await host.admit(ann, level);
    expect(await row()).toMatchObject({ visits: 1, plays_count: 1 });
    await host.leave(ann.id);
    await host.settled();
    await db.all(
      statement(sql`update plays set counted_until = counted_until - 3600000, played_at = played_at - 3600000
        where user_id = ${ann.id}`),
    );
    await host.admit(ann, level);
    expect(await row()).toMatchObject({ visits: 2, plays_count: 2, visitors_count: 1 });
    await host.admit(maker, level);
    expect(await row()).toMatchObject({ plays_count: 2, visitors_count: 1 });
    const days = await db.all(
      statement(
        sql`select sum(plays) as plays, sum(players) as players from level_days where level_id = ${level}`,
      ),
    );
    expect(days).toEqual([{ plays: 2, players: 1 }]);
  });
});
