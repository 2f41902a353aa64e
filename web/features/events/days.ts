const DAY = 24 * 60 * 60_000;

/** Returns the day before (YYYY-MM-DD). An event that starts on a day counts down to the end of the day before. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

/** Returns the state of an event or challenge at `now` (ms). Its bounds are ISO 8601. */
export function eventState(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  now: number,
): "upcoming" | "on" | "ended" {
  if (Date.parse(ends_at) <= now) return "ended";
  return Date.parse(starts_at) > now ? "upcoming" : "on";
}

/**
 * Parses "1:00", "1:02:03.5", "45" or "45.25" to milliseconds. Returns null for empty and NaN for invalid input. Minutes and
 * seconds after a colon must be below 60.
 */
export function readDuration(input: string): number | null {
  const text = input.trim();
  if (text === "") return null;
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return Number.NaN;
  const [, hours, minutes, seconds, fraction = ""] = match;
  if ((minutes !== undefined && Number(seconds) > 59) || (hours !== undefined && Number(minutes) > 59))
    return Number.NaN;
  return (
    (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, "0"))
  );
}
