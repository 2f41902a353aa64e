import { createElement } from "react";
import { WORLD_STARTS } from "#domain/build/starts/world-starts.ts";
import type { Clear } from "#domain/clears/api.ts";
import type { Level } from "#domain/levels/api.ts";
import { readRatingView, writeRatingView } from "#domain/ratings/view.ts";
import type { LevelDay } from "#domain/statistics/api.ts";
import { findRival } from "#web/features/clears/find-rival.ts";
import { currentPictureUrl, previewPictureUrl } from "#web/features/levels/form/card-preview.tsx";
import type { LevelFields } from "#web/features/levels/form/level-draft.ts";
import { WorldPicker, type WorldPickerProps } from "#web/features/levels/form/world-picker.tsx";
import { ClearHelp, ClearStateBadge } from "#web/features/levels/pages/level-page.tsx";
import { levelText } from "#web/features/levels/text/level.ts";
import {
  clampStars,
  filterValuesOf,
  levelIdProblem,
  ratingViewOf,
} from "#web/features/ratings/filter-values.ts";
import { starNumber } from "#web/features/ratings/star-number.ts";
import { ratingsText } from "#web/features/ratings/text.ts";
import { groupByWeek, playsShape, ratingsShape } from "#web/features/statistics/plays-shape.ts";
import { ordinal } from "#web/lib/ordinal.ts";
import { chartScale } from "#web/ui/chart-scale.ts";
import { markupOf } from "./markup.ts";

const level = (has_own_thumbnail: boolean) =>
  ({ has_own_thumbnail, thumbnail_url: "/assets/a.jpg" }) as Level;
const fields = (change: Partial<LevelFields> = {}): LevelFields => ({
  title: "Lava",
  description: "",
  category: "",
  visibility: "public",
  comments_enabled: true,
  world: "keep",
  picture: "keep",
  ...change,
});

test("a level keeps its own picture until it is removed or replaced, and a drawn one while the world stays", () => {
  expect(currentPictureUrl(level(true), fields())).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(true), fields({ world: "race" }))).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(true), fields({ picture: "none" }))).toBeNull();
  expect(currentPictureUrl(level(true), fields({ picture: "new" }))).toBeNull();
  expect(currentPictureUrl(level(false), fields())).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(false), fields({ world: "race" }))).toBeNull();
  expect(currentPictureUrl(level(false), fields({ picture: "new" }))).toBeNull();
  expect(currentPictureUrl(null, fields())).toBeNull();
});

test("the card preview shows the picture that stays, or else the new one, or else what lists show", () => {
  expect(previewPictureUrl("/assets/a.jpg", "blob:b")).toBe("/assets/a.jpg");
  expect(previewPictureUrl(null, "blob:b")).toBe("blob:b");
  expect(previewPictureUrl(null, null)).toBe("/static/drawing.svg");
});

const picker = (props: Partial<WorldPickerProps>) =>
  markupOf(
    createElement(WorldPicker, {
      value: "own",
      onChoose: () => {},
      file: null,
      onFile: () => {},
      own: { status: "none" },
      stored: null,
      errors: [],
      hint: "",
      ...props,
    }),
  );

test("the form offers all worlds to start from and an upload for a new level, and only the upload for others", () => {
  for (const { label, hint } of WORLD_STARTS) {
    expect(picker({})).toContain(label);
    expect(picker({})).toContain(hint);
    expect(picker({ stored: { status: "none" } })).not.toContain(hint);
  }
  expect(picker({}).split('type="radio"')).toHaveLength(WORLD_STARTS.length + 2);
});

test("the form shows all problems of a rejected file", () => {
  const errors = ["version must be 1.", "blocks[1].size[0] must be at least 0.05.", "And 13 more."];
  const html = picker({ errors, own: { status: "invalid", problems: errors } });
  for (const error of errors) expect(html).toContain(error);
});

const badge = (clear_state: Level["clear_state"]) =>
  markupOf(createElement(ClearStateBadge, { level: { clear_state } }));
const help = (clear_state: Level["clear_state"], can_build: boolean) =>
  markupOf(createElement(ClearHelp, { level: { id: 7, clear_state, can_build } }));

describe("A level's page", () => {
  it("says that a level's creator hasn't cleared it, and explains how to, only to those who build it", () => {
    expect(badge("not_cleared")).toContain(levelText.notCleared);
    expect(badge("not_cleared")).toContain(levelText.notClearedHint.replaceAll("'", "&#x27;"));
    for (const state of ["cleared", "none_needed"] as const) {
      expect(badge(state)).toBe("");
      expect(help(state, true)).toBe("");
    }
    expect(help("not_cleared", true)).toContain(levelText.howToClear);
    expect(help("not_cleared", true)).toContain('href="/build/7"');
    expect(help("not_cleared", false)).toBe("");
  });
});

const clearIn = (time_ms: number, index: number) => ({ rank: index + 1, time_ms }) as Clear;
const TIMES = [10_000, 11_000, 12_000, 13_000, 14_000];
const clears = TIMES.map(clearIn);

describe("the rival to beat next", () => {
  test.each([
    [14_000, 5, 3],
    [20_000, null, 3],
    [12_000, 3, 2],
    [11_000, 2, 1],
  ])("of a player with %d ms in place %j is in place %d", (time_ms, rank, rival) => {
    expect(findRival(clears, { time_ms, rank })?.rank).toBe(rival);
  });

  test("isn't someone faster who is behind them because their run wasn't played in a room", () => {
    const list = [clearIn(12_000, 0), clearIn(13_000, 1), clearIn(10_000, 10), clearIn(14_000, 11)];
    expect(findRival(list, { time_ms: 13_000, rank: 2 })?.rank).toBe(1);
    expect(findRival(list, { time_ms: 12_000, rank: 1 })).toBeUndefined();
    expect(findRival(list, { time_ms: 10_000, rank: 11 })).toBeUndefined();
    expect(findRival(list, { time_ms: 14_000, rank: 12 })?.rank).toBe(11);
  });

  test("doesn't exist for the fastest player, and is the slowest one ahead of fewer than three", () => {
    expect(findRival(clears, { time_ms: 10_000, rank: 1 })).toBeUndefined();
    expect(findRival([], { time_ms: 10_000, rank: 1 })).toBeUndefined();
    expect(findRival(clears.slice(0, 2), { time_ms: 20_000, rank: 3 })?.rank).toBe(2);
  });
});

test.each([
  [1, "1st"],
  [2, "2nd"],
  [3, "3rd"],
  [4, "4th"],
  [11, "11th"],
  [12, "12th"],
  [22, "22nd"],
  [113, "113th"],
  [1_001, "1,001st"],
])("the rank %d is written as %s", (rank, text) => expect(ordinal(rank)).toBe(text));

const NO_FILTERS = filterValuesOf(readRatingView(new URLSearchParams()));

test("a star box is clamped to 0 to 5 and rounded to the nearest half; empty stays empty", () => {
  const cases = {
    "": "",
    " ": "",
    "0": "0",
    "-3": "0",
    "9": "5",
    "4.3": "4.5",
    "4,2": "4",
    "2.25": "2.5",
    x: "0",
  };
  for (const [typed, shown] of Object.entries(cases)) expect(clampStars(typed)).toBe(shown);
});

test("the boxes send twice the stars, and show those of the URL", () => {
  const view = readRatingView(new URLSearchParams("username=bobby&level_id=7&rating=9&order=asc&page=3"));
  expect(filterValuesOf(view)).toEqual({
    username: "bobby",
    level_id: "7",
    rating: "4.5",
    difficulty: "",
    sort: "rating",
    order: "asc",
  });
  // A search starts at page 1.
  expect(ratingViewOf(filterValuesOf(view))).toEqual({ ...view, page: 1 });
  expect(
    String(writeRatingView(ratingViewOf({ ...filterValuesOf(view), rating: "99", difficulty: "0" }))),
  ).toBe("username=bobby&level_id=7&rating=10&order=asc");
});

test("a level id that isn't a whole number is refused instead of losing characters", () => {
  for (const typed of ["12abc", "#12", "-5", "1.5", "1e3", "9".repeat(30)]) {
    expect(levelIdProblem(typed), typed).toBe(ratingsText.levelIdProblem);
    expect(filterValuesOf(ratingViewOf({ ...NO_FILTERS, level_id: typed })).level_id).toBe("");
  }
  for (const typed of ["", " ", "7", " 12 ", "0012", "999999999999"])
    expect(levelIdProblem(typed), typed).toBeNull();
  expect(ratingViewOf({ ...NO_FILTERS, level_id: " 0012 " }).level_id).toBe(12);
});

test("averages are shown to a tenth of a star", () => {
  expect(starNumber(8.64)).toBe("4.3");
  expect(starNumber(8.7)).toBe("4.4");
  expect(starNumber(8.5)).toBe("4.3");
  expect(starNumber(10)).toBe("5.0");
});

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
