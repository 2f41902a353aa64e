import type { LevelDay } from "#domain/statistics/api.ts";
import { groupByWeek, playsShape, ratingsShape } from "#web/features/statistics/plays-shape.ts";
import { chartScale } from "#web/ui/chart-scale.ts";

const day = (n: number, fields: Partial<LevelDay> = {}): LevelDay => ({
  day: `2026-11-${String(n).padStart(2, "0")}`,
  plays: 0,
  players: 0,
  clears: 0,
  first_clears: 0,
  ratings: 0,
  rating: null,
  ...fields,
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [40, [0, 10, 20, 30, 40]],
  [1_201, [0, 500, 1_000, 1_500]],
])("the grid lines up to %i are at round numbers", (max, values) => {
  const { top, ticks } = chartScale(max);
  expect(ticks.map(({ value }) => value)).toEqual(values);
  expect(top).toBe(values.at(-1));
  expect([ticks[0]?.y, ticks.at(-1)?.y]).toEqual([100, 0]);
});

test("plays are bars with their players inside, and clears a line, all starting at 0", () => {
  const shape = playsShape([day(1), day(2, { plays: 4, players: 2, clears: 1 })]);
  expect(shape.points).toEqual([
    { x: 25, y: 100 },
    { x: 75, y: 0 },
  ]);
  expect(shape.plays).toBe("M54.5,100L54.5,0L95.5,0L95.5,100Z");
  expect(shape.players).toBe("M54.5,100L54.5,50L95.5,50L95.5,100Z");
  expect(shape.clears).toBe("M25,100L75,75");
});

test("ratings are at the position of their day, and days without any are skipped", () => {
  const shape = ratingsShape([
    day(1, { ratings: 2, rating: 5 }),
    day(2),
    day(3),
    day(4, { ratings: 1, rating: 10 }),
  ]);
  expect(shape.days.map((one) => one.day)).toEqual(["2026-11-01", "2026-11-04"]);
  expect(shape.points).toEqual([
    { x: 12.5, y: 50 },
    { x: 87.5, y: 0 },
  ]);
  expect(shape.line).toBe("M12.5,50L87.5,0");
  expect(shape.ticks.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ratingsShape([day(1)]).days).toEqual([]);
});

test("a long period is grouped in weeks up to its last day, with their mean ratings", () => {
  const days = Array.from({ length: 15 }, (_, i) =>
    day(i + 1, { plays: 1, players: 1, clears: 2, first_clears: 1 }),
  );
  days[13] = day(14, { ratings: 3, rating: 6 });
  days[14] = day(15, { ratings: 1, rating: 10 });
  const weeks = groupByWeek(days);
  expect(weeks.map((week) => [week.day, week.plays, week.clears, week.first_clears])).toEqual([
    ["2026-11-01", 1, 2, 1],
    ["2026-11-02", 7, 14, 7],
    ["2026-11-09", 5, 10, 5],
  ]);
  expect(weeks[2]).toMatchObject({ ratings: 4, rating: 7, players: 0 });
  expect(groupByWeek(days.slice(0, 14)).map((week) => week.day)).toEqual(["2026-11-01", "2026-11-08"]);
});
