import { once } from "#domain/once.ts";

const format = once(
  () => new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
);

/** A day (YYYY-MM-DD) as "Nov 21, 2026". */
export const dayText = (day: string): string => (day ? format().format(new Date(`${day}T00:00:00Z`)) : "");
