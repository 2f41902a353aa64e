const DAY = 24 * 60 * 60_000;

/** The day before a day, both YYYY-MM-DD: what begins with a day counts down to the end of that one. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

/** How something with these bounds (ISO 8601) stands at a time (ms). */
export function stateOf(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  now: number,
): "upcoming" | "on" | "ended" {
  if (Date.parse(ends_at) <= now) return "ended";
  return Date.parse(starts_at) > now ? "upcoming" : "on";
}

/**
 * "1:00", "1:02:03.5", "45" or "45.25" as milliseconds; null where nothing is typed, NaN for what is no time. Minutes and
 * seconds after a colon are below 60.
 */
export function readDuration(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text);
  if (!found) return Number.NaN;
  const [, hours, minutes, seconds, rest = ""] = found;
  if ((minutes !== undefined && Number(seconds) > 59) || (hours !== undefined && Number(minutes) > 59))
    return Number.NaN;
  return (
    (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000 +
    Number(rest.padEnd(3, "0"))
  );
}
