import { decodeJwt } from "jose";
import { HOST_REGION_NAMES, nearestRegions } from "#domain/hosts/host-regions.ts";
import { joinTokenRoute, playingRoute } from "#domain/play/api.ts";
import { Browser, db, runSql } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { evict } from "#tests/support/evict.ts";
import { disableHosts, joinToken, TestHost } from "#tests/support/hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { hostCandidatesQuery } from "#worker/hosts/routes.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(disableHosts);

const join = (user: TestUser, destination_type: string, id: unknown) =>
  user.call(joinTokenRoute, { destination_type, id } as Record<string, unknown>);

describe("a join", () => {
  test("goes to the host that plays the level, or else to a nearby one, and never to a full one", async () => {
    const far = await TestHost.online(admin, { region: "oc", capacity: 2 });
    const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
    await far.joinPlayer(ann, level);
    const near = await TestHost.online(admin, { region: "wnam" });
    const hostOf = async (user: TestUser, id: number) =>
      ((await join(user, "Level", id)).body.host as { ip_address: string }).ip_address;
    expect(await hostOf(ben, level)).toBe(far.ip_address);
    expect(await hostOf(ben, await addLevel(maker.id))).toBe(near.ip_address);
    // The seat reserved for Ben isn't given to anyone else.
    expect(await hostOf(await signedInUser(), level)).toBe(near.ip_address);
    expect(await hostOf(ben, level)).toBe(far.ip_address);
    // The reservation survives writing an earlier session to D1.
    await far.joinPlayer(ben, level);
    await far.leave(ben.id);
    // As after the next update: the host has room.
    const hasRoom = () => runSql`update hosts set full = 0 where id = ${far.id}`;
    await hasRoom();
    const again = await joinToken(ben, level);
    await far.settle();
    expect(await hostOf(await signedInUser(), level)).toBe(near.ip_address);
    expect((await far.redeem(again)).status).toBe(200);
    await far.leave(ben.id);
    await hasRoom();
    await joinToken(ben, level);
    // It even survives an eviction or a crash of the object.
    await evict(far.object);
    expect(await hostOf(await signedInUser(), level)).toBe(near.ip_address);
    expect((await far.redeem(await joinToken(ben, level))).status).toBe(200);
  });

  test("ranks regions by their distance from the request", () => {
    expect(nearestRegions({ latitude: "52.5", longitude: "13.4" }).slice(0, 2)).toEqual(["weur", "eeur"]);
    // Tokyo and Honolulu are close across the date line.
    expect(nearestRegions({ latitude: "21.3", longitude: "-157.9" })[0]).toBe("wnam");
    for (const nothing of [{}, { latitude: "north" }, { continent: "XX" }, { latitude: "" }])
      expect(nearestRegions(nothing)).toEqual(HOST_REGION_NAMES);
    expect(new Set(nearestRegions({ latitude: 1, longitude: 1 })).size).toBe(HOST_REGION_NAMES.length);
  });

  test("looks for hosts in the nearest regions first", async () => {
    const hosts = [];
    for (const region of ["oc", "weur", "enam"] as const)
      hosts.push(await TestHost.online(admin, { region }));
    const found = await db.all(hostCandidatesQuery(["enam", "oc", "weur"]));
    expect(found.map(({ region }) => region)).toEqual(["enam", "oc", "weur"]);
  });

  test("costs one D1 round trip and fewer than 40 rows", async () => {
    const [, ann, level] = [await TestHost.online(admin), await signedInUser(), await addLevel(maker.id)];
    const { cost } = await join(ann, "Level", level);
    expect([cost.roundTrips, cost.written]).toEqual([1, 0]);
    expect(cost.read).toBeLessThan(40);
  });
});

describe("a rejected join", () => {
  const errorOf = async (user: TestUser, type: "Level" | "User", id: number) => {
    const { status, body } = await join(user, type, id);
    return { status, code: body.code, message: String(body.message) };
  };
  let host: TestHost;
  let level: number;
  beforeEach(async () => {
    [host, level] = [await TestHost.online(admin), await addLevel(maker.id)];
  });

  test("returns 404 for a missing level and for a level that is private to others", async () => {
    const [hidden, user] = [await addLevel(maker.id, { visibility: "private" }), await signedInUser()];
    const missing = await errorOf(user, "Level", 999_999);
    expect(missing.status).toBe(404);
    expect(await errorOf(user, "Level", hidden)).toEqual(missing);
    expect((await join(maker, "Level", hidden)).status).toBe(200);
    expect((await join(admin, "Level", hidden)).status).toBe(200);
  });

  test("says whether no host is online or all are full", async () => {
    const user = await signedInUser();
    await disableHosts();
    expect(await errorOf(user, "Level", level)).toMatchObject({ status: 409, code: "no_host" });
    await (await TestHost.online(admin, { capacity: 1 })).joinPlayer(await signedInUser(), level);
    expect(await errorOf(user, "Level", level)).toMatchObject({ status: 409, code: "hosts_full" });
  });

  test("returns no_host when the only host has just died", async () => {
    await host.goOffline();
    expect(await errorOf(await signedInUser(), "Level", level)).toMatchObject({ code: "no_host" });
  });

  describe("a join to a user", () => {
    const playing = async (fields: Parameters<typeof signedInUser>[0] = {}) => {
      const user = await signedInUser(fields);
      await host.joinPlayer(user, level);
      return user;
    };

    const block = (a: TestUser, b: TestUser) =>
      runSql`insert into blocks (user_id, blocked_id, created_at) values (${a.id}, ${b.id}, 1)`;

    test("leads to the same host if the caller can enter that level", async () => {
      const ann = await playing();
      const near = await TestHost.online(admin);
      const { status, body } = await join(await signedInUser(), "User", ann.id);
      expect([status, body.host]).toEqual([200, { ip_address: host.ip_address }]);
      expect(decodeJwt(String(body.token))).toMatchObject({ aud: String(host.id), level_id: level });
      expect(near.ip_address).not.toBe(host.ip_address);
    });

    test("is rejected if the user doesn't exist, plays nothing, or is the caller", async () => {
      const user = await signedInUser();
      expect(await errorOf(user, "User", 999_999)).toMatchObject({ status: 404 });
      expect(await errorOf(user, "User", maker.id)).toMatchObject({ status: 409, code: "not_in_game" });
      expect(await errorOf(user, "User", user.id)).toMatchObject({ status: 422, code: "own_account" });
    });

    test("obeys the user's join privacy, except for staff", async () => {
      const [ann, ben] = [await playing({ join_privacy: 2 }), await playing({ join_privacy: 3 })];
      const user = await signedInUser();
      const message = `${ann.username} lets only buddies join. Send a buddy request first.`;
      const refused = { status: 403, code: "join_refused" };
      expect(await errorOf(user, "User", ann.id)).toEqual({ ...refused, message });
      await befriend(user, ann);
      await befriend(user, ben);
      expect((await join(user, "User", ann.id)).status).toBe(200);
      expect(await errorOf(user, "User", ben.id)).toMatchObject(refused);
      expect((await join(admin, "User", ben.id)).status).toBe(200);
    });

    test("is rejected across a block; only the blocker sees who blocked", async () => {
      const [ann, ben] = [await playing({ join_privacy: 2 }), await playing({ join_privacy: 3 })];
      const user = await signedInUser();
      await block(user, ann);
      expect((await errorOf(user, "User", ann.id)).message).toContain(`You have blocked ${ann.username}.`);
      const eve = await signedInUser();
      const closed = await errorOf(eve, "User", ben.id);
      const open = await playing();
      await block(open, eve);
      const blocked = await errorOf(eve, "User", open.id);
      expect(blocked.message.replace(open.username, "")).toBe(closed.message.replace(ben.username, ""));
    });

    test("is rejected in a private level and doesn't reveal its title", async () => {
      await host.joinPlayer(maker, await addLevel(maker.id, { visibility: "private", title: "Hush" }));
      const rejected = await errorOf(await signedInUser(), "User", maker.id);
      expect(rejected).toMatchObject({ status: 403, code: "join_refused" });
      expect(rejected.message).not.toContain("Hush");
      await host.leave(maker.id);
    });

    test("is rejected if their host is full", async () => {
      const small = await TestHost.online(admin, { capacity: 1, region: "wnam" });
      await runSql`update hosts set enabled = 0 where id = ${host.id}`;
      const ann = await signedInUser();
      await small.joinPlayer(ann, level);
      await runSql`update hosts set enabled = 1 where id = ${host.id}`;
      const full = await errorOf(await signedInUser(), "User", ann.id);
      expect(full).toMatchObject({ status: 409, code: "host_full" });
    });
  });
});

test("the players of at most a hundred levels are counted at once", async () => {
  const ids = Array.from({ length: 101 }, (_, i) => i + 1).join(",");
  expect((await (await Browser.visitor()).call(playingRoute, { ids })).status).toBe(422);
});
