import { sql } from "drizzle-orm";
import { lastDays } from "#domain/new-york.ts";
import { deleteRatingRoute, type Rating, recordRatingRoute } from "#domain/ratings/api.ts";
import { type LevelStatistics, levelStatisticsRoute } from "#domain/statistics/api.ts";
import {
  addUser,
  type Browser,
  countRows,
  runPlaySql,
  runSql,
  type TestResponse,
  testEnv,
} from "#tests/support/browser.ts";
import { storeClear } from "#tests/support/clears.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

const owner = await signedInUser();

const fetchStatistics = (id: number, browser: Browser = owner, input: Record<string, unknown> = {}) =>
  browser.call(levelStatisticsRoute, { id, ...input });
const seen = (id: number, input: Record<string, unknown> = {}) =>
  owner.output(levelStatisticsRoute, { id, ...input });
const today = async (id: number) => (await seen(id, { days: "7" })).days.at(-1);
const rate = (by: Browser, levelId: number, rating: number) =>
  by.call(recordRatingRoute, { levelId, rating, difficulty: 5 });
const idOf = ({ body }: TestResponse) => (body.rating as Rating).id;
const QUIET = { plays: 0, players: 0, clears: 0, first_clears: 0, ratings: 0, rating: null };

describe("GET /api/levels/{id}/statistics", () => {
  test.each([7, 30, 90, 365])("over %i days has every New York day to today, oldest first", async (count) => {
    const { days: all } = await seen(await addLevel(owner.id), { days: String(count) });
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
    const response = await fetchStatistics(level, owner, { days: "7" });
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
    const none = { plays: 0, players: 0, clears: 0, clear_rate: null };
    expect((await seen(level)).totals).toEqual({ ...none, ratings_count: 0, rating: 0, difficulty: 0 });
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
    const counted = { plays: 7, players: 3, clears: 1, clear_rate: 33.3 };
    const rated = { ratings_count: 2, rating: 7.5, difficulty: 3.5 };
    expect((await seen(level)).totals).toEqual({ ...counted, ...rated });
  });

  test("of a private level return 404 to others, and 403 to moderators", async () => {
    const hidden = await addLevel(owner.id, { visibility: "private" });
    const [other, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
    expect((await fetchStatistics(hidden, other)).status).toBe(404);
    expect((await fetchStatistics(hidden, moderator)).status).toBe(403);
    expect((await fetchStatistics(hidden, await signedInUser({ role: "admin" }))).status).toBe(200);
    expect((await fetchStatistics(hidden)).status).toBe(200);
    await runSql`update levels set visibility = 'deleted' where id = ${hidden}`;
    expect((await fetchStatistics(hidden)).status).toBe(404);
  });
});

test("a day's ratings count new ratings, not changed ones, and keep deleted ones", async () => {
  const level = await addLevel(owner.id);
  const [one, two] = [await signedInUser(), await signedInUser()];
  for (const { id } of [one, two]) await addClear(id, level);
  for (const rating of [4, 10]) {
    await rate(one, level, rating);
    expect(await today(level)).toMatchObject({ ratings: 1, rating: 4 });
  }
  const ratingId = idOf(await rate(two, level, 7));
  expect(await today(level)).toMatchObject({ ratings: 2, rating: 5.5 });
  await two.call(deleteRatingRoute, { ratingId });
  expect(await today(level)).toMatchObject({ ratings: 2, rating: 5.5 });
  expect((await seen(level)).totals).toMatchObject({ ratings_count: 1, rating: 10 });
});

test("a rating saved, deleted and saved again on one day counts as one new rating", async () => {
  const level = await addLevel(owner.id);
  const [first, second] = [await signedInUser(), await signedInUser()];
  for (const user of [first, second]) {
    await addClear(user.id, level);
    for (let n = 0; n < 3; n++)
      await user.call(deleteRatingRoute, { ratingId: idOf(await rate(user, level, 6 + n)) });
  }
  expect(await today(level)).toMatchObject({ ratings: 2, rating: 6 });
  // It counts again on another day; the schedule deletes the records of past days.
  await runSql`update rating_days set day = ${lastDays(Date.now(), 2)[0]} where level_id = ${level}`;
  await rate(first, level, 9);
  expect(await today(level)).toMatchObject({ ratings: 3, rating: 7 });
  await runSchedule(testEnv);
  expect(await countRows("rating_days", sql`level_id = ${level}`)).toBe(1);
});
