import { once } from "#domain/once.ts";

const format = once(
  () => new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
);

/** Formats a day (YYYY-MM-DD) as "Nov 21, 2026". */
export const formatDay = (day: string): string => (day ? format().format(new Date(`${day}T00:00:00Z`)) : "");
