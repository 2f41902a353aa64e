import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import {
  type AsideRun,
  asideRunsRoute,
  type Clear,
  decideRunRoute,
  levelClearsRoute,
} from "#domain/clears/api.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { type Rating, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { type Answer, addUser, Browser, db } from "#tests/support/browser.ts";
import { storeAsideRun, storeClear, storeHost } from "#tests/support/clears.ts";
import { expectCost } from "#tests/support/cost.ts";
import { person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";

const AT = Date.UTC(2026, 10, 1, 12);

let owner: { id: number; username: string };
let visitor: Browser;
let staff: Browser;
let staffId: number;

beforeAll(async () => {
  owner = await addUser();
  visitor = await Browser.visitor();
  const moderator = await addUser({ role: "moderator" });
  staffId = moderator.id;
  staff = await Browser.signedIn(moderator, "moderator");
});

const list = (id: number, browser = visitor, page: unknown = 1) =>
  browser.call(levelClearsRoute, { params: { id }, input: { page } });
const rowsOf = (answer: Answer) => answer.body.data as Clear[];
const one = <Row>(template: ReturnType<typeof sql>) => db.first(statement<Row>(template));

describe("a level's clears", () => {
  test("are everybody's best times, the fastest first, of two alike the earlier one, with how often and when", async () => {
    const level = await addLevel(owner.id);
    const [slow, late, early] = [await addUser(), await addUser(), await addUser()];
    await storeClear(slow.id, level, { best_ms: 75_001, best_at: AT, times: 3 });
    await storeClear(late.id, level, { best_ms: 61_234, best_at: AT + 60_000 });
    await storeClear(early.id, level, { best_ms: 61_234, best_at: AT });
    const answer = await list(level);
    expect(answer.status).toBe(200);
    expect(rowsOf(answer).map(({ rank, user }) => [rank, user.username])).toEqual([
      [1, early.username],
      [2, late.username],
      [3, slow.username],
    ]);
    expect(rowsOf(answer)[2]).toMatchObject({
      time_ms: 75_001,
      time_formatted: "1:15.001",
      times: 3,
      cleared_at: "2026-11-01T12:00:00.000Z",
      cleared_at_formatted: "11/01/2026 12:00 PM",
    });
    expect(answer.body).toMatchObject({ own: null, meta: { total: 3, last_page: 1 }, links: { next: null } });
  });

  test("bring along one's own best, wherever it stands", async () => {
    const level = await addLevel(owner.id);
    for (let i = 0; i < 25; i++) await storeClear((await addUser()).id, level, { best_ms: 10_000 + i });
    const me = await addUser();
    await storeClear(me.id, level, { best_ms: 99_000, times: 7 });
    const browser = await Browser.signedIn(me);
    const first = await list(level, browser);
    expect(rowsOf(first)).toHaveLength(25);
    expect(first.body).toMatchObject({
      own: { time_ms: 99_000, time_formatted: "1:39.000", times: 7 },
      meta: { current_page: 1, last_page: 2, total: 26 },
      links: { next: `/api/levels/${level}/clears?page=2` },
    });
    expectCost(first, { rounds: 1, read: 25 * 2 + 10 });
    const second = await list(level, browser, 2);
    expect(rowsOf(second).map(({ rank, user }) => [rank, user.id])).toEqual([[26, me.id]]);
    expect(rowsOf(await list(level, browser, 3))).toEqual([]);
  });

  test("are none where nobody has cleared it, and a 404 where the level is not there for whoever asks", async () => {
    const hidden = await addLevel(owner.id, { visibility: "private" });
    const gone = await addLevel(owner.id, { visibility: "deleted" });
    await storeClear((await addUser()).id, hidden);
    const other = await Browser.signedIn(await addUser());
    for (const browser of [visitor, other]) expect((await list(hidden, browser)).status).toBe(404);
    for (const browser of [await Browser.signedIn(owner), staff])
      expect(rowsOf(await list(hidden, browser))).toHaveLength(1);
    expect((await list(gone, staff)).status).toBe(404);
    expect((await list(9_999_999)).status).toBe(404);
    const answer = await list(await addLevel(owner.id));
    expect(answer.body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
  });

  test.each([0, "x", 1_000_001])("have no page %j", async (page) => {
    const answer = await list(await addLevel(owner.id), visitor, page);
    expect(answer.status).toBe(422);
  });

  test("are refused where pages are too deep to be read, and read from the end where that is nearer", async () => {
    const level = await addLevel(owner.id);
    const [first, last] = [await addUser(), await addUser()];
    await storeClear(first.id, level, { best_ms: 1_000 });
    await storeClear(last.id, level, { best_ms: 2_000 });
    // As if there were many in between, of which only the two ends are looked at.
    await db.all(statement(sql`update levels set clears_count = 30000 where id = ${level}`));
    const deep = await list(level, visitor, 600);
    expect([deep.status, deep.body.message]).toEqual([422, expect.stringContaining("narrow")]);
    const end = await list(level, visitor, 1_200);
    expect(rowsOf(end).map(({ user }) => user.id)).toEqual([first.id, last.id]);
    expectCost(end, { rounds: 2 });
  });

  test("show in the ratings table, also where the clear came after the rating", async () => {
    const level = await addLevel(owner.id);
    const rater = await addUser();
    await db.all(
      statement(
        sql`insert into plays (user_id, level_id, seconds, played_at) values (${rater.id}, ${level}, 600, 1)`,
      ),
    );
    const browser = await Browser.signedIn(rater);
    await browser.call(recordRatingRoute, {
      params: { levelId: level },
      input: { rating: 8, difficulty: 2 },
    });
    const rated = async () => {
      const { body } = await browser.call(ratingSearchRoute, { input: { level_id: level } });
      return (body.data as Rating[])[0]?.clear;
    };
    expect(await rated()).toBeNull();
    await storeClear(rater.id, level, { best_ms: 83_500 });
    expect(await rated()).toEqual({ time_formatted: "1:23.500" });
  });
});

describe("clears that were too fast to be true", () => {
  const queue = (browser: Browser, page: unknown = 1) => browser.call(asideRunsRoute, { input: { page } });
  const decide = (id: number, accept: unknown, browser = staff) =>
    browser.call(decideRunRoute, { params: { id }, input: { accept } });
  const find = async (id: number) =>
    ((await queue(staff)).body.data as AsideRun[]).find((run) => run.id === id);

  test("are shown to moderators, the oldest first, with player, level, host, and how fast is possible", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id, { title: "Sky Maze" })];
    const host_id = await storeHost("frankfurt-1", staffId);
    const id = await storeAsideRun(player.id, level, { host_id, created_at: AT });
    const later = await storeAsideRun(player.id, level);
    const answer = await queue(staff);
    expect((answer.body.data as AsideRun[]).map((run) => run.id)).toEqual([id, later]);
    expect(await find(id)).toMatchObject({
      user: { username: player.username },
      level: { id: level, title: "Sky Maze", url: `/levels/${level}` },
      host: "frankfurt-1",
      time_ms: 1_200,
      time_formatted: "0:01.200",
      floor_formatted: "0:09.000",
      created_at_formatted: "11/01/2026 12:00 PM",
    });
    expect(answer.body.meta).toMatchObject({ total: 2 });
    expectCost(answer, { rounds: 1 });
    await db.all(statement(sql`update levels set visibility = 'deleted' where id = ${level}`));
    expect(await find(later)).toMatchObject({ level: { title: "Deleted level" }, host: "Unknown host" });
    expect((await queue(visitor)).status).toBe(401);
    expect((await queue(await Browser.signedIn(player))).status).toBe(403);
    expect((await queue(staff, 0)).status).toBe(422);
    expect((await queue(staff, 1_000_000)).status).toBe(422);
    for (const one of [id, later]) await decide(one, false);
  });

  test("count for nothing once dismissed, and that is written down", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const id = await storeAsideRun(player.id, level);
    const answer = await decide(id, false);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      `${player.username}'s clear has been dismissed.`,
    ]);
    expect(await find(id)).toBeUndefined();
    expect(rowsOf(await list(level))).toEqual([]);
    expect(await one(sql`select state, decided_by from runs where id = ${id}`)).toEqual({
      state: "dismissed",
      decided_by: staffId,
    });
    expect(
      await one(
        sql`select actor_id, action from audit_log where subject_type = 'run' and subject_id = ${String(id)}`,
      ),
    ).toEqual({ actor_id: staffId, action: "clear.dismiss" });
  });

  test("stand in the list once accepted, with the XP of a first clear, as of when they were run", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const id = await storeAsideRun(player.id, level, { ms: 2_500, created_at: AT });
    const answer = await decide(id, true);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      `${player.username}'s clear in 0:02.500 counts now.`,
    ]);
    expect(rowsOf(await list(level))).toMatchObject([
      { rank: 1, time_ms: 2_500, times: 1, cleared_at: "2026-11-01T12:00:00.000Z" },
    ]);
    expect(await one(sql`select xp from users where id = ${player.id}`)).toEqual({ xp: 10 });
    expect(
      await one(sql`select action from audit_log where subject_type = 'run' and subject_id = ${String(id)}`),
    ).toEqual({ action: "clear.accept" });
  });

  test("are told to their player once they count, as any clear is", async () => {
    const level = await addLevel(owner.id, { title: "Fast Lane" });
    const who = await person();
    const page = await listen(who);
    const id = await storeAsideRun(who.id, level, { ms: 9_000 });
    await decide(id, true);
    expect(await page.one("LevelCleared")).toMatchObject({
      level_id: level,
      title: "Fast Lane",
      time_ms: 9_000,
      first: true,
    });
    page.close();
  });

  test("of staff are decided about by somebody else", async () => {
    const level = await addLevel(owner.id);
    const id = await storeAsideRun(staffId, level);
    expect((await decide(id, true)).status).toBe(403);
    expect((await one<{ state: string }>(sql`select state from runs where id = ${id}`))?.state).toBe("aside");
  });

  test("are decided about once: whoever comes later is told so, and nothing changes", async () => {
    const [player, level] = [await addUser(), await addLevel(owner.id)];
    const id = await storeAsideRun(player.id, level);
    const answers = await Promise.all([decide(id, true), decide(id, false), decide(id, true)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const noted = await one<{ n: number }>(
      sql`select count(*) as n from audit_log where subject_type = 'run' and subject_id = ${String(id)}`,
    );
    expect(noted?.n).toBe(1);
    expect((await decide(9_999_999, true)).status).toBe(404);
    expect((await decide(id, "perhaps")).status).toBe(422);
    expect((await decide(id, true, visitor)).status).toBe(401);
    expect((await decide(id, true, await Browser.signedIn(player))).status).toBe(403);
  });
});

test("a level's documents know how fast they can be cleared, from the first one on", async () => {
  const browser = await Browser.signedIn(owner);
  const level = await addLevel(owner.id);
  await browser.call(editLevelRoute, { params: { id: level }, input: { file: worldFile() } });
  const row = await one<{ fastest_ms: number }>(
    sql`select fastest_ms from level_revisions where level_id = ${level} and revision = 2`,
  );
  expect(row?.fastest_ms).toBeGreaterThan(0);
});
