import { once } from "#domain/once.ts";

/** Names of days next to today. */
const daysText = {
  today: "Today",
  yesterday: "Yesterday",
} as const;

const format = once(
  () => new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
);

/** Formats a day (YYYY-MM-DD) as "Nov 21, 2026". */
export const formatDay = (day: string): string => (day ? format().format(new Date(`${day}T00:00:00Z`)) : "");

const localDay = once(
  () => new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric" }),
);
const moment = once(
  () =>
    new Intl.DateTimeFormat("en", {
      weekday: "short",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
    }),
);

/** Formats the day of a time (ms) as "Nov 21, 2026", in the reader's time zone. */
export const formatLocalDay = (time: number): string => localDay().format(time);

/** Formats a time as "Sat, Nov 21, 6:00 AM", in the reader's time zone. */
export const formatMoment = (iso: string): string => moment().format(new Date(iso));

const clock = once(() => new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" }));
const weekday = once(() => new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" }));
const date = once(() => new Intl.DateTimeFormat("en", { year: "numeric", month: "long", day: "numeric" }));
const short = once(() => new Intl.DateTimeFormat("en", { month: "short", day: "numeric" }));

const DAY = 24 * 60 * 60_000;

/** Returns a key for the day of a time (ms) in the reader's time zone. */
export const dayOf = (time: number): string => new Date(time).toDateString();

/** Returns the day heading above messages: "Today", "Yesterday" or a date. */
export function dayName(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (dayOf(time) === dayOf(now)) return daysText.today;
  if (dayOf(time) === dayOf(now - DAY)) return daysText.yesterday;
  return now - time < 300 * DAY ? weekday().format(time) : date().format(time);
}

export const clockTime = (iso: string): string => clock().format(new Date(iso));

/** Formats the time of a last message: the hour if today, otherwise the date. */
export function shortTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  return dayOf(time) === dayOf(now) ? clockTime(iso) : short().format(time);
}
