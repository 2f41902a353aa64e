import { once } from "./once.ts";

const newYork = once(
  () =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: "America/New_York",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }),
);

/** The day in New York, where the site's days turn (DECISIONS, "Rules"), as YYYY-MM-DD. */
export const newYorkDay = (now: number): string => newYork().format(now);

/** When a day of New York begins, in milliseconds since 1970: where the one before ends. */
export function startOfNewYorkDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return endOfNewYorkDay(new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10));
}

/** When a day of New York ends, in milliseconds since 1970: midnight there is four or five hours later in UTC. */
export function endOfNewYorkDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const summer = Date.UTC(year, month - 1, date + 1, 4);
  return newYorkDay(summer) === day ? summer + 3_600_000 : summer;
}

const DAY = 86_400_000;

/** The last days of New York up to the one it is, the oldest first, each as YYYY-MM-DD: days have names, not lengths. */
export function lastDays(now: number, count: number): string[] {
  const today = Date.parse(`${newYorkDay(now)}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(today - (count - 1 - i) * DAY).toISOString().slice(0, 10),
  );
}
