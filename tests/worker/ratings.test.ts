import fc from "fast-check";
import { deleteLevelRoute, editLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { deleteRatingRoute, type Rating, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { matrixIndex } from "#domain/ratings/rules.ts";
import { RATING_SORTS, SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { addUser, Browser, runPlaySql, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { allRatings, type StoredRating } from "#tests/support/ratings.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addClear, addLevel } from "#tests/support/world.ts";

const [owner, moderator] = [await addUser(), await signedInUser({ role: "moderator" })];
const [ownerBrowser, visitor] = [await Browser.signedIn(owner), await Browser.visitor()];

async function rater(fields: Parameters<typeof addLevel>[1] = {}) {
  const [browser, level] = [await signedInUser(), await addLevel(owner.id, fields)];
  await addClear(browser.id, level);
  return { user: browser, level, browser };
}

const record = (browser: Browser, levelId: number, rating: unknown = 7, difficulty: unknown = 3) =>
  browser.call(recordRatingRoute, { levelId, rating, difficulty });
const remove = (browser: Browser, ratingId: number) => browser.call(deleteRatingRoute, { ratingId });
const search = (input: Record<string, unknown>, browser = visitor) => browser.call(ratingSearchRoute, input);
const ratingOf = (response: TestResponse) => response.body.rating as Rating;
const rowsOf = (response: TestResponse) => response.body.data as Rating[];
const seeLevel = async (browser: Browser, id: number) => (await browser.output(levelRoute, { id })).level;

/** Everything that triggers store about ratings. */
async function storedRatings() {
  const levels = await runSql<Record<string, number | null>>`select id, ratings_count, rating_sum,
    difficulty_sum, rating_score, difficulty_score from levels order by id`;
  const groups = await runSql<{ scope: string; scope_id: number; counts: string }>`select scope, scope_id,
    counts from rating_groups order by scope, scope_id`;
  const rated = await runSql<object>`select name, value from counters
    where name glob 'rated:*' and value <> 0 order by name`;
  return { levels, groups: groups.map((group) => ({ ...group, counts: JSON.parse(group.counts) })), rated };
}

/** The same recounted from the ratings. */
async function countedRatings({ levels, groups }: Awaited<ReturnType<typeof storedRatings>>) {
  const ratings = await allRatings();
  const rated = await runSql<object>`select 'rated:' || visibility || ':' || category as name,
    count(*) as value from levels where id in (select level_id from ratings) group by 1 order by 1`;
  const sum = (rows: StoredRating[], key: "rating" | "difficulty") =>
    rows.reduce((total, row) => total + row[key], 0);
  const score = (rows: StoredRating[], key: "rating" | "difficulty") =>
    rows.length ? (sum(rows, key) + 50) / (rows.length + 10) : null;
  const matrix = (rows: StoredRating[]) => {
    const counts = Array<number>(100).fill(0);
    for (const { rating, difficulty } of rows) {
      const index = matrixIndex(rating, difficulty);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  };
  return {
    levels: levels.map(({ id }) => {
      const own = ratings.filter((row) => row.level_id === id);
      return {
        id,
        ratings_count: own.length,
        rating_sum: sum(own, "rating"),
        difficulty_sum: sum(own, "difficulty"),
        rating_score: score(own, "rating"),
        difficulty_score: score(own, "difficulty"),
      };
    }),
    groups: groups.map(({ scope, scope_id }) => {
      const isIn = (row: StoredRating) =>
        scope === "site" || (scope === "level" ? row.level_id : row.user_id) === scope_id;
      return { scope, scope_id, counts: matrix(ratings.filter(isIn)) };
    }),
    rated,
  };
}

async function expectTruth() {
  const stored = await storedRatings();
  expect(stored).toEqual(await countedRatings(stored));
}

describe("rating a level", () => {
  test("records, replaces and deletes a rating, and the level page follows", async () => {
    const { user, level, browser } = await rater();
    const first = await record(browser, level, 9, 2);
    expect(first.status).toBe(201);
    expect(ratingOf(first)).toMatchObject({
      rating: 9,
      difficulty: 2,
      user: { id: user.id },
      level: { id: level, url: `/levels/${level}` },
      clear: { time_formatted: "1:01.234" },
    });
    expect(await seeLevel(browser, level)).toMatchObject({
      rating: 9,
      difficulty: 2,
      ratings_count: 1,
      own_rating: { id: ratingOf(first).id, rating: 9, difficulty: 2 },
      ratingGroups: { rating: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0], difficulty: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0] },
    });
    const second = await record(browser, level, 4, 10);
    expect(ratingOf(second)).toMatchObject({ id: ratingOf(first).id, rating: 4, difficulty: 10 });
    expect(await seeLevel(visitor, level)).toMatchObject({ rating: 4, ratings_count: 1, own_rating: null });
    expect((await remove(browser, ratingOf(first).id)).status).toBe(200);
    expect(await seeLevel(browser, level)).toMatchObject({
      rating: 0,
      difficulty: 0,
      ratings_count: 0,
      own_rating: null,
      ratingGroups: { rating: Array(10).fill(0), difficulty: Array(10).fill(0) },
    });
    await expectTruth();
  });

  test("needs two whole numbers from 1 to 10, and twice at once by one member stores one rating", async () => {
    const { user, level, browser } = await rater();
    for (const value of [0, 11, 5.5]) {
      expect((await record(browser, level, value, 5)).status).toBe(422);
      expect((await record(browser, level, 5, value)).status).toBe(422);
    }
    const responses = await Promise.all([record(browser, level, 2, 3), record(browser, level, 8, 9)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(await runSql`select id from ratings where user_id = ${user.id}`).toHaveLength(1);
    await expectTruth();
  });

  test("and deleting it twice at once subtracts it once", async () => {
    const { level, browser } = await rater();
    const { id } = ratingOf(await record(browser, level));
    const calls = [remove(browser, id), remove(browser, id), record(browser, level, 2, 2)];
    const responses = await Promise.all(calls);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    await expectTruth();
  });

  test("concurrently by many members counts all of them", async () => {
    const level = await addLevel(owner.id);
    const browsers = await Promise.all(Array.from({ length: 8 }, () => signedInUser()));
    for (const { id } of browsers) await addClear(id, level);
    await Promise.all(browsers.map((browser, n) => record(browser, level, n + 1, 10 - n)));
    expect(await seeLevel(visitor, level)).toMatchObject({ ratings_count: 8, rating: 4.5 });
    await expectTruth();
  });
});

test.each([
  ["never played it", null, false, 403],
  ["played it for nine minutes and 59 seconds", 599, false, 403],
  ["played it for ten minutes", 600, false, 201],
  ["cleared it at once", 5, true, 201],
  ["cleared it on a client that reported no play", null, true, 201],
])("the right to rate is decided for a member who %s", async (_, seconds, cleared, status) => {
  const [browser, level] = [await signedInUser(), await addLevel(owner.id)];
  if (cleared) await addClear(browser.id, level);
  if (seconds !== null)
    await runPlaySql`insert into plays (user_id, level_id, seconds, played_at)
      values (${browser.id}, ${level}, ${seconds}, 1)`;
  expect(await seeLevel(browser, level)).toMatchObject({ canRate: status === 201 });
  const response = await record(browser, level);
  expect(response.status).toBe(status);
  if (status === 403)
    expect(response.body.message).toBe("Clear this level or play it for 10 minutes before you rate it.");
});

test("the right to rate doesn't include private or deleted levels, which return 404", async () => {
  for (const visibility of ["private", "deleted"] as const) {
    const { level, browser } = await rater({ visibility });
    expect((await record(browser, level)).status).toBe(404);
  }
});

test("a rating's response hides the title of a private or deleted level from callers who can't see it", async () => {
  const { level, browser } = await rater({ title: "Secret zebra garden" });
  await record(browser, level);
  const title = async (as: Browser) => rowsOf(await search({ level_id: level }, as))[0]?.level.title;
  expect(await title(visitor)).toBe("Secret zebra garden");
  await ownerBrowser.call(editLevelRoute, { id: level, visibility: "private" });
  expect(await title(visitor)).toBe("Private level");
  expect(await title(browser)).toBe("Private level");
  expect(await title(ownerBrowser)).toBe("Secret zebra garden");
  expect(await title(moderator)).toBe("Secret zebra garden");
  await ownerBrowser.call(deleteLevelRoute, { id: level });
  for (const as of [visitor, browser, ownerBrowser, moderator]) expect(await title(as)).toBe("Deleted level");
  await expectTruth();
});

test("a rating's response has no clear after the clear was removed", async () => {
  const { user, level, browser } = await rater();
  await record(browser, level);
  const clear = async () => rowsOf(await search({ level_id: level }, browser))[0]?.clear;
  expect(await clear()).toEqual({ time_formatted: "1:01.234" });
  await runPlaySql`delete from clears where user_id = ${user.id}`;
  expect(await clear()).toBeNull();
});

test("a rating's response contains no email address or password", async () => {
  expect(JSON.stringify((await search({})).body)).not.toMatch(/@example\.com|password|email/);
});

test("the rating counters equal a recount after any sequence of ratings and deletions", async () => {
  const raters: Browser[] = [];
  const levels = await Promise.all(
    (["", "star collection", "free roam"] as const).map((category) => addLevel(owner.id, { category })),
  );
  for (let n = 0; n < 4; n++) {
    const user = await signedInUser();
    raters.push(user);
    for (const level of levels) await addClear(user.id, level);
  }
  const value = fc.integer({ min: 1, max: 10 });
  const step = fc.record({
    member: fc.integer({ min: 0, max: 3 }),
    level: fc.integer({ min: 0, max: 2 }),
    rating: value,
    difficulty: value,
    remove: fc.boolean(),
  });
  await forAllAsync(12, fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
    for (const one of steps) {
      const browser = raters[one.member] as Browser;
      const level = levels[one.level] as number;
      if (!one.remove) {
        expect((await record(browser, level, one.rating, one.difficulty)).status).toBe(201);
        continue;
      }
      const own = (await seeLevel(browser, level)).own_rating;
      if (own) expect((await remove(browser, own.id)).status).toBe(200);
    }
    await expectTruth();
  });
});

describe("GET /api/ratings", async () => {
  const USERS = 40;
  const LEVELS = 60;

  const maker = await addUser();
  const names: string[] = [];
  for (let n = 0; n < USERS; n++) names.push((await addUser({ username: `Rater_${n}` })).username);
  const levels: number[] = [];
  for (let n = 0; n < LEVELS; n++) levels.push(await addLevel(maker.id));
  // The first two rated everything, the third nothing, the others about nine in ten; values repeat often.
  await runSql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      select u.id, l.id, 1 + (u.id * 7 + l.id * 3) % 10, 1 + (u.id * l.id) % 7, u.id * l.id
      from users u cross join levels l where u.username glob 'Rater_*' and l.user_id = ${maker.id}
        and u.username <> 'Rater_2' and (u.username in ('Rater_0', 'Rater_1') or (u.id * l.id) % 11 <> 3)`;
  let everything: StoredRating[] = [];
  beforeAll(async () => {
    everything = await allRatings();
    expect(everything.length).toBeGreaterThan(2_100);
  });

  interface SearchInput {
    username: string;
    level_id: number;
    rating: number;
    difficulty: number;
    sort: (typeof RATING_SORTS)[number];
    order: (typeof SORT_DIRECTIONS)[number];
  }

  /** The expected result, computed the slow and plain way. */
  function reference({ username, level_id, rating, difficulty, sort, order }: SearchInput): number[] {
    const other = sort === "rating" ? "difficulty" : "rating";
    const direction = order === "asc" ? 1 : -1;
    return everything
      .filter(
        (row) =>
          (!username || row.username.toLowerCase() === username.trim().toLowerCase()) &&
          (!level_id || row.level_id === level_id) &&
          (!rating || row.rating === rating) &&
          (!difficulty || row.difficulty === difficulty),
      )
      .sort((a, b) => direction * (a[sort] - b[sort] || a[other] - b[other] || a.id - b.id))
      .map(({ id }) => id);
  }

  test("ignores empty filters", async () => {
    const { body } = await visitor.fetch("/api/ratings?username=&level_id=&rating=&difficulty=");
    expect(body.meta).toMatchObject({ total: everything.length });
  });

  const often = <T>(usual: T, others: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

  test("returns the same as a plain filter and sort for any filters, order and page", async () => {
    const strange = ["rater_1", "RATER_0 ", "Rater_2", "unknown", "Rater", "' or 1=1 --", "%"];
    const inputs = fc.record({
      username: often("", fc.oneof(fc.constantFrom(...names), fc.constantFrom(...strange))),
      level_id: often(0, fc.oneof(fc.constantFrom(...levels), fc.constant(999_999))),
      rating: often(0, fc.integer({ min: 1, max: 10 })),
      difficulty: often(0, fc.integer({ min: 1, max: 10 })),
      sort: fc.constantFrom(...RATING_SORTS),
      order: fc.constantFrom(...SORT_DIRECTIONS),
    });
    await forAllAsync(150, inputs, fc.double({ min: 0, max: 1.1, noNaN: true }), async (query, where) => {
      const ids = reference(query);
      const last = Math.max(1, Math.ceil(ids.length / 25));
      const page = 1 + Math.floor(where * last);
      const response = await search({ ...query, page });
      expect(response.body.meta).toEqual({ current_page: page, last_page: last, total: ids.length });
      expect(rowsOf(response).map(({ id }) => id)).toEqual(ids.slice((page - 1) * 25, page * 25));
      expect((response.body.links as { next: string | null }).next === null).toBe(page >= last);
      expectCost(response, { roundTrips: 2 });
    });
  });

  test("reads few rows for a first page, whatever the filter", async () => {
    const browser = await Browser.signedIn(await addUser());
    for (const input of [
      {},
      { order: "asc" },
      { sort: "difficulty" },
      { rating: 5 },
      { difficulty: 7, order: "asc" },
      { rating: 5, difficulty: 2 },
      { username: names[1] },
      { level_id: levels[3], sort: "difficulty" },
      { username: names[1], level_id: levels[3] },
    ])
      expectCost(await search(input, browser), { roundTrips: 1, read: 6 * 25 });
  });
});
