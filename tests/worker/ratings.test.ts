import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { deleteLevelRoute, editLevelRoute, type Level, levelRoute } from "#domain/levels/api.ts";
import {
  deleteRatingRoute,
  RATING_SORTS,
  type Rating,
  ratingSearchRoute,
  recordRatingRoute,
  SORT_DIRECTIONS,
} from "#domain/ratings/api.ts";
import { matrixIndex } from "#domain/ratings/rules.ts";
import { type Answer, addUser, Browser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addClear, addLevel } from "#tests/support/world.ts";

interface Row {
  id: number;
  user_id: number;
  level_id: number;
  rating: number;
  difficulty: number;
  username: string;
}

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const allRatings = () =>
  run<Row>(sql`select r.id, r.user_id, r.level_id, r.rating, r.difficulty, u.username
    from ratings r join users u on u.id = r.user_id`);

let owner: { id: number; username: string };
let visitor: Browser;

beforeAll(async () => {
  owner = await addUser();
  visitor = await Browser.visitor();
});

/** A level with somebody who may rate it. */
async function rater(fields: Parameters<typeof addLevel>[1] = {}) {
  const [user, level] = [await addUser(), await addLevel(owner.id, fields)];
  await addClear(user.id, level);
  return { user, level, browser: await Browser.signedIn(user) };
}

const record = (browser: Browser, levelId: number, rating: unknown = 7, difficulty: unknown = 3) =>
  browser.call(recordRatingRoute, { params: { levelId }, input: { rating, difficulty } });
const remove = (browser: Browser, ratingId: number) =>
  browser.call(deleteRatingRoute, { params: { ratingId } });
const search = (input: Record<string, unknown>, browser = visitor) =>
  browser.call(ratingSearchRoute, { input });
const ratingOf = (answer: Answer) => answer.body.rating as Rating;
const rowsOf = (answer: Answer) => answer.body.data as Rating[];
const seeLevel = async (browser: Browser, id: number) =>
  (await browser.call(levelRoute, { params: { id } })).body.level as Level;

/** Everything that triggers keep about ratings, once as stored and once counted from the ratings themselves. */
async function keptAndCounted() {
  const ratings = await allRatings();
  const levels = await run<Record<string, number | null>>(
    sql`select id, ratings_count, rating_sum, difficulty_sum, rating_score, difficulty_score from levels order by id`,
  );
  const groups = await run<{ scope: string; scope_id: number; counts: string }>(
    sql`select scope, scope_id, counts from rating_groups order by scope, scope_id`,
  );
  const rated = await run<{ name: string; value: number }>(
    sql`select name, value from counters where name glob 'rated:*' and value <> 0 order by name`,
  );
  const ratedLevels = await run<{ name: string; value: number }>(
    sql`select 'rated:' || visibility || ':' || category as name, count(*) as value from levels
      where id in (select level_id from ratings) group by 1 order by 1`,
  );
  const sum = (rows: Row[], key: "rating" | "difficulty") => rows.reduce((total, row) => total + row[key], 0);
  const score = (rows: Row[], key: "rating" | "difficulty") =>
    rows.length ? (sum(rows, key) + 50) / (rows.length + 10) : null;
  const matrix = (rows: Row[]) => {
    const counts = Array<number>(100).fill(0);
    for (const { rating, difficulty } of rows) {
      const index = matrixIndex(rating, difficulty);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  };
  return {
    kept: {
      levels,
      groups: groups.map((group) => ({ ...group, counts: JSON.parse(group.counts) as number[] })),
      rated,
    },
    counted: {
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
      groups: groups.map(({ scope, scope_id }) => ({
        scope,
        scope_id,
        counts: matrix(
          ratings.filter(
            (row) =>
              scope === "site" ||
              (scope === "level" && row.level_id === scope_id) ||
              (scope === "user" && row.user_id === scope_id),
          ),
        ),
      })),
      rated: ratedLevels,
    },
  };
}

async function expectTruth() {
  const { kept, counted } = await keptAndCounted();
  expect(kept).toEqual(counted);
}

describe("rating a level", () => {
  test("a rating is recorded, replaced by the next one and deleted, and the level page follows", async () => {
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

  test("recording and replacing each cost two rounds and at most 25 rows", async () => {
    const { level, browser } = await rater();
    expectCost(await record(browser, level, 9, 2), { rounds: 2, written: 25 });
    expectCost(await record(browser, level, 1, 8), { rounds: 2, written: 25 });
    const same = await record(browser, level, 1, 8);
    expectCost(same, { rounds: 2, written: 25 });
    expectCost(await remove(browser, ratingOf(same).id), { rounds: 2, written: 25 });
  });

  test.each([0, 11, -1, 5.5, "5.5", "", "many", null, true, [5], {}, 1e99])(
    "%j is no rating",
    async (value) => {
      const { level, browser } = await rater();
      for (const field of ["rating", "difficulty"] as const) {
        const input = { rating: 5, difficulty: 5, [field]: value };
        const answer = await browser.call(recordRatingRoute, { params: { levelId: level }, input });
        expect(answer.status).toBe(422);
        const label = field === "rating" ? "Rating" : "Difficulty";
        expect(answer.body.errors).toEqual({ [field]: [`${label} must be a whole number from 1 to 10.`] });
        expect(answer.cost.written).toBe(0);
      }
    },
  );

  test("two ratings at once by one person are one rating", async () => {
    const { user, level, browser } = await rater();
    const answers = await Promise.all([record(browser, level, 2, 3), record(browser, level, 8, 9)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await countRows("ratings", sql`user_id = ${user.id}`)).toBe(1);
    await expectTruth();
  });

  test("a rating deleted twice at once is taken off once", async () => {
    const { level, browser } = await rater();
    const { id } = ratingOf(await record(browser, level));
    const answers = await Promise.all([
      remove(browser, id),
      remove(browser, id),
      record(browser, level, 2, 2),
    ]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    await expectTruth();
  });

  test("many people at once are all counted", async () => {
    const level = await addLevel(owner.id);
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const user = await addUser();
        await addClear(user.id, level);
        return Browser.signedIn(user);
      }),
    );
    await Promise.all(browsers.map((browser, n) => record(browser, level, n + 1, 10 - n)));
    expect(await seeLevel(visitor, level)).toMatchObject({ ratings_count: 8, rating: 4.5 });
    await expectTruth();
  });
});

describe("who may rate", () => {
  test.each([
    ["never played it", null, false, 403],
    ["played it for nine minutes and 59 seconds", 599, false, 403],
    ["played it for ten minutes", 600, false, 201],
    ["cleared it at once", 5, true, 201],
    ["cleared it on a client that told no play", null, true, 201],
  ])("somebody who %s", async (_, seconds, cleared, status) => {
    const [user, level] = [await addUser(), await addLevel(owner.id)];
    const browser = await Browser.signedIn(user);
    if (cleared) await addClear(user.id, level);
    if (seconds !== null) {
      await run(
        sql`insert into plays (user_id, level_id, seconds, played_at) values (${user.id}, ${level}, ${seconds}, 1)`,
      );
    }
    expect(await seeLevel(browser, level)).toMatchObject({ canRate: status === 201 });
    const answer = await record(browser, level);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.body.message).toBe("Clear this level or play it for 10 minutes before you rate it.");
  });

  test("nobody rates their own level, cleared or not, staff or not", async () => {
    for (const role of ["member", "admin"] as const) {
      const user = await addUser({ role });
      const level = await addLevel(user.id);
      await addClear(user.id, level);
      const browser = await Browser.signedIn(user, role);
      expect(await seeLevel(browser, level)).toMatchObject({ canRate: false });
      const answer = await record(browser, level);
      expect([answer.status, answer.body.code]).toEqual([403, "cannot_rate_own"]);
    }
  });

  test("a level that has become private or is deleted is not there to be rated", async () => {
    for (const visibility of ["private", "deleted"] as const) {
      const { level, browser } = await rater({ visibility });
      expect((await record(browser, level)).status).toBe(404);
    }
    expect((await record((await rater()).browser, 999_999)).status).toBe(404);
  });

  test("one's own rating can be deleted, an admin deletes any, a moderator does not", async () => {
    const { level, browser } = await rater();
    const other = await Browser.signedIn(await addUser());
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    const admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
    const { id } = ratingOf(await record(browser, level));
    for (const stranger of [other, moderator, await Browser.signedIn(owner)]) {
      const answer = await remove(stranger, id);
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe("You can only delete your own rating.");
    }
    expect((await remove(admin, id)).status).toBe(200);
    expect((await remove(admin, id)).status).toBe(404);
    const again = ratingOf(await record(browser, level));
    expect((await remove(browser, again.id)).status).toBe(200);
  });
});

describe("what a rating shows", () => {
  test("the name of a level that is private or deleted now is kept from those who can't see it", async () => {
    const { level, browser } = await rater({ title: "Secret zebra garden" });
    await record(browser, level);
    const ownerBrowser = await Browser.signedIn(owner);
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    const title = async (as: Browser) => rowsOf(await search({ level_id: level }, as))[0]?.level.title;
    expect(await title(visitor)).toBe("Secret zebra garden");
    await ownerBrowser.call(editLevelRoute, { params: { id: level }, input: { visibility: "private" } });
    expect(await title(visitor)).toBe("Private level");
    expect(await title(browser)).toBe("Private level");
    expect(await title(ownerBrowser)).toBe("Secret zebra garden");
    expect(await title(moderator)).toBe("Secret zebra garden");
    await ownerBrowser.call(deleteLevelRoute, { params: { id: level } });
    for (const as of [visitor, browser, ownerBrowser, moderator])
      expect(await title(as)).toBe("Deleted level");
    await expectTruth();
  });

  test("a clear that was removed leaves the rating without one", async () => {
    const { user, level, browser } = await rater();
    await record(browser, level);
    const clear = async () => rowsOf(await search({ level_id: level }, browser))[0]?.clear;
    expect(await clear()).toEqual({ time_formatted: "1:01.234" });
    await run(sql`delete from clears where user_id = ${user.id}`);
    expect(await clear()).toBeNull();
  });

  test("nobody else's e-mail address or password is in it", async () => {
    const text = JSON.stringify((await search({})).body);
    expect(text).not.toMatch(/@example\.com|password|email/);
  });
});

test("after any sequence of ratings, changes and deletions every counter is what a recount says", async () => {
  const raters: Browser[] = [];
  const levels = await Promise.all(
    (["", "star collection", "free roam"] as const).map((category) => addLevel(owner.id, { category })),
  );
  for (let n = 0; n < 4; n++) {
    const user = await addUser();
    raters.push(await Browser.signedIn(user));
    for (const level of levels) await addClear(user.id, level);
  }
  const value = fc.integer({ min: 1, max: 10 });
  const step = fc.record({
    who: fc.integer({ min: 0, max: 3 }),
    level: fc.integer({ min: 0, max: 2 }),
    rating: value,
    difficulty: value,
    remove: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        const browser = raters[one.who] as Browser;
        const level = levels[one.level] as number;
        if (!one.remove) {
          expect((await record(browser, level, one.rating, one.difficulty)).status).toBe(201);
          continue;
        }
        const own = (await seeLevel(browser, level)).own_rating;
        if (own) expect((await remove(browser, own.id)).status).toBe(200);
      }
      await expectTruth();
    }),
    { numRuns: 12 },
  );
});

describe("searching ratings", () => {
  const USERS = 40;
  const LEVELS = 60;
  let everything: Row[];
  let names: string[];
  let levels: number[];

  beforeAll(async () => {
    const maker = await addUser();
    names = [];
    for (let n = 0; n < USERS; n++) names.push((await addUser({ username: `Rater_${n}` })).username);
    levels = [];
    for (let n = 0; n < LEVELS; n++) levels.push(await addLevel(maker.id));
    // The first two rated everything, the third nothing, the others about nine in ten; values repeat often.
    await run(sql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      select u.id, l.id, 1 + (u.id * 7 + l.id * 3) % 10, 1 + (u.id * l.id) % 7, u.id * l.id
      from users u cross join levels l where u.username glob 'Rater_*' and l.user_id = ${maker.id}
        and u.username <> 'Rater_2' and (u.username in ('Rater_0', 'Rater_1') or (u.id * l.id) % 11 <> 3)`);
    everything = await allRatings();
    expect(everything.length).toBeGreaterThan(2_100);
  });

  interface Asked {
    username: string;
    level_id: number;
    rating: number;
    difficulty: number;
    sort: (typeof RATING_SORTS)[number];
    order: (typeof SORT_DIRECTIONS)[number];
  }

  /** What the search should find, the slow and plain way. */
  function reference({ username, level_id, rating, difficulty, sort, order }: Asked): number[] {
    const other = sort === "rating" ? "difficulty" : "rating";
    const way = order === "asc" ? 1 : -1;
    return everything
      .filter(
        (row) =>
          (!username || row.username.toLowerCase() === username.trim().toLowerCase()) &&
          (!level_id || row.level_id === level_id) &&
          (!rating || row.rating === rating) &&
          (!difficulty || row.difficulty === difficulty),
      )
      .sort((a, b) => way * (a[sort] - b[sort] || a[other] - b[other] || a.id - b.id))
      .map(({ id }) => id);
  }

  test("an empty box is no filter", async () => {
    const visitor = await Browser.visitor();
    const answer = await visitor.fetch("/api/ratings?username=&level_id=&rating=&difficulty=");
    expect(answer.status).toBe(200);
    expect(answer.body.meta).toMatchObject({ total: everything.length });
  });

  const often = <T>(usual: T, others: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

  test("any combination of filters, sorting and page finds what a plain filter and sort finds", async () => {
    const asked = fc.record({
      username: often(
        "",
        fc.oneof(
          fc.nat(USERS - 1).map((n) => names[n] as string),
          fc.constantFrom("rater_1", "RATER_0 ", "Rater_2", "nobody", "Rater", "' or 1=1 --", "%"),
        ),
      ),
      level_id: often(
        0,
        fc.oneof(
          fc.nat(LEVELS - 1).map((n) => levels[n] as number),
          fc.constant(999_999),
        ),
      ),
      rating: often(0, fc.integer({ min: 1, max: 10 })),
      difficulty: often(0, fc.integer({ min: 1, max: 10 })),
      sort: fc.constantFrom(...RATING_SORTS),
      order: fc.constantFrom(...SORT_DIRECTIONS),
    });
    await fc.assert(
      fc.asyncProperty(asked, fc.double({ min: 0, max: 1.1, noNaN: true }), async (query, where) => {
        const ids = reference(query);
        const last = Math.max(1, Math.ceil(ids.length / 25));
        const page = 1 + Math.floor(where * last);
        const answer = await search({ ...query, page });
        expect(answer.status).toBe(200);
        expect(answer.body.meta).toEqual({ current_page: page, last_page: last, total: ids.length });
        expect(rowsOf(answer).map(({ id }) => id)).toEqual(ids.slice((page - 1) * 25, page * 25));
        expect((answer.body.links as { next: string | null }).next === null).toBe(page >= last);
        expectCost(answer, { rounds: 2 });
      }),
      { numRuns: 150 },
    );
  });

  test("following the next links meets every rating once", async () => {
    let next: string | null = "/api/ratings?sort=difficulty&rating=4";
    const met: number[] = [];
    while (next) {
      const answer: Answer = await visitor.fetch(next);
      met.push(...rowsOf(answer).map(({ id }) => id));
      next = (answer.body.links as { next: string | null }).next;
    }
    const query = {
      username: "",
      level_id: 0,
      rating: 4,
      difficulty: 0,
      sort: "difficulty",
      order: "desc",
    } as const;
    expect(met).toEqual(reference(query));
  });

  test("a first page reads few rows, whatever the filter", async () => {
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
    ]) {
      expectCost(await search(input, browser), { rounds: 1, read: 6 * 25 });
    }
  });

  test.each([
    [{ rating: 11 }, "rating", "Rating must be a whole number from 0 to 10."],
    [{ difficulty: "hard" }, "difficulty", "Difficulty must be a whole number from 0 to 10."],
    [{ level_id: -1 }, "level_id", "Level id must be a whole number from 0 to 1000000000000."],
    [{ sort: "date" }, "sort", "Sort must be one of: rating, difficulty."],
    [{ order: "up" }, "order", "Order must be one of: desc, asc."],
    [{ page: 0 }, "page", "Page must be a whole number from 1 to 1000000."],
    [{ username: "x".repeat(101) }, "username", "Username is too long."],
  ])("the filter %j is refused at its field", async (input, field, message) => {
    const answer = await search(input);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message, errors: { [field]: [message] } });
  });
});
