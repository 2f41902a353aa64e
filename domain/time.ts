import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

export { formatDuration } from "./duration.ts";
// Apart, for pages that count down to the end of a day and need no more.
export { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "./new-york.ts";

dayjs.extend(utc);

const MINUTE = 60_000;
/** Minutes that were asked for lately; what happens now is told many times in the same one. */
const formatted = new Map<number, string>();
const MOST_KEPT = 500;

/** MM/DD/YYYY hh:mm A in UTC: the date format of all three specifications. `time` is milliseconds since 1970. */
export function formatTime(time: number): string {
  const minute = Math.floor(time / MINUTE);
  const known = formatted.get(minute);
  if (known !== undefined) return known;
  if (formatted.size >= MOST_KEPT) formatted.clear();
  const text = dayjs.utc(minute * MINUTE).format("MM/DD/YYYY hh:mm A");
  formatted.set(minute, text);
  return text;
}

/** ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** When something was made, as every answer has it. */
export const timesOf = (time: number): { created_at: string; created_at_formatted: string } => ({
  created_at: isoTime(time),
  created_at_formatted: formatTime(time),
});
