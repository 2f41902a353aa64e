import fc from "fast-check";
import { formatDuration, formatTime, isoTime } from "#domain/time.ts";
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
