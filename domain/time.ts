import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

export { formatDuration } from "./duration.ts";
// A separate module, for pages that count down to the end of a day and need nothing else.
export { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "./new-york.ts";

dayjs.extend(utc);

const MINUTE = 60_000;
/** Recently formatted minutes. Most of a page's times fall into the same few. */
const formatted = new Map<number, string>();
const MAX_CACHED = 500;

/**
 * Formats `time` (milliseconds since 1970) as MM/DD/YYYY hh:mm A in UTC, the date format of all 3
 * specifications.
 */
export function formatTime(time: number): string {
  const minute = Math.floor(time / MINUTE);
  const known = formatted.get(minute);
  if (known !== undefined) return known;
  if (formatted.size >= MAX_CACHED) formatted.clear();
  const text = dayjs.utc(minute * MINUTE).format("MM/DD/YYYY hh:mm A");
  formatted.set(minute, text);
  return text;
}

/** ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** The `created_at` fields of a response. */
export const createdTimes = (time: number): { created_at: string; created_at_formatted: string } => ({
  created_at: isoTime(time),
  created_at_formatted: formatTime(time),
});
