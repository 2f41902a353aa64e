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

/** When a day of New York ends, in milliseconds since 1970: midnight there is four or five hours later in UTC. */
export function endOfNewYorkDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const summer = Date.UTC(year, month - 1, date + 1, 4);
  return newYorkDay(summer) === day ? summer + 3_600_000 : summer;
}
