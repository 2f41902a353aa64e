import { sql } from "drizzle-orm";
import { countRows, runSql } from "#tests/support/browser.ts";
import { fetchCase, openReportCase, sendReport } from "#tests/support/report-case.ts";
import { joinRoom, type RoomClient } from "#tests/support/room-client.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";

const [creator, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];

let level: number;
let reporter: TestUser;
let target: TestUser;
let theirs: { reporter: RoomClient; target: RoomClient };
beforeEach(async () => {
  [reporter, target] = [await signedInUser(), await signedInUser({ bio: "I am rude" })];
  level = await addLevel(creator.id, { title: "Lava Tower" });
  theirs = { reporter: await joinRoom(reporter, level), target: await joinRoom(target, level) };
});

/** Says something that both get. */
async function sendLine(from: "reporter" | "target", text: string): Promise<void> {
  theirs[from].sendLine(text);
  await theirs.reporter.until(() => theirs.reporter.lines.includes(text));
}

/** Reports the target, and returns the newest copy in the case. */
async function reportWith(room: string) {
  const id = await openReportCase(reporter, "user", target.username, { room });
  return (await fetchCase(moderator, id)).evidence.at(-1);
}

describe("a report of a player", () => {
  test("copies the chat that the reporter got, with the player's lines marked", async () => {
    await sendLine("reporter", "Hello");
    await sendLine("target", "Something rude");
    const copy = await reportWith(openRoomPath(level, 0));
    expect(copy).toMatchObject({ title: target.username, text: "I am rude", place: "Chat in Lava Tower" });
    expect(copy?.messages.map(({ user, body, reported }) => [user.id, body, reported])).toEqual([
      [reporter.id, "Hello", false],
      [target.id, "Something rude", true],
    ]);
    expect(new Set(copy?.messages.map(({ id }) => id)).size).toBe(2);
  });

  test("copies it after the player has left, too", async () => {
    await sendLine("target", "Bye, losers");
    theirs.target.close();
    await theirs.reporter.until(() => theirs.reporter.playerOf(target) === undefined);
    const copy = await reportWith(openRoomPath(level, 0));
    expect(copy?.messages).toMatchObject([{ body: "Bye, losers", reported: true }]);
  });

  test("without a line by that user copies none", async () => {
    await sendLine("reporter", "Hello");
    expect(await reportWith(openRoomPath(level, 0))).toMatchObject({ place: "", messages: [] });
  });

  test.each(["left", "another instance", "another level", "a level that doesn't exist"])(
    "counts without lines if the reporter isn't in that room: %s",
    async (reason) => {
      await sendLine("target", "Something rude");
      let room = openRoomPath(level, 0);
      if (reason === "left") {
        theirs.reporter.close();
        await theirs.target.until(() => theirs.target.playerOf(reporter) === undefined);
      } else if (reason === "another instance") room = openRoomPath(level, 1);
      else if (reason === "another level") room = openRoomPath(await addLevel(creator.id), 0);
      else room = openRoomPath(999_999_999, 0);
      expect(await reportWith(room)).toMatchObject({ text: "I am rude", place: "", messages: [] });
    },
  );

  test("counts without lines if the room fails", async () => {
    await sendLine("target", "Something rude");
    const chatLines = () => Promise.reject(new Error("The room failed."));
    const LEVEL_ROOM = { getByName: () => ({ chatLines }) } as unknown as Env["LEVEL_ROOM"];
    reporter.variant = { LEVEL_ROOM };
    expect((await reportWith(openRoomPath(level, 0)))?.messages).toEqual([]);
    expectWorkerErrors();
  });

  test("gets a new copy with each report whose lines differ", async () => {
    await sendLine("target", "One");
    const first = await openReportCase(reporter, "user", target.username);
    const room = openRoomPath(level, 0);
    expect(await openReportCase(reporter, "user", target.username, { room })).toBe(first);
    const { evidence, reports_count } = await fetchCase(moderator, first);
    expect(evidence.map(({ messages }) => messages.length)).toEqual([0, 1]);
    expect(reports_count).toBe(1);
  });
});

test.each(["", "/api/rooms/7", "/api/rooms/0/0", "/api/rooms/7/0/..", "https://example.com/", 7, null])(
  "a report with %j as its room stores nothing",
  async (room) => {
    const { status, body } = await sendReport(reporter, "user", target.username, { room });
    expect([status, body.errors]).toEqual([422, { room: expect.anything() }]);
    expect(await countRows("cases", sql`type = 'user' and target = ${String(target.id)}`)).toBe(0);
  },
);

test("a report of a level with a room stores nothing", async () => {
  const input = { room: openRoomPath(level, 0) };
  const { status, body } = await sendReport(reporter, "level", level, input);
  const room = ["Only users can be reported with the chat of a room."];
  expect([status, body.errors]).toEqual([422, { room }]);
  expect(await runSql`select id from cases where type = 'level' and target = ${String(level)}`).toEqual([]);
});
