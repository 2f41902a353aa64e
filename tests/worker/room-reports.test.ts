import { sql } from "drizzle-orm";
import { removePlayerRoute } from "#domain/room/api.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { auditRoute } from "#domain/staff/api.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { fetchCase, openReportCase, sendReport } from "#tests/support/report-case.ts";
import { enterRoom, joinRoom, roomTicket, tryRoomTicket } from "#tests/support/room-client.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

let player: TestUser;
let reporter: TestUser;
let level: number;
const [creator, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
const admin = await signedInUser({ role: "admin" });
beforeEach(async () => {
  [reporter, player] = [await signedInUser(), await signedInUser({ bio: "I am rude" })];
  level = await addLevel(creator.id, { title: "Lava Tower" });
});

const remove = (by: TestUser, user_id: number, id = level) => by.call(removePlayerRoute, { id, user_id });
const countRemovals = () => countRows("level_removals", sql`level_id = ${level}`);
const auditOf = async () => {
  const input = { subject_type: "level", subject: String(level), action: "level.remove_player" };
  return (await admin.call(auditRoute, input)).body.data;
};

test("a removed player leaves the room within the request, and can't come back for an hour", async () => {
  const early = await roomTicket(player, level);
  const [theirs, other] = [await joinRoom(player, level), await joinRoom(await signedInUser(), level)];
  const { status, body } = await remove(creator, player.id);
  const message = `${player.username} was removed. They can come back in an hour.`;
  expect([status, body]).toEqual([200, { message }]);
  expect(await theirs.end()).toBe(ROOM_CLOSE_CODES.removed);
  expect(theirs.closing).toBe(ROOM_CLOSE_CODES.removed);
  await other.until(() => other.playerOf(player) === undefined);
  const refused = await tryRoomTicket(player, { destination_type: "Level", id: level } as const);
  expect([refused.status, refused.body.code]).toEqual([403, "removed_from_level"]);
  expect(await (await enterRoom(player, early)).end()).toBe(ROOM_CLOSE_CODES.removed);
  await runSql`update level_removals set until = until - ${ROOM_LIMITS.removedMs}
    where level_id = ${level}`;
  await joinRoom(player, level);
});

test("a removed player plays on elsewhere, and can't follow someone into the level", async () => {
  const elsewhere = await joinRoom(player, await addLevel(creator.id));
  expect((await remove(creator, player.id)).status).toBe(200);
  await elsewhere.settled();
  expect(elsewhere.closed).toBeNull();
  await joinRoom(creator, level);
  const { status, body } = await tryRoomTicket(player, { destination_type: "User", id: creator.id });
  expect([status, body.code]).toEqual([403, "removed_from_level"]);
});

test("a removed player has to wait from the last removal on", async () => {
  await remove(creator, player.id);
  await runSql`update level_removals set until = until - 60000 where level_id = ${level}`;
  await Promise.all([remove(creator, player.id), remove(creator, player.id)]);
  const [row] = await runSql<{ until: number }>`select until from level_removals where level_id = ${level}`;
  expect(row?.until).toBeGreaterThan(Date.now() + ROOM_LIMITS.removedMs - 60_000);
  expect(await countRemovals()).toBe(1);
});

describe("a removal", () => {
  test("by staff is in the audit log, one by the creator isn't, and both are deleted by the schedule when they are over", async () => {
    await remove(creator, player.id);
    expect(await auditOf()).toEqual([]);
    await remove(moderator, player.id);
    expect(await auditOf()).toMatchObject([
      { other: player.username, actor: { username: moderator.username } },
    ]);
    await remove(creator, (await signedInUser()).id);
    await runSql`update level_removals set until = 1 where level_id = ${level} and user_id = ${player.id}`;
    await runSchedule(testEnv);
    expect(await countRemovals()).toBe(1);
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
});

describe("a report of a player", () => {
  let theirs: Record<"reporter" | "target", Awaited<ReturnType<typeof joinRoom>>>;
  beforeEach(async () => {
    theirs = { reporter: await joinRoom(reporter, level), target: await joinRoom(player, level) };
  });

  async function sendLine(from: "reporter" | "target", text: string): Promise<void> {
    theirs[from].sendLine(text);
    await theirs.reporter.until(() => theirs.reporter.lines.includes(text));
  }

  async function reportWith(room: string) {
    const id = await openReportCase(reporter, "user", player.username, { room });
    return (await fetchCase(moderator, id)).evidence.at(-1);
  }

  test("copies the chat that the reporter got, with the player's lines marked, if there are any", async () => {
    await sendLine("reporter", "Hello");
    expect(await reportWith(openRoomPath(level, 0))).toMatchObject({ place: "", messages: [] });
    await sendLine("target", "Something rude");
    const copy = await reportWith(openRoomPath(level, 0));
    expect(copy).toMatchObject({ title: player.username, text: "I am rude", place: "Chat in Lava Tower" });
    expect(copy?.messages.map(({ user, body, reported }) => [user.id, body, reported])).toEqual([
      [reporter.id, "Hello", false],
      [player.id, "Something rude", true],
    ]);
    expect(new Set(copy?.messages.map(({ id }) => id)).size).toBe(2);
  });

  test("copies the chat after the player has left, too", async () => {
    await sendLine("target", "Bye, losers");
    theirs.target.close();
    await theirs.reporter.until(() => theirs.reporter.playerOf(player) === undefined);
    const copy = await reportWith(openRoomPath(level, 0));
    expect(copy?.messages).toMatchObject([{ body: "Bye, losers", reported: true }]);
  });

  test("counts without lines if the room fails, or the reporter isn't in that room, or not anymore", async () => {
    await sendLine("target", "Something rude");
    const chatLines = () => Promise.reject(new Error("The room failed."));
    const LEVEL_ROOM = { getByName: () => ({ chatLines }) } as unknown as Env["LEVEL_ROOM"];
    reporter.variant = { LEVEL_ROOM };
    expect((await reportWith(openRoomPath(level, 0)))?.messages).toEqual([]);
    expectWorkerErrors();
    reporter.variant = null;
    const without = { text: "I am rude", place: "", messages: [] };
    const elsewhere = openRoomPath(await addLevel(creator.id), 0);
    for (const room of [openRoomPath(level, 1), elsewhere, openRoomPath(999_999_999, 0)])
      expect(await reportWith(room), room).toMatchObject(without);
    theirs.reporter.close();
    await theirs.target.until(() => theirs.target.playerOf(reporter) === undefined);
    expect(await reportWith(openRoomPath(level, 0))).toMatchObject(without);
  });

  test("gets a new copy with each report whose lines differ", async () => {
    await sendLine("target", "One");
    const first = await openReportCase(reporter, "user", player.username);
    const room = openRoomPath(level, 0);
    expect(await openReportCase(reporter, "user", player.username, { room })).toBe(first);
    const { evidence, reports_count } = await fetchCase(moderator, first);
    expect(evidence.map(({ messages }) => messages.length)).toEqual([0, 1]);
    expect(reports_count).toBe(1);
  });
});

test("a report with something that isn't a room stores nothing", async () => {
  const url = "https://example.com/";
  for (const room of ["", "/api/rooms/7", "/api/rooms/0/0", "/api/rooms/7/0/..", url, 7, null]) {
    const { status, body } = await sendReport(reporter, "user", player.username, { room });
    expect([status, body.errors], String(room)).toEqual([422, { room: expect.anything() }]);
  }
  expect(await countRows("cases", sql`type = 'user' and target = ${String(player.id)}`)).toBe(0);
});

test("a report of a level with a room stores nothing", async () => {
  const { status, body } = await sendReport(reporter, "level", level, { room: openRoomPath(level, 0) });
  const room = ["Only users can be reported with the chat of a room."];
  expect([status, body.errors]).toEqual([422, { room }]);
  expect(await runSql`select id from cases where type = 'level' and target = ${String(level)}`).toEqual([]);
});
