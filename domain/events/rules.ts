export const EVENT_LIMITS = {
  shortName: 20,
  description: 500,
  levels: 20,
  coins: 10_000,
  xp: 10_000,
  goalMs: 24 * 60 * 60_000,
  /** First to last day, inclusive: 1 year. */
  days: 366,
  /** Events and challenges shown at a time, the earliest end first. */
  shown: 20,
} as const;

/** Whether an event or challenge is running; times are milliseconds. */
export const isOn = (now: number, { starts_at, ends_at }: { starts_at: number; ends_at: number }): boolean =>
  starts_at <= now && now < ends_at;

const DAY = 24 * 60 * 60_000;

/** The error of an event's or challenge's days (YYYY-MM-DD) as of `today`, with its field, or null. */
export function daysProblem(
  starts_on: string,
  ends_on: string,
  today: string,
): { field: "ends_on"; message: string } | null {
  const problem = (message: string) => ({ field: "ends_on", message }) as const;
  if (ends_on < today) return problem("Last day is in the past.");
  if (ends_on < starts_on) return problem("Last day is before the first day.");
  const days = (Date.parse(ends_on) - Date.parse(starts_on)) / DAY + 1;
  return days > EVENT_LIMITS.days ? problem("It can last a year at most.") : null;
}
