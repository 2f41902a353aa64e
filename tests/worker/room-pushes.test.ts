import { runInDurableObject } from "cloudflare:test";
import { logoutRoute } from "#domain/auth/api.ts";
import { editHostRoute } from "#domain/hosts/api.ts";
import { deleteLevelRoute, editLevelRoute } from "#domain/levels/api.ts";
import { banRoute } from "#domain/moderation/api.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { disableHosts, playingCount, TestHost } from "#tests/support/hosts.ts";
import { enterRoom, joinRoom, roomTicket } from "#tests/support/room-client.ts";
import { hostOfTicket, RoomHostObject, seatInRoom } from "#tests/support/room-hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { hubStub } from "#worker/live/stubs.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
await disableHosts();

const place = (user: { id: number }) => hubStub(testEnv, user.id).playingAt();
const hostOf = async (user: TestUser) => new RoomHostObject((await place(user))?.host ?? 0);
async function two() {
  const [ann, ben, level] = [await signedInUser(), await signedInUser(), await addLevel(maker.id)];
  const [anns, bens] = [await joinRoom(ann, level), await joinRoom(ben, level)];
  await anns.until(() => anns.playerOf(ben) !== undefined);
  return { ann, ben, anns, bens, level };
}

describe("a room closes at once, and for that player alone,", () => {
  test("the socket of a banned user with 4403", async () => {
    const { ben, anns, bens, level } = await two();
    const host = await hostOf(ben);
    await admin.call(banRoute, { username: ben.username, reason: "Rude" });
    expect(await bens.end()).toBe(ROOM_CLOSE_CODES.banned);
    await anns.until(() => anns.playerOf(ben) === undefined);
    expect(anns.closed).toBeNull();
    await host.settle();
    expect(await playingCount(level)).toBe(1);
    expect([await place(ben), await host.roomOf(ben)]).toEqual([null, null]);
    expect(await host.beat(`${level}:0`, [ben.id])).toEqual([{ user_id: ben.id, reason: "banned" }]);
  });

  test("the socket of a session that has ended with 4401, and of no other session", async () => {
    const { ann, ben, anns, bens, level } = await two();
    const other = await Browser.signedIn(ann, "member");
    const host = await hostOf(ben);
    await other.call(logoutRoute);
    await ben.call(logoutRoute);
    expect(await bens.end()).toBe(ROOM_CLOSE_CODES.sessionEnded);
    expect(bens.closing).toBe(ROOM_CLOSE_CODES.sessionEnded);
    expect(anns.closed).toBeNull();
    expect([await host.roomOf(ann), await host.roomOf(ben)]).toEqual([`${level}:0`, null]);
  });

  test("the socket of a deleted account with 4401", async () => {
    const { ben, bens } = await two();
    const host = await hostOf(ben);
    await hubStub(testEnv, ben.id).deleteAccount();
    expect(await bens.end()).toBe(ROOM_CLOSE_CODES.sessionEnded);
    expect(await host.roomOf(ben)).toBeNull();
  });

  test("the socket of a user who joins another room of the same host with 4409", async () => {
    const { ben, anns, bens, level } = await two();
    const other = await addLevel(maker.id);
    const second = await joinRoom(ben, other);
    expect(await bens.end()).toBe(ROOM_CLOSE_CODES.playsElsewhere);
    await anns.until(() => anns.playerOf(ben) === undefined);
    await (await hostOf(ben)).settle();
    expect([await playingCount(level), await playingCount(other)]).toEqual([1, 1]);
    expect([second.closed, anns.closed]).toEqual([null, null]);
    expect(await place(ben)).toMatchObject({ level: other });
  });

  test("the socket of a user who joins the same room again, or a server, with 4409", async () => {
    const { ben, bens, level } = await two();
    const again = await joinRoom(ben, level);
    expect(await bens.end()).toBe(ROOM_CLOSE_CODES.playsElsewhere);
    const host = await hostOf(ben);
    expect(await host.roomOf(ben)).toBe(`${level}:0`);
    await host.settle();
    expect(await playingCount(level)).toBe(2);
    expect(again.closed).toBeNull();
    const server = await TestHost.online(admin);
    await server.joinPlayer(ben, level);
    expect(await again.end()).toBe(ROOM_CLOSE_CODES.playsElsewhere);
    await host.settle();
    expect(await playingCount(level)).toBe(2);
    expect(await place(ben)).toMatchObject({ host: server.id });
    await disableHosts();
  });
});

describe("a room closes at once", () => {
  test("all sockets of a host that staff switch off with 4301; the players come back through another one", async () => {
    const { ann, ben, anns, bens, level } = await two();
    const host = await hostOf(ann);
    const toggle = (enabled: boolean) => admin.call(editHostRoute, { id: host.id, enabled });
    const late = await signedInUser();
    const ticket = await roomTicket(late, level);
    expect((await toggle(false)).status).toBe(200);
    expect([await anns.end(), await bens.end()]).toEqual([4301, 4301]);
    expect([await host.roomOf(ann), await host.roomOf(ben)]).toEqual([null, null]);
    const back = await joinRoom(ann, level);
    expect((await place(ann))?.host).not.toBe(host.id);
    expect(await (await enterRoom(late, ticket)).end()).toBe(4301);
    expect((await toggle(true)).status).toBe(200);
    expect(back.closed).toBeNull();
    expect(hostOfTicket(await roomTicket(ben, level))).toBe(host.id);
    await host.settle();
  });

  test("the sockets of players who can't see the level anymore with 4410", async () => {
    const { ann, anns, bens, level } = await two();
    const makers = await joinRoom(maker, level);
    // The host learns of changes by its rows.
    await (await hostOf(ann)).settle();
    expect((await maker.call(editLevelRoute, { id: level, visibility: "private" })).status).toBe(200);
    expect([await anns.end(), await bens.end()]).toEqual([4410, 4410]);
    expect(makers.closed).toBeNull();
    expect((await maker.call(deleteLevelRoute, { id: level })).status).toBe(200);
    expect(await makers.end()).toBe(4410);
  });

  test("the sockets of players whose level was deleted before the host had stored that it runs it", async () => {
    const [ann, level] = [await signedInUser(), await addLevel(maker.id)];
    const anns = await joinRoom(ann, level);
    const host = await hostOf(ann);
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    // As if its update, 400 ms after the join, hadn't run yet.
    await host.settle();
    await runInDurableObject(host.object, (_, { storage }) => {
      storage.sql.exec("update levels set written = 0, title = 'Open' where level = ?", level);
    });
    await seatInRoom(await signedInUser(), await addLevel(maker.id));
    await host.settle();
    expect(await anns.end()).toBe(4410);
  });
});
