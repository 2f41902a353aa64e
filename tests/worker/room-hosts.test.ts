import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { logoutRoute } from "#domain/auth/api.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { ROOM_TIMEOUT_MS } from "#domain/hosts/limits.ts";
import { banRoute } from "#domain/moderation/api.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { evict } from "#tests/support/evict.ts";
import { playingCount } from "#tests/support/hosts.ts";
import { roomTicket } from "#tests/support/room-client.ts";
import {
  admit,
  countRoundTrips,
  hostOfTicket,
  RoomHostObject,
  roomOfTicket,
  seatInRoom,
  sessionTokenOf,
} from "#tests/support/room-hosts.ts";
import { createRunLevel, roomRun, straightRun } from "#tests/support/runs.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { roomHostCaller } from "#worker/hosts/room-hosts.ts";
import { hubStub } from "#worker/live/stubs.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];

const place = (user: { id: number }) => hubStub(testEnv, user.id).playingAt();

describe("a room's host", () => {
  test("admits a player with everything the room needs, in one round trip to each database", async () => {
    const level = await addLevel(maker.id, { title: "Arena" });
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const [eve, cat] = [await signedInUser(), await signedInUser()];
    await befriend(ann, ben);
    await runSql`insert into blocks (user_id, blocked_id, created_at) values (${eve.id}, ${ann.id}, 1)`;
    // The host has its row from the first one.
    await seatInRoom(await signedInUser(), level);
    const ticket = await roomTicket(ann, level);
    const present = [ben.id, eve.id, cat.id];
    const { result, roundTrips } = await countRoundTrips(() => admit(ann, ticket, { present }));
    expect(result).toMatchObject({
      ok: true,
      value: {
        user: { id: ann.id, username: ann.username },
        role: "member",
        join_privacy: 1,
        look: { items: { hat1: null } },
        level: { id: level, title: "Arena", revision: 1, creator_id: maker.id, visibility: "public" },
        hidden: [eve.id],
        buddies: [ben.id],
      },
    });
    expect(roundTrips).toBe(2);
    expect(await new RoomHostObject(hostOfTicket(ticket)).roomOf(ann)).toBe(`${level}:0`);
    // The hub knows before the player is in.
    expect(await place(ann)).toMatchObject({ host: hostOfTicket(ticket), level });
  });

  test("counts the player in the level, in presence and in play sessions, until they leave", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const { host, room } = await seatInRoom(ann, level);
    await host.settle();
    expect(await playingCount(level)).toBe(1);
    expect(await countRows("plays", sql`user_id = ${ann.id} and level_id = ${level}`)).toBe(1);
    expect((await hubStub(testEnv, ann.id).presence()).player).toMatchObject({ level: { id: level } });
    expect(await host.leave(ann.id, room)).toBe(true);
    expect(await host.leave(ann.id, room)).toBe(false);
    await host.settle();
    expect(await playingCount(level)).toBe(0);
    expect((await hubStub(testEnv, ann.id).presence()).player).toBeNull();
  });

  test("rejects a token the second time, in another room, and with another user's or an ended session", async () => {
    const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
    const ticket = await roomTicket(ann, level);
    for (const room of [`${level}:1`, `${await addLevel(maker.id)}:0`])
      expect(await admit(ann, ticket, { room })).toMatchObject({ code: "token_audience" });
    for (const sessionToken of [sessionTokenOf(ben), "none"])
      expect(await admit(ann, ticket, { sessionToken })).toMatchObject({ code: "unauthenticated" });
    const token = `${ticket.token.slice(0, -8)}AAAAAAAA`;
    expect(await admit(ann, { ...ticket, token })).toMatchObject({ ok: false });
    const tries = await Promise.all(Array.from({ length: 5 }, () => admit(ann, ticket)));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await admit(ann, ticket)).toMatchObject({ code: "token_used" });
    const late = await roomTicket(ben, level);
    const sessionToken = sessionTokenOf(ben);
    await ben.call(logoutRoute);
    expect(await admit(ben, late, { sessionToken })).toMatchObject({ code: "unauthenticated" });
  });

  test("rejects banned and removed players, and those of levels that became private or were deleted", async () => {
    const level = await addLevel(maker.id);
    const [ann, ben, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const annTicket = await roomTicket(ann, level);
    const benTicket = await roomTicket(ben, level);
    const eveTicket = await roomTicket(eve, level);
    await runSql`update users set banned_at = 1 where id = ${ann.id}`;
    expect(await admit(ann, annTicket)).toMatchObject({ code: "banned" });
    await runSql`insert into level_removals (level_id, user_id, until)
      values (${level}, ${ben.id}, ${Date.now() + ROOM_LIMITS.removedMs})`;
    expect(await admit(ben, benTicket)).toMatchObject({ code: "removed_from_level" });
    for (const visibility of ["private", "deleted"]) {
      await runSql`update levels set visibility = ${visibility} where id = ${level}`;
      expect(await admit(eve, eveTicket)).toMatchObject({ code: "not_found" });
    }
  });

  test("serves only rooms of this site: other keys and servers' keys don't fit", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const ticket = await roomTicket(ann, level);
    const host = new RoomHostObject(hostOfTicket(ticket));
    const caller = { ...roomHostCaller(testEnv, host.id + 1), idempotencyKey: "call-0001" };
    const input = { room: "1:0", sessionToken: "", present: [] };
    const results = [
      await host.object.admitToRoom(caller, ticket.token, "x", input),
      await host.object.roomBeat(caller, "1:0", [ann.id]),
      await host.object.leave(caller, ann.id, "1:0"),
      await host.object.heartbeat(caller, { players: [] }),
    ];
    for (const result of results) expect(result).toMatchObject({ ok: false, code: "host_key" });
  });

  test("stores its key again when the secret has changed", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const { host, room } = await seatInRoom(ann, level);
    const keyHash = () => runSql`select key_hash from hosts where id = ${host.id}`;
    const derived = await keyHash();
    await runSql`update hosts set key_hash = 'of an older secret' where id = ${host.id}`;
    await host.object.hostChanged();
    expect(await host.beat(room, [ann.id])).toEqual([]);
    expect(await keyHash()).toEqual(derived);
  });
});

describe("a room's report", () => {
  test("releases the seats of those it doesn't list, and of no other room", async () => {
    const [one, other] = [await addLevel(maker.id), await addLevel(maker.id)];
    const [ann, ben, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const { host, room } = await seatInRoom(ann, one);
    await seatInRoom(ben, one);
    const { room: second } = await seatInRoom(eve, other);
    // They may have joined since the report was made.
    expect(await host.beat(room, [ann.id])).toEqual([]);
    expect(await host.roomOf(ben)).toBe(room);
    await host.age(15_000);
    expect(await host.beat(room, [ann.id])).toEqual([]);
    expect(await Promise.all([ann, ben, eve].map((user) => host.roomOf(user)))).toEqual([room, null, second]);
    await host.settle();
    expect([await playingCount(one), await playingCount(other)]).toEqual([1, 1]);
  });

  test("returns those without a seat there", async () => {
    const level = await addLevel(maker.id);
    const [ann, ben, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const { host, room } = await seatInRoom(ann, level);
    const { room: elsewhere } = await seatInRoom(ben, await addLevel(maker.id));
    expect(await host.beat(room, [ann.id, ben.id, eve.id])).toEqual([
      { user_id: ben.id, reason: "joined_elsewhere" },
      { user_id: eve.id, reason: "not_admitted" },
    ]);
    expect(await host.roomOf(ben)).toBe(elsewhere);
  });

  test("costs no D1 round trip and finds those who have a seat after a restart of the host's object", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const { host, room } = await seatInRoom(ann, level);
    await host.settle();
    expect((await countRoundTrips(() => host.beat(room, [ann.id]))).roundTrips).toBe(0);
    await evict(host.object);
    expect(await host.roomOf(ann)).toBe(room);
    expect(await host.beat(room, [ann.id])).toEqual([]);
  });
});

const SILENCE = "room silence";

test("the silence of a room empties that room alone, and its players return with its next report", async () => {
  const [one, other] = [await addLevel(maker.id), await addLevel(maker.id)];
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const { host, room } = await seatInRoom(ann, one);
  const { room: second } = await seatInRoom(ben, other);
  await host.beat(room, [ann.id]);
  await host.beat(second, [ben.id]);
  await host.age(ROOM_TIMEOUT_MS - 5_000);
  await host.runAlarm(SILENCE);
  expect([await host.roomOf(ann), await host.roomOf(ben)]).toEqual([room, second]);
  await host.age(5_000, { room });
  await host.runAlarm(SILENCE);
  expect([await host.roomOf(ann), await host.roomOf(ben)]).toEqual([null, second]);
  await host.settle();
  expect([await playingCount(one), await playingCount(other)]).toEqual([0, 1]);
  expect(await place(ann)).toBeNull();
  expect(await host.beat(room, [ann.id])).toEqual([]);
  expect(await host.roomOf(ann)).toBe(room);
  await host.settle();
  expect(await playingCount(one)).toBe(1);
});

test("the silence of a room is noticed even if the room has never reported and the host's object was restarted", async () => {
  const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
  const { host } = await seatInRoom(ann, level);
  // Earlier than for this room, if the host waits for another one.
  const due = (await host.alarmDue(SILENCE)) ?? 0;
  expect(due).toBeGreaterThan(0);
  expect(due).toBeLessThanOrEqual(Date.now() + ROOM_TIMEOUT_MS);
  await host.settle();
  await host.age(ROOM_TIMEOUT_MS);
  await host.runAlarm(SILENCE);
  await host.settle();
  expect(await playingCount(level)).toBe(0);
});

test("a player with two rooms of one host has one seat, and what happens to the first room doesn't touch it", async () => {
  const [one, other] = [await addLevel(maker.id), await addLevel(maker.id)];
  const ann = await signedInUser();
  const { host, room } = await seatInRoom(ann, one);
  await host.beat(room, [ann.id]);
  const { room: second } = await seatInRoom(ann, other);
  expect(second).not.toBe(room);
  // A report that was under way still lists them.
  expect(await host.beat(room, [ann.id])).toEqual([{ user_id: ann.id, reason: "joined_elsewhere" }]);
  expect(await host.leave(ann.id, room)).toBe(false);
  await host.age(15_000);
  expect(await host.beat(room, [])).toEqual([]);
  await host.age(ROOM_TIMEOUT_MS, { room });
  await host.runAlarm("room silence");
  expect(await host.roomOf(ann)).toBe(second);
  await host.settle();
  expect([await playingCount(one), await playingCount(other)]).toEqual([0, 1]);
  expect(await place(ann)).toMatchObject({ level: other });
});

test("a seat in a room isn't taken by a token whose user was banned while it was checked", async () => {
  const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
  const ticket = await roomTicket(ann, level);
  const host = new RoomHostObject(hostOfTicket(ticket));
  // The host has read the player, but their hub doesn't know of the place yet.
  const admitted = admit(ann, ticket);
  await admin.call(banRoute, { username: ann.username, reason: "Rude" });
  await admitted;
  expect(await host.roomOf(ann)).toBeNull();
});

test("a seat in a room knows of a block made while its token was checked", async () => {
  const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
  const ticket = await roomTicket(ann, level);
  // The block clears permits a moment before the hub learns of the place, so relations are read again.
  await ann.call(toggleBlockRoute, { username: ben.username });
  const { result, roundTrips } = await countRoundTrips(() => admit(ann, ticket, { present: [ben.id] }));
  expect(result).toMatchObject({ ok: true, value: { hidden: [ben.id] } });
  // Twice, to both databases.
  expect(roundTrips).toBe(4);
  expect(roomOfTicket(ticket)).toBe(`${level}:0`);
});

test("a host's capacity makes the next host open at 800 players and rejects players beyond 1,000", async () => {
  const level = await addLevel(maker.id);
  const [ann, ben, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const { host, room } = await seatInRoom(ann, level);
  const full = () => runSql`select full from hosts where id = ${host.id}`;
  const fill = async (count: number) => {
    await runInDurableObject(host.object, (_, { storage }) => {
      for (let user = 1_000_001; user <= 1_000_000 + count; user++)
        storage.sql.exec(
          `insert or ignore into seats (user, level, state, since, until, reason, joined_at, notified, room)
            values (?, ?, 'playing', ?, 0, null, 1, 1, ?)`,
          ...[user, level, Date.now(), room],
        );
    });
    await evict(host.object);
  };
  await host.settle();
  expect(await full()).toEqual([{ full: 0 }]);
  const [bens, eves] = [await roomTicket(ben, level), await roomTicket(eve, level)];
  await fill(ROOM_LIMITS.hostPreferredPlayers);
  expect(await admit(ben, bens)).toMatchObject({ ok: true });
  await host.settle();
  expect(await full()).toEqual([{ full: 1 }]);
  expect(hostOfTicket(await roomTicket(await signedInUser(), level))).not.toBe(host.id);
  // Those who have a token for it still find a seat, until all are taken.
  await fill(ROOM_LIMITS.hostPlayers);
  expect(await admit(eve, eves)).toMatchObject({ ok: false, code: "host_full" });
  await runInDurableObject(host.object, (_, { storage }) => {
    storage.sql.exec("delete from seats where user > 1000000");
  });
  await evict(host.object);
  await host.leave(ann.id, room);
  await host.settle();
  expect(await full()).toEqual([{ full: 0 }]);
});

describe("a run that a room reports", () => {
  test("counts once, even if it's reported again and after its player has left", async () => {
    const [ann, level] = [await signedInUser(), await createRunLevel(maker)];
    const { host, room } = await seatInRoom(ann, level);
    const run = await roomRun(ann, straightRun());
    const count = () => host.object.countRun(host.caller, ann.id, level, run);
    const [first, second] = await Promise.all([count(), count()]);
    expect(first).toMatchObject({ ok: true, value: { recorded: true } });
    expect(second).toEqual(first);
    await host.leave(ann.id, room);
    expect(await count()).toEqual(first);
    expect(await countRows("runs", sql`user_id = ${ann.id}`)).toBe(1);
  });

  test("doesn't count for a player who was banned in the room, and can be reported again if it failed", async () => {
    const [ann, ben, level] = [await signedInUser(), await signedInUser(), await createRunLevel(maker)];
    const { host } = await seatInRoom(ann, level);
    await seatInRoom(ben, level);
    const run = await roomRun(ann, straightRun());
    await admin.call(banRoute, { username: ann.username, reason: "Rude" });
    const count = (user: TestUser) => host.object.countRun(host.caller, user.id, level, run);
    expect(await count(ann)).toMatchObject({ ok: false, code: "not_playing" });
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    expect(await count(ben)).toMatchObject({ ok: false, code: "not_found" });
    await runSql`update levels set visibility = 'public' where id = ${level}`;
    expect(await count(ben)).toMatchObject({ ok: true });
  });
});
