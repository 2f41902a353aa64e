import { once } from "#domain/once.ts";

/** Names of days next to today. */
const daysText = { today: "Today", yesterday: "Yesterday" } as const;

const formatter = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat("en", options));

const DAY = { year: "numeric", month: "short", day: "numeric" } as const;
const utcDay = formatter({ ...DAY, timeZone: "UTC" });

/** Formats a day (YYYY-MM-DD) as "Nov 21, 2026". */
export const formatDay = (day: string): string => (day ? utcDay().format(new Date(`${day}T00:00:00Z`)) : "");

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const localDay = formatter(DAY);
const moment = formatter({ weekday: "short", month: "short", day: "numeric", ...TIME });

/** Formats the day of a time (ms) as "Nov 21, 2026", in the reader's time zone. */
export const formatLocalDay = (time: number): string => localDay().format(time);

/** Formats a time as "Sat, Nov 21, 6:00 AM", in the reader's time zone. */
export const formatMoment = (iso: string): string => moment().format(new Date(iso));

const clock = formatter(TIME);
const weekday = formatter({ weekday: "long", month: "long", day: "numeric" });
const date = formatter({ ...DAY, month: "long" });
const short = formatter({ month: "short", day: "numeric" });

const DAY_MS = 24 * 60 * 60_000;

/** Returns a key for the day of a time (ms) in the reader's time zone. */
export const dayOf = (time: number): string => new Date(time).toDateString();

/** Returns the day heading above messages: "Today", "Yesterday" or a date. */
export function dayName(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (dayOf(time) === dayOf(now)) return daysText.today;
  if (dayOf(time) === dayOf(now - DAY_MS)) return daysText.yesterday;
  return now - time < 300 * DAY_MS ? weekday().format(time) : date().format(time);
}

export const clockTime = (iso: string): string => clock().format(new Date(iso));

/** Formats the time of a last message: the hour if today, otherwise the date. */
export function shortTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  return dayOf(time) === dayOf(now) ? clockTime(iso) : short().format(time);
}
