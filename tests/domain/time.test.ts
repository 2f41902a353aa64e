import fc from "fast-check";
import { isCalendarDay } from "#domain/calendar-day.ts";
import { createEventRoute } from "#domain/events/api.ts";
import { daysProblem, EVENT_LIMITS, isOn } from "#domain/events/rules.ts";
import { banRoute } from "#domain/moderation/api.ts";
import { lastDays } from "#domain/new-york.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { auditRoute } from "#domain/staff/api.ts";
import { readAuditView } from "#domain/staff/view.ts";
import {
  endOfNewYorkDay,
  formatDuration,
  formatTime,
  isoTime,
  newYorkDay,
  startOfNewYorkDay,
} from "#domain/time.ts";
import { timeLeft, untilNextTick } from "#domain/time-left.ts";
import { forAll } from "#tests/support/for-all.ts";

test.each([
  [Date.UTC(2026, 0, 2, 0, 5), "01/02/2026 12:05 AM"],
  [Date.UTC(2026, 0, 2, 12, 0), "01/02/2026 12:00 PM"],
  [Date.UTC(2026, 11, 31, 23, 59, 59, 999), "12/31/2026 11:59 PM"],
  [Date.UTC(2024, 1, 29, 9, 30), "02/29/2024 09:30 AM"],
  [0, "01/01/1970 12:00 AM"],
])("%i is shown as %s, in UTC in any time zone", (time, shown) => expect(formatTime(time)).toBe(shown));

test.each([
  [0, "0:00.000"],
  [7, "0:00.007"],
  [999, "0:00.999"],
  [61_234, "1:01.234"],
  [599_999, "9:59.999"],
  [3_599_999, "59:59.999"],
  [3_600_000, "1:00:00.000"],
  [36_610_005, "10:10:10.005"],
])("%i ms is shown as a clear time of %s", (milliseconds, shown) => {
  expect(formatDuration(milliseconds)).toBe(shown);
});

test("a clear time shows every millisecond", () => {
  forAll(fc.nat(1_000_000_000), (milliseconds) => {
    const [seconds = "", minutes = "", hours = "0"] = formatDuration(milliseconds).split(":").reverse();
    const total = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.round(Number(seconds) * 1000);
    expect(total).toBe(milliseconds);
  });
});

test("a date is ISO 8601 in UTC", () => {
  expect(isoTime(Date.UTC(2026, 6, 4, 1, 2, 3, 4))).toBe("2026-07-04T01:02:03.004Z");
});

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

const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

describe("the site's day", () => {
  it("changes at midnight in New York, and has 23 hours when the clock goes forward and 25 when it goes back", () => {
    expect(newYorkDay(Date.UTC(2026, 10, 21, 4, 59))).toBe("2026-11-20");
    expect(newYorkDay(Date.UTC(2026, 10, 21, 5))).toBe("2026-11-21");
    expect(newYorkDay(Date.UTC(2026, 6, 4, 3, 59))).toBe("2026-07-03");
    expect(newYorkDay(Date.UTC(2026, 6, 4, 4))).toBe("2026-07-04");
    expect(endOfNewYorkDay("2026-03-08") - endOfNewYorkDay("2026-03-07")).toBe(23 * HOUR);
    expect(endOfNewYorkDay("2026-11-01") - endOfNewYorkDay("2026-10-31")).toBe(25 * HOUR);
  });

  it("is counted back without gaps or repeats across both clock changes", () => {
    expect(lastDays(Date.UTC(2026, 10, 2, 5), 3)).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
    expect(lastDays(Date.UTC(2026, 2, 9, 3, 59), 3)).toEqual(["2026-03-06", "2026-03-07", "2026-03-08"]);
    const year = lastDays(Date.UTC(2028, 11, 31, 12), 366);
    expect([year[0], year.at(-1), new Set(year).size]).toEqual(["2028-01-01", "2028-12-31", 366]);
  });

  it("begins and ends around each of its moments, where the day before ends and the next one begins", () => {
    forAll(500, times, (now) => {
      const day = newYorkDay(now);
      const [start, end] = [startOfNewYorkDay(day), endOfNewYorkDay(day)];
      expect([start <= now, now < end]).toEqual([true, true]);
      expect(end - start).toBeLessThanOrEqual(25 * HOUR);
      expect([newYorkDay(start), newYorkDay(end - 1)]).toEqual([day, day]);
      expect([newYorkDay(start - 1), newYorkDay(end)]).toEqual([later(day, -1), later(day, 1)]);
    });
  });
});

const REAL = ["2026-11-30", "2028-02-29", "2026-12-31", "2026-01-01"];
const FALSE = [
  ..."2026-11-31 2026-02-29 2026-02-30 2026-04-31 2026-13-01 2026-00-10 2026-1-1 soon".split(" "),
  "",
];

describe("a day that isn't in the calendar", () => {
  test.each(FALSE)("is refused: %j", (day) => {
    expect(isCalendarDay(day)).toBe(false);
  });

  test.each(REAL)("is not %s, which is accepted", (day) => {
    expect(isCalendarDay(day)).toBe(true);
  });

  test("is refused by every field for a day", () => {
    const accepts = (
      route: { input: { safeParse(input: unknown): { error?: { issues: { path: PropertyKey[] }[] } } } },
      name: string,
      value: string,
    ) => !route.input.safeParse({ [name]: value }).error?.issues.some(({ path }) => path[0] === name);
    for (const [day, isReal] of [
      ["2026-11-30", true],
      ["2026-11-31", false],
    ] as const) {
      expect(accepts(editItemRoute, "gold_month", day)).toBe(isReal);
      expect(accepts(createEventRoute, "starts_on", day)).toBe(isReal);
      expect(accepts(auditRoute, "from", day)).toBe(isReal);
      expect(accepts(banRoute, "until", `${day}T10:00:00Z`)).toBe(isReal);
      expect(readAuditView(new URLSearchParams({ until: day })).until).toBe(isReal ? day : "");
    }
  });
});

test("an event is on from its first moment until just before its end", () => {
  const bounds = { starts_at: 100, ends_at: 200 };
  expect([99, 100, 199, 200].map((now) => isOn(now, bounds))).toEqual([false, true, true, false]);
});

describe("the days of an event", () => {
  test.each([
    ["2026-11-21", "2026-11-21", null],
    ["2026-11-30", "2026-12-01", null],
    ["2026-11-01", "2026-11-21", null],
    ["2026-11-01", "2026-11-20", "Last day is in the past."],
    ["2026-12-02", "2026-12-01", "Last day is before the first day."],
    ["2026-12-01", "2027-12-01", null],
    ["2026-12-01", "2027-12-02", "It can last a year at most."],
    ["0001-01-01", "2026-12-01", "It can last a year at most."],
  ])("from %s to %s have the problem: %s", (first, last, message) => {
    expect(daysProblem(first, last, "2026-11-21")?.message ?? null).toBe(message);
  });

  test("can be as many as a year has, whenever they begin, across every clock change", () => {
    forAll(times, fc.integer({ min: 1, max: 400 }), (now, days) => {
      const today = newYorkDay(now);
      const problem = daysProblem(today, later(today, days - 1), today);
      expect(problem === null).toBe(days <= EVENT_LIMITS.days);
    });
  });
});

test.each([
  ["2026-03-08", "2026-03-08T05:00:00Z"],
  ["2026-03-09", "2026-03-09T04:00:00Z"],
  ["2026-11-01", "2026-11-01T04:00:00Z"],
  ["2026-11-02", "2026-11-02T05:00:00Z"],
  ["2027-01-01", "2027-01-01T05:00:00Z"],
])("%s begins in New York at %s", (day, moment) => expect(startOfNewYorkDay(day)).toBe(Date.parse(moment)));
