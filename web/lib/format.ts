import { once } from "#domain/once.ts";

/** The only locale, until the interface is translated. */
const LOCALE = "en";

const compactNumber = once(
  () => new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 }),
);
const exactNumber = once(() => new Intl.NumberFormat(LOCALE));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }));

/** Formats 1234 as "1.2K". */
export const formatCompact = (value: number): string => compactNumber().format(value);

/** Formats the number on a badge: "99+" for more than 99. */
export const formatBadgeCount = (count: number): string => (count > 99 ? "99+" : String(count));

/** Formats 1234 as "1,234". */
export const formatNumber = (value: number): string => exactNumber().format(value);

/** Formats a count with its noun: "1 coin", "1,234 coins". Irregular nouns pass `plural`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

const time = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h12",
    }),
);

/** Formats a time as MM/DD/YYYY hh:mm AM, in the viewer's time zone. */
export function formatDateTime(iso: string): string {
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

/** Formats a time as MM/DD/YYYY, in the viewer's time zone. */
export const formatDate = (iso: string): string => formatDateTime(iso).slice(0, 10);

const MINUTE = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 24 * 60 * MINUTE],
  ["month", 30 * 24 * 60 * MINUTE],
  ["week", 7 * 24 * 60 * MINUTE],
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** Formats a time as "3 hours ago". Returns "now" within a minute either way, in case clocks differ. */
export function formatRelativeTime(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return relative().format(Math.trunc(distance / length), unit);
  }
  return relative().format(0, "second");
}
