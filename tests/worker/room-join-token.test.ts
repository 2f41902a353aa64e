import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { editHostRoute, hostListRoute, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { disableHosts, TestHost } from "#tests/support/hosts.ts";
import { roomTicket, tryRoomTicket } from "#tests/support/room-client.ts";
import { hostOfTicket, roomOfTicket, seatInRoom } from "#tests/support/room-hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { gameHostStub, hubStub, roomStub } from "#worker/live/stubs.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(async () => {
  await disableHosts();
  await runSql`delete from hosts where kind = 'room'`;
});

const join = (user: TestUser, input: Record<string, unknown>) => user.call(joinTokenRoute, input);
const roomHosts = () =>
  runSql<{ id: number; name: string; region: string }>`select * from hosts where kind = 'room' order by id`;
/** The host that a new user's token is for. */
const newcomersHost = async (level: number) => hostOfTicket(await roomTicket(await signedInUser(), level));
const REFUSED = { status: 403, body: { code: "join_refused" } };
const disableHost = (id: number, enabled = false) => admin.call(editHostRoute, { id, enabled });

/** Shows a user in an instance of a level, as its room and their presence do. */
async function showPlaying(user: TestUser, level: number, instance: number): Promise<void> {
  await runSql`insert into playing (user_id, level_id, since) values (${user.id}, ${level}, 1)`;
  await runSql`update levels set playing_count = 1 where id = ${level}`;
  await roomStub(testEnv, level, 0).reportInstance({ instance, revision: 1, users: [user.id] });
}

describe("a token for a browser", () => {
  test("names the room, the level, its revision and the instance, and no server", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const { status, body } = await join(ann, { destination_type: "Level", id: level, client: "web" });
    expect([status, body]).toMatchObject([200, { level_id: level, revision: 1 }]);
    expect(parseRoomPath(String(body.room))).toEqual({ level, instance: 0 });
    expect(Number.isSafeInteger(body.now_ms)).toBe(true);
    expect(body).not.toHaveProperty("host");
    const aud = String((await roomHosts())[0]?.id);
    expect(decodeJwt(String(body.token))).toMatchObject({ aud, sub: `${ann.id}`, level_id: level, room: 0 });
  });

  test("is for a new host, also after a call with a key of it before it existed", async () => {
    const level = await addLevel(maker.id);
    const [last] = await runSql<{ id: number }>`select max(id) as id from hosts`;
    const next = (last?.id ?? 0) + 1;
    // The ids of hosts can be guessed.
    for (let id = next; id < next + 3; id++)
      expect(await gameHostStub(testEnv, id).checkKey("an invented key")).toBe("host_key");
    expect(await newcomersHost(level)).toBeGreaterThanOrEqual(next);
  });

  test("costs one D1 round trip once the region has a host", async () => {
    const level = await addLevel(maker.id);
    await roomTicket(await signedInUser(), level);
    const input = { destination_type: "Level", id: level } as const;
    const { status, cost } = await tryRoomTicket(await signedInUser(), input);
    expect(status).toBe(200);
    expect([cost.roundTrips, cost.written]).toEqual([1, 0]);
    expect(cost.read).toBeLessThan(40);
  });

  test("creates one host for a region, even if ten users join at once", async () => {
    const level = await addLevel(maker.id);
    const users = await Promise.all(Array.from({ length: 10 }, () => signedInUser()));
    const tickets = await Promise.all(users.map((user) => roomTicket(user, level)));
    const hosts = await roomHosts();
    expect(hosts).toMatchObject([
      { name: "Rooms wnam 1", region: "wnam", enabled: 1, online: 1, capacity: ROOM_LIMITS.hostPlayers },
    ]);
    expect(new Set(tickets.map(hostOfTicket))).toEqual(new Set([hosts[0]?.id]));
  });

  test("is for the region's next host when all others have enough players", async () => {
    const level = await addLevel(maker.id);
    const first = await newcomersHost(level);
    await runSql`update hosts set full = 1 where id = ${first}`;
    const second = await newcomersHost(level);
    expect((await roomHosts()).map(({ id, name }) => [id, name])).toEqual([
      [first, "Rooms wnam 1"],
      [second, "Rooms wnam 2"],
    ]);
    await runSql`update hosts set full = 0 where id = ${first}`;
    expect(await newcomersHost(level)).toBe(first);
  });

  test("is for another region if staff have disabled the nearest one, and for none if they disabled all", async () => {
    const level = await addLevel(maker.id);
    const first = await newcomersHost(level);
    expect((await disableHost(first)).status).toBe(200);
    const other = await newcomersHost(level);
    expect((await roomHosts()).map(({ id, region }) => [id, region])).toEqual([
      [first, "wnam"],
      [other, "enam"],
    ]);
    for (let left = 8; left > 0; left--)
      expect((await disableHost(await newcomersHost(level))).status).toBe(200);
    const user = await signedInUser();
    const refused = await tryRoomTicket(user, { destination_type: "Level", id: level });
    expect(refused).toMatchObject({ status: 409, body: { code: "no_host" } });
    await disableHost(first, true);
    expect(hostOfTicket(await roomTicket(user, level))).toBe(first);
  });

  test("goes to the instance with a buddy who plays there", async () => {
    const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
    await befriend(ann, ben);
    await showPlaying(ben, level, 3);
    expect(parseRoomPath((await roomTicket(ann, level)).room)?.instance).toBe(3);
  });

  test("goes to the instance that the browser was in, while it's possible", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const input = { destination_type: "Level", id: level, client: "web" };
    const instanceAfter = async (instance: unknown) =>
      parseRoomPath(String((await join(ann, { ...input, instance })).body.room))?.instance;
    expect(await instanceAfter(7)).toBe(7);
    const users = Array.from({ length: ROOM_LIMITS.players }, (_, i) => 1_000_000 + i);
    await roomStub(testEnv, level, 0).reportInstance({ instance: 8, revision: 1, users });
    expect(await instanceAfter(8)).not.toBe(8);
    for (const instance of [-1, ROOM_LIMITS.instances, "x"])
      expect((await join(ann, { ...input, instance })).status).toBe(422);
  });

  test("is refused to banned and removed users, and for levels they can't see", async () => {
    const level = await addLevel(maker.id);
    const input = { destination_type: "Level", id: level, client: "web" };
    const banned = await signedInUser({ banned_at: 1 });
    expect(await join(banned, input)).toMatchObject({ status: 403, body: { code: "banned" } });
    const removed = await signedInUser();
    const until = Date.now() + ROOM_LIMITS.removedMs;
    await runSql`insert into level_removals (level_id, user_id, until)
      values (${level}, ${removed.id}, ${until})`;
    expect(await join(removed, input)).toMatchObject({ status: 403, body: { code: "removed_from_level" } });
    expect((await join(removed, { ...input, id: await addLevel(maker.id) })).status).toBe(200);
    await runSql`update level_removals set until = ${Date.now() - 1} where user_id = ${removed.id}`;
    expect((await join(removed, input)).status).toBe(200);
    const hidden = await addLevel(maker.id, { visibility: "private" });
    expect((await join(removed, { ...input, id: hidden })).status).toBe(404);
    expect((await join(maker, { ...input, id: hidden })).status).toBe(200);
  });
});

test("clients and hosts don't mix: desktop tokens are for servers only, web tokens for rooms only", async () => {
  const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
  await seatInRoom(await signedInUser(), level);
  const input = { destination_type: "Level", id: level };
  expect(await join(ann, input)).toMatchObject({ status: 409, body: { code: "no_host" } });
  const server = await TestHost.online(admin, { region: "wnam" });
  const { body } = await join(ann, { ...input, client: "desktop" });
  expect(body.host).toEqual({ ip_address: server.ip_address });
  const ticket = await roomTicket(ann, level);
  expect(hostOfTicket(ticket)).not.toBe(server.id);
  // A token for a room isn't valid on a server.
  expect(await server.redeem(ticket.token)).toMatchObject({ status: 422, body: { code: "token_audience" } });
});

test("clients and hosts lead to an error when a user plays with the other one", async () => {
  const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
  await (await TestHost.online(admin)).joinPlayer(ann, level);
  await seatInRoom(ben, level);
  const user = await signedInUser();
  const web = await tryRoomTicket(user, { destination_type: "User", id: ann.id });
  const toPlayer = `${ann.username} plays in Bopolis Player. Open it to join them.`;
  expect(web).toMatchObject({ status: 409, body: { code: "other_client", message: toPlayer } });
  const desktop = await join(user, { destination_type: "User", id: ben.id });
  const toBrowser = `${ben.username} plays in the browser. Play there to join them.`;
  expect(desktop).toMatchObject({ status: 409, body: { code: "other_client", message: toBrowser } });
});

describe("a join to a user in a room", () => {
  const joinUser = (user: TestUser, other: TestUser) =>
    tryRoomTicket(user, { destination_type: "User", id: other.id });

  test("leads to the same instance", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const { room } = await seatInRoom(ann, level);
    await roomStub(testEnv, level, 0).reportInstance({ instance: 0, revision: 1, users: [ann.id] });
    const { status, body } = await joinUser(await signedInUser(), ann);
    expect([status, body]).toMatchObject([200, { level_id: level, revision: 1 }]);
    expect(roomOfTicket(body as { room: string })).toBe(room);
  });

  test("obeys their privacy and blocks, and isn't possible once they left or appear offline", async () => {
    const [ann, user, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
    const { host, room } = await seatInRoom(ann, level);
    await runSql`update users set join_privacy = 2 where id = ${ann.id}`;
    expect(await joinUser(user, ann)).toMatchObject(REFUSED);
    await befriend(user, ann);
    expect((await joinUser(user, ann)).status).toBe(200);
    await runSql`insert into blocks (user_id, blocked_id, created_at) values (${ann.id}, ${user.id}, 1)`;
    expect(await joinUser(user, ann)).toMatchObject(REFUSED);
    const eve = await signedInUser();
    await runSql`update users set join_privacy = 1 where id = ${ann.id}`;
    await hubStub(testEnv, ann.id).setHidden(true);
    expect(await joinUser(eve, ann)).toMatchObject({ status: 409, body: { code: "not_in_game" } });
    await hubStub(testEnv, ann.id).setHidden(false);
    await host.leave(ann.id, room);
    expect(await joinUser(eve, ann)).toMatchObject({ status: 409, body: { code: "not_in_game" } });
    await host.settle();
    expect(await joinUser(eve, ann)).toMatchObject({ status: 409, body: { code: "not_in_game" } });
  });

  test("doesn't reveal a private level, and says if their room is full or older", async () => {
    const [user, level] = [await signedInUser(), await addLevel(maker.id, { visibility: "private" })];
    await seatInRoom(maker, level);
    expect(await joinUser(user, maker)).toMatchObject(REFUSED);
    const [ann, ben, open] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
    await befriend(ann, ben);
    await showPlaying(ben, open, 3);
    expect((await seatInRoom(ann, open)).room).toBe(`${open}:3`);
    const users = [ann.id, ...Array.from({ length: ROOM_LIMITS.players - 1 }, (_, i) => 1_000_000 + i)];
    await roomStub(testEnv, open, 0).reportInstance({ instance: 3, revision: 1, users });
    const message = expect.stringContaining(`${ann.username} is in is full`);
    expect(await joinUser(user, ann)).toMatchObject({ status: 409, body: { code: "host_full", message } });
  });
});

test("a built-in host shows in the staff's list, and can only be switched off and on", async () => {
  const id = await newcomersHost(await addLevel(maker.id));
  const { body } = await admin.call(hostListRoute);
  const listed = { name: "Rooms wnam 1", kind: "room", ip_address: "", online: true };
  expect((body.data as { id: number }[]).find((host) => host.id === id)).toMatchObject(listed);
  const forbidden = { status: 403, body: { code: "forbidden" } };
  for (const input of [{ name: "Mine" }, { ip_address: "a.example" }, { region: "oc" }, { capacity: 5 }])
    expect(await admin.call(editHostRoute, { id, ...input })).toMatchObject(forbidden);
  expect(await admin.call(rotateHostKeyRoute, { id })).toMatchObject({ status: 403 });
  expect((await disableHost(id)).body).toMatchObject({ host: { enabled: false, kind: "room" } });
  expect((await disableHost(id, true)).body).toMatchObject({ host: { enabled: true } });
  expect(await countRows("audit_log", sql`action = 'host.edit' and subject_id = ${String(id)}`)).toBe(2);
});
