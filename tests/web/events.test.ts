import fc from "fast-check";
import { formatDuration } from "#domain/time.ts";
import { contrast } from "#tests/support/contrast.ts";
import { forAll } from "#tests/support/for-all.ts";
import { dayBefore, eventState, readDuration } from "#web/features/events/days.ts";
import { badgeColors, textColorOn } from "#web/ui/badge-colors.ts";

test("text on a highlight color has a contrast of at least 4.5", () => {
  forAll(5_000, fc.integer({ min: 0, max: 0xffffff }), (number) => {
    const color = number.toString(16).padStart(6, "0");
    expect(contrast(`#${color}`, textColorOn(color))).toBeGreaterThanOrEqual(4.5);
  });
});

test("an invalid color fills nothing", () => {
  expect(badgeColors("ffb800")).toEqual({ "--badge": "#ffb800", "--badge-ink": "#000000" });
  expect(badgeColors("#1A1A2E")).toEqual({ "--badge": "#1A1A2E", "--badge-ink": "#ffffff" });
  for (const invalid of [undefined, "", "red", "#fff", "ffb80", "url(x)"])
    expect(badgeColors(invalid)).toBeUndefined();
});

test.each<[string, number | null]>([
  ["", null],
  ["  ", null],
  ["45", 45_000],
  ["45.5", 45_500],
  ["0.25", 250],
  ["90", 90_000],
  ["1:00", 60_000],
  ["1:00.000", 60_000],
  ["1:02:03.5", 3_723_500],
  ["75:00", 4_500_000],
  ["1:60", Number.NaN],
  ["1:60:00", Number.NaN],
  ["1:", Number.NaN],
  [":30", Number.NaN],
  ["soon", Number.NaN],
  ["-5", Number.NaN],
  ["1.2345", Number.NaN],
])("a time typed as %j is %s milliseconds", (typed, milliseconds) => {
  expect(readDuration(typed)).toBe(milliseconds);
});

test("a time is read as it is shown", () => {
  forAll(fc.integer({ min: 0, max: 86_400_000 }), (milliseconds) => {
    expect(readDuration(formatDuration(milliseconds))).toBe(milliseconds);
  });
});

test("the previous day is that of the calendar", () => {
  const days = ["2026-03-01", "2028-03-01", "2027-01-01", "2026-11-02"].map(dayBefore);
  expect(days).toEqual(["2026-02-28", "2028-02-29", "2026-12-31", "2026-11-01"]);
});

test("an event is upcoming, on or ended by its own bounds", () => {
  const bounds = { starts_at: "2026-11-21T05:00:00.000Z", ends_at: "2026-11-22T05:00:00.000Z" };
  const at = (time: string) => eventState(bounds, Date.parse(time));
  expect(at("2026-11-21T04:59:59.999Z")).toBe("upcoming");
  expect(at("2026-11-21T05:00:00.000Z")).toBe("on");
  expect(at("2026-11-22T04:59:59.999Z")).toBe("on");
  expect(at("2026-11-22T05:00:00.000Z")).toBe("ended");
});
