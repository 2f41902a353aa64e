import { isCalendarDay } from "#domain/calendar-day.ts";
import { createEventRoute } from "#domain/events/api.ts";
import { firstOfMonth } from "#domain/items/rules.ts";
import { banRoute } from "#domain/moderation/api.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { auditRoute } from "#domain/staff/api.ts";
import { readAuditView } from "#domain/staff/view.ts";

const REAL = ["2026-11-30", "2028-02-29", "2026-12-31", "2026-01-01"];
const FALSE = [
  "2026-11-31",
  "2026-02-29",
  "2026-02-30",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "soon",
  "",
];

describe("a day that isn't in the calendar", () => {
  test.each(FALSE)("is refused: %j", (day) => {
    expect(isCalendarDay(day)).toBe(false);
    expect(firstOfMonth(day)).toBeNull();
  });

  test.each(REAL)("is not %s, which is accepted", (day) => {
    expect(isCalendarDay(day)).toBe(true);
    expect(firstOfMonth(day)).toBe(`${day.slice(0, 7)}-01`);
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
