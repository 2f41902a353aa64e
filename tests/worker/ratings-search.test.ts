import fc from "fast-check";
import { type Rating, ratingSearchRoute } from "#domain/ratings/api.ts";
import { RATING_SORTS, SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { addUser, Browser, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { allRatings } from "#tests/support/ratings.ts";
import { addLevel } from "#tests/support/world.ts";

const visitor = await Browser.visitor();
const search = (input: Record<string, unknown>, browser = visitor) => browser.call(ratingSearchRoute, input);
const rowsOf = (response: TestResponse) => response.body.data as Rating[];

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
  const everything = await allRatings();
  expect(everything.length).toBeGreaterThan(2_100);

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
