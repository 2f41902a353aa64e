import { once } from "#domain/once.ts";

/** Numbers and dates as the site shows them. One locale until the catalogue has a second one. */
const LOCALE = "en";

const compactNumber = once(
  () => new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 }),
);
const exactNumber = once(() => new Intl.NumberFormat(LOCALE));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }));

/** 1234 as "1.2K". */
export const compact = (value: number): string => compactNumber().format(value);

/** The number on a badge: over 99 it only tells that it is many. */
export const capped = (count: number): string => (count > 99 ? "99+" : String(count));

/** 1234 as "1,234". */
export const exact = (value: number): string => exactNumber().format(value);

/** "1 coin", "1,234 coins"; `many` where an s alone does not make it. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exact(count)} ${count === 1 ? one : many}`;

const time = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      ...{ year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h12" },
    }),
);

/** MM/DD/YYYY hh:mm AM, in the viewer's time zone. */
export function exactDate(iso: string): string {
  const parts = new Map(
    time()
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const [month, day, year, hour, minute, half] = (
    ["month", "day", "year", "hour", "minute", "dayPeriod"] as const
  ).map((type) => parts.get(type));
  return `${month}/${day}/${year} ${hour}:${minute} ${half}`;
}

/** MM/DD/YYYY, in the viewer's time zone. */
export const exactDay = (iso: string): string => exactDate(iso).slice(0, 10);

const MINUTE = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 24 * 60 * MINUTE],
  ["month", 30 * 24 * 60 * MINUTE],
  ["week", 7 * 24 * 60 * MINUTE],
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** "3 hours ago"; under a minute (also by a clock that is a little off) it is "now". */
export function relativeDate(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return relative().format(Math.trunc(distance / length), unit);
  }
  return relative().format(0, "second");
}
