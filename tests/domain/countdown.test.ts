import fc from "fast-check";
import { endOfNewYorkDay } from "#domain/new-york.ts";
import { timeLeft, untilNextTick } from "#domain/time-left.ts";
import { forAll } from "#tests/support/for-all.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, null],
  [999, null],
  [-5 * DAY, null],
  [1_000, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [59_999, { days: 0, hours: 0, minutes: 0, seconds: 59 }],
  [HOUR, { days: 0, hours: 1, minutes: 0, seconds: 0 }],
  [2 * DAY - 1, { days: 1, hours: 23, minutes: 59, seconds: 59 }],
  [400 * DAY, { days: 400, hours: 0, minutes: 0, seconds: 0 }],
])("%i ms before the end a countdown shows %o", (left, shown) => {
  expect(timeLeft(1_800_000_000_000, 1_800_000_000_000 - left)).toEqual(shown);
});

const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

test("the shown countdown adds up to the remaining time, to the second", () => {
  forAll(times, fc.integer({ min: 1_000, max: 900 * DAY }), (end, left) => {
    const shown = timeLeft(end, end - left);
    if (!shown) throw new Error("the countdown has not ended");
    const { days, hours, minutes, seconds } = shown;
    expect(days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND).toBe(left - (left % SECOND));
    expect([hours < 24, minutes < 60, seconds < 60]).toEqual([true, true, true]);
  });
});

test("the next tick is when the shown second changes, within a second", () => {
  forAll(times, fc.integer({ min: -DAY, max: 900 * DAY }), (end, left) => {
    const wait = untilNextTick(end, end - left);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(SECOND);
    expect((left - wait) % SECOND).toBeCloseTo(0);
  });
});

test.each([
  ["2026-03-08", "2026-03-08T05:00:00Z", { hours: 23 }],
  ["2026-03-07", "2026-03-07T05:00:00Z", { hours: 0, days: 1 }],
  ["2026-11-01", "2026-11-01T04:00:00Z", { days: 1, hours: 1 }],
  ["2026-11-02", "2026-11-02T05:00:00Z", { days: 1, hours: 0 }],
  ["2026-03-09", "2026-03-07T05:00:00Z", { days: 2, hours: 23 }],
])("at the start of a day in New York, %s ends after as many hours as that day has", (day, now, shown) => {
  expect(timeLeft(endOfNewYorkDay(day), Date.parse(now))).toMatchObject({
    days: 0,
    minutes: 0,
    seconds: 0,
    ...shown,
  });
});
