import { type Clear, decideRunRoute, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { type Rating, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { addUser, Browser, runPlaySql, runSql, type TestResponse } from "#tests/support/browser.ts";
import { storeClear, storeFlaggedRun, storeHost } from "#tests/support/clears.ts";
import { expectCost } from "#tests/support/cost.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";

const AT = Date.UTC(2026, 10, 1, 12);

const owner = await addUser();
const visitor = await Browser.visitor();
const moderator = await addUser({ role: "moderator" });
const staffId = moderator.id;
const staff = await Browser.signedIn(moderator, "moderator");

const list = (id: number, browser = visitor, page = 1) => browser.call(levelClearsRoute, { id, page });
const rowsOf = (response: TestResponse) => response.body.data as Clear[];
const auditOf = (id: number) =>
  runSql`select actor_id, action from audit_log where subject_type = 'run' and subject_id = ${String(id)}`;
const storedRun = (id: number) => runPlaySql`select state, decided_by from runs where id = ${id}`;

describe("GET /api/levels/{id}/clears", () => {
  test("returns best times, fastest first and earlier first in a tie, with their count and date", async () => {
    const level = await addLevel(owner.id);
    const [slow, late, early] = [await addUser(), await addUser(), await addUser()];
    await storeClear(slow.id, level, { best_ms: 75_001, best_at: AT, times: 3 });
    await storeClear(late.id, level, { best_ms: 61_234, best_at: AT + 60_000 });
    await storeClear(early.id, level, { best_ms: 61_234, best_at: AT });
    const response = await list(level);
    expect(rowsOf(response).map(({ rank, user }) => [rank, user.username])).toEqual([
      [1, early.username],
      [2, late.username],
      [3, slow.username],
    ]);
    expect(rowsOf(response)[2]).toMatchObject({
      time_ms: 75_001,
      time_formatted: "1:15.001",
      times: 3,
      cleared_at: "2026-11-01T12:00:00.000Z",
      cleared_at_formatted: "11/01/2026 12:00 PM",
    });
    expect(response.body).toMatchObject({
      own: null,
      meta: { total: 3, last_page: 1 },
      links: { next: null },
    });
  });

  test("includes the caller's own best, wherever it ranks", async () => {
    const level = await addLevel(owner.id);
    for (let i = 0; i < 25; i++) await storeClear((await addUser()).id, level, { best_ms: 10_000 + i });
    const me = await addUser();
    await storeClear(me.id, level, { best_ms: 99_000, times: 7 });
    const browser = await Browser.signedIn(me);
    const first = await list(level, browser);
    expect(rowsOf(first)).toHaveLength(25);
    expect(first.body).toMatchObject({
      own: {
        time_ms: 99_000,
        time_formatted: "1:39.000",
        times: 7,
        run_id: null,
        rank: 26,
        gap: { rank: 25, user: expect.objectContaining({ id: me.id - 1 }), ms: 88_976 },
      },
      meta: { current_page: 1, last_page: 2, total: 26 },
      links: { next: `/api/levels/${level}/clears?page=2` },
    });
    // A rank is read from the index, one row per place.
    expectCost(first, { roundTrips: 2, playRoundTrips: 1, read: 155 });
    const second = await list(level, browser, 2);
    expect(rowsOf(second).map(({ rank, user }) => [rank, user.id])).toEqual([[26, me.id]]);
    expect(rowsOf(await list(level, browser, 3))).toEqual([]);
  });

  test("returns an empty list for an uncleared level and 404 for one the caller can't see", async () => {
    const hidden = await addLevel(owner.id, { visibility: "private" });
    const deleted = await addLevel(owner.id, { visibility: "deleted" });
    await storeClear((await addUser()).id, hidden);
    const other = await Browser.signedIn(await addUser());
    for (const browser of [visitor, other]) expect((await list(hidden, browser)).status).toBe(404);
    for (const browser of [await Browser.signedIn(owner), staff])
      expect(rowsOf(await list(hidden, browser))).toHaveLength(1);
    expect((await list(deleted, staff)).status).toBe(404);
    const response = await list(await addLevel(owner.id));
    expect(response.body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
  });

  test("rejects pages too deep to read, and reads from the end where that is nearer", async () => {
    const level = await addLevel(owner.id);
    for (let i = 0; i < 10; i++) await storeClear((await addUser()).id, level, { best_ms: i });
    const [first, last] = [await addUser(), await addUser()];
    await storeClear(first.id, level, { best_ms: 1_000 });
    await storeClear(last.id, level, { best_ms: 2_000 });
    // As if there were many in between; only the two ends are read.
    await runPlaySql`update level_contents set clears = 30000 where level_id = ${level}`;
    const deep = await list(level, visitor, 600);
    expect([deep.status, deep.body.message]).toEqual([422, expect.stringContaining("narrow")]);
    const end = await list(level, visitor, 1_200);
    expect(rowsOf(end).map(({ user }) => user.id)).toEqual([first.id, last.id]);
    expectCost(end, { roundTrips: 2 });
  });

  test("agrees with the ratings table, even for a clear after the rating", async () => {
    const level = await addLevel(owner.id);
    const rater = await addUser();
    await runPlaySql`insert into plays (user_id, level_id, seconds, played_at)
      values (${rater.id}, ${level}, 600, 1)`;
    const browser = await Browser.signedIn(rater);
    await browser.call(recordRatingRoute, { levelId: level, rating: 8, difficulty: 2 });
    const rated = async () =>
      ((await browser.call(ratingSearchRoute, { level_id: level })).body.data as Rating[])[0]?.clear;
    expect(await rated()).toBeNull();
    await storeClear(rater.id, level, { best_ms: 83_500 });
    expect(await rated()).toEqual({ time_formatted: "1:23.500" });
  });
});

describe("flagged runs", () => {
  const queue = () => staff.call(flaggedRunsRoute);
  const decide = (id: number, accept: boolean) => staff.call(decideRunRoute, { id, accept });
  const find = async (id: number) => (await staff.output(flaggedRunsRoute)).data.find((run) => run.id === id);

  test("are listed for moderators, oldest first, with player, level, host and fastest possible time", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id, { title: "Sky Maze" })];
    const host_id = await storeHost("frankfurt-1", staffId);
    const id = await storeFlaggedRun(player.id, level, { host_id, created_at: AT });
    const later = await storeFlaggedRun(player.id, level);
    const response = await queue();
    expect((response.body.data as { id: number }[]).map((run) => run.id)).toEqual([id, later]);
    expect(await find(id)).toMatchObject({
      user: { username: player.username },
      level: { id: level, title: "Sky Maze", url: `/levels/${level}` },
      host: "frankfurt-1",
      time_ms: 1_200,
      time_formatted: "0:01.200",
      floor_formatted: "0:09.000",
      created_at_formatted: "11/01/2026 12:00 PM",
    });
    expect(response.body.meta).toMatchObject({ total: 2 });
    expectCost(response, { roundTrips: 2, playRoundTrips: 1 });
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    expect(await find(later)).toMatchObject({ level: { title: "Deleted level" }, host: "Unknown host" });
    for (const one of [id, later]) await decide(one, false);
  });

  test("count for nothing once dismissed, which is logged", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const id = await storeFlaggedRun(player.id, level);
    expect((await decide(id, false)).body.message).toBe(`${player.username}'s clear was dismissed.`);
    expect(await find(id)).toBeUndefined();
    expect(rowsOf(await list(level))).toEqual([]);
    expect(await storedRun(id)).toEqual([{ state: "dismissed", decided_by: staffId }]);
    expect(await auditOf(id)).toEqual([{ actor_id: staffId, action: "clear.dismiss" }]);
  });

  test("rank in the list once accepted, with the XP of a first clear, as of when they were run", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const id = await storeFlaggedRun(player.id, level, { ms: 2_500, created_at: AT });
    expect((await decide(id, true)).body.message).toBe(`${player.username}'s clear in 0:02.500 counts now.`);
    expect(rowsOf(await list(level))).toMatchObject([
      { rank: 1, time_ms: 2_500, times: 1, cleared_at: "2026-11-01T12:00:00.000Z" },
    ]);
    expect(await runSql`select xp from users where id = ${player.id}`).toEqual([{ xp: 10 }]);
    expect(await auditOf(id)).toMatchObject([{ action: "clear.accept" }]);
  });

  test("send LevelCleared to their player once accepted", async () => {
    const level = await addLevel(owner.id, { title: "Fast Lane" });
    const member = await signedInUser();
    const page = await connectSocket(member);
    await decide(await storeFlaggedRun(member.id, level, { ms: 9_000 }), true);
    expect(await page.one("LevelCleared")).toMatchObject({
      level_id: level,
      title: "Fast Lane",
      time_ms: 9_000,
      first: true,
    });
  });

  test("of staff are decided by someone else, and all are decided once: later decisions change nothing", async () => {
    const id = await storeFlaggedRun(staffId, await addLevel(owner.id));
    expect((await decide(id, true)).status).toBe(403);
    expect(await storedRun(id)).toMatchObject([{ state: "flagged" }]);
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const once = await storeFlaggedRun(player.id, level);
    const responses = await Promise.all([decide(once, true), decide(once, false), decide(once, true)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await auditOf(once)).toHaveLength(1);
  });
});

test("each level revision stores the fastest possible time", async () => {
  const browser = await Browser.signedIn(owner);
  const level = await addLevel(owner.id);
  await browser.call(editLevelRoute, { id: level, file: worldFile() });
  const [row] = await runSql<{ fastest_ms: number }>`select fastest_ms from level_revisions
    where level_id = ${level} and revision = 2`;
  expect(row?.fastest_ms).toBeGreaterThan(0);
});
