import { once } from "#domain/once.ts";
import { chatText } from "#web/text/conversations.ts";

const clock = once(() => new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" }));
const weekday = once(() => new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" }));
const date = once(() => new Intl.DateTimeFormat("en", { year: "numeric", month: "long", day: "numeric" }));
const short = once(() => new Intl.DateTimeFormat("en", { month: "short", day: "numeric" }));

const DAY = 24 * 60 * 60_000;

/** Names the day of a time where the reader is. */
export const dayOf = (time: number): string => new Date(time).toDateString();

/** A day as it stands above its messages. */
export function dayName(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (dayOf(time) === dayOf(now)) return chatText.today;
  if (dayOf(time) === dayOf(now - DAY)) return chatText.yesterday;
  return now - time < 300 * DAY ? weekday().format(time) : date().format(time);
}

export const clockTime = (iso: string): string => clock().format(new Date(iso));

/** When something was said last: the hour today, the date before. */
export function shortTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  return dayOf(time) === dayOf(now) ? clockTime(iso) : short().format(time);
}
