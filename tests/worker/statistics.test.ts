import { sql } from "drizzle-orm";
import { lastDays } from "#domain/new-york.ts";
import { deleteRatingRoute, type Rating, recordRatingRoute } from "#domain/ratings/api.ts";
import { type LevelStatistics, levelStatisticsRoute } from "#domain/statistics/api.ts";
import { addUser, Browser, countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { storeClear } from "#tests/support/clears.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

const owner = await addUser();
const creator = await Browser.signedIn(owner);

const fetchStatistics = (id: number, browser = creator, input: Record<string, unknown> = {}) =>
  browser.call(levelStatisticsRoute, { id, ...input });
const seen = async (id: number, input: Record<string, unknown> = {}) =>
  (await fetchStatistics(id, creator, input)).body as unknown as LevelStatistics;
const QUIET = { plays: 0, players: 0, clears: 0, first_clears: 0, ratings: 0, rating: null };

describe("GET /api/levels/{id}/statistics", () => {
  test.each([
    ["7", 7],
    ["30", 30],
    ["90", 90],
    ["365", 365],
  ])("over %s days returns every day up to today in New York, oldest first", async (days, count) => {
    const level = await addLevel(owner.id);
    const { days: all } = await seen(level, { days });
    expect(all.map(({ day }) => day)).toEqual(lastDays(Date.now(), count));
    expect(all[0]).toMatchObject(QUIET);
  });

  test("returns what happened on each day and leaves out earlier days", async () => {
    const level = await addLevel(owner.id);
    const days = lastDays(Date.now(), 8);
    for (const [i, plays] of [
      [0, 90],
      [1, 5],
      [7, 3],
    ] as const)
      await runSql`insert into level_days (level_id, day, plays, players, clears, first_clears, ratings,
        rating_sum)
        values (${level}, ${days[i]}, ${plays}, 2, 4, 1, 3, 20)`;
    const response = await fetchStatistics(level, creator, { days: "7" });
    const shownDays = (response.body as unknown as LevelStatistics).days;
    expect(shownDays).toHaveLength(7);
    const busy = { players: 2, clears: 4, first_clears: 1, ratings: 3, rating: 6.67 };
    expect(shownDays[0]).toEqual({ day: days[1], plays: 5, ...busy });
    expect(shownDays[6]).toEqual({ day: days[7], plays: 3, ...busy });
    expect(shownDays[3]).toEqual({ day: days[4], ...QUIET });
    expectCost(response, { roundTrips: 1, playRoundTrips: 1, read: 7 + 8 });
  });

  test("returns totals over the level's life without plays and clears of its creator", async () => {
    const level = await addLevel(owner.id);
    expect((await seen(level)).totals).toEqual({
      plays: 0,
      players: 0,
      clears: 0,
      clear_rate: null,
      ratings_count: 0,
      rating: 0,
      difficulty: 0,
    });
    const [one, two, three] = [await addUser(), await addUser(), await addUser()];
    for (const [{ id }, visits] of [
      [owner, 9],
      [one, 4],
      [two, 1],
      [three, 2],
    ] as const)
      await runPlaySql`insert into plays (user_id, level_id, visits, played_at)
        values (${id}, ${level}, ${visits}, 1)`;
    await runSql`update levels set plays_count = 7, visitors_count = 3 where id = ${level}`;
    await storeClear(owner.id, level);
    await storeClear(one.id, level);
    await runSql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      values (${one.id}, ${level}, 8, 3, 1), (${two.id}, ${level}, 7, 4, 1)`;
    expect((await seen(level)).totals).toEqual({
      plays: 7,
      players: 3,
      clears: 1,
      clear_rate: 33.3,
      ratings_count: 2,
      rating: 7.5,
      difficulty: 3.5,
    });
  });

  test("is for the creator and admins, and returns 404 for a private level to others", async () => {
    const [open, hidden] = [await addLevel(owner.id), await addLevel(owner.id, { visibility: "private" })];
    const visitor = await Browser.visitor();
    const other = await Browser.signedIn(await addUser());
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    const admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
    const statuses = async (id: number) =>
      Promise.all(
        [visitor, other, moderator, admin, creator].map(
          async (browser) => (await fetchStatistics(id, browser)).status,
        ),
      );
    expect(await statuses(open)).toEqual([401, 403, 403, 200, 200]);
    expect(await statuses(hidden)).toEqual([401, 404, 403, 200, 200]);
    expect((await fetchStatistics(await addLevel(owner.id, { visibility: "deleted" }))).status).toBe(404);
    expect((await fetchStatistics(9_999_999)).status).toBe(404);
  });

  test.each(["1", "abc", "-7"])("rejects %j days", async (days) => {
    const response = await fetchStatistics(await addLevel(owner.id), creator, { days });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: { days: ["Days must be one of: 7, 30, 90, 365."] } });
  });
});

test("a day's ratings count new ratings, not changed ones, and keep deleted ones", async () => {
  const level = await addLevel(owner.id);
  const [one, two] = [await addUser(), await addUser()];
  const rate = async (user: { id: number }, rating: number) => {
    const browser = await Browser.signedIn(user);
    const { body } = await browser.call(recordRatingRoute, { levelId: level, rating, difficulty: 5 });
    return { browser, id: (body.rating as Rating).id };
  };
  const today = async () => (await seen(level, { days: "7" })).days.at(-1);
  await addClear(one.id, level);
  await addClear(two.id, level);
  await rate(one, 4);
  expect(await today()).toMatchObject({ ratings: 1, rating: 4 });
  await rate(one, 10);
  expect(await today()).toMatchObject({ ratings: 1, rating: 4 });
  const { browser, id } = await rate(two, 7);
  expect(await today()).toMatchObject({ ratings: 2, rating: 5.5 });
  await browser.call(deleteRatingRoute, { ratingId: id });
  expect(await today()).toMatchObject({ ratings: 2, rating: 5.5 });
  expect((await seen(level)).totals).toMatchObject({ ratings_count: 1, rating: 10 });
});

test("a rating saved, deleted and saved again on one day counts as one new rating", async () => {
  const level = await addLevel(owner.id);
  const users = [await addUser(), await addUser()];
  const today = async () => (await seen(level, { days: "7" })).days.at(-1);
  for (const user of users) {
    const browser = await Browser.signedIn(user);
    await addClear(user.id, level);
    for (let n = 0; n < 3; n++) {
      const { body } = await browser.call(recordRatingRoute, {
        levelId: level,
        rating: 6 + n,
        difficulty: 5,
      });
      await browser.call(deleteRatingRoute, { ratingId: (body.rating as Rating).id });
    }
  }
  expect(await today()).toMatchObject({ ratings: 2, rating: 6 });
  // It counts again on another day; the schedule deletes the records of past days.
  await runSql`update rating_days set day = ${lastDays(Date.now(), 2)[0]} where level_id = ${level}`;
  const [first] = users;
  const again = await Browser.signedIn(first ?? owner);
  await again.call(recordRatingRoute, { levelId: level, rating: 9, difficulty: 5 });
  expect(await today()).toMatchObject({ ratings: 3, rating: 7 });
  await runSchedule(testEnv);
  expect(await countRows("rating_days", sql`level_id = ${level}`)).toBe(1);
});
