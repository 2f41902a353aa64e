import fc from "fast-check";
import { lastDays } from "#domain/new-york.ts";
import { endOfNewYorkDay, newYorkDay } from "#domain/time.ts";
import { forAll } from "#tests/support/for-all.ts";

const HOUR = 3_600_000;
const from = Date.UTC(2020, 0, 1);
const to = Date.UTC(2040, 0, 1);

describe("the site's day", () => {
  it("changes at midnight in New York, in winter and in summer", () => {
    expect(newYorkDay(Date.UTC(2026, 10, 21, 4, 59))).toBe("2026-11-20");
    expect(newYorkDay(Date.UTC(2026, 10, 21, 5))).toBe("2026-11-21");
    expect(newYorkDay(Date.UTC(2026, 6, 4, 3, 59))).toBe("2026-07-03");
    expect(newYorkDay(Date.UTC(2026, 6, 4, 4))).toBe("2026-07-04");
  });

  it("has 23 hours when the clock goes forward and 25 when it goes back", () => {
    expect(endOfNewYorkDay("2026-03-08") - endOfNewYorkDay("2026-03-07")).toBe(23 * HOUR);
    expect(endOfNewYorkDay("2026-11-01") - endOfNewYorkDay("2026-10-31")).toBe(25 * HOUR);
  });

  it("is counted back without gaps or repeats across both clock changes", () => {
    expect(lastDays(Date.UTC(2026, 10, 2, 5), 3)).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
    expect(lastDays(Date.UTC(2026, 2, 9, 3, 59), 3)).toEqual(["2026-03-06", "2026-03-07", "2026-03-08"]);
    const year = lastDays(Date.UTC(2028, 11, 31, 12), 366);
    expect([year[0], year.at(-1), new Set(year).size]).toEqual(["2028-01-01", "2028-12-31", 366]);
  });

  it("ends after each of its moments, and the next day begins there", () => {
    forAll(500, fc.integer({ min: from, max: to }), (now) => {
      const day = newYorkDay(now);
      const end = endOfNewYorkDay(day);
      expect(end).toBeGreaterThan(now);
      expect(end - now).toBeLessThanOrEqual(25 * HOUR);
      expect(newYorkDay(end - 1)).toBe(day);
      expect(newYorkDay(end)).not.toBe(day);
    });
  });
});
