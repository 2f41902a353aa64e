import fc from "fast-check";
import { daysProblem, EVENT_LIMITS, isOn } from "#domain/events/rules.ts";
import { newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { forAll } from "#tests/support/for-all.ts";

const DAY = 24 * 60 * 60_000;
const from = Date.UTC(2020, 0, 1);
const to = Date.UTC(2040, 0, 1);
const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

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
    forAll(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 400 }), (now, days) => {
      const today = newYorkDay(now);
      const problem = daysProblem(today, later(today, days - 1), today);
      expect(problem === null).toBe(days <= EVENT_LIMITS.days);
    });
  });
});

test("a day in New York begins at its first moment, where the day before ends", () => {
  forAll(500, fc.integer({ min: from, max: to }), (now) => {
    const day = newYorkDay(now);
    const start = startOfNewYorkDay(day);
    expect(start).toBeLessThanOrEqual(now);
    expect(now - start).toBeLessThan(25 * 60 * 60_000);
    expect(newYorkDay(start)).toBe(day);
    expect(newYorkDay(start - 1)).toBe(later(day, -1));
  });
});

test.each([
  ["2026-03-08", "2026-03-08T05:00:00Z"],
  ["2026-03-09", "2026-03-09T04:00:00Z"],
  ["2026-11-01", "2026-11-01T04:00:00Z"],
  ["2026-11-02", "2026-11-02T05:00:00Z"],
  ["2027-01-01", "2027-01-01T05:00:00Z"],
])("%s begins in New York at %s", (day, moment) => expect(startOfNewYorkDay(day)).toBe(Date.parse(moment)));
