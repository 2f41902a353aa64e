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

/** The day in New York as YYYY-MM-DD. The site's days begin there (DECISIONS, "Rules"). */
export const newYorkDay = (now: number): string => newYork().format(now);

/** The start of a New York day in milliseconds since 1970, which is the end of the day before. */
export function startOfNewYorkDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return endOfNewYorkDay(new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10));
}

/** The end of a New York day in milliseconds since 1970: its midnight is 4 or 5 hours later in UTC. */
export function endOfNewYorkDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const summer = Date.UTC(year, month - 1, date + 1, 4);
  return newYorkDay(summer) === day ? summer + 3_600_000 : summer;
}

const DAY = 86_400_000;

/** The last `count` New York days, oldest first, as YYYY-MM-DD. By name, because some have 23 or 25 hours. */
export function lastDays(now: number, count: number): string[] {
  const today = Date.parse(`${newYorkDay(now)}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(today - (count - 1 - i) * DAY).toISOString().slice(0, 10),
  );
}
