import { sql } from "drizzle-orm";
import { removePlayerRoute } from "#domain/room/api.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { auditRoute } from "#domain/staff/api.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { enterRoom, joinRoom, roomTicket, tryRoomTicket } from "#tests/support/room-client.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

let player: TestUser;
let level: number;
const [creator, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
const admin = await signedInUser({ role: "admin" });
beforeEach(async () => {
  player = await signedInUser();
  level = await addLevel(creator.id);
});

const remove = (by: TestUser, user_id: number, id = level) => by.call(removePlayerRoute, { id, user_id });
const countRemovals = () => countRows("level_removals", sql`level_id = ${level}`);
const auditOf = async () => {
  const input = { subject_type: "level", subject: String(level), action: "level.remove_player" };
  return (await admin.call(auditRoute, input)).body.data;
};

describe("a removed player", () => {
  test("leaves the room within the request, and can't come back for an hour", async () => {
    const early = await roomTicket(player, level);
    const [theirs, other] = [await joinRoom(player, level), await joinRoom(await signedInUser(), level)];
    const { status, body } = await remove(creator, player.id);
    const message = `${player.username} was removed. They can come back in an hour.`;
    expect([status, body]).toEqual([200, { message }]);
    expect(await theirs.end()).toBe(ROOM_CLOSE_CODES.removed);
    expect(theirs.closing).toBe(ROOM_CLOSE_CODES.removed);
    await other.until(() => other.playerOf(player) === undefined);
    const destination = { destination_type: "Level", id: level } as const;
    const refused = await tryRoomTicket(player, destination);
    expect([refused.status, refused.body.code]).toEqual([403, "removed_from_level"]);
    expect(await (await enterRoom(player, early)).end()).toBe(ROOM_CLOSE_CODES.removed);
    await runSql`update level_removals set until = until - ${ROOM_LIMITS.removedMs}
      where level_id = ${level}`;
    await joinRoom(player, level);
  });

  test("can't follow someone into the level", async () => {
    await joinRoom(creator, level);
    await remove(creator, player.id);
    const { status, body } = await tryRoomTicket(player, { destination_type: "User", id: creator.id });
    expect([status, body.code]).toEqual([403, "removed_from_level"]);
  });

  test("plays on elsewhere", async () => {
    const elsewhere = await joinRoom(player, await addLevel(creator.id));
    expect((await remove(creator, player.id)).status).toBe(200);
    await elsewhere.settled();
    expect(elsewhere.closed).toBeNull();
  });

  test("has to wait from the last removal on", async () => {
    await remove(creator, player.id);
    await runSql`update level_removals set until = until - 60000 where level_id = ${level}`;
    await Promise.all([remove(creator, player.id), remove(creator, player.id)]);
    const [row] = await runSql<{ until: number }>`select until from level_removals where level_id = ${level}`;
    expect(row?.until).toBeGreaterThan(Date.now() + ROOM_LIMITS.removedMs - 60_000);
    expect(await countRemovals()).toBe(1);
  });
});

describe("a removal", () => {
  test("by staff is in the audit log, one by the creator isn't", async () => {
    await remove(creator, player.id);
    expect(await auditOf()).toEqual([]);
    await remove(moderator, player.id);
    expect(await auditOf()).toMatchObject([
      { other: player.username, actor: { username: moderator.username } },
    ]);
  });

  test("of oneself, the creator, staff or no one has no effect", async () => {
    const hidden = await addLevel(admin.id, { visibility: "private" });
    const statuses = [
      await remove(creator, creator.id),
      await remove(moderator, moderator.id),
      await remove(moderator, creator.id),
      await remove(creator, moderator.id),
      await remove(admin, moderator.id),
      await remove(creator, 999_999_999),
      await remove(creator, player.id, hidden),
    ].map(({ status }) => status);
    expect(statuses).toEqual([422, 422, 403, 403, 403, 404, 404]);
    expect(await countRemovals()).toBe(0);
    expect(await auditOf()).toEqual([]);
  });

  test("is deleted by the schedule when it is over", async () => {
    await remove(creator, player.id);
    await remove(creator, (await signedInUser()).id);
    await runSql`update level_removals set until = 1 where level_id = ${level} and user_id = ${player.id}`;
    await runSchedule(testEnv);
    expect(await countRemovals()).toBe(1);
  });
});
